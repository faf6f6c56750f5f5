/// The lines that went and the lines that came between two texts, without their
/// line ends.
func changedLines(
    from old: ArraySlice<UInt8>, to new: ArraySlice<UInt8>
) -> (gone: [ArraySlice<UInt8>], come: [ArraySlice<UInt8>]) {
    let (from, to) = (lines(old), lines(new))
    let difference = LineDiff(from: from, to: to)
    return (
        from.indices.filter { difference.newIndex[$0] == nil }.map { from[$0] },
        to.indices.filter { difference.oldIndex[$0] == nil }.map { to[$0] }
    )
}

/// The lines of a text without their line feeds; a final line feed ends the
/// last line and begins none.
func lines(_ text: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    var lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    if lines.last?.isEmpty == true { lines.removeLast() }
    return lines
}
