import TaskBoard
import TerminalUI
import TestSupport
import Testing
import TextLayout
import Words

@testable import pmd

/// Colours from git's configuration.
struct ThemeTests {
    @Test(
        arguments: [
            ("red", "31"), ("bold red", "1;31"), ("red bold", "1;31"), ("red blue", "31;44"),
            ("brightblue", "94"), ("normal brightred", "101"), ("default default", "39;49"),
            ("7", "37"), ("8", "90"), ("208", "38;5;208"), ("#ff8000", "38;2;255;128;0"),
            ("#f80", "38;2;255;136;0"), ("0 #000000", "30;48;2;0;0;0"), ("BOLD Cyan", "1;36"),
            ("ul italic strike", "4;3;9"), ("no-bold nodim", "22;22"), ("no-reverse", "27"),
            ("reset", "0"), ("normal", ""), ("", ""), ("-1 2", "42"),
        ])
    func `a colour is written as in git's configuration`(_ text: String, _ numbers: String) throws {
        #expect(try ColourValue(text).numbers == numbers)
    }

    @Test(
        arguments: [
            ("redd", "'redd' is neither a colour nor an attribute; did you mean 'red'?"),
            ("256", "'256' is neither"), ("#12345", "expected up to two colours"),
            ("red blue green", "more than two colours"), ("bold;31", "'bold;31' is neither"),
        ])
    func `an invalid colour is refused with the nearest valid word`(
        _ text: String, _ words: String
    ) {
        let error = #expect(throws: ColourError.self) { try ColourValue(text) }
        #expect(error?.words.english.contains(words) == true, "\(String(describing: error))")
    }

    @Test func `red is only for overdue and over the limit`() {
        let red = Theme.slots.filter { $0.value.split(separator: " ").contains("red") }
        #expect(red.map(\.name) == ["overdue", "limit"])
    }

    @Test func `git's settings pmd.color choose the colours`() throws {
        let board = try ProgramSandbox.board()
        try board.add("Rent", "+home", "due:2020-05-01")
        try board.shell(
            "git config pmd.color.overdue 'blue ul'; git config pmd.color.tag '#ff8000'")
        let list = try board.pmd("list", "--color", "always").output
        #expect(list.contains("\u{1B}[4;34m!\u{1B}[0m"), "\(list)")
        #expect(list.contains("\u{1B}[38;2;255;128;0m+home\u{1B}[0m"), "\(list)")
    }

    @Test func `the board uses the same settings`() throws {
        let looks = try Theme.looks(settings: [("tag", "#ff8000"), ("overdue", "ul blue")])
        #expect(looks.map(\.style) == [.overdue, .tag])
        #expect(
            looks.map(\.look) == [
                CellStyle(.underline, foreground: .theme(4)),
                CellStyle(foreground: .rgb(255, 128, 0)),
            ])
    }

    @Test func `an invalid colour setting is refused when output is coloured`() throws {
        let board = try ProgramSandbox.board()
        try board.add("Rent")
        try board.shell("git config pmd.color.tag redd")
        let run = try board.pmd("list", "--color", "always")
        #expect(run.status == 65 && run.output.isEmpty)
        #expect(
            run.error == "pmd: pmd.color.tag is 'redd': 'redd' is neither a colour "
                + "nor an attribute; did you mean 'red'?\n")
        #expect(try board.pmd("list").status == 0)
        try board.shell("git config --unset pmd.color.tag; git config pmd.color.tags red")
        let unknown = try board.pmd("list", "--color", "always")
        #expect(unknown.status == 65 && unknown.error.contains("did you mean 'pmd.color.tag'?"))
    }
}
