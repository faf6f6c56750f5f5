package import MarkdownDocument
package import TaskBoard

extension Mark<Text> {
    /// The mark with its words in the reader's language, and what a program needs of it.
    package func json(_ words: TaskWords, due: DueDate?) -> JSONValue {
        let (kind, facts) = kindAndFacts
        return .object(
            [.init("kind", .string(kind)), .init("text", .string(words.words(of: self, due: due)))]
                + facts)
    }

    private var kindAndFacts: (String, [JSONValue.Member]) {
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
        case .tag(let tag): ("tag", [.init("value", .string(tag))])
        case .assignee(let name): ("assignee", [.init("value", .string(name))])
        case .checklist(let done, let total):
            ("checklist", [.init("done", .number(done)), .init("total", .number(total))])
        }
    }
}

/// Makes the JSON of a board's tasks, as a page shows them.
package struct CardJSON: Sendable {
    private let maker: CardMaker
    private let words: TaskWords
    private let now: Moment
    private let plain: @Sendable (Text) -> String
    private let hash: @Sendable ([UInt8]) -> [UInt8]

    /// - Parameters:
    ///   - plain: The words of a line of Markdown, which a card shows without marks.
    ///   - hash: Git's hash, of which versions are made.
    package init(
        _ board: Board, _ dates: DateWords, _ language: Language,
        plain: @escaping @Sendable (Text) -> String,
        hash: @escaping @Sendable ([UInt8]) -> [UInt8]
    ) {
        maker = CardMaker(board, now: dates.now)
        words = TaskWords(dates, language) { $0.string }
        (now, self.plain, self.hash) = (dates.now, plain, hash)
    }

    /// The fields as commands print them, the version, and what a card shows.
    ///
    /// - Parameter hasBody: True if the body is sent, which may be long.
    package func json(_ task: TaskItem, hasBody: Bool = false) -> JSONValue {
        let card = maker.card(task)
        var members: [JSONValue.Member] = []
        if case .object(let all) = task.json(ref: card.reference, overdue: now) { members = all }
        if !hasBody { members.removeAll { $0.key == Field.body.jsonKey } }
        return .object(
            members + [
                .init("version", .string(VersionTag(task, hash: hash).text)),
                .init("marks", .array(card.marks.map { $0.json(words, due: card.due) })),
                .init("excerpt", .array(card.excerpt.map { .string(plain($0)) })),
                .init("overdueAt", .optional(overdueTime(of: task).map { Moment.utcStamp($0) })),
            ])
    }

    /// The same as one line of UTF-8, which takes far less memory than its tree: for long lists.
    package func encoded(_ task: TaskItem, hasBody: Bool = false) -> [UInt8] {
        json(task, hasBody: hasBody).encoded()
    }

    /// When a task becomes overdue, in seconds since 1970; nil if it does not, or is.
    private func overdueTime(of task: TaskItem) -> Int64? {
        guard let due = task.due, !task.isFinished, !task.isOverdue(now) else { return nil }
        return due.secondOfDay == nil
            ? now.seconds(of: due.day.adding(days: 1), secondOfDay: 0) : due.seconds(now)
    }
}

extension ColumnView {
    /// - Parameters:
    ///   - limit: The most cards that are sent.
    ///   - cursor: Returns the cursor of the last card that is sent.
    ///   - waiting: How many of its tasks wait for their day.
    package func json(
        _ cards: CardJSON, limit: Int, cursor: (TaskItem) -> String, waiting: Int
    ) -> JSONValue {
        let sent = tasks.prefix(limit)
        let next = sent.count < tasks.count ? sent.last.map { Text(cursor($0)) } : nil
        return [
            "state": .string(state), "count": .number(count), "limit": .optional(self.limit),
            "overLimit": .bool(isOverLimit), "finished": .bool(isFinished),
            "unknown": .bool(isUnknown), "matching": .optional(matching),
            "waiting": .number(waiting), "hidden": .number(hidden),
            "tasks": .array(sent.map { .encoded(cards.encoded($0)) }),
            "next": .optional(next),
        ]
    }
}

extension BoardSettings {
    /// The settings that a page shows and changes.
    package var json: JSONValue {
        [
            "states": .strings(states), "finished": .strings(finished), "start": .string(start),
            "limits": .object(
                states.compactMap { state in
                    limits[state].map { JSONValue.Member(state.string, .number($0)) }
                }),
            "bodyLimit": .optional(bodyLimit),
            "views": .array(
                allViews.map { ["name": .string($0.name), "query": .string($0.query)] }),
        ]
    }
}
