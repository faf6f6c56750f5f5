/// Returns the lines that were removed and the lines that were added between two texts.
///
/// An empty last line only means that the line before it ends in a line feed.
func changedLines(
    from old: [[UInt8]], to new: [[UInt8]]
) -> (removed: [[UInt8]], added: [[UInt8]]) {
    let (from, to) = (withoutEmptyEnd(old), withoutEmptyEnd(new))
    let difference = LineDiff(from: from, to: to)
    return (
        from.indices.filter { difference.newIndex[$0] == nil }.map { from[$0] },
        to.indices.filter { difference.oldIndex[$0] == nil }.map { to[$0] }
    )
}

private func withoutEmptyEnd(_ lines: [[UInt8]]) -> [[UInt8]] {
    lines.last?.isEmpty == true ? lines.dropLast() : lines
}
