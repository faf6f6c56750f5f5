import MarkdownDocument

/// Returns the changes of one file in the format of `diff -u`.
///
/// - Returns: The lines, each with its line feed; empty for equal texts.
package func unifiedDiff(
    from old: (path: BoardPath, bytes: [UInt8]), to new: (path: BoardPath, bytes: [UInt8])
) -> [UInt8] {
    if old.path == new.path && old.bytes == new.bytes { return [] }
    var diff = Array("--- a/".utf8) + header(old.path) + [UInt8.lineFeed]
    diff += Array("+++ b/".utf8) + header(new.path) + [UInt8.lineFeed]
    for lines in changedHunks(from: old.bytes, to: new.bytes) { diff += Hunk(lines: lines).bytes }
    return diff
}

/// Returns the changes of a text with three lines around them; adjacent ones form one hunk.
func changedHunks(from old: [UInt8], to new: [UInt8]) -> [ArraySlice<ScriptLine>] {
    hunks(script(from: old, to: new))
}

/// One line of a script that turns the old text into the new one.
struct ScriptLine {
    let sign: UInt8
    let line: ArraySlice<UInt8>
    /// The number of the line, or the number that it would have, counted from
    /// one.
    let oldLine: Int
    let newLine: Int

    var isChange: Bool { sign != UInt8(ascii: " ") }
}

private struct Hunk {
    let lines: ArraySlice<ScriptLine>

    var bytes: [UInt8] {
        var bytes = Array("@@ -\(old) +\(new) @@\n".utf8)
        for line in lines {
            bytes.append(line.sign)
            bytes += line.line
            if line.line.last != .lineFeed { bytes += "\n\\ No newline at end of file\n".utf8 }
        }
        return bytes
    }

    private var old: String { range(lines.first?.oldLine, skipping: UInt8(ascii: "+")) }
    private var new: String { range(lines.first?.newLine, skipping: UInt8(ascii: "-")) }

    private func range(_ start: Int?, skipping sign: UInt8) -> String {
        let count = lines.count { $0.sign != sign }
        let first = (start ?? 1) - (count == 0 ? 1 : 0)
        return count == 1 ? "\(first)" : "\(first),\(count)"
    }
}

private let context = 3

/// Returns the changes with three lines around them; adjacent ones form one
/// hunk.
private func hunks(_ script: [ScriptLine]) -> [ArraySlice<ScriptLine>] {
    var ranges: [Range<Int>] = []
    for index in script.indices where script[index].isChange {
        let range = max(0, index - context)..<min(script.count, index + context + 1)
        if let last = ranges.last, last.upperBound >= range.lowerBound {
            ranges[ranges.count - 1] = last.lowerBound..<range.upperBound
        } else {
            ranges.append(range)
        }
    }
    return ranges.map { script[$0] }
}

/// Returns both texts line by line; in a change, removed lines precede added
/// ones.
private func script(from old: [UInt8], to new: [UInt8]) -> [ScriptLine] {
    let (from, to) = (wholeLines(old), wholeLines(new))
    let difference = LineDiff(from: from, to: to)
    var script: [ScriptLine] = []
    var (i, j) = (0, 0)
    func append(_ sign: Character, _ line: ArraySlice<UInt8>) {
        let sign = sign.asciiValue ?? 0
        script.append(ScriptLine(sign: sign, line: line, oldLine: i + 1, newLine: j + 1))
    }
    while i < from.count || j < to.count {
        if i < from.count && difference.newIndex[i] == nil {
            append("-", from[i])
            i += 1
        } else if j < to.count && difference.oldIndex[j] == nil {
            append("+", to[j])
            j += 1
        } else {
            append(" ", from[i])
            i += 1
            j += 1
        }
    }
    return script
}

/// Returns the lines of a text, each with its line feed.
func wholeLines(_ text: some Collection<UInt8>) -> [ArraySlice<UInt8>] {
    let text = Array(text)
    var lines: [ArraySlice<UInt8>] = []
    var start = 0
    for index in text.indices where text[index] == .lineFeed {
        lines.append(text[start...index])
        start = index + 1
    }
    if start < text.count { lines.append(text[start...]) }
    return lines
}

extension UInt8 {
    static var lineFeed: UInt8 { UInt8(ascii: "\n") }
}

/// Returns a path for its line of the diff: one line, with its other bytes as
/// they are.
private func header(_ path: BoardPath) -> [UInt8] {
    path.bytes.contains(.lineFeed) ? Array(visible(path).utf8) : path.bytes
}
