import MarkdownDocument

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
