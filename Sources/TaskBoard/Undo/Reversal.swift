package import MarkdownDocument

/// The changes on the current board that undo a commit.
package struct Reversal: Sendable {
    /// The new file at each path that changes; nil for a removal.
    package internal(set) var files: [BoardPath: TreeFile?] = [:]
    /// The changes of the tasks, in the order of their IDs.
    package internal(set) var tasks: [TaskChange] = []
    /// The change of the settings.
    package internal(set) var settings: SettingsChange?
    /// The changes of other files, in words.
    package internal(set) var otherFiles: [String] = []
    /// The files that are neither tasks nor settings and whose content the board would no
    /// longer have.
    package internal(set) var replacedFiles: [BoardPath] = []
    /// The parts that were changed since, and therefore stay.
    package internal(set) var skipped: [Skipped] = []

    package init() {}

    package var isEmpty: Bool { files.isEmpty }

    /// Each change in the imperative, such as `Move "Fix the roof" from doing
    /// to todo`.
    package var orders: [String] {
        tasks.map(\.order) + [settings?.order].compactMap(\.self) + otherFiles
    }
}

extension Reversal {
    /// Adds the reversal of an earlier commit, so that one commit undoes both. If both change a
    /// task, only the earlier commit's change is listed.
    package mutating func add(_ earlier: Reversal) {
        files.merge(earlier.files) { $1 }
        let changed = Set(earlier.tasks.map(\.id))
        tasks = tasks.filter { !changed.contains($0.id) } + earlier.tasks
        settings = earlier.settings ?? settings
        otherFiles += earlier.otherFiles
        replacedFiles += earlier.replacedFiles
        skipped += earlier.skipped
    }
}

/// Returns the message of a commit that undoes another one, with its final
/// newline.
///
/// - Parameters:
///   - word: `Undo` or `Redo`.
///   - subject: The subject of the undone commit.
package func reversalMessage(
    _ word: String, subject: String, of commit: String, reversal: Reversal
) -> String {
    var bare = subject[...]
    if word == "Redo", bare.hasPrefix("Undo: ") { bare = bare.dropFirst("Undo: ".count) }
    return CommitMessage.text(
        CommitMessage.cut("\(word): \(plainWords(String(bare)))", to: CommitMessage.width),
        CommitMessage.named(reversal.orders) + ["", reversedCommit + commit])
}

/// The words before the undone commit in an undo message. They are part of the format: the log
/// parses them.
let reversedCommit = "Takes back "

/// Returns the commits, in hexadecimal digits, that a commit with this message undoes.
package func reversedCommits(in message: String) -> [String] {
    message.utf8.split(separator: UInt8(ascii: "\n"))
        .filter { $0.starts(with: reversedCommit.utf8) }
        .map { String(decoding: $0.dropFirst(reversedCommit.utf8.count), as: UTF8.self) }
}

/// A part of a file that changed after the commit to be undone.
package struct Skipped: Hashable, Sendable {
    /// The task; nil for another file.
    package let task: TaskID?
    package let path: BoardPath
    package let title: Text
    /// A key, `state`, `path` or `body`; `.deleted` if the task was deleted since, `.added` if the
    /// commit added something that was changed since, and `.file` for the whole file.
    package let key: Text
}

extension Skipped {
    package static let deleted: Text = ".deleted"
    package static let added: Text = ".added"
    package static let file: Text = ".file"
}

/// Undoes commits on a board, one after another, without writing anything.
///
/// A commit is undone field by field: a field that still has the commit's value gets its old
/// value. A field that was changed since is left alone, even if the same user changed it.
package final class Reverter {
    private let source: any HistorySource
    let history: MergeHistory
    /// The board's files after the commits undone so far.
    package private(set) var files: CurrentFiles

    /// - Parameter head: The commit that has the current files of the board;
    ///   nil if there are none.
    package init(_ source: some HistorySource, head: HashID?) {
        self.source = source
        files = CurrentFiles(source, head)
        history = MergeHistory(source)
    }

    /// Undoes the changes between a commit and its parent.
    ///
    /// - Parameters:
    ///   - ids: The tasks whose changes are undone, and nothing else; nil for the whole commit.
    ///   - settings: The `pmd.yml` of the parent.
    ///   - isDeletedByOthers: True if another user deleted a task too, with or
    ///     without this commit in their history.
    package func revert(
        _ commit: HashID, parent: HashID, only ids: Set<TaskID>? = nil, settings: TreeFile?,
        isDeletedByOthers: @escaping (TaskID) throws -> Bool
    ) throws -> Reversal {
        let changes = try source.changes(from: parent, to: commit).filter { path, _ in
            ids?.contains(TaskID(fileName: path.fileName)) ?? true
        }
        var reversal = try TreeReversal(
            self, commit: commit, changes: changes, former: settings,
            isDeletedByOthers: isDeletedByOthers)
        try reversal.revert()
        for (path, file) in reversal.result.files { files.set(path, file) }
        return reversal.result
    }

    /// Returns the bytes of a file, even if it is not written yet.
    package func contents(_ file: TreeFile) throws -> [UInt8] {
        try history.contents(file.id)
    }
}
