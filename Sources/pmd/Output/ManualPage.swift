import Cmanual

/// One page of the manual: Markdown, compiled into the program.
struct ManualPage {
    let topic: String
    let markdown: String

    /// All pages, in the order of the listing.
    static let all: [ManualPage] = (0..<pmd_page_count()).map { index in
        let page = pmd_page_at(index)
        let bytes = UnsafeBufferPointer(start: page.text, count: page.length)
        return ManualPage(
            topic: String(cString: page.topic), markdown: String(decoding: bytes, as: UTF8.self))
    }

    /// The heading that the page begins with.
    var title: String {
        String(markdown.prefix { $0 != "\n" }.drop { $0 == "#" || $0 == " " })
    }
}

extension ManualPage {
    /// The page for a terminal: headings and literals are highlighted, tables aligned, and
    /// fences removed.
    func rendered(ink: Ink, columns: Int) -> [String] {
        var lines: [String] = []
        var table = Table()
        var isCode = false
        for line in markdown.split(separator: "\n", omittingEmptySubsequences: false) {
            if !line.hasPrefix("|"), !table.isEmpty {
                lines += table.lines(ink: ink, limit: columns, indent: 2)
                table = Table()
            }
            if line.hasPrefix("```") {
                isCode.toggle()
            } else if isCode {
                lines.append("    " + ink(String(line), .code))
            } else if line.hasPrefix("#") {
                lines.append(ink(String(line.drop { $0 == "#" || $0 == " " }), .header))
            } else if line.hasPrefix("|") {
                if !line.hasPrefix("|---") { table.append(Self.cells(line)) }
            } else {
                lines.append(Self.inline(line, ink))
            }
        }
        return lines
    }

    private static func cells(_ line: Substring) -> [Table.Cell] {
        line.dropFirst().dropLast().split(separator: " | ", omittingEmptySubsequences: false).map {
            let text = $0.filter { $0 != "`" && $0 != "*" }
            return Table.Cell(text: text.drop { $0 == " " }.description.trimmingTrailingBlanks)
        }
    }

    /// `code` and **strong** words of a line.
    private static func inline(_ line: Substring, _ ink: Ink) -> String {
        guard !line.hasPrefix("    ") else { return ink(String(line), .code) }
        let coded = line.split(separator: "`", omittingEmptySubsequences: false)
        return coded.enumerated().map { index, part in
            index % 2 == 1 ? ink(String(part), .code) : strong(part, ink)
        }.joined()
    }

    private static func strong(_ text: Substring, _ ink: Ink) -> String {
        let parts = text.split(separator: "**", omittingEmptySubsequences: false)
        return parts.enumerated().map { index, part in
            index % 2 == 1 ? ink(String(part), .strong) : String(part)
        }.joined()
    }
}
