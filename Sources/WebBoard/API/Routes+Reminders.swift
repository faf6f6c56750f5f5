import BoardStorage
import BoardView
import HTTPServer
import MarkdownDocument
import TaskBoard
import TextLayout
import Words

extension WebBoard {
    private static let key: [Schema.Property] = [
        .init("id", .string, isRequired: true), .init("due", .string, isRequired: true),
        .init("element", .string, isRequired: true),
    ]

    static let reminderRoutes: [Route] = [
        Route(
            "GET", "reminders", "reminders",
            "Due reminders that were not shown yet, and snoozed tasks",
            answer: .named("Reminders")
        ) { web, asked in try await web.reminders(asked) },
        Route(
            "POST", "reminders/shown", "reminders-shown", "Records that reminders were shown",
            body: .object([.init("shown", .array(.object(key)), isRequired: true)]),
            answer: .named("Reminders")
        ) { web, asked in
            try await web.noteShown(asked)
            return try await web.reminders(asked)
        },
        Route(
            "POST", "snooze", "snooze", "Snoozes the reminders of tasks, in this clone",
            body: .object([
                .init("tasks", .array(.string), isRequired: true),
                .init("until", .string, isRequired: true),
            ]), answer: .named("Snoozed"), problems: ["word", "no-match", "finished"]
        ) { web, asked in try await web.snooze(asked) },
    ]

    /// Returns the reminder channel. Each user authenticated by a proxy has its own.
    private func channel(_ asked: APIRequest) -> ReminderChannel {
        asked.client.user.map { ReminderChannel(Text("browser " + $0)) } ?? .browser
    }

    private func reminders(_ asked: APIRequest) async throws -> HTTPResponse {
        let found = try await workspace.announcements(
            by: channel(asked), for: asked.client.user.map { Text($0) }, on: shown().board,
            now: asked.now, isPreview: gate.isReadOnly)
        let snoozes = try await workspace.snoozes(on: shown().board)
        let words = dates(asked)
        return HTTPResponse(
            200,
            json: [
                "due": .array(
                    found.entries.map { entry in
                        let text = ReminderWords([entry], dates: words, asked.language)
                        let lines = text.lines.map { TextLayout.words(ofMarkdown: Text($0)) }
                        return [
                            "id": .string(entry.task.id.text), "title": .string(Text(text.title)),
                            "words": .string(Text(lines.joined(separator: "\n"))),
                            "keys": .array(entry.keys.map(\.json)),
                        ]
                    }),
                "next": .optional(found.next.map { Moment.utcStamp($0) }),
                "snoozed": .array(
                    snoozes.sorted { $0.key < $1.key }.map { id, end in
                        ["id": .string(id.text), "until": .string(Moment.utcStamp(end))]
                    }),
            ])
    }

    private func noteShown(_ asked: APIRequest) async throws {
        let keys = (asked.body["shown"]?.elements ?? []).map { key in
            ReminderKey(
                id: TaskID(Text(key["id"]?.text ?? "")), due: Text(key["due"]?.text ?? ""),
                element: Text(key["element"]?.text ?? ""))
        }
        try await workspace.recordAnnounced(keys, by: channel(asked), on: shown().board)
    }

    private func snooze(_ asked: APIRequest) async throws -> HTTPResponse {
        let words = Text(asked.body["until"]?.text ?? "")
        let minute = try shown().board.settings.remind
        let end =
            words == Reminder.none
            ? nil : try Reminder.snoozeEnd(words, minute: minute, now: asked.now)
        let tasks = try ids(asked).map { TaskReference($0) }
        let snoozed = try await workspace.snooze(tasks, until: end)
        let dates = dates(asked)
        let time = end.map { dates.planned(at: $0) }
        let titles = snoozed.map { plainWords($0.task.title) }.joined(separator: ", ")
        let sentence = BoardText.snoozed(titles, until: time).text(asked.language)
        return HTTPResponse(
            200,
            json: [
                "until": .optional(end.map { Moment.utcStamp($0) }),
                "sentence": .string(Text(sentence)),
            ])
    }
}

extension ReminderKey {
    fileprivate var json: JSONValue {
        ["id": .string(id.text), "due": .string(due), "element": .string(element)]
    }
}
