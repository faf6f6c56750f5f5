import MarkdownDocument

/// Lines that lost a merge, in a quote below the ones that won, with their
/// author.
struct Callout: Hashable, Comparable {
    static let opening = Array("> [!conflict]".utf8)

    /// The quoted lines without their indentation, which identify the callout.
    let text: Text

    init(_ lines: [BodyLineText]) {
        text = Text(lines.map(\.unindented).joined(separator: [.newline]))
    }

    /// The callout for lines of a writer.
    init(keeping units: ArraySlice<BodyUnit>, by writer: Writer) {
        let name = writer.author.isEmpty ? "another" : writer.author.string
        let day = writer.isUnknown ? "" : ", \(writer.day)"
        var lines = [Self.opening + Array(" \(name) wrote instead\(day)".utf8)]
        for line in units.flatMap(\.lines) {
            lines.append(Array((line.content.isEmpty ? ">" : "> ").utf8) + line.content)
        }
        text = Text(lines.joined(separator: [.newline]))
    }

    static func < (a: Callout, b: Callout) -> Bool { a.text < b.text }

    /// Returns the lines for a body, with the blank one that ends the quote.
    func lines(indent: ArraySlice<UInt8>, ending: [UInt8]) -> [BodyLineText] {
        let quoted = text.utf8.split(separator: .newline).map {
            BodyLineText(content: Array(indent) + Array($0), ending: ending)
        }
        return quoted + [BodyLineText(content: [], ending: ending)]
    }
}
