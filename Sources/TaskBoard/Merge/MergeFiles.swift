/// What git's merge driver gets for one file.
package struct MergedFileBytes: Equatable, Sendable {
    package var bytes: [UInt8]
    /// Whether git may take the file as merged.
    package var isClean: Bool
}

/// Merges one file for plain git, which knows no times.
///
/// A task merges by the field rules: of two changed values the first by bytes
/// stays and the other is recorded. Which side is ours makes no difference.
package func mergeFiles(
    base: [UInt8]?, ours: [UInt8], theirs: [UInt8], isTask: Bool
) -> MergedFileBytes {
    if let agreed = ThreeWay(base: base, ours: ours, theirs: theirs).agreed, let agreed {
        return MergedFileBytes(bytes: agreed, isClean: true)
    }
    let isSmaller = ours.lexicographicallyPrecedes(theirs)
    return MergedFileBytes(bytes: isSmaller ? ours : theirs, isClean: false)
}
