package import MarkdownDocument
package import TaskBoard

extension Mark<Text> {
    /// Returns the mark with its words in the reader's language, and its values for programs.
    ///
    /// - Parameter task: The task of the mark.
    package func json(_ words: TaskWords, of task: TaskItem) -> JSONValue {
        let (kind, facts) = kindAndFacts(of: task)
        let text = words.words(of: self, due: task.due)
        let spoken = words.spoken(self, of: task)
        return .object(
            [.init("kind", .string(kind)), .init("text", .string(text))] + facts
                + [.init("tone", .string(tone.rawValue))]
                + (spoken.map { [.init("spoken", .string($0))] } ?? []))
    }

    private func kindAndFacts(of task: TaskItem) -> (String, [JSONValue.Member]) {
        switch self {
        case .malformed: ("malformed", [])
        case .conflicts(let count): ("conflicts", [.init("count", .number(count))])
        case .due(let isOverdue): ("due", [.init("overdue", .bool(isOverdue))])
        case .reminds: ("reminds", [])
        case .repeats: ("repeats", [])
        case .priority(let priority):
            ("priority", [.init("value", .string(priority.rawValue))])
        case .blocked: ("blocked", [])
        case .waiting(let day): ("waiting", [.init("value", .string(day.description))])
        case .problems: ("problems", [])
        case .field(let field, let text) where field.isDeclared:
            // A declared name such as `blocked` may be the kind of another mark.
            (
                "field",
                [
                    .init("value", .string(text)), .init("field", .string(field.key)),
                    .init("misfit", .bool(task.isMisfit(field))),
                ]
            )
        case .field(let field, let text):
            (
                field.singular?.string ?? field.jsonKey,
                [.init("value", .string(text)), .init("field", .string(field.jsonKey))]
            )
        case .children(let done, let total):
            ("children", [.init("done", .number(done)), .init("total", .number(total))])
        case .checklist(let done, let total):
            ("checklist", [.init("done", .number(done)), .init("total", .number(total))])
        }
    }
}

/// Makes the JSON for a board's tasks, as the page needs it.
package struct CardJSON: Sendable {
    private let maker: CardMaker
    private let words: TaskWords
    private let now: Moment
    private let plain: @Sendable (Text) -> String
    private let hash: @Sendable ([UInt8]) -> [UInt8]
    private let cover: (@Sendable (TaskItem) -> String?)?

    /// - Parameters:
    ///   - cover: Returns the blob ID of a task's first picture; nil if cards show no covers.
    ///   - plain: Returns the plain words of a Markdown line, since a card shows it without marks.
    ///   - hash: Git's hash function, used to compute versions.
    package init(
        _ board: Board, _ dates: DateWords, _ language: Language,
        cover: (@Sendable (TaskItem) -> String?)? = nil,
        plain: @escaping @Sendable (Text) -> String,
        hash: @escaping @Sendable ([UInt8]) -> [UInt8]
    ) {
        maker = CardMaker(board, now: dates.now)
        words = TaskWords(dates, language) { $0.string }
        (now, self.plain, self.hash) = (dates.now, plain, hash)
        self.cover = cover
    }

    /// Returns the fields as printed by commands, the version, and the content of the card.
    ///
    /// - Parameter hasBody: True to include the body, which may be long.
    package func json(_ task: TaskItem, hasBody: Bool = false) -> JSONValue {
        let card = maker.card(task)
        let cover = self.cover?(task)
        let excerpt = cover == nil ? card.excerpt : task.withoutCover(card.excerpt)
        var members: [JSONValue.Member] = []
        let json = task.json(
            ref: card.reference, overdue: now, fields: maker.references.fields)
        if case .object(let all) = json { members = all }
        if !hasBody { members.removeAll { $0.key == Field.body.jsonKey } }
        return .object(
            members + [
                .init("version", .string(VersionTag(task, hash: hash).text)),
                .init("marks", .array(card.marks.map { $0.json(words, of: task) })),
                .init("excerpt", .array(excerpt.map { .string(plain($0)) })),
                .init("overdueAt", .optional(overdueTime(of: task).map { Moment.utcStamp($0) })),
                .init("facts", .strings(ActionFacts(of: [task]).names)),
            ] + (cover.map { [.init("cover", .string(Text($0)))] } ?? []))
    }

    /// Returns the same as one line of UTF-8. For long lists: it takes far less memory than the
    /// tree.
    package func encoded(_ task: TaskItem, hasBody: Bool = false) -> [UInt8] {
        json(task, hasBody: hasBody).encoded()
    }

    /// Returns the time at which a task becomes overdue, in seconds since 1970; nil if it already
    /// is, or never will be.
    private func overdueTime(of task: TaskItem) -> Int64? {
        guard let due = task.due, !task.isFinished, !task.isOverdue(now) else { return nil }
        return due.secondOfDay == nil
            ? now.seconds(of: due.day.adding(days: 1), secondOfDay: 0) : due.seconds(now)
    }
}

extension ColumnView {
    /// - Parameters:
    ///   - limit: The maximum number of cards.
    ///   - cursor: Returns the cursor of the last card.
    ///   - waiting: The number of waiting tasks in the column.
    package func json(
        _ cards: CardJSON, limit: Int, cursor: (TaskItem) -> String, waiting: Int
    ) -> JSONValue {
        let sent = tasks.prefix(limit)
        let next = sent.count < tasks.count ? sent.last.map { Text(cursor($0)) } : nil
        return [
            "state": .string(state), "label": .string(label), "count": .number(count),
            "limit": .optional(self.limit),
            "overLimit": .bool(isOverLimit), "finished": .bool(isFinished),
            "unknown": .bool(isUnknown), "matching": .optional(matching),
            "waiting": .number(waiting), "hidden": .number(hidden),
            "tasks": .array(sent.map { .encoded(cards.encoded($0)) }),
            "next": .optional(next),
        ]
    }
}

extension BoardSettings {
    /// The settings that the page shows and edits.
    package var json: JSONValue {
        [
            "states": .strings(states), "finished": .strings(finished), "start": .string(start),
            "limits": .object(
                states.compactMap { state in
                    limits[state].map { JSONValue.Member(state.string, .number($0)) }
                }),
            "labels": .object(
                labels.sorted { $0.key < $1.key }.map { .init($0.key.string, .string($0.value)) }),
            "bodyLimit": .optional(bodyLimit), "covers": .bool(covers),
            "attachmentLimit": .number(mostAttachmentBytes),
            "views": .array(
                allViews.map { ["name": .string($0.name), "query": .string($0.query)] }),
        ]
    }
}

extension ColumnView {
    /// - Parameter references: The short references of the board's tasks.
    package func json(_ references: References, now: Moment) -> JSONValue {
        [
            "state": .string(state), "count": .number(count), "limit": .optional(limit),
            "tasks": .array(
                tasks.map { $0.json(ref: references[$0], overdue: now, fields: references.fields) }),
        ]
    }
}
