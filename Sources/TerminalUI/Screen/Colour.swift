/// A text or background colour.
package enum Colour: Hashable, Sendable {
    /// The terminal's default colour.
    case `default`
    /// One of the sixteen colours defined by the terminal's theme.
    case theme(UInt8)
    /// One of the 256 colours of xterm's palette.
    case palette(UInt8)
    case rgb(UInt8, UInt8, UInt8)
}

/// The colour depth of a terminal.
package enum ColourDepth: CaseIterable, Sendable {
    /// No colours; weight, underlines and reverse video only.
    case none
    case sixteen
    case palette
    case trueColour
}

extension Colour {
    /// Returns the nearest colour available at this depth.
    package func degraded(to depth: ColourDepth) -> Colour {
        switch (self, depth) {
        case (.default, _), (_, .none): .default
        case (.theme(let index), _): .theme(index & 15)
        case (.palette(let index), .sixteen):
            index < 16 ? .theme(index) : Self.nearestTheme(Self.levels(ofPalette: index))
        case (.palette, _), (.rgb, .trueColour): self
        case (.rgb(let red, let green, let blue), .palette):
            Self.nearestPalette((Int(red), Int(green), Int(blue)))
        case (.rgb(let red, let green, let blue), .sixteen):
            Self.nearestTheme((Int(red), Int(green), Int(blue)))
        }
    }

    /// Returns the numbers of ECMA-48, "Select Graphic Rendition".
    ///
    /// - Parameter shift: 10 for a background.
    func numbers(shift: Int) -> String {
        switch self {
        case .default: "\(39 + shift)"
        case .theme(let index):
            "\(Int(index & 15) + (index & 15 < 8 ? 30 : 82) + shift)"
        case .palette(let index): "\(38 + shift);5;\(index)"
        case .rgb(let red, let green, let blue): "\(38 + shift);2;\(red);\(green);\(blue)"
        }
    }
}

extension Colour {
    private typealias Levels = (red: Int, green: Int, blue: Int)

    private static let cube = [0, 95, 135, 175, 215, 255]

    /// xterm's values for the sixteen colours. Themes define their own.
    private static let themeLevels: [Levels] = [
        (0, 0, 0), (205, 0, 0), (0, 205, 0), (205, 205, 0), (0, 0, 238), (205, 0, 205),
        (0, 205, 205), (229, 229, 229), (127, 127, 127), (255, 0, 0), (0, 255, 0),
        (255, 255, 0), (92, 92, 255), (255, 0, 255), (0, 255, 255), (255, 255, 255),
    ]

    private static func levels(ofPalette index: UInt8) -> Levels {
        switch Int(index) {
        case 0..<16: return themeLevels[Int(index)]
        case 232...:
            let grey = 8 + 10 * (Int(index) - 232)
            return (grey, grey, grey)
        default:
            let place = Int(index) - 16
            return (cube[place / 36], cube[place / 6 % 6], cube[place % 6])
        }
    }

    private static func distance(_ one: Levels, _ other: Levels) -> Int {
        let (red, green) = (one.red - other.red, one.green - other.green)
        let blue = one.blue - other.blue
        return red * red + green * green + blue * blue
    }

    private static func nearestTheme(_ levels: Levels) -> Colour {
        var best = (index: 0, distance: Int.max)
        for (index, theme) in themeLevels.enumerated() {
            let far = distance(levels, theme)
            if far < best.distance { best = (index, far) }
        }
        return .theme(UInt8(best.index))
    }

    private static func nearestPalette(_ levels: Levels) -> Colour {
        func step(_ level: Int) -> Int { level < 48 ? 0 : level < 115 ? 1 : (level - 35) / 40 }
        let inCube =
            16 + 36 * step(levels.red) + 6 * step(levels.green) + step(levels.blue)
        let average = (levels.red + levels.green + levels.blue) / 3
        let grey = 232 + min(23, max(0, (average - 3) / 10))
        let isGreyNearer =
            distance(levels, Self.levels(ofPalette: UInt8(grey)))
            < distance(levels, Self.levels(ofPalette: UInt8(inCube)))
        return .palette(UInt8(isGreyNearer ? grey : inCube))
    }
}
