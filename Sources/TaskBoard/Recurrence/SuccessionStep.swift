import MarkdownDocument

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
