package import MarkdownDocument
package import TaskBoard
import Words

/// The page of one task: all its displayed content, in order.
///
/// All text is as in the file. Each surface makes it safe for its own output.
package struct TaskPage: Sendable {
    package let id: TaskID
    package let path: BoardPath
    /// The shortest reference to the task on its board.
    package let reference: String
    package let title: Text
    package let rows: [Row]
    /// The unfinished tasks that wait for this one, which also have a row.
    package let blocks: [Link]
    /// The children of the task, which also have a row, in the board's order.
    package let children: [Link]
    /// The problems in the file, with line and column.
    package let problems: [Problem]
    /// The warning about a body that exceeds the board's limit.
    package let lengthWarning: Bilingual?
    /// The lines of the body, or of the whole file if it is malformed.
    package let body: [BodyLine]
    /// True for a malformed file, whose lines are not Markdown.
    package let isMalformed: Bool
    package let conflicts: [ConflictView]
    /// The files that the body links.
    package let attachments: [AttachmentLink]
    /// Newest first.
    package let history: [HistoryEntry]

    /// A field with its name and its value.
    package struct Row: Equatable, Sendable {
        package let name: Text
        package let value: Value
    }

    /// The value of a field. Surfaces format dates in the reader's language.
    package enum Value: Equatable, Sendable {
        case texts([Text])
        /// Texts that do not fit the field's declaration.
        case misfit([Text])
        /// Dates of a declared field.
        case dates([DueDate])
        case due(DueDate, isOverdue: Bool)
        case day(Day)
        /// A future time, in seconds since 1970.
        case until(Int64)
        /// A past time.
        case moment(DueDate)
        case tags([Text])
        case people([Text])
        case tasks([Link])
        /// The children of the task, and their progress.
        case children([Link], ChildProgress)
        case checklist(done: Int, total: Int)
    }

    /// A task referenced by another one.
    package struct Link: Equatable, Sendable {
        package let id: TaskID
        /// Nil if the task is not on the board.
        package let title: Text?
        package let isFinished: Bool
    }

    /// A line of the body, with its checklist item number if it has one.
    package struct BodyLine: Equatable, Sendable {
        /// Without its line break.
        package let text: Text
        package var item: Int?
        package var isTicked = false

        /// The line with a flag instead of the marker of a conflict's callout: `> ⚑ Ann wrote
        /// instead, 2026-11-20`, and a line break after it.
        package var withoutCalloutMark: BodyLine {
            let mark = Array("> [!conflict]".utf8)
            let bytes = text.utf8.drop { $0 == 0x20 }
            guard bytes.starts(with: mark) else { return self }
            let indent = text.utf8.prefix { $0 == 0x20 }
            return BodyLine(
                text: Text(
                    Array(indent) + Array("> ⚑".utf8) + Array(bytes.dropFirst(mark.count)) + [
                        0x20, 0x20,
                    ]),
                item: item, isTicked: isTicked)
        }
    }
}

extension TaskPage {
    /// - Parameters:
    ///   - reference: The shortest reference to the task; see ``References``.
    ///   - board: The board of the task.
    ///   - blocked: The unfinished tasks that name the task as their blocker; nil to look for them.
    ///   - entries: The newest entries of the task's history, newest first.
    ///   - won: The lines that won over those of its callouts; nil if they are not known.
    ///   - snoozedUntil: The end of the snooze in this clone, in seconds since 1970; nil if the
    ///     task is not snoozed.
    ///   - most: The maximum number of bytes of the body; nil for all.
    package init(
        _ task: TaskItem, reference: String, on board: Board, blocks blocked: [TaskItem]? = nil,
        history entries: [LogEntry], won: WonLines? = nil, snoozedUntil: Int64? = nil,
        bodyBytes most: Int? = nil, now: Moment
    ) {
        (id, path, title) = (task.id, task.path, task.title)
        self.reference = reference
        blocks = (blocked ?? board.tasks(blockedBy: task.id)).map { board.link(to: $0.id) }
        children = (board.family.children[task.id] ?? []).map { board.link(to: $0.id) }
        rows =
            Self.rows(of: task, blocks: blocks, children, board, now)
            + [snoozedUntil.map { Row(name: "snoozed", value: .until($0)) }].compactMap(\.self)
        problems = task.problems + task.misfits(board.settings.fields)
        lengthWarning =
            board.settings.bodyLimit == nil
            ? nil : board.settings.longBody(task.document.body)?.words
        body = Self.bodyLines(of: task, most: most)
        isMalformed = task.isMalformed
        conflicts = task.conflictViews(won: won)
        attachments = task.isMalformed ? [] : task.attachments
        history = entries.map { HistoryEntry($0) }
    }

    private static func rows(
        of task: TaskItem, blocks: [Link], _ children: [Link], _ board: Board, _ now: Moment
    ) -> [Row] {
        var rows = [
            Row(name: Field.state.key, value: .texts([board.settings.label(of: task.state)]))
        ]
        let fields = board.settings.fields
        for field in fields.keys {
            guard let value = value(of: field, task, board, now) else { continue }
            let name = field == .blockedBy ? "blocked by" : field.declaration?.label ?? field.key
            rows.append(Row(name: name, value: value))
        }
        if let progress = board.progress(of: task.id) {
            rows.append(Row(name: "children", value: .children(children, progress)))
        }
        if !blocks.isEmpty { rows.append(Row(name: "blocks", value: .tasks(blocks))) }
        rows += task.extra.filter { fields.keyed($0.key) == nil || task.isUnshown($0, fields) }
            .map { Row(name: $0.key, value: .texts($0.texts)) }
        let (done, total) = task.checklist
        if total > 0 {
            rows.append(Row(name: Field.checklist.key, value: .checklist(done: done, total: total)))
        }
        return rows
    }

    /// Returns the value of a field; nil if it has none, or if the page shows it elsewhere or not
    /// at all.
    private static func value(
        of field: Field, _ task: TaskItem, _ board: Board, _ now: Moment
    ) -> Value? {
        let texts = task.texts(of: field)
        guard let first = texts.first, field != .title else { return nil }
        if field.isDeclared, task.isMisfit(field) { return .misfit(texts) }
        switch field.kind {
        case .rank, .conflicts: return nil
        case .date:
            let isOverdue = field == .due && task.isOverdue(now)
            guard field == .due else { return .dates(texts.compactMap(DueDate.init)) }
            return DueDate(first).map { .due($0, isOverdue: isOverdue) }
        case .day: return Day(first).map { .day($0) }
        case .moment: return DueDate(first).map { .moment($0) }
        case .tags: return .tags(texts)
        case .people: return .people(texts)
        case .references, .task: return .tasks(texts.map { board.link(to: TaskID($0)) })
        case .line, .priority, .repetition, .reminders, .state, .body, .checklist, .id, .path,
            .pastTime, .urgency, .number, .duration, .choice, .person, .hierarchy:
            return .texts(texts)
        }
    }

    /// The maximum number of bytes shown of a malformed file, which may have any size.
    private static let malformedBytes = 16_384

    private static func bodyLines(of task: TaskItem, most: Int?) -> [BodyLine] {
        let document = task.document
        let whole = task.isMalformed ? document.bytes[...] : document.body
        let bytes = whole.beginning(
            most: task.isMalformed ? min(malformedBytes, most ?? malformedBytes) : most)
        let start = document.bytes.count - whole.count
        let before = document.bytes[..<start].count { $0 == UInt8(ascii: "\n") }
        // The items of a long body are not needed beyond the lines that are shown.
        let shown =
            bytes.count < whole.count
            ? Document(Array(document.bytes[..<bytes.endIndex])) : document
        let items = Dictionary(
            shown.checklist.map { ($0.line, $0) }, uniquingKeysWith: { first, _ in first })
        var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        while lines.last?.allSatisfy({ $0 == 0x20 || $0 == 0x0D }) == true { lines.removeLast() }
        let numbered = lines.enumerated().drop { $0.element.isEmpty }
        return numbered.map { index, line in
            let item = items[before + index + 1]
            return BodyLine(
                text: Text(line.filter { $0 != 0x0D }), item: item?.number,
                isTicked: item?.isTicked ?? false)
        }
    }
}

extension ArraySlice<UInt8> {
    /// Returns the first lines, of at most so many bytes; nil for all.
    fileprivate func beginning(most: Int?) -> ArraySlice<UInt8> {
        guard let most, count > most else { return self }
        let start = prefix(most)
        let end = start.lastIndex(of: UInt8(ascii: "\n")) ?? start.endIndex
        return start[..<end]
    }
}

extension Board {
    /// Returns a link to the task with this ID.
    package func link(to id: TaskID) -> TaskPage.Link {
        let task = self[id]
        return TaskPage.Link(id: id, title: task?.title, isFinished: task?.isFinished ?? false)
    }
}

extension TaskItem {
    /// Returns true if an entry of a declared field has a value that no row shows, such as a map.
    fileprivate func isUnshown(_ entry: Entry, _ fields: FieldTable) -> Bool {
        fields.keyed(entry.key).map { texts(of: $0).isEmpty } ?? true
    }
}

extension Entry {
    /// The text of a scalar, the elements of a list, or otherwise the source.
    fileprivate var texts: [Text] {
        switch value {
        case .scalar(let text): [text]
        case .list(let elements): elements
        case .map, .records, .other: [Text(valueSource)]
        }
    }
}
