/// The look of a cell.
package struct CellStyle: Hashable, Sendable {
    package struct Attributes: OptionSet, Hashable, Sendable {
        package let rawValue: UInt8

        package init(rawValue: UInt8) { self.rawValue = rawValue }

        package static let bold = Attributes(rawValue: 1)
        package static let dim = Attributes(rawValue: 2)
        package static let italic = Attributes(rawValue: 4)
        package static let underline = Attributes(rawValue: 8)
        package static let reverse = Attributes(rawValue: 16)
        package static let strike = Attributes(rawValue: 32)
    }

    package var foreground: Colour
    package var background: Colour
    package var attributes: Attributes

    package static let plain = CellStyle()

    package init(
        _ attributes: Attributes = [], foreground: Colour = .default,
        background: Colour = .default
    ) {
        self.attributes = attributes
        self.foreground = foreground
        self.background = background
    }

    /// Returns the style as a terminal of this depth shows it.
    package func degraded(to depth: ColourDepth) -> CellStyle {
        CellStyle(
            depth == .none
                ? attributes.intersection([.bold, .dim, .underline, .reverse]) : attributes,
            foreground: foreground.degraded(to: depth),
            background: background.degraded(to: depth))
    }
}

extension CellStyle {
    private static let numbers: [(attribute: Attributes, on: String)] = [
        (.bold, "1"), (.dim, "2"), (.italic, "3"), (.underline, "4"), (.reverse, "7"),
        (.strike, "9"),
    ]

    /// Returns the shortest sequence that changes one style into another.
    static func change(from old: CellStyle, to new: CellStyle) -> String {
        if old == new { return "" }
        let reset = (["0"] + new.changes(from: .plain)).joined(separator: ";")
        let changes = new.changes(from: old).joined(separator: ";")
        return "\u{1B}[" + (changes.utf8.count < reset.utf8.count ? changes : reset) + "m"
    }

    /// The numbers of ECMA-48, "Select Graphic Rendition", that are needed after `old`.
    private func changes(from old: CellStyle) -> [String] {
        var (ended, begun) = (old.attributes.subtracting(attributes), attributes)
        begun.subtract(old.attributes)
        var numbers: [String] = []
        if !ended.isDisjoint(with: [.bold, .dim]) {
            // Bold and dim end together.
            numbers.append("22")
            ended.subtract([.bold, .dim])
            begun.formUnion(attributes.intersection([.bold, .dim]))
        }
        for (attribute, on) in Self.numbers {
            if ended.contains(attribute) { numbers.append("2" + on) }
            if begun.contains(attribute) { numbers.append(on) }
        }
        if foreground != old.foreground { numbers.append(foreground.numbers(shift: 0)) }
        if background != old.background { numbers.append(background.numbers(shift: 10)) }
        return numbers
    }
}
