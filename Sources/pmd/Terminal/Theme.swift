import TaskBoard
import TerminalUI
import TextLayout
import Words

/// The escape sequence of each style.
///
/// The standard one has the sixteen colours that a terminal's own theme defines. Red is for
/// what is overdue or over a limit alone.
struct Theme: Equatable, Sendable {
    /// A style that git's configuration can change as `pmd.color.NAME`.
    struct Slot: Sendable {
        let name: String
        let style: Style
        /// The standard value, as git's configuration would have it.
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

    /// The numbers of ECMA-48, "Select Graphic Rendition", of each bit of a style.
    private var numbers = [String](repeating: "", count: 32)
    /// The same as whole sequences: most styles are of one bit.
    private var sequences = [String](repeating: "", count: 32)

    private init() {}

    /// The standard theme, changed by settings of git's configuration.
    ///
    /// - Parameter settings: The names after `pmd.color.`, with their values.
    /// - Throws: ``Failure`` (65) for an unknown name or a value that is no colour.
    init(settings: [(name: String, value: String)]) throws(Failure) {
        self = .standard
        for (name, value) in settings { try set(name, to: value) }
    }

    /// The styles that settings of git's configuration change, with the look of each.
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
        let key = "git's setting pmd.color.\(name)"
        guard let slot = Self.slots.first(where: { $0.name == name }) else {
            let names = Self.slots.map(\.name)
            let near = suggestion(for: name, among: names)
            throw Failure(
                .data, "bad-setting", .colourWithoutEffect(key: key, near: near, known: names))
        }
        let bit = slot.style.rawValue.trailingZeroBitCount
        do throws(ColourError) {
            numbers[bit] = try ColourValue(value).numbers
        } catch {
            throw Failure(.data, "bad-setting", .wrongColour(key: key, value: value, error))
        }
        sequences[bit] = numbers[bit].isEmpty ? "" : "\u{1B}[\(numbers[bit])m"
    }

    /// The sequence that begins a style; empty if the style looks like other text.
    func sequence(of style: Style) -> String {
        let bits = style.rawValue
        if bits.nonzeroBitCount == 1 { return sequences[bits.trailingZeroBitCount] }
        let parts = numbers.indices.filter { bits >> $0 & 1 == 1 && !numbers[$0].isEmpty }
        return parts.isEmpty
            ? "" : "\u{1B}[" + parts.map { numbers[$0] }.joined(separator: ";") + "m"
    }
}
