import MarkdownDocument

/// What git's merge driver gets for one file.
package struct MergedFileBytes: Equatable, Sendable {
    package var bytes: [UInt8]
    /// Whether git may take the file as merged; otherwise it holds git's markers.
    package var isClean: Bool

    package init(bytes: [UInt8], isClean: Bool) {
        self.bytes = bytes
        self.isClean = isClean
    }
}

/// Merges one file for plain git, which knows no times.
///
/// A task merges by the field rules: of two changed values the first by bytes
/// stays and the other is recorded. Which side is ours makes no difference. What
/// would need a second file, such as a side that cannot be read, is left to git
/// with its markers, and so is any other text whose lines clash.
///
/// - Parameter base: `nil` where both sides added the file.
package func mergeFiles(
    base: [UInt8]?, ours: [UInt8], theirs: [UInt8], isTask: Bool
) -> MergedFileBytes {
    let merged =
        isTask
        ? mergedTask(base, ours, theirs)
        : TextMerge.clean(ThreeWay(base: base, ours: ours, theirs: theirs))
    return merged.map { MergedFileBytes(bytes: $0, isClean: true) }
        ?? MergedFileBytes(bytes: TextMerge.marked(ours, theirs), isClean: false)
}

/// The merged task, or nothing where one file cannot hold the result.
private func mergedTask(_ base: [UInt8]?, _ ours: [UInt8], _ theirs: [UInt8]) -> [UInt8]? {
    if let agreed = agreement(base, ours, theirs) { return agreed }
    let file = { (bytes: [UInt8]) in
        // Only whether two files are equal is asked of the ID.
        TaskFile(
            path: "todo/task.md", file: TreeFile(mode: TreeFile.regularMode, id: bytes),
            contents: TaskParts(bytes))
    }
    do {
        let merge = try TaskMerge(
            base: base.map(file), file(ours), file(theirs), Referee(prefersFirst: true)
        ) { _ in "conflicts/task.md" }
        return merge.conflictFiles.isEmpty ? merge.bytes : nil
    } catch {
        return nil
    }
}
