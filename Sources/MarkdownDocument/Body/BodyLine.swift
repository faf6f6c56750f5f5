/// One line of a Markdown body and its kind.
package struct BodyLine: Equatable, Sendable {
    package enum Kind: Equatable, Sendable {
        case text
        case blank
        case heading
        /// A fence of a fenced code block or a line between its fences.
        case code
        case indentedCode
        case table
        /// A line of an HTML comment, or of `<pre>`, `<script>` or `<style>`.
        case html
        case quote
        /// A line of a `> [!conflict]` block.
        case callout
    }

    /// The line in the given bytes, with its newline.
    package internal(set) var range: Range<Int>
    package internal(set) var kind: Kind

    /// The number that the lines of one fenced block, table or callout share;
    /// nil for any other line.
    package internal(set) var block: Int?

    /// The offset of the character between the brackets of a checklist item.
    /// Code and callouts have no items.
    package internal(set) var box: Int?

    /// The offsets of the one character between the brackets of a list line, which may differ from
    /// a box's, such as the one of `[/]`. Fences, HTML and callouts have none; a line that is
    /// indented too far for an item has one.
    package internal(set) var mark: Range<Int>?

    /// True if a list item begins on this line.
    package internal(set) var isListItem = false

    /// True if the line is in a list item or a quote.
    package internal(set) var isNested = false
}

/// Returns the lines of a Markdown body with their kinds, by CommonMark's
/// blocks and GitHub's tables.
///
/// Blocks nested deeper than 64 are read as text.
package func bodyLines(_ body: [UInt8]) -> [BodyLine] {
    bodyLines(in: body, body.indices)
}

/// Visits the lines of a body until `visit` returns false; the rest is not read. A row of a table
/// may still count as text, since the line below it decides that.
package func eachBodyLine(_ body: [UInt8], _ visit: (BodyLine) -> Bool) {
    eachBodyLine(in: body, body.indices, visit)
}

/// Visits the lines of borrowed bytes.
package func eachBodyLine(
    _ body: UnsafeBufferPointer<UInt8>, _ visit: (BodyLine) -> Bool
) {
    scan(body, body.indices, keepsAll: false) { $0.last.map(visit) ?? true }
}

/// Visits the lines of a part of some bytes; offsets refer to the whole.
func eachBodyLine(in bytes: [UInt8], _ range: Range<Int>, _ visit: (BodyLine) -> Bool) {
    bytes.withUnsafeBufferPointer { bytes in
        _ = scan(bytes, range, keepsAll: false) { $0.last.map(visit) ?? true }
    }
}

/// Returns the lines of a part of some bytes; offsets refer to the whole.
func bodyLines(in bytes: [UInt8], _ range: Range<Int>) -> [BodyLine] {
    bytes.withUnsafeBufferPointer { scan($0, range, keepsAll: true) { _ in true } }
}

@discardableResult
private func scan(
    _ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>, keepsAll: Bool,
    _ goesOn: ([BodyLine]) -> Bool
) -> [BodyLine] {
    var scanner = BodyScanner(bytes, keepsAll: keepsAll)
    var start = range.lowerBound
    while start < range.upperBound {
        let line = lineRange(in: bytes, from: start)
        scanner.take(line.lowerBound..<min(line.upperBound, range.upperBound))
        guard goesOn(scanner.lines) else { break }
        start = line.upperBound
    }
    return scanner.lines
}
