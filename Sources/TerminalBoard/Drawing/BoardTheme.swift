package import TerminalUI
package import TextLayout

/// The look of each element of the board.
///
/// The standard colours are the terminal's own sixteen. Red means overdue or over a limit, and
/// always comes with a mark.
package struct BoardTheme: Sendable {
    package var depth: ColourDepth
    package var isDark: Bool
    /// The look of each style. If a text has several styles, later lines take precedence.
    private var looks: [(style: Style, look: CellStyle)] = [
        (.strong, CellStyle(.bold)), (.header, CellStyle(.bold)), (.priority, CellStyle(.bold)),
        (.emphasis, CellStyle(.italic)), (.strike, CellStyle(.strike)), (.meta, CellStyle(.dim)),
        (.quote, CellStyle(.dim)), (.reference, CellStyle(.dim)), (.done, CellStyle(.dim)),
        (.code, CellStyle(foreground: .theme(6))), (.link, CellStyle(foreground: .theme(4))),
        (.tag, CellStyle(foreground: .theme(6))), (.assignee, CellStyle(foreground: .theme(2))),
        (.problem, CellStyle(foreground: .theme(3))), (.warning, CellStyle(foreground: .theme(3))),
        (.conflict, CellStyle(.bold, foreground: .theme(5))),
        (.overdue, CellStyle(.bold, foreground: .theme(1))),
        (.limit, CellStyle(.bold, foreground: .theme(1))),
    ]

    package init(depth: ColourDepth, isDark: Bool = true) {
        (self.depth, self.isDark) = (depth, isDark)
    }

    /// Changes the look of a style, as set by the user.
    package mutating func set(_ style: Style, to look: CellStyle) {
        guard let place = looks.firstIndex(where: { $0.style == style }) else { return }
        looks[place].look = look
    }

    package let plain = CellStyle.plain
    package let bold = CellStyle(.bold)
    package let dim = CellStyle(.dim)
    package let reverse = CellStyle(.reverse)
    package var late: CellStyle { style(.overdue) }
    package var overLimit: CellStyle { style(.limit) }
    package var warning: CellStyle { style(.warning) }
    package var conflict: CellStyle { style(.conflict) }
    package var tag: CellStyle { style(.tag) }
    package var person: CellStyle { style(.assignee) }
    package var done: CellStyle { style(.done) }

    /// The colour of the cursor's bar, the focused column and the keys.
    package var accent: CellStyle { CellStyle(.bold, foreground: .theme(isDark ? 12 : 4)) }

    /// The background of recent changes, and of a column that is a drop target.
    package var glow: Colour {
        switch depth {
        case .trueColour: isDark ? .rgb(40, 52, 74) : .rgb(222, 232, 250)
        case .palette: .palette(isDark ? 236 : 254)
        case .sixteen, .none: .default
        }
    }
}

extension BoardTheme {
    /// Tints a cell of the card under the cursor.
    ///
    /// Plain text gets a colour too, so that it is legible even if the board is wrong about the
    /// terminal's background.
    func tint(_ style: inout CellStyle) {
        let (background, foreground): (Colour, Colour)
        switch depth {
        case .trueColour:
            background = isDark ? .rgb(38, 42, 52) : .rgb(232, 236, 243)
            foreground = isDark ? .rgb(226, 229, 235) : .rgb(31, 35, 43)
        case .palette:
            background = .palette(isDark ? 237 : 254)
            foreground = .palette(isDark ? 255 : 235)
        case .sixteen:
            background = .theme(isDark ? 0 : 7)
            foreground = .theme(isDark ? 15 : 0)
        case .none: return
        }
        style.background = background
        if style.foreground == .default { style.foreground = foreground }
    }

    /// Returns the look of text with these styles.
    func style(_ styles: Style) -> CellStyle {
        var result = CellStyle.plain
        for (style, look) in looks where styles.contains(style) {
            result.attributes.formUnion(look.attributes)
            if look.foreground != .default { result.foreground = look.foreground }
            if look.background != .default { result.background = look.background }
        }
        return result
    }
}
