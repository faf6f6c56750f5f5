import TerminalUI
import Testing

/// Cell styles read from SGR sequences.
struct CellStyleTests {
    @Test(
        arguments: [
            ("", CellStyle.plain), ("1;31", CellStyle(.bold, foreground: .theme(1))),
            ("94", CellStyle(foreground: .theme(12))), ("101", CellStyle(background: .theme(9))),
            (
                "38;2;255;128;0;48;5;208",
                CellStyle(foreground: .rgb(255, 128, 0), background: .palette(208))
            ),
            ("4;3;9;7", CellStyle([.underline, .italic, .strike, .reverse])),
            ("1;2;22", .plain), ("7;27;31;39", .plain), ("5;x;999", .plain), ("38;2;255", .plain),
        ])
    func `a style is parsed from ECMA-48 parameters`(_ numbers: String, _ style: CellStyle) {
        #expect(CellStyle(numbers: numbers) == style)
    }
}
