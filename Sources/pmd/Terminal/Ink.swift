import TextLayout

/// Writes styles as escape sequences, or leaves them out.
struct Ink: Equatable, Sendable {
    var isColoured: Bool
    var theme = Theme.standard

    static let plain = Ink(isColoured: false)

    /// Returns the text in a style. The text must be safe to print and unstyled.
    func callAsFunction(_ text: String, _ style: Style) -> String {
        guard isColoured, !style.isEmpty, !text.isEmpty else { return text }
        let start = theme.sequence(of: style)
        return start.isEmpty ? text : start + text + "\u{1B}[0m"
    }

    func callAsFunction(_ text: StyledText) -> String {
        text.spans.map { self($0.text, $0.style) }.joined()
    }
}

/// The policy for coloured output.
enum ColourPolicy: String, CaseIterable, Sendable {
    case auto, always, never

    /// Returns true if a stream is coloured.
    ///
    /// Precedence: the command line, `NO_COLOR`, `CLICOLOR_FORCE`, `CLICOLOR=0`, a dumb terminal,
    /// then whether this stream is a terminal.
    func isColoured(isTerminal: Bool, environment: (String) -> String?) -> Bool {
        switch self {
        case .always: return true
        case .never: return false
        case .auto: break
        }
        if let value = environment("NO_COLOR"), !value.isEmpty { return false }
        if let value = environment("CLICOLOR_FORCE"), !value.isEmpty, value != "0" { return true }
        if environment("CLICOLOR") == "0" || environment("TERM") == "dumb" { return false }
        return isTerminal
    }
}
