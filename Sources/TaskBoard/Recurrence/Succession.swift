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
    /// | `wait`, moments in `remind`, dates that the board declares | moved by as many days |
    /// | checklist | unticked |
    /// | `created`, `finished`, `rank`, `blocked-by`, `conflicts` | none |
    /// | callouts, dated notes, `source`, `occurrence` | none |
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
            try document.succeeding(
                as: next, rule: rule, days: days, settings.fields, without: Self.droppedKeys)
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
        as next: RecurrenceRule.Next, rule: RecurrenceRule, days: Int, _ fields: FieldTable,
        without keys: [Text]
    ) throws(EditError) -> Document {
        var document = try moving(to: next, rule: rule, days: days, fields)
        for key in keys { document = try document.removing(key) }
        return try document.withoutCallouts().withoutDatedNotes().withEmptyBoxes()
    }

    /// Returns the document with the date of the next occurrence, and everything that depends on
    /// it.
    ///
    /// - Parameters:
    ///   - days: The days by which the other dates move.
    ///   - fields: The fields of the board, of which the dates move.
    func moving(
        to next: RecurrenceRule.Next, rule: RecurrenceRule, days: Int, _ fields: FieldTable
    ) throws(EditError) -> Document {
        var document = try setting(Field.due.key, to: next.date.text)
        if next.rule != rule {
            document = try document.setting(Field.repeat.key, to: next.rule.text)
        }
        for field in fields.declared where field.kind == .date {
            document = try document.movingDates(of: field.key, by: days)
        }
        return try document.movingWait(by: days).movingDates(of: Field.remind.key, by: days)
            .removing(Succession.occurrenceKey)
    }

    private func movingWait(by days: Int) throws(EditError) -> Document {
        guard case .scalar(let text) = entry(Field.wait.key)?.value, let day = Day(text) else {
            return self
        }
        return try setting(Field.wait.key, to: day.adding(days: days).text)
    }

    /// Moves the dates of a key. Other values stay, as in `remind` distances from the due date and
    /// times of its day.
    private func movingDates(of key: Text, by days: Int) throws(EditError) -> Document {
        func moved(_ element: Text) -> Text {
            DueDate(element).map { $0.on($0.day.adding(days: days)).text } ?? element
        }
        switch entry(key)?.value {
        case .list(let elements):
            return try setting(key, toList: elements.map(moved))
        case .scalar(let text):
            let elements = splitList(text)
            guard elements.map(moved) != elements else { return self }
            let moved = elements.map { moved($0).utf8 }.joined(separator: Array(", ".utf8))
            return try setting(key, to: Text(moved), as: .date)
        case .map, .records, .other, nil: return self
        }
    }

    private func withoutCallouts() throws(EditError) -> Document {
        let callouts = BodyCallouts(self)
        guard !callouts.callouts.isEmpty else { return self }
        let all = callouts.callouts.indices.map { ($0, BodyCallouts.Choice.drop) }
        return try replacingBody(callouts.resolving(Dictionary(uniqueKeysWithValues: all)))
    }

    private func withoutDatedNotes() throws(EditError) -> Document {
        let body = TaskBoard.withoutDatedNotes(self.body)
        return body.count == self.body.count ? self : try replacingBody(body)
    }

    private func withEmptyBoxes() throws(EditError) -> Document {
        try ticking(checklist.filter(\.isTicked).map(\.number), false)
    }
}

/// The commit that acts on completions: it creates the next tasks and removes `repeat` from the
/// finished ones.
///
/// It depends only on the commit before it: every clone that sees the completions creates the same
/// commit.
package struct SuccessionStep: Sendable {
    /// The finished tasks.
    package fileprivate(set) var tasks: [TaskID] = []
    /// The differences from the commit before.
    package fileprivate(set) var changes: [BoardPath: MergedFile] = [:]
    /// The time of the commit before.
    package let time: Int64
}

/// Acts on the completions at some paths of a commit: the finished tasks that still have their
/// `repeat`.
///
/// | the next task | the step |
/// |---|---|
/// | was never there, or was taken back by an undo | makes it |
/// | is on the board, open or finished | gives it the `repeat` |
/// | was deleted by a user | makes none |
///
/// - Parameters:
///   - paths: The paths to examine; nil for all.
///   - commit: Creates the commit of a step on top of another one.
/// - Returns: The last commit; `head` if there was nothing to do.
package func actOnCompletions(
    at head: HashID, paths: Set<BoardPath>? = nil, in source: some HistorySource,
    commit: (SuccessionStep, HashID) throws -> HashID
) throws -> HashID {
    var (head, open) = (head, paths)
    while true {
        let history = MergeHistory(source)
        guard let settings = try history.settings(in: head), !settings.isFinished(settings.first)
        else { return head }
        let completions = Completions(head: head, settings: settings, history: history)
        let step = try completions.step(at: open ?? Set(history.files(in: head).keys))
        if step.changes.isEmpty { return head }
        head = try commit(step, head)
        // A next task that was finished already is a completion now.
        open = Set(step.changes.keys)
    }
}

/// The completions in a commit.
private struct Completions {
    let head: HashID
    let settings: BoardSettings
    let history: MergeHistory

    /// A finished task with a rule.
    private typealias Completion = (task: TaskItem, file: TreeFile, rule: RecurrenceRule)

    func step(at paths: Set<BoardPath>) throws -> SuccessionStep {
        var found: [Completion] = []
        let finished = paths.filter {
            settings.isTaskPath($0) && settings.isFinished(settings.state(of: $0))
        }
        for path in finished.sorted() {
            guard let (task, file) = try task(at: path), let rule = Succession.rule(of: task)
            else { continue }
            found.append((task, file, rule))
        }
        var step = SuccessionStep(time: try history.commit(head).time)
        guard !found.isEmpty else { return step }
        let past = try Past(of: found.map { ($0.task.id, $0.rule) }, self)
        for completion in found { try act(on: completion, past, &step) }
        return step
    }

    private func act(
        on completion: Completion, _ past: Past, _ step: inout SuccessionStep
    ) throws {
        let (task, file, rule) = completion
        let day = try rule.countsFromFinish ? past.finishingDay(of: task) : history.commit(head).day
        guard let succession = succession(of: task, on: day) else { return }
        var changes = [task.path: written(succession.finished, file)]
        if let next = succession.successor {
            let places = try history.places(of: next.id, in: head)
            for (other, file) in try places.compactMap(self.task) {
                guard let document = repeating(other, as: next) else { continue }
                changes[other.path] = written(document, file)
            }
            let isNew =
                places.isEmpty && !past.wasRemoved(next.id) && step.changes[next.path] == nil
            if isNew {
                // The task keeps its rule, until there is a place for the next one.
                guard try history.isFree(next.path, in: head) else { return }
                changes[next.path] = written(next.document, nil)
            }
        }
        step.tasks.append(task.id)
        step.changes.merge(changes) { $1 }
    }

    /// Returns the succession of a task; nil if it does not repeat, or its file cannot be edited.
    private func succession(of task: TaskItem, on day: Day) -> Succession? {
        do throws(ActionError) {
            return try Succession(
                of: task, finishedOn: day, settings: settings, hash: history.hash)
        } catch {
            return nil
        }
    }

    /// Returns the file of a task with the `repeat` of another; nil if it cannot be edited.
    private func repeating(_ task: TaskItem, as next: Succession.Successor) -> Document? {
        guard case .scalar(let rule) = next.document.entry(Field.repeat.key)?.value else {
            return nil
        }
        do throws(EditError) {
            return try task.document.setting(Field.repeat.key, to: rule)
        } catch {
            return nil
        }
    }

    /// Returns the task at a path; nil if there is none.
    private func task(at path: BoardPath) throws -> (TaskItem, TreeFile)? {
        guard let file = try history.file(at: path, in: head), settings.isTaskPath(path),
            file.isRegular, try history.size(file.id) <= Document.sizeLimit
        else { return nil }
        let document = try history.task(file.id).document
        return (TaskItem(path: path, document: document, settings: settings), file)
    }

    private func written(_ document: Document, _ old: TreeFile?) -> MergedFile {
        .written(document.bytes, mode: old?.mode ?? TreeFile.regularMode)
    }
}

/// The users' moves and removals of finished tasks and of their next tasks.
private struct Past {
    /// A change of a task by a user's commit: the folders of its files before and after.
    private struct Move {
        let writer: HistoryCommit
        var old: Set<Text> = []
        var new: Set<Text> = []
    }

    private var moves: [TaskID: [Move]] = [:]
    private let headDay: Day

    init(of tasks: [(id: TaskID, rule: RecurrenceRule)], _ completions: Completions) throws {
        let (history, settings) = (completions.history, completions.settings)
        headDay = try history.commit(completions.head).day
        let finished = tasks.filter(\.rule.countsFromFinish).map(\.id)
        let next = tasks.map { Succession.next(after: $0.id, hash: history.hash) }
        let wanted = Set(finished + next)
        for id in try history.commits(of: completions.head, touching: wanted) {
            let writer = try history.commit(id)
            // A merge makes no moves or removals beyond those of its parents.
            guard writer.parents.count < 2, !writer.isMerge, !writer.isSuccession else { continue }
            var moved: [TaskID: Move] = [:]
            for (path, change) in try history.changes(from: writer.parents.first, to: id) {
                let task = TaskID(fileName: path.fileName)
                guard wanted.contains(task), settings.isTaskPath(path) else { continue }
                if change.old?.isRegular == true {
                    moved[task, default: Move(writer: writer)].old.insert(path.folder)
                }
                if change.new?.isRegular == true {
                    moved[task, default: Move(writer: writer)].new.insert(path.folder)
                }
            }
            for (task, move) in moved { moves[task, default: []].append(move) }
        }
    }

    /// Returns the author's day of the commit that finished a task: the newest one that moved it
    /// to its state.
    func finishingDay(of task: TaskItem) -> Day {
        let state = task.path.folder
        let finishing = (moves[task.id] ?? []).filter {
            $0.new.contains(state) && !$0.old.contains(state)
        }
        let newest = finishing.map(\.writer).max {
            ($0.time, Text($0.id)) < ($1.time, Text($1.id))
        }
        return newest?.day ?? headDay
    }

    /// Returns true if a user removed a task. An undo does not count: it only reverts the
    /// creation.
    func wasRemoved(_ id: TaskID) -> Bool {
        (moves[id] ?? []).contains { !$0.writer.isReturn && !$0.old.isEmpty && $0.new.isEmpty }
    }
}
