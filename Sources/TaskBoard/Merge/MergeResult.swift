package import MarkdownDocument

/// The file at a path after a merge.
package enum MergedFile: Hashable, Sendable {
    /// An object that one of the histories already has.
    case existing(TreeFile)
    /// New bytes, to be written as a regular file with this mode.
    case written([UInt8], mode: UInt32)

    /// The entry that decides whether the file is a task.
    var entry: TreeFile {
        switch self {
        case .existing(let file): file
        case .written(_, let mode): TreeFile(mode: mode, id: [])
        }
    }
}

/// The tree that two histories merge to, and the facts for its commit.
///
/// The result depends on the two histories alone: every clone that merges the
/// same heads creates the same commit.
package struct MergeResult: Sendable {
    /// The head that contains the other one, if so: nothing needs merging.
    package var fastForward: HashID?
    /// Every file of the board.
    package var files: [BoardPath: MergedFile]
    /// The paths at which either history may differ from `files`.
    package var touched: Set<BoardPath> = []
    /// Both heads, sorted.
    package var parents: [HashID]
    /// The later parent's committer time.
    package var time: Int64
    /// The format whose rules made the result.
    package var format: Int
    /// The conflicts that this merge added, sorted.
    package var newConflicts: [NewConflict]
    /// The paths of the whole files that this merge stored below `conflicts/`,
    /// sorted.
    package var conflictFiles: [BoardPath]
    /// The paths of the files that are not tasks and of which this merge stored a
    /// version below `conflicts/`, sorted.
    package var conflictingFiles: [BoardPath] = []

    package var message: String { GeneratedCommit.merge.message(format: format) }
}

/// A conflict that a merge added to a task.
package struct NewConflict: Hashable, Sendable {
    package var task: TaskID
    /// The key of the conflict: a field, `.state`, `.deleted` or `.file`, or
    /// `.body` for lines kept as a callout.
    package var key: Text
}

extension NewConflict: Comparable {
    package static func < (a: NewConflict, b: NewConflict) -> Bool {
        a.task != b.task ? a.task < b.task : a.key < b.key
    }
}

/// The reason why two histories cannot be merged.
package enum MergeError: Error, Equatable, Sendable {
    /// The histories have no common ancestor, and not both are boards.
    case unrelated(HashID, HashID)
    /// A `pmd.yml` requires rules that this release does not have.
    case newerFormat(SettingsError)
}

/// Returns the hexadecimal digits of a hash, as git shows them.
package func hex(_ hash: some Sequence<UInt8>) -> String {
    let digit = { (half: UInt8) in half < 10 ? 0x30 + half : 0x57 + half }
    var digits: [UInt8] = []
    for byte in hash {
        digits.append(digit(byte >> 4))
        digits.append(digit(byte & 15))
    }
    return String(decoding: digits, as: UTF8.self)
}

/// The result that git's merge driver gets for one file.
package struct MergedFileBytes: Equatable, Sendable {
    package var bytes: [UInt8]
    /// True if the file is merged; otherwise it has git's conflict markers.
    package var isClean: Bool

    package init(bytes: [UInt8], isClean: Bool) {
        self.bytes = bytes
        self.isClean = isClean
    }
}

/// Merges one file for plain git, which passes no times.
///
/// A task merges by the field rules: of two changed values the first by bytes
/// stays and the other becomes a conflict. The result is the same if the sides
/// are swapped. If a second file would be needed, such as for a side that
/// cannot be read, the result has git's markers; so does any other text with
/// conflicting lines.
///
/// - Parameter base: `nil` if both sides added the file.
package func mergeFiles(
    base: [UInt8]?, ours: [UInt8], theirs: [UInt8], isTask: Bool
) -> MergedFileBytes {
    let merged =
        isTask
        ? mergedTask(base: base, ours: ours, theirs: theirs)
        : TextMerge.clean(ThreeWay(base: base, ours: ours, theirs: theirs))
    return merged.map { MergedFileBytes(bytes: $0, isClean: true) }
        ?? MergedFileBytes(bytes: TextMerge.marked(ours, theirs), isClean: false)
}

/// Returns the merged task, or nil if one file cannot hold the result.
private func mergedTask(base: [UInt8]?, ours: [UInt8], theirs: [UInt8]) -> [UInt8]? {
    if let agreed = agreement(base: base, ours: ours, theirs: theirs) { return agreed }
    let file = { (bytes: [UInt8]) in
        // The ID serves only to compare files.
        TaskFile(
            path: "todo/task.md", file: TreeFile(mode: TreeFile.regularMode, id: bytes),
            contents: TaskParts(bytes))
    }
    do {
        let merge = try TaskMerge(
            base: base.map(file), ours: file(ours), theirs: file(theirs),
            resolver: ConflictResolver(prefersFirst: true)
        ) { _ in "conflicts/task.md" }
        return merge.conflictFiles.isEmpty ? merge.bytes : nil
    } catch {
        return nil
    }
}
