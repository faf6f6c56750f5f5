import MarkdownDocument

/// The commit that acts on a completion: it makes the next task and takes `repeat` off the
/// finished one.
///
/// It depends on the commit before it alone: every clone that sees the completion makes the same.
package struct SuccessionStep: Sendable {
    /// The finished task.
    package let task: TaskID
    /// The differences from the commit before; nil removes a file.
    package fileprivate(set) var changes: [BoardPath: MergedFile]
    /// The time of the commit before.
    package let time: Int64
}

/// Returns the step for the first finished task, by its path, that still has its `repeat`.
///
/// The commit of the step may need another one: each acts on one task.
///
/// | the next task | the step |
/// |---|---|
/// | was never there, or was taken back by an undo | makes it |
/// | is on the board, open or finished | gives it the `repeat` |
/// | was deleted by a user | makes none |
///
/// - Parameter paths: The paths at which to look; nil for all.
/// - Returns: Nil if no task needs a step.
package func successionStep(
    at head: HashID, paths: Set<BoardPath>? = nil, in source: some HistorySource
) throws -> SuccessionStep? {
    let history = MergeHistory(source)
    guard let settings = try history.settings(in: head) else { return nil }
    return try Completions(head: head, settings: settings, history: history).step(paths)
}

/// The completions in a commit.
private struct Completions {
    let head: HashID
    let settings: BoardSettings
    let history: MergeHistory
    private let files: [BoardPath: TreeFile]
    private let search: WriterSearch

    init(head: HashID, settings: BoardSettings, history: MergeHistory) throws {
        (self.head, self.settings, self.history) = (head, settings, history)
        files = try history.files(in: head)
        search = WriterSearch(head, hiding: [], in: history) {
            $1.isRegular && settings.isTaskPath($0)
        }
    }

    func step(_ paths: Set<BoardPath>?) throws -> SuccessionStep? {
        for (path, file) in files.sorted(by: { $0.key < $1.key }) {
            guard paths?.contains(path) ?? true, isTask(path, file),
                settings.isFinished(settings.state(of: path)),
                let succession = try succession(of: item(at: path, file))
            else { continue }
            return try step(for: path, succession)
        }
        return nil
    }

    /// Returns nil for a task that repeats nothing, or whose file cannot be edited.
    private func succession(of task: TaskItem) throws -> Succession? {
        let document = task.document
        guard document.entry(Field.repeat.key) != nil else { return nil }
        let day = try finishingDay(of: task)
        do throws(ActionError) {
            return try Succession(
                of: task, finishedOn: day, settings: settings, hash: history.hash)
        } catch {
            return nil
        }
    }

    /// Returns the author's day of the commit that finished a task: the newest that moved it to
    /// its state.
    private func finishingDay(of task: TaskItem) throws -> Day {
        let folder = task.path.folder
        let writer = try search.writer(of: .task(task.id)) { $0?.path.folder == folder }
        return try history.commit(writer.isUnknown ? head : writer.commit).day
    }

    private func step(for path: BoardPath, _ succession: Succession) throws -> SuccessionStep {
        var step = SuccessionStep(
            task: TaskID(fileName: path.fileName),
            changes: [path: written(succession.finished)],
            time: try history.commit(head).time)
        guard let next = succession.successor else { return step }
        let existing = files.filter {
            isTask($0.key, $0.value) && TaskID(fileName: $0.key.fileName) == next.id
        }
        for (path, file) in existing {
            if let document = try repeating(item(at: path, file), as: next) {
                step.changes[path] = written(document)
            }
        }
        if existing.isEmpty, try !search.wasRemoved(.task(next.id)) {
            var free = FreePath(taken: Set(files.keys), hash: history.hash)
            let place = free.claim(next.path, for: next.document.bytes)
            step.changes[place] = written(next.document)
        }
        return step
    }

    /// Returns the file of a task with the `repeat` of another; nil if it cannot be edited.
    private func repeating(
        _ task: TaskItem, as next: Succession.Successor
    ) throws -> Document? {
        guard case .scalar(let rule) = next.document.entry(Field.repeat.key)?.value else {
            return nil
        }
        do throws(EditError) {
            return try task.document.setting(Field.repeat.key, to: rule)
        } catch {
            return nil
        }
    }
}

extension Completions {
    private func isTask(_ path: BoardPath, _ file: TreeFile) -> Bool {
        file.isRegular && settings.isTaskPath(path)
    }

    private func item(at path: BoardPath, _ file: TreeFile) throws -> TaskItem {
        TaskItem(
            path: path, document: try history.task(file.id).document, settings: settings)
    }

    private func written(_ document: Document) -> MergedFile {
        .written(document.bytes, mode: TreeFile.regularMode)
    }
}

/// The fixed parts of pmd's own commits for repeating tasks, which identify them.
package enum SuccessionCommit {
    package static let authorName = "pmd-repeat"
    package static let authorEmail = "repeat@pmd.invalid"
    package static let message = "\(subject)\n\n\(trailer)1\n"

    private static let subject = "Repeat a finished task"
    private static let trailer = "pmd-repeat: "

    /// Returns true if a commit with this author and message is one of them.
    package static func isOne(name: String, email: String, message: String) -> Bool {
        name == authorName && email == authorEmail
            && message.utf8.starts(with: "\(subject)\n\n\(trailer)".utf8)
    }
}
