package import MarkdownDocument

// Notes of a day in a body: what was done about a task, and when.

/// Returns a list item of the body for a note of a day: `- 2026-11-24: Called the roofer.`
/// Further lines of the note are indented below it.
package func datedLine(_ day: Text, _ note: Text) -> [UInt8] {
    let lines = note.utf8.lines
    let first = Array("- ".utf8) + day.utf8 + Array(": ".utf8) + (lines.first ?? [])
    return lines.dropFirst().reduce(first + [0x0A]) { $0 + Array("  ".utf8) + $1 + [0x0A] }
}

/// Returns a body without its dated notes, which belong to this task alone: they do not pass to the
/// next task of a repeating one, and do not count against `body-limit`.
///
/// Code is kept whatever it looks like.
func withoutDatedNotes(_ body: some Collection<UInt8>) -> [UInt8] {
    let bytes = Array(body)
    // Most bodies have none.
    guard mayHoldDatedNote(bytes) else { return bytes }
    var (kept, isInNote) = ([UInt8](), false)
    eachBodyLine(bytes) { line in
        let text = bytes[line.range]
        let isFollowing =
            isInNote && (text.starts(with: [0x20, 0x20]) || text.allSatisfy(\.isBlank))
        isInNote = isFollowing || line.kind == .text && isDatedNote(text)
        if !isInNote { kept += text }
        return true
    }
    return kept
}

/// Returns the number of characters that `body-limit` counts: grapheme clusters of the body without
/// its dated notes, and without the line break at its end.
package func bodyLength(_ body: some Sequence<UInt8>) -> Int {
    var body = withoutDatedNotes(Array(body))
    if body.last == UInt8(ascii: "\n") { body.removeLast() }
    if body.last == UInt8(ascii: "\r") { body.removeLast() }
    return characterCount(body)
}

/// The length of `- 2026-11-24:`.
private let markLength = 13

private func isDatedNote(_ line: ArraySlice<UInt8>) -> Bool {
    guard line.count >= markLength, line.starts(with: [.dash, 0x20]) else { return false }
    let day = line.dropFirst(2).prefix(10)
    return line[line.startIndex + markLength - 1] == 0x3A && Day(Text(day)) != nil
}

private func mayHoldDatedNote(_ body: [UInt8]) -> Bool {
    body.indices.contains { start in
        body[start] == .dash && (start == 0 || body[start - 1] == 0x0A)
            && isDatedNote(body[start...])
    }
}
