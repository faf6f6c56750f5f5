import TerminalUI
import TestSupport
import Testing

/// The bytes that turn one screen into the next.
struct ScreenUpdateTests {
    private static let texts = [
        "Fix the roof", "우유 사기", "日本語", "👨‍👩‍👧 가족", "🇰🇷🇯🇵", "e\u{301}a\u{302}\u{301}", "❤️ ok", "─→✓ ☐",
        "a",
        "\u{1112}\u{1161}\u{11AB}글", "क्षि", "1️⃣", "\u{1B}[31mred\ttab", "   ", "👍🏽", "",
    ]

    private static func style(_ random: inout SplitMix64) -> CellStyle {
        func colour() -> Colour {
            switch Int.random(in: 0..<6, using: &random) {
            case 0: .theme(.random(in: 0..<16, using: &random))
            case 1: .palette(.random(in: 0...255, using: &random))
            case 2:
                .rgb(
                    .random(in: 0...255, using: &random), .random(in: 0...255, using: &random),
                    .random(in: 0...255, using: &random))
            default: .default
            }
        }
        if Bool.random(using: &random) { return .plain }
        return CellStyle(
            .init(rawValue: .random(in: 0..<64, using: &random)), foreground: colour(),
            background: colour())
    }

    /// Draws at random places, within and beyond the screen.
    private static func scribble(_ screen: inout Screen, _ count: Int, _ random: inout SplitMix64) {
        for _ in 0..<count {
            let column = Int.random(in: -4...screen.columns, using: &random)
            let row = Int.random(in: -1...screen.rows, using: &random)
            let area = Rectangle(
                column: column, row: row, width: .random(in: 0...12, using: &random),
                height: .random(in: 0...3, using: &random))
            switch Int.random(in: 0..<8, using: &random) {
            case 0: screen.fill(area, style: style(&random))
            case 1:
                let style = style(&random)
                screen.restyle(area) { $0.background = style.background }
            case 2:
                screen.write(
                    texts.randomElement(using: &random) ?? "", column: column, row: row,
                    style: style(&random), clip: area)
            default:
                screen.write(
                    texts.randomElement(using: &random) ?? "", column: column, row: row,
                    style: style(&random))
            }
        }
        screen.cursor =
            Bool.random(using: &random)
            ? nil : Position(column: .random(in: 0..<screen.columns, using: &random), row: 0)
    }

    private func expect(
        _ terminal: TinyTerminal, shows screen: Screen, _ depth: ColourDepth, _ note: String
    ) {
        #expect(terminal.errors == [], "\(note)")
        for row in 0..<screen.rows {
            let expected = screen.row(row).map { cell in
                TinyTerminal.Cell(
                    text: cell.text, columns: cell.columns, style: cell.style.degraded(to: depth))
            }
            #expect(terminal.rows[row] == expected, "row \(row), \(note)")
        }
        #expect(terminal.isCursorShown == (screen.cursor != nil), "\(note)")
        if let cursor = screen.cursor { #expect(terminal.cursor == cursor, "\(note)") }
    }

    @Test(arguments: ColourDepth.allCases)
    func `the bytes turn each screen into the next`(_ depth: ColourDepth) {
        var random = SplitMix64(seed: testSeed)
        for number in 0..<300 {
            let (columns, rows) = (
                Int.random(in: 1...40, using: &random), Int.random(in: 1...6, using: &random)
            )
            var terminal = TinyTerminal(columns: columns, rows: rows)
            var screen = Screen(columns: columns, rows: rows)
            Self.scribble(&screen, 12, &random)
            terminal.take(ScreenUpdate.bytes(from: nil, to: screen, depth: depth))
            expect(terminal, shows: screen, depth, "seed \(testSeed), screen \(number)")
            for _ in 0..<3 {
                var next = screen
                Self.scribble(&next, .random(in: 0...4, using: &random), &random)
                terminal.take(ScreenUpdate.bytes(from: screen, to: next, depth: depth))
                screen = next
                expect(terminal, shows: screen, depth, "seed \(testSeed), screen \(number)")
            }
        }
    }

    @Test(arguments: [TinyTerminal.Clusters.narrow, .separate])
    func `a terminal that draws clusters differently keeps all other cells right`(
        _ clusters: TinyTerminal.Clusters
    ) {
        var random = SplitMix64(seed: testSeed)
        for number in 0..<300 {
            var terminal = TinyTerminal(columns: 30, rows: 4)
            terminal.clusters = clusters
            var screen = Screen(columns: 30, rows: 4)
            for _ in 0..<3 {
                var next = screen
                Self.scribble(&next, 6, &random)
                terminal.take(ScreenUpdate.bytes(from: screen, to: next, depth: .trueColour))
                screen = next
            }
            for row in 0..<4 {
                for column in 0..<30 where !Self.isCluster(screen, column, row) {
                    let (cell, shown) = (screen[column, row], terminal.rows[row][column])
                    #expect(
                        shown.text == cell.text && shown.style == cell.style,
                        "seed \(testSeed), screen \(number), \(column), \(row)")
                }
            }
        }
    }

    private static func isCluster(_ screen: Screen, _ column: Int, _ row: Int) -> Bool {
        let lead = screen[column, row].isContinuation ? column - 1 : column
        return screen[lead, row].text.unicodeScalars.count > 1
    }

    private func bytes(_ old: Screen?, _ new: Screen, _ depth: ColourDepth = .sixteen) -> String {
        String(decoding: ScreenUpdate.bytes(from: old, to: new, depth: depth), as: UTF8.self)
    }

    @Test func `an equal screen sends nothing, and a change sends only itself`() {
        var screen = Screen(columns: 80, rows: 24)
        screen.write("Fix the roof", column: 3, row: 2)
        #expect(bytes(screen, screen) == "")
        var next = screen
        next.write("d", column: 4, row: 2, style: CellStyle(.bold))
        #expect(
            bytes(screen, next)
                == "\u{1B}[?2026h\u{1B}[?25l\u{1B}[m\u{1B}[3;5H\u{1B}[1md\u{1B}[0m\u{1B}[?2026l")
    }

    @Test func `a screen of another size is repainted as a whole`() {
        var screen = Screen(columns: 10, rows: 2)
        screen.write("a", column: 0, row: 1)
        #expect(
            bytes(Screen(columns: 9, rows: 2), screen)
                == "\u{1B}[?2026h\u{1B}[?25l\u{1B}[m\u{1B}[2J\u{1B}[2Ha\u{1B}[?2026l")
    }

    @Test func `a row with a cluster is repainted as a whole`() {
        var screen = Screen(columns: 20, rows: 1)
        screen.write("👍🏽 a b", column: 0, row: 0)
        var next = screen
        next.write("c", column: 5, row: 0)
        #expect(bytes(screen, next).contains("\u{1B}[2K  \u{1B}[1H👍🏽\u{1B}[1;3H a c"))
    }

    @Test func `a row that loses its cluster is repainted as a whole`() {
        var screen = Screen(columns: 20, rows: 1)
        screen.write("a 👍🏽", column: 0, row: 0)
        var next = screen
        next.write("bc", column: 2, row: 0)
        #expect(bytes(screen, next).contains("\u{1B}[2Ka bc"))
    }

    @Test(arguments: [
        (Colour.rgb(255, 0, 0), ColourDepth.palette, Colour.palette(196)),
        (.rgb(255, 0, 0), .sixteen, .theme(9)), (.rgb(0, 0, 0), .sixteen, .theme(0)),
        (.rgb(128, 128, 128), .palette, .palette(244)),
        (.rgb(95, 135, 175), .palette, .palette(67)),
        (.palette(196), .sixteen, .theme(9)), (.palette(3), .sixteen, .theme(3)),
        (.palette(244), .sixteen, .theme(8)), (.palette(196), .trueColour, .palette(196)),
        (.theme(1), .none, .default), (.rgb(1, 2, 3), .none, .default),
        (.rgb(1, 2, 3), .trueColour, .rgb(1, 2, 3)), (.theme(12), .palette, .theme(12)),
    ])
    func `colours are mapped to the nearest that the terminal has`(
        _ colour: Colour, _ depth: ColourDepth, _ shown: Colour
    ) {
        #expect(colour.degraded(to: depth) == shown)
    }

    @Test func `without colours there is no italic and no strikethrough either`() {
        let all = CellStyle(
            [.bold, .dim, .italic, .underline, .reverse, .strike], foreground: .theme(1))
        #expect(all.degraded(to: .none) == CellStyle([.bold, .dim, .underline, .reverse]))
    }
}
