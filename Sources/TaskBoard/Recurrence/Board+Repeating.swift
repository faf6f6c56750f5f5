import MarkdownDocument

extension Board {
    /// Moves repeating tasks to their next dates, in the same files, as if the current occurrences
    /// were finished.
    ///
    /// - Parameter today: The day from which `after` counts.
    /// - Throws: ``ActionError`` for a task that does not repeat, and one whose rule has no
    ///   further date.
    package func skipping(_ tasks: [TaskItem], on today: Day) throws(ActionError) -> Plan {
        var changes: [FileChange] = []
        var sentences: [TaskChange] = []
        for task in tasks.distinct {
            let document = try task.skipped(on: today, settings.fields)
            let new = task.replaced(document: document, in: self)
            changes += [FileChange.task(task, to: task.path, document)].compactMap(\.self)
            sentences += [TaskChange(from: task, to: new)].compactMap(\.self)
        }
        return Plan(changes: changes, sentences: sentences, tasks: tasks.distinct.map(\.id))
    }

    /// Returns the edited document of a task, with the values that its rule needs.
    ///
    /// If a single date of a rule is postponed, the original stays in `occurrence`, and the rule
    /// counts from there: rent that is paid two days late is still due on the first of the next
    /// month. Setting a rule, even the same one again, makes it count from `due`.
    ///
    /// - Throws: ``ActionError`` if the rule, or a reminder that is set, has no date to count
    ///   from.
    func keepingRhythm(
        of task: TaskItem, _ document: Document, _ edits: [FieldEdit]
    ) throws(ActionError) -> Document {
        let new = task.replaced(document: document, in: self)
        func differs(_ field: Field) -> Bool { new.texts(of: field) != task.texts(of: field) }
        if differs(.remind) { try new.checkReminders() }
        // A client that sends back a whole task does not set the rule.
        let isWhole = edits.contains { $0.key == Succession.occurrenceKey }
        let isNewRule = !isWhole && edits.contains { $0.key == Field.repeat.key }
        let dropsOccurrence = isNewRule && task.document.entry(Succession.occurrenceKey) != nil
        guard differs(.due) || differs(.repeat) || dropsOccurrence else { return document }
        try new.checkRhythm()
        guard let start = task.occurrence else { return document }
        let rule = Succession.rule(of: new)
        let isPostponed =
            !isNewRule && rule.map { !$0.countsFromFinish } ?? false && new.due != start
        return try document.edited(in: task.path) { (document) throws(EditError) in
            isPostponed
                ? try document.setting(Succession.occurrenceKey, to: start.text)
                : document.entry(Succession.occurrenceKey) == nil
                    ? document : try document.removing(Succession.occurrenceKey)
        }
    }
}

extension TaskItem {
    /// True if the task repeats, and its rule has no date after the current one.
    package var isLastOccurrence: Bool {
        guard let rule = Succession.rule(of: self), let start = occurrence else { return false }
        return rule.next(after: start, finishedOn: start.day) == nil
    }

    /// True if the task has a `repeat` that creates no next task: it is not a rule, or has no date
    /// to count from.
    package var repeatsNothing: Bool {
        guard let value = document.entry(Field.repeat.key)?.value, !isMalformed else {
            return false
        }
        if case .scalar(let text) = value, text.isEmpty || text == "~" || text == "null" {
            return false
        }
        return Succession.rule(of: self) == nil || lacksRhythm
    }

    /// True if the rule counts from a `due` that the task does not have, so that it does not
    /// repeat.
    var lacksRhythm: Bool {
        due == nil && Succession.rule(of: self).map { !$0.countsFromFinish } ?? false
    }

    /// Refuses a rule without a date to count from.
    func checkRhythm() throws(ActionError) {
        if lacksRhythm { throw ActionError(.repeatNeedsDue(title: title), path: writtenPath) }
    }

    /// Refuses reminders without a date to count from.
    func checkReminders() throws(ActionError) {
        let isRelative = texts(of: .remind).contains { element in
            switch Reminder(element) {
            case .days, .seconds, .time: true
            case .moment, nil: false
            }
        }
        guard due == nil, isRelative else { return }
        throw ActionError(.remindNeedsDue(title: title), path: writtenPath)
    }

    /// The path; nil for a task that has no file yet.
    private var writtenPath: BoardPath? { path.fileName.hasMarkdownSuffix ? path : nil }

    fileprivate func skipped(
        on today: Day, _ fields: FieldTable
    ) throws(ActionError) -> Document {
        try checkReadable()
        guard !isFinished, let rule = Succession.rule(of: self) else {
            throw ActionError(.repeatsNothing(title: title), path: path)
        }
        try checkRhythm()
        let start = occurrence
        guard let next = rule.next(after: start, finishedOn: today) else {
            throw ActionError(.lastOccurrence(title: title), path: path)
        }
        let days = next.date.day.number - (start?.day ?? today).number
        return try document.edited(in: path) { (document) throws(EditError) in
            try document.moving(to: next, rule: rule, days: days, fields)
        }
    }
}
