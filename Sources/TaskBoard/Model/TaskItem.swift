package import MarkdownDocument

/// A task, read from its file and folder. Reading never fails: an unusable
/// value is absent and listed in `problems`.
package struct TaskItem: Identifiable, Sendable {
    /// The source of a task's title.
    package enum TitleSource: Hashable, Sendable { case key, heading, fileName }

    /// The contents of the file and its path, shared by all copies, since a
    /// board copies its tasks often and they have many fields.
    let contents: LazyTask
    private var boardProblems: [Problem] = []
    /// True if another file of the board has the same ID, so that this one is identified by its
    /// path.
    package private(set) var isDuplicate = false

    /// Creates a task from its file.
    init(_ contents: LazyTask) { self.contents = contents }

    package init(path: BoardPath, document: Document, settings: BoardSettings = .standard) {
        let state = settings.state(of: path)
        contents = LazyTask(
            path, document: document, state: state, isFinished: settings.isFinished(state))
    }

    /// Adds a problem that depends on the whole board.
    mutating func note(_ problem: Problem) {
        boardProblems.append(problem)
        if problem.kind == .duplicate { isDuplicate = true }
    }

    /// Removes the problems that depended on an earlier board.
    mutating func removeBoardProblems() { (boardProblems, isDuplicate) = ([], false) }
}

extension TaskItem {
    package var id: TaskID { contents.id }
    package var path: BoardPath { contents.path }
    /// The file's bytes.
    package var bytes: ArraySlice<UInt8> { contents.bytes }
    /// The file, parsed on first use.
    package var document: Document { contents.document }
    /// The first folder's name, in NFC.
    package var state: Text { contents.state }
    /// Calls `body` with the state's bytes.
    package func withState(_ body: (UnsafeRawBufferPointer) -> Void) { contents.withState(body) }
    package var isFinished: Bool { contents.isFinished }

    package var title: Text { contents.stated.fields.title }
    /// Calls `body` with the title's bytes, without reading the other fields.
    func withTitle<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        contents.withTitle { body($0.bindMemory(to: UInt8.self)) }
    }
    /// Calls `body` with the fields that lists show.
    package func withGlance(_ body: (CardFields) -> Void) { contents.withGlance(body) }
    package var titleSource: TitleSource { contents.stated.fields.titleSource }
    package var due: DueDate? { contents.stated.fields.due }
    /// The day until which lists and boards hide the task.
    package var wait: Day? { contents.stated.fields.wait }
    package var priority: Priority? { contents.stated.fields.priority }
    package var tags: [Text] { contents.stated.fields.tags }
    package var assignees: [Text] { contents.stated.fields.assignees }
    /// The rank in the file.
    package var rank: Rank? { contents.stated.fields.rank }
    /// The effective rank: the one in the file, or else the implied one.
    package var order: Rank { contents.stated.order }
    var orderStart: Rank.Start { contents.orderStart }
    /// True if the task may have conflicts.
    var mayHaveConflicts: Bool { contents.withGlance(\.mayHaveConflicts) }
    /// True if the file lists tasks that block this one.
    package var namesBlockers: Bool { contents.flags.contains(.isBlocked) }
    /// True if the file names a parent.
    package var namesParent: Bool { contents.withHead { $0.times.contains(.isPart) } }
    /// Returns false if the file certainly has no value for a field, without reading the fields.
    package func mayHave(_ field: Field) -> Bool {
        contents.withHead { head in
            field.isDeclared
                ? head.flags.contains(.hasExtra)
                : field != .project || head.times.contains(.hasProject)
        }
    }
    /// Returns true if the task is due at a time on a day.
    package func isDueAtTime(on day: Day) -> Bool {
        contents.withHead { head in
            head.due.map { $0.second != nil && $0.day == Int64(day.number) } ?? false
        }
    }
    package var created: DueDate? { contents.stated.fields.created }
    /// Returns the value of a field in the file, or the elements of its list;
    /// empty without a value.
    package func texts(of field: Field) -> [Text] { contents.stated.texts(of: field) }
    /// Returns the problems of the values of declared fields.
    package func misfits(_ fields: FieldTable) -> [Problem] {
        guard !fields.declared.isEmpty, !contents.stated.fields.own.isEmpty else { return [] }
        return fields.declared.compactMap { misfit(of: $0) }
    }

    /// True if the value of a declared field does not fit its declaration; it is shown as it is.
    package func isMisfit(_ field: Field) -> Bool { fittingTexts(of: field) == nil }

    /// Returns the texts of a declared field; none without a value, and nil if the value does not
    /// fit.
    package func fittingTexts(of field: Field) -> [Text]? {
        guard let value = contents.stated.value(of: field.key) else { return [] }
        return field.fits(value) ? field.texts(of: value) : nil
    }

    /// True if the file has a value for a declared field, whether it fits or not.
    func hasValue(for field: Field) -> Bool {
        contents.stated.value(of: field.key) != nil
    }

    /// Returns the problem of a declared field's value; nil if it fits.
    package func misfit(of field: Field) -> Problem? {
        guard isMisfit(field), let entry = document.entry(field.key) else { return nil }
        let wrong = texts(of: field).first { !field.accepts($0) }
        let place = wrong.flatMap { entry.place(of: $0) }
        let shape = wrong.map(ValueShape.text) ?? ValueShape(entry.value)
        let fault =
            wrong.flatMap { wrong in
                field.kind.choices.isEmpty
                    ? nil
                    : Problem.Fault.notAChoice(
                        key: field.key, wrong, known: field.kind.choices)
            } ?? .wrongValue(key: field.key, shape, expected: field.expected)
        return Problem(
            fault, line: place?.line ?? entry.valueLine,
            column: place?.column ?? entry.valueColumn)
    }

    /// The task of which this one is a part, as its file states.
    package var parent: TaskID? { texts(of: .parent).first.map { TaskID($0) } }
    package var blockedBy: [TaskID] { contents.stated.fields.blockedBy }
    package var conflicts: [ConflictRecord] { contents.stated.fields.conflicts }
    /// The file's problems, then those that depend on the board.
    package var problems: [Problem] { contents.stated.fields.problems + boardProblems }
    package var hasBoardProblems: Bool { !boardProblems.isEmpty }
}

extension TaskItem {
    /// The file's name without `.md`.
    package var name: Text { path.name }
    /// Calls `body` with the bytes of the name.
    func withName(_ body: (UnsafeRawBufferPointer) -> Void) {
        contents.withPath { path in
            // The library's search for a last element is slow, and a board has
            // many paths.
            var start = path.count
            while start > 0, path[start - 1] != .slash { start -= 1 }
            let isMarkdown = path.count - start > 3 && path.suffix(3).elementsEqual(".md".utf8)
            body(
                UnsafeRawBufferPointer(rebasing: path[start..<(path.count - (isMarkdown ? 3 : 0))]))
        }
    }
    /// Everything after the front matter. This does not parse the file.
    package var body: ArraySlice<UInt8> { contents.body }
    /// Calls `body` with the bytes of the body.
    package func withBody<Result>(
        _ lender: ContentsLender?, _ body: (UnsafeBufferPointer<UInt8>) -> Result
    ) -> Result {
        guard let lender else { return self.body.withUnsafeBufferPointer(body) }
        return contents.withBody(lender, body)
    }
    package var isMalformed: Bool { contents.withGlance(\.isMalformed) }

    /// The entries of the front matter that pmd does not know.
    package var extra: [Entry] {
        guard !contents.stated.fields.own.isEmpty else { return [] }
        return document.entries.filter { Field.keyed($0.key) == nil }
    }

    /// The keys of ``extra``, without parsing the file.
    package var extraKeys: [Text] { contents.stated.fields.own.map(\.key) }

    /// The keys of ``extra`` and their values. The file is only parsed for the source of a map.
    package var extraValues: [(key: Text, value: ExtraValue)] {
        contents.stated.fields.own.map { entry in
            switch entry.value.shape {
            case .text: (entry.key, .text(entry.value.texts.first ?? Text("")))
            case .list: (entry.key, .list(entry.value.texts))
            case .nested:
                (entry.key, .source(Text(document.entry(entry.key)?.valueSource ?? [])))
            }
        }
    }

    /// A value of a key that pmd does not know.
    package enum ExtraValue: Sendable {
        case text(Text)
        case list([Text])
        /// A map, as the file has it.
        case source(Text)
    }

    /// The number of ticked checklist items, and of all items.
    package var checklist: (done: Int, total: Int) {
        let checklist = contents.withGlance(\.checklist)
        return (Int(checklist.done), Int(checklist.total))
    }

    /// Returns true if the task is overdue; a finished task never is.
    package func isOverdue(_ now: Moment) -> Bool {
        var isOverdue = false
        withGlance { isOverdue = self.isOverdue($0, now, today: now.today) }
        return isOverdue
    }

    /// Returns true if the task is overdue, by its record. A day is compared as
    /// a number.
    ///
    /// - Parameter today: The day of `now`.
    package func isOverdue(_ glance: CardFields, _ now: Moment, today: Day) -> Bool {
        guard let day = glance.dueDay, !isFinished else { return false }
        return glance.hasTimeOfDay ? glance.dueDate?.isPast(now) == true : day < today
    }

    /// The day until which the task waits, as the cache has it.
    package var waitDay: Day? { contents.waitDay.map { Day(number: Int(clamping: $0)) } }

    /// Returns true if lists and boards hide the task for now.
    package func isWaiting(_ now: Moment) -> Bool {
        !isFinished && contents.waitDay.map { Int64(now.today.number) < $0 } == true
    }
}
