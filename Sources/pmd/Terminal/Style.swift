/// The colour and weight of text. No meaning depends on colour alone: a mark or a word
/// always repeats it.
///
/// A set of bits, since a list can have many thousands of styled cells.
struct Style: OptionSet, Sendable {
    let rawValue: UInt16

    static var red: Style { Style(rawValue: 1) }
    static var green: Style { Style(rawValue: 2) }
    static var yellow: Style { Style(rawValue: 4) }
    static var blue: Style { Style(rawValue: 8) }
    static var magenta: Style { Style(rawValue: 16) }
    static var cyan: Style { Style(rawValue: 32) }
    static var bold: Style { Style(rawValue: 64) }
    static var dim: Style { Style(rawValue: 128) }
    static var underline: Style { Style(rawValue: 256) }

    var isEmpty: Bool { rawValue == 0 }

    /// The numbers of ECMA-48, "Select Graphic Rendition", in the order of the bits.
    private static let numbers = ["31", "32", "33", "34", "35", "36", "1", "2", "4"]

    fileprivate var sequence: String {
        let numbers = Self.numbers.enumerated().filter { rawValue >> $0.offset & 1 == 1 }
        return "\u{1B}[" + numbers.map(\.element).joined(separator: ";") + "m"
    }
}

/// Writes styles as escape sequences, or leaves them out.
struct Ink: Equatable, Sendable {
    var isColoured: Bool

    static let plain = Ink(isColoured: false)

    /// The text in a style. It must be safe to print and without styles.
    func callAsFunction(_ text: String, _ style: Style) -> String {
        guard isColoured, !style.isEmpty, !text.isEmpty else { return text }
        return style.sequence + text + "\u{1B}[0m"
    }
}

/// When output is coloured.
enum ColourPolicy: String, CaseIterable, Sendable {
    case auto, always, never

    /// Returns true if a stream is coloured.
    ///
    /// The command line decides first, then `NO_COLOR`, `CLICOLOR_FORCE`, `CLICOLOR=0`, a
    /// dumb terminal, and last whether this stream is a terminal.
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
