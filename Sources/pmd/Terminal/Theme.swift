import TaskBoard
import TerminalUI
import TextLayout
import Words

/// The escape sequence of each style.
///
/// The standard theme uses the sixteen colours that the terminal's own theme defines. Red is
/// reserved for overdue tasks and exceeded limits.
struct Theme: Equatable, Sendable {
    /// A style that can be changed in git's configuration as `pmd.color.NAME`.
    struct Slot: Sendable {
        let name: String
        let style: Style
        /// The default value, in the syntax of git's configuration.
        let value: String
    }

    static let slots = [
        Slot(name: "overdue", style: .overdue, value: "bold red"),
        Slot(name: "limit", style: .limit, value: "bold red"),
        Slot(name: "problem", style: .problem, value: "bold yellow"),
        Slot(name: "warning", style: .warning, value: "yellow"),
        Slot(name: "conflict", style: .conflict, value: "bold magenta"),
        Slot(name: "reference", style: .reference, value: "yellow"),
        Slot(name: "tag", style: .tag, value: "cyan"),
        Slot(name: "assignee", style: .assignee, value: "green"),
        Slot(name: "priority", style: .priority, value: "bold"),
        Slot(name: "done", style: .done, value: "dim"),
        Slot(name: "header", style: .header, value: "bold"),
        Slot(name: "number", style: .number, value: "cyan"),
        Slot(name: "meta", style: .meta, value: "dim"),
        Slot(name: "code", style: .code, value: "cyan"),
        Slot(name: "link", style: .link, value: "blue"),
        Slot(name: "quote", style: .quote, value: "dim"),
        Slot(name: "strong", style: .strong, value: "bold"),
        Slot(name: "emphasis", style: .emphasis, value: "italic"),
        Slot(name: "strike", style: .strike, value: "strike"),
        Slot(name: "added", style: .added, value: "green"),
        Slot(name: "removed", style: .removed, value: "magenta"),
    ]

    static let standard: Theme = {
        var theme = Theme()
        for slot in slots {
            do { try theme.set(slot.name, to: slot.value) } catch {
                preconditionFailure("\(error)")
            }
        }
        return theme
    }()

    /// The numbers of ECMA-48, "Select Graphic Rendition", for each bit of a style.
    private var numbers = [String](repeating: "", count: 32)
    /// The same as complete sequences, since most styles have one bit.
    private var sequences = [String](repeating: "", count: 32)

    private init() {}

    /// Creates the standard theme with the changes set in git's configuration.
    ///
    /// - Parameter settings: The names after `pmd.color.`, with their values.
    /// - Throws: ``Failure`` (65) for an unknown name or a value that is not a colour.
    init(settings: [(name: String, value: String)]) throws(Failure) {
        self = .standard
        for (name, value) in settings { try set(name, to: value) }
    }

    /// Returns the styles that are changed in git's configuration, with the look of each.
    ///
    /// - Throws: ``Failure`` (65) as ``init(settings:)``.
    static func looks(
        settings: [(name: String, value: String)]
    ) throws(Failure) -> [(style: Style, look: CellStyle)] {
        let theme = try Theme(settings: settings)
        return slots.filter { slot in settings.contains { $0.name == slot.name } }.map { slot in
            (
                slot.style,
                CellStyle(numbers: theme.numbers[slot.style.rawValue.trailingZeroBitCount])
            )
        }
    }

    private mutating func set(_ name: String, to value: String) throws(Failure) {
        let key = "pmd.color.\(name)"
        guard let slot = Self.slots.first(where: { $0.name == name }) else {
            let names = Self.slots.map(\.name)
            let near = suggestion(for: name, among: names)
            throw Failure(
                .data, "bad-setting",
                .setting(.colourWithoutEffect(key: key, near: near, known: names)))
        }
        let bit = slot.style.rawValue.trailingZeroBitCount
        do throws(ColourError) {
            numbers[bit] = try ColourValue(value).numbers
        } catch {
            throw Failure(
                .data, "bad-setting", .setting(.wrongColour(key: key, value: value, error)))
        }
        sequences[bit] = numbers[bit].isEmpty ? "" : "\u{1B}[\(numbers[bit])m"
    }

    /// Returns the sequence that begins a style; empty if the style looks like normal text.
    func sequence(of style: Style) -> String {
        let bits = style.rawValue
        if bits.nonzeroBitCount == 1 { return sequences[bits.trailingZeroBitCount] }
        let parts = numbers.indices.filter { bits >> $0 & 1 == 1 && !numbers[$0].isEmpty }
        return parts.isEmpty
            ? "" : "\u{1B}[" + parts.map { numbers[$0] }.joined(separator: ";") + "m"
    }
}

/// Writes styles as escape sequences, or leaves them out.
struct Ink: Equatable, Sendable {
    var isColoured: Bool
    var theme = Theme.standard

    static let plain = Ink(isColoured: false)

    /// Returns the text in a style. The text must be safe to print and unstyled.
    func callAsFunction(_ text: String, _ style: Style) -> String {
        let start = text.isEmpty ? "" : start(of: style)
        return start.isEmpty ? text : start + text + Self.end
    }

    /// Returns the sequence before text in a style; empty if the text is written as it is.
    func start(of style: Style) -> String {
        isColoured && !style.isEmpty ? theme.sequence(of: style) : ""
    }

    /// The sequence after styled text.
    static let end = "\u{1B}[0m"

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
