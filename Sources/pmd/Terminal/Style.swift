/// The meanings that have a colour or weight of their own: ``Theme`` says which. No meaning
/// depends on colour alone: a mark or a word always repeats it.
///
/// A set of bits, since a list can have many thousands of styled cells.
struct Style: OptionSet, Sendable {
    let rawValue: UInt32

    static var overdue: Style { Style(rawValue: 1 << 0) }
    /// A column that is over its limit.
    static var limit: Style { Style(rawValue: 1 << 1) }
    /// An error in a file, a sync that fails.
    static var problem: Style { Style(rawValue: 1 << 2) }
    static var warning: Style { Style(rawValue: 1 << 3) }
    static var conflict: Style { Style(rawValue: 1 << 4) }
    static var reference: Style { Style(rawValue: 1 << 5) }
    static var tag: Style { Style(rawValue: 1 << 6) }
    static var assignee: Style { Style(rawValue: 1 << 7) }
    static var priority: Style { Style(rawValue: 1 << 8) }
    static var done: Style { Style(rawValue: 1 << 9) }
    static var header: Style { Style(rawValue: 1 << 10) }
    /// The number of a checklist item or a conflict.
    static var number: Style { Style(rawValue: 1 << 11) }
    /// Secondary text: keys, paths, times, rules.
    static var meta: Style { Style(rawValue: 1 << 12) }
    static var code: Style { Style(rawValue: 1 << 13) }
    static var link: Style { Style(rawValue: 1 << 14) }
    static var quote: Style { Style(rawValue: 1 << 15) }
    static var strong: Style { Style(rawValue: 1 << 16) }
    static var emphasis: Style { Style(rawValue: 1 << 17) }
    static var strike: Style { Style(rawValue: 1 << 18) }
    /// A line that a diff adds or removes.
    static var added: Style { Style(rawValue: 1 << 19) }
    static var removed: Style { Style(rawValue: 1 << 20) }

    var isEmpty: Bool { rawValue == 0 }
}

/// Writes styles as escape sequences, or leaves them out.
struct Ink: Equatable, Sendable {
    var isColoured: Bool
    var theme = Theme.standard

    static let plain = Ink(isColoured: false)

    /// The text in a style. It must be safe to print and without styles.
    func callAsFunction(_ text: String, _ style: Style) -> String {
        guard isColoured, !style.isEmpty, !text.isEmpty else { return text }
        let start = theme.sequence(of: style)
        return start.isEmpty ? text : start + text + "\u{1B}[0m"
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
