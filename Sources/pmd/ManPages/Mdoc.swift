/// The spelling of text in mdoc.
enum Mdoc {
    /// Returns text with roff's special characters escaped.
    static func text(_ text: String) -> String {
        let escaped = characters(text)
        return escaped.first == "." ? "\\&" + escaped : escaped
    }

    /// Returns text as one macro argument that is never parsed as another macro.
    static func argument(_ text: String) -> String { quoted(characters(text)) }

    /// Returns text that is already escaped as one macro argument.
    static func quoted(_ escaped: String) -> String { "\"\\&\(escaped)\"" }

    static func bold(_ text: String) -> String { "\\fB\(characters(text))\\fR" }
    static func italic(_ text: String) -> String { "\\fI\(characters(text))\\fR" }

    /// Escapes text within a line.
    static func characters(_ text: String) -> String {
        text.map { escapes[$0] ?? String($0) }.joined()
    }

    private static let escapes: [Character: String] = [
        "\\": "\\e", "-": "\\-", "\"": "\\(dq", "'": "\\(aq", "`": "\\(ga", "^": "\\(ha",
        "~": "\\(ti", "…": "...",
    ]

    /// Returns lines as they are, indented.
    static func literal(_ lines: some Sequence<some StringProtocol>) -> [String] {
        [".Bd -literal -offset indent"] + lines.map { text(String($0)) } + [".Ed"]
    }

    /// Returns filled paragraphs; lines indented by two blanks are kept as they are.
    static func paragraphs(_ prose: String) -> [String] {
        let lines = prose.split(separator: "\n", omittingEmptySubsequences: false)
        var result: [String] = []
        var literalLines: [Substring] = []
        func endLiteral() {
            guard !literalLines.isEmpty else { return }
            result += literal(literalLines)
            literalLines = []
        }
        for line in lines {
            if line.hasPrefix("  ") {
                literalLines.append(line.dropFirst(2))
            } else if !line.isEmpty {
                endLiteral()
                result += (result.isEmpty ? [] : [".Pp"]) + [text(String(line))]
            }
        }
        endLiteral()
        return result
    }

    /// Returns a list of terms with their explanations.
    static func definitions(_ entries: [(term: String, lines: [String])]) -> [String] {
        guard !entries.isEmpty else { return [] }
        return [".Bl -tag -width indent"] + entries.flatMap { [".It \($0.term)"] + $0.lines }
            + [".El"]
    }
}
