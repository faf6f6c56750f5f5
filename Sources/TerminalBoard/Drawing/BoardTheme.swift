package import TerminalUI
import TextLayout

/// The look of each thing on the board.
///
/// The standard colours are the terminal's own sixteen. Red means overdue or over a limit, and
/// always has a mark beside it.
package struct BoardTheme: Sendable {
    package var depth: ColourDepth
    package var isDark: Bool

    package init(depth: ColourDepth, isDark: Bool = true) {
        (self.depth, self.isDark) = (depth, isDark)
    }

    package let plain = CellStyle.plain
    package let bold = CellStyle(.bold)
    package let dim = CellStyle(.dim)
    package let late = CellStyle(.bold, foreground: .theme(1))
    package let warning = CellStyle(foreground: .theme(3))
    package let conflict = CellStyle(.bold, foreground: .theme(5))
    package let tag = CellStyle(foreground: .theme(6))
    package let person = CellStyle(foreground: .theme(2))
    package let done = CellStyle(.dim)
    package let reverse = CellStyle(.reverse)

    /// The colour of the cursor's bar, the focused column and the keys.
    package var accent: CellStyle { CellStyle(.bold, foreground: .theme(isDark ? 12 : 4)) }

    /// The background of what changed a moment ago, and of a column that takes a card.
    package var glow: Colour {
        switch depth {
        case .trueColour: isDark ? .rgb(40, 52, 74) : .rgb(222, 232, 250)
        case .palette: .palette(isDark ? 236 : 254)
        case .sixteen, .none: .default
        }
    }
}

extension BoardTheme {
    /// The look of text in styles; those of a later line win.
    func style(_ styles: Style) -> CellStyle {
        let looks: [(Style, CellStyle)] = [
            (.strong, bold), (.header, bold), (.emphasis, CellStyle(.italic)),
            (.strike, CellStyle(.strike)), (.done, done), (.meta, dim), (.quote, dim),
            (.code, tag), (.link, CellStyle(foreground: .theme(4))), (.conflict, conflict),
        ]
        return looks.reduce(into: .plain) { look, entry in
            guard styles.contains(entry.0) else { return }
            look.attributes.formUnion(entry.1.attributes)
            if entry.1.foreground != .default { look.foreground = entry.1.foreground }
        }
    }
}
