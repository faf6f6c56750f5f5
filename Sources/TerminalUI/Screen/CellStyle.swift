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

    /// Returns the style as shown by a terminal with this colour depth.
    package func degraded(to depth: ColourDepth) -> CellStyle {
        CellStyle(
            depth == .none
                ? attributes.intersection([.bold, .dim, .underline, .reverse]) : attributes,
            foreground: foreground.degraded(to: depth),
            background: background.degraded(to: depth))
    }
}

extension CellStyle {
    /// Reads the numbers of ECMA-48, "Select Graphic Rendition", joined by semicolons; unsupported
    /// ones are ignored.
    package init(numbers text: String) {
        self = .plain
        var numbers = text.split(separator: ";").compactMap { Int($0) }[...]
        while let number = numbers.popFirst() {
            switch number {
            case 0: self = .plain
            case 22: attributes.subtract([.bold, .dim])
            case 30...37, 90...97:
                foreground = .theme(UInt8(number < 90 ? number - 30 : number - 82))
            case 40...47, 100...107:
                background = .theme(UInt8(number < 100 ? number - 40 : number - 92))
            case 38: foreground = Self.colour(&numbers) ?? foreground
            case 48: background = Self.colour(&numbers) ?? background
            case 39: foreground = .default
            case 49: background = .default
            default:
                for (attribute, on) in Self.numbers {
                    if on == String(number) { attributes.insert(attribute) }
                    if "2" + on == String(number) { attributes.remove(attribute) }
                }
            }
        }
    }

    /// Consumes `5;N` or `2;R;G;B`.
    private static func colour(_ numbers: inout ArraySlice<Int>) -> Colour? {
        let count = numbers.popFirst() == 5 ? 1 : 3
        let values = numbers.prefix(count).compactMap(UInt8.init(exactly:))
        numbers = numbers.dropFirst(count)
        guard values.count == count else { return nil }
        return count == 1 ? .palette(values[0]) : .rgb(values[0], values[1], values[2])
    }

    private static let numbers: [(attribute: Attributes, on: String)] = [
        (.bold, "1"), (.dim, "2"), (.italic, "3"), (.underline, "4"), (.reverse, "7"),
        (.strike, "9"),
    ]

    /// Returns the shortest sequence that changes the terminal from one style to another.
    static func change(from old: CellStyle, to new: CellStyle) -> String {
        if old == new { return "" }
        let reset = (["0"] + new.changes(from: .plain)).joined(separator: ";")
        let changes = new.changes(from: old).joined(separator: ";")
        return "\u{1B}[" + (changes.utf8.count < reset.utf8.count ? changes : reset) + "m"
    }

    /// Returns the numbers of ECMA-48, "Select Graphic Rendition", needed after `old`.
    private func changes(from old: CellStyle) -> [String] {
        var (ended, begun) = (old.attributes.subtracting(attributes), attributes)
        begun.subtract(old.attributes)
        var numbers: [String] = []
        if !ended.isDisjoint(with: [.bold, .dim]) {
            // One code ends both bold and dim.
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
