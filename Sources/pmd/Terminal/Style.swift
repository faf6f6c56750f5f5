/// What makes a piece of text stand out. Meaning never hangs on colour alone: a
/// mark or a word says the same to those who see none.
enum Style: String {
    case bold = "1"
    case dim = "2"
    case underline = "4"
    case red = "31"
    case green = "32"
    case yellow = "33"
    case blue = "34"
    case magenta = "35"
    case cyan = "36"
}

/// Writes styles as escape sequences, or leaves them out.
struct Ink: Equatable, Sendable {
    var isColoured: Bool

    static let plain = Ink(isColoured: false)

    /// The text in these styles. It must be safe to print, and holds no styles yet.
    func callAsFunction(_ text: String, _ styles: Style...) -> String { self(text, styles) }

    /// The text in these styles, however many.
    func callAsFunction(_ text: String, _ styles: [Style]) -> String {
        guard isColoured, !styles.isEmpty, !text.isEmpty else { return text }
        return "\u{1B}[" + styles.map(\.rawValue).joined(separator: ";") + "m" + text + "\u{1B}[0m"
    }
}

/// When output is coloured.
enum ColourPolicy: String, CaseIterable, Sendable {
    case auto, always, never

    /// Whether a stream is coloured.
    ///
    /// What the command line says counts first, then `NO_COLOR`, then
    /// `CLICOLOR_FORCE`, then `CLICOLOR=0` and a dumb terminal, then whether this
    /// very stream is a terminal.
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
