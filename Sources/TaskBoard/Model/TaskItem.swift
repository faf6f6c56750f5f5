package import MarkdownDocument

/// A task as its file and folder say it. Reading never fails: what cannot be used
/// is absent and named in `problems`.
package struct TaskItem: Identifiable, Sendable {
    /// What gives a task its title.
    package enum TitleSource: Hashable, Sendable { case key, heading, fileName }

    /// What the file and its place say, shared by all copies: a board copies its
    /// tasks often, and their fields are many.
    let contents: ReadTask
    private var boardProblems: [Problem] = []
    /// Another file of the board has the same ID; this one is named by its path.
    package private(set) var isDuplicate = false

    /// A task of this file.
    init(_ contents: ReadTask) { self.contents = contents }

    package init(path: BoardPath, document: Document, settings: BoardSettings = .standard) {
        let state = settings.state(of: path)
        contents = ReadTask(path, document, state, isFinished: settings.isFinished(state))
    }

    /// Adds a problem that only the whole board shows.
    mutating func note(_ problem: Problem) {
        boardProblems.append(problem)
        if problem.kind == .duplicate { isDuplicate = true }
    }
}

extension TaskItem {
    package var id: TaskID { contents.id }
    package var path: BoardPath { contents.path }
    /// The file's bytes.
    package var bytes: ArraySlice<UInt8> { contents.bytes }
    /// The file, parsed when it is first asked for.
    package var document: Document { contents.document }
    /// The first folder's name, in NFC.
    package var state: Text { contents.state }
    /// Lends its bytes.
    package func withState(_ body: (UnsafeRawBufferPointer) -> Void) { contents.withState(body) }
    package var isFinished: Bool { contents.isFinished }

    package var title: Text { contents.stated.fields.title }
    /// Lends the title's bytes: the other fields are not read for it.
    func withTitle<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        contents.withTitle { body($0.bindMemory(to: UInt8.self)) }
    }
    /// Lends what lists show of the task.
    package func withGlance(_ body: (TaskGlance) -> Void) { contents.withGlance(body) }
    package var titleSource: TitleSource { contents.stated.fields.titleSource }
    package var due: DueDate? { contents.stated.fields.due }
    /// Until this day lists and boards leave the task out.
    package var wait: Day? { contents.stated.fields.wait }
    package var priority: Priority? { contents.stated.fields.priority }
    package var tags: [Text] { contents.stated.fields.tags }
    package var assignees: [Text] { contents.stated.fields.assignees }
    /// The rank that the file states.
    package var rank: Rank? { contents.stated.fields.rank }
    /// The rank that counts: the stated one, or the implied one.
    package var order: Rank { contents.stated.order }
    var orderStart: Rank.Start { contents.orderStart }
    /// Whether a merge may have left anything to be resolved.
    var mayHaveConflicts: Bool { contents.withGlance(\.mayHaveConflicts) }
    package var created: DueDate? { contents.stated.fields.created }
    /// The value of a field as the file states it, or the elements of its list; empty where
    /// it has none.
    package func texts(of field: Field) -> [Text] { contents.stated.fields.texts(of: field) }
    package var blockedBy: [TaskID] { contents.stated.fields.blockedBy }
    package var conflicts: [ConflictRecord] { contents.stated.fields.conflicts }
    /// The file's problems, then those that the board shows.
    package var problems: [Problem] { contents.stated.fields.problems + boardProblems }
    package var hasBoardProblems: Bool { !boardProblems.isEmpty }
}

extension TaskItem {
    /// The file's name without `.md`.
    package var name: Text { path.name }
    /// Lends that.
    func withName(_ body: (UnsafeRawBufferPointer) -> Void) {
        contents.withPath { path in
            // The library's search for a last element is slow, and a board has many paths.
            var start = path.count
            while start > 0, path[start - 1] != .slash { start -= 1 }
            let isMarkdown = path.count - start > 3 && path.suffix(3).elementsEqual(".md".utf8)
            body(
                UnsafeRawBufferPointer(rebasing: path[start..<(path.count - (isMarkdown ? 3 : 0))]))
        }
    }
    /// Everything behind the front matter. The file is not parsed for it.
    package var body: ArraySlice<UInt8> { contents.body }
    /// Lends the same.
    func withBody<Result>(
        _ lender: ContentsLender?, _ body: (UnsafeBufferPointer<UInt8>) -> Result
    ) -> Result {
        guard let lender else { return self.body.withUnsafeBufferPointer(body) }
        return contents.withBody(lender, body)
    }
    package var isMalformed: Bool { contents.withGlance(\.isMalformed) }

    /// The entries of the front matter that pmd does not know.
    package var extra: [Entry] {
        guard contents.stated.fields.hasExtra else { return [] }
        return document.entries.filter { Field.keyed($0.key) == nil }
    }

    /// How many items of the checklist are ticked, and how many there are.
    package var checklist: (done: Int, total: Int) {
        let checklist = contents.withGlance(\.checklist)
        return (Int(checklist.done), Int(checklist.total))
    }

    /// Whether it is late: never when it is finished.
    package func isOverdue(_ now: Moment) -> Bool {
        var isOverdue = false
        withGlance { isOverdue = self.isOverdue($0, now, today: now.today) }
        return isOverdue
    }

    /// The same by what was lent of its record: a due date with a time is read whole, a day
    /// only as a number.
    ///
    /// - Parameter today: The day of `now`.
    package func isOverdue(_ glance: TaskGlance, _ now: Moment, today: Day) -> Bool {
        guard let day = glance.dueDay, !isFinished else { return false }
        return glance.hasTimeOfDay ? due?.isPast(now) == true : day < today
    }

    /// Whether lists and boards leave it out for now.
    package func isWaiting(_ now: Moment) -> Bool {
        !isFinished && contents.waitDay.map { Int64(now.today.number) < $0 } == true
    }
}
