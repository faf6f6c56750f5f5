package import MarkdownDocument

/// The result of completing a repeating task: the next task, and the finished one without its
/// `repeat`, so that it is not repeated twice.
///
/// It depends only on the finished task and its completion, so that every clone that sees the
/// completion computes the same result.
package struct Succession: Equatable, Sendable {
    /// The finished task's file without `repeat`.
    package let finished: Document
    /// The next task; nil if the rule has no further date.
    package let successor: Successor?

    /// A task that is not on the board yet.
    package struct Successor: Equatable, Sendable {
        package let path: BoardPath
        package let document: Document

        package var id: TaskID { TaskID(fileName: path.fileName) }
    }
}

extension Succession {
    /// The front matter key of a postponed occurrence's original date, from which the rule counts
    /// in place of `due`. It is written like `due`.
    package static let occurrenceKey: Text = "occurrence"

    /// The keys of the finished task that the next one does not have.
    private static let droppedKeys = [
        Field.created.key, Field.finished.key, Field.rank.key, Field.blockedBy.key,
        Field.conflicts.key, ForeignTask.sourceKey,
    ]

    /// Creates the succession of a finished task.
    ///
    /// Everything not listed here is copied byte for byte.
    ///
    /// | of the finished task | in the next one |
    /// |---|---|
    /// | `due` | the next date of the rule, at the same time |
    /// | `repeat` | the same, with what the rule must remember |
    /// | `wait`, moments in `remind` | moved by as many days |
    /// | checklist | unticked |
    /// | `created`, `finished`, `rank`, `blocked-by`, `conflicts` | none |
    /// | callouts, `source`, `occurrence` | none |
    /// | state | the first |
    ///
    /// - Parameters:
    ///   - day: The day on which the task was finished: the author's day of the finishing commit,
    ///     in the offset that the commit records.
    ///   - hash: Derives the code of the next task, from the bytes `repeat`, a line feed, and the
    ///     ID of the finished one.
    /// - Returns: Nil if nothing repeats: there is no `repeat`, it is not a rule, or it needs a
    ///   due date and there is none.
    /// - Throws: ``ActionError`` if a key cannot be changed without changing something else.
    package init?(
        of task: TaskItem, finishedOn day: Day, settings: BoardSettings, hash: ContentHash
    ) throws(ActionError) {
        guard let rule = Self.rule(of: task), task.due != nil || rule.countsFromFinish else {
            return nil
        }
        finished = try task.document.edited(in: task.path) { (document) throws(EditError) in
            try document.removing(Field.repeat.key)
        }
        let start = task.occurrence
        guard let next = rule.next(after: start, finishedOn: day) else {
            successor = nil
            return
        }
        let days = next.date.day.number - (start?.day ?? day).number
        let document = try task.document.edited(in: task.path) { (document) throws(EditError) in
            try document.succeeding(as: next, rule: rule, days: days, without: Self.droppedKeys)
        }
        successor = Successor(
            path: Self.path(of: task, in: settings, hash: hash), document: document)
    }

    /// Returns the rule of a task. Text that is not a rule does not repeat, and `check` reports
    /// it.
    static func rule(of task: TaskItem) -> RecurrenceRule? {
        do throws(RecurrenceError) {
            return try task.recurrence()
        } catch {
            return nil
        }
    }

    /// Returns the ID of the task that follows another. It depends only on that task's ID, so that
    /// clones that finish it on different days create the same task.
    package static func next(after id: TaskID, hash: ContentHash) -> TaskID {
        TaskID(TaskCode.derived(from: hash(Array("repeat\n".utf8) + id.text.utf8)))
    }

    /// Returns the path of the next task. Its name begins like that of the finished one, which may
    /// be the title.
    private static func path(
        of task: TaskItem, in settings: BoardSettings, hash: ContentHash
    ) -> BoardPath {
        let code = next(after: task.id, hash: hash).text
        let name = task.path.name.utf8
        let start = task.id.isCode ? name.dropLast(TaskCode.length + 1) : name[...]
        let isUsable = (1...longestStart).contains(start.count)
        let stem = isUsable ? Array(start) : slug(of: task.title).utf8
        return BoardPath(settings.first.utf8)
            .appending(stem + [.dash] + code.utf8 + Array(".md".utf8))
    }

    /// The length in bytes to which the start of a name is cut: file systems allow 255 in all.
    private static let longestStart = 200
}

extension TaskItem {
    /// Returns the rule in `repeat`; nil without one.
    ///
    /// - Throws: ``RecurrenceError`` for a text that is not a rule.
    package func recurrence() throws(RecurrenceError) -> RecurrenceRule? {
        guard case .scalar(let text) = document.entry(Field.repeat.key)?.value, !text.isEmpty else {
            return nil
        }
        return try RecurrenceRule(text)
    }

    /// The date from which the rule counts.
    package var occurrence: DueDate? {
        guard case .scalar(let text) = document.entry(Succession.occurrenceKey)?.value else {
            return due
        }
        return DueDate(text) ?? due
    }
}

extension Document {
    /// Returns the document of the next task.
    ///
    /// - Parameter days: The days by which the other dates move.
    fileprivate func succeeding(
        as next: RecurrenceRule.Next, rule: RecurrenceRule, days: Int, without keys: [Text]
    ) throws(EditError) -> Document {
        var document = try moving(to: next, rule: rule, days: days)
        for key in keys { document = try document.removing(key) }
        return try document.withoutCallouts().withEmptyBoxes()
    }

    /// Returns the document with the date of the next occurrence, and everything that depends on
    /// it.
    ///
    /// - Parameter days: The days by which the other dates move.
    func moving(
        to next: RecurrenceRule.Next, rule: RecurrenceRule, days: Int
    ) throws(EditError) -> Document {
        var document = try setting(Field.due.key, to: next.date.text)
        if next.rule != rule {
            document = try document.setting(Field.repeat.key, to: next.rule.text)
        }
        return try document.movingWait(by: days).movingReminders(by: days)
            .removing(Succession.occurrenceKey)
    }

    private func movingWait(by days: Int) throws(EditError) -> Document {
        guard case .scalar(let text) = entry(Field.wait.key)?.value, let day = Day(text) else {
            return self
        }
        return try setting(Field.wait.key, to: day.adding(days: days).text)
    }

    /// Moves the moments of `remind`; distances from the due date and times of its day stay.
    private func movingReminders(by days: Int) throws(EditError) -> Document {
        func moved(_ element: Text) -> Text {
            DueDate(element).map { $0.on($0.day.adding(days: days)).text } ?? element
        }
        switch entry(Field.remind.key)?.value {
        case .list(let elements):
            return try setting(Field.remind.key, toList: elements.map(moved))
        case .scalar(let text):
            let elements = splitList(text)
            guard elements.map(moved) != elements else { return self }
            let moved = elements.map { moved($0).utf8 }.joined(separator: Array(", ".utf8))
            return try setting(Field.remind.key, to: Text(moved))
        case .map, .records, .other, nil: return self
        }
    }

    private func withoutCallouts() throws(EditError) -> Document {
        let callouts = BodyCallouts(self)
        guard !callouts.callouts.isEmpty else { return self }
        let all = callouts.callouts.indices.map { ($0, BodyCallouts.Choice.drop) }
        return try replacingBody(callouts.resolving(Dictionary(uniqueKeysWithValues: all)))
    }

    private func withEmptyBoxes() throws(EditError) -> Document {
        try ticking(checklist.filter(\.isTicked).map(\.number), false)
    }
}
