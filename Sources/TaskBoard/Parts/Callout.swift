import MarkdownDocument

/// Lines that lost a merge, kept beside the ones that won, as a quote that says
/// who wrote them.
struct Callout: Hashable, Comparable {
    static let opening = Array("> [!conflict]".utf8)

    /// The quoted lines without their indentation: what makes two callouts one.
    let text: Text

    init(_ lines: [BodyLineText]) {
        text = Text(lines.map(\.unindented).joined(separator: [.newline]))
    }

    /// The callout that keeps what somebody wrote.
    init(keeping units: ArraySlice<BodyUnit>, by writer: Writer) {
        let name = writer.author.isEmpty ? "another" : writer.author.string
        let day = writer.isNobody ? "" : ", \(writer.day)"
        var lines = [Self.opening + Array(" \(name) wrote instead\(day)".utf8)]
        for line in units.flatMap(\.lines) {
            lines.append(Array((line.content.isEmpty ? ">" : "> ").utf8) + line.content)
        }
        text = Text(lines.joined(separator: [.newline]))
    }

    static func < (a: Callout, b: Callout) -> Bool { a.text < b.text }

    /// The lines as they stand in a body, and the blank one that ends the quote.
    func lines(indent: ArraySlice<UInt8>, ending: [UInt8]) -> [BodyLineText] {
        let quoted = text.utf8.split(separator: .newline).map {
            BodyLineText(content: Array(indent) + Array($0), ending: ending)
        }
        return quoted + [BodyLineText(content: [], ending: ending)]
    }
}
