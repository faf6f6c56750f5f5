package import MarkdownDocument

/// What taking a commit back changes on the board as it is now.
package struct Reversal: Sendable {
    /// What stands at each path that changes; nil: nothing.
    package internal(set) var files: [BoardPath: TreeFile?] = [:]
    /// What becomes of each task, in the order of their IDs.
    package internal(set) var tasks: [TaskChange] = []
    /// What becomes of files that are no tasks, in words.
    package internal(set) var otherFiles: [String] = []
    /// What was changed since, and so stays as it is.
    package internal(set) var skipped: [Skipped] = []

    package var isEmpty: Bool { files.isEmpty }

    /// Each change as an order, such as `Move "Fix the roof" from doing to todo`.
    package var orders: [String] { tasks.map(\.order) + otherFiles }
}

/// The message of a commit that takes another one back, with its final newline.
///
/// - Parameters:
///   - word: `Undo` or `Redo`.
///   - subject: that of the commit that is taken back.
package func reversalMessage(
    _ word: String, _ subject: String, of commit: String, _ reversal: Reversal
) -> String {
    var bare = subject[...]
    if word == "Redo", bare.hasPrefix("Undo: ") { bare = bare.dropFirst("Undo: ".count) }
    return Plan(
        changes: [],
        subject: CommitMessage.cut("\(word): \(plainWords(String(bare)))", to: CommitMessage.width),
        body: reversal.orders + ["", "Takes back \(commit)"], tasks: []
    ).message
}

/// A part of a file that somebody changed after the commit that is to be taken
/// back.
package struct Skipped: Hashable, Sendable {
    /// Nil for a file that is no task.
    package let task: TaskID?
    package let path: BoardPath
    package let title: Text
    /// The key; `state`, `path`, `body`; `.deleted` where the task is gone, `.added`
    /// where the commit brought what was changed since, `.file` for the whole file.
    package let key: Text
}

extension Skipped {
    package static let deleted: Text = ".deleted"
    package static let added: Text = ".added"
    package static let file: Text = ".file"

    /// What stays, such as `due of "Fix the roof"`.
    package var words: String {
        let name = task == nil ? visible(path) : quoted(title)
        return switch key {
        case Self.deleted: "\(name), which was deleted"
        case Self.added, Self.file: name
        default: "\(plainWords(key)) of \(name)"
        }
    }
}

/// Takes commits back on a board, one after another, without writing anything.
///
/// A commit is taken back field by field: what still is as it left it becomes what
/// it was before. What was changed since stays, whoever changed it.
package final class Reverter {
    private let source: any HistorySource
    let history: MergeHistory
    /// The board's files, as they are after what was taken back so far.
    package private(set) var files: CurrentFiles

    /// - Parameter head: the commit that has the board's files as they are now; nil:
    ///   there are none.
    package init(_ source: some HistorySource, head: HashID?) {
        self.source = source
        files = CurrentFiles(source, head)
        history = MergeHistory(source)
    }

    /// Takes back what a commit did to its parent.
    ///
    /// - Parameters:
    ///   - settings: `pmd.yml` in the parent.
    ///   - isDeletedByOthers: whether somebody else deleted a task too, knowing of
    ///     this commit or not.
    package func takeBack(
        _ commit: HashID, parent: HashID, settings: TreeFile?,
        isDeletedByOthers: @escaping (TaskID) throws -> Bool
    ) throws -> Reversal {
        let changes = try source.changes(from: parent, to: commit)
        var reversal = try TreeReversal(
            self, commit, changes, former: settings, isDeletedByOthers)
        try reversal.takeBack()
        for (path, file) in reversal.result.files { files.set(path, file) }
        return reversal.result
    }

    /// The bytes of a file, also of one that is not written yet.
    package func contents(_ file: TreeFile) throws -> [UInt8] {
        try history.contents(file.id)
    }
}
