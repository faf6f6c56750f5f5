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
    let bytes = ThreeWay(base: base, ours: ours, theirs: theirs)
    let merged = isTask ? mergedTask(bytes) : TextMerge.clean(bytes.map { $0 })
    return merged.map { MergedFileBytes(bytes: $0, isClean: true) }
        ?? MergedFileBytes(bytes: TextMerge.marked(ours, theirs), isClean: false)
}

/// The merged task, or nothing where one file cannot hold the result.
private func mergedTask(_ bytes: ThreeWay<[UInt8]?>) -> [UInt8]? {
    if let agreed = bytes.agreed { return agreed }
    let versions = bytes.map { bytes in
        bytes.map { bytes in
            // Only whether two files are equal is asked of the ID.
            TaskFile(
                path: "todo/task.md", file: TreeFile(mode: TreeFile.regularMode, id: bytes),
                contents: TaskContents(bytes))
        }
    }
    do {
        let merge = try TaskMerge(versions, Referee(prefersFirst: true)) { _ in "conflicts/task.md"
        }
        return merge.keptFiles.isEmpty ? merge.bytes : nil
    } catch {
        return nil
    }
}
