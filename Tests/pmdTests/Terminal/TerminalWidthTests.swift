import TestSupport
import Testing
import TextLayout

@testable import pmd

/// Output in real tmux terminals, narrow and wide.
struct TerminalWidthTests {
    private func board() throws -> ProgramSandbox {
        let board = try ProgramSandbox.board()
        try board.pmd("config", "limits.doing", "0")
        try board.add(
            "Fix", "the", "roof", "before", "the", "winter", "comes", "and", "it", "snows",
            "+house",
            "@ann", "priority:high", "due:2020-05-01", "--body", "Call **Bob** before noon.")
        try board.add("우유", "사기와", "빵", "그리고", "계란도", "사야", "한다", "--state", "doing")
        try board.write(
            "todo/kept.md",
            """
            ---
            title: A task with a long title that has a conflict
            due: 2026-12-01
            conflicts:
              - {key: due, value: 2026-12-03, by: Bob, at: 2026-11-21T00:14:00Z}
            ---

            """)
        try board.shell("git add -A; git commit -qm Kept; touch todo/a-new-file-of-a-long-name.md")
        return board
    }

    /// The screen of a tmux terminal after a command, line by line.
    private func screen(
        _ line: String, columns: Int, in board: ProgramSandbox, rows: Int = 60, keys: String = ""
    ) throws -> [String] {
        let socket = board.folder.path + "/tmux"
        let script = board.folder.path + "/line"
        try writeFile(
            script,
            "cd '\(board.here)'; unset COLUMNS; \(line); tmux -S \(socket) wait-for -S over\n")
        let run = try board.shell(
            """
            export LC_ALL=C.UTF-8
            t() { tmux -S \(socket) -f /dev/null "$@"; }
            t new-session -d -x \(columns) -y \(rows) 'sh \(script); cat'
            \(keys.isEmpty ? "" : "t send-keys \(keys)")
            t wait-for over
            t capture-pane -p
            t kill-server
            """)
        #expect(run.status == 0, "\(run)")
        return run.output.split(separator: "\n").map(String.init)
    }

    @Test(arguments: [30, 44, 80, 200])
    func `the terminal never has to wrap a line`(_ columns: Int) throws {
        let board = try board()
        for command in [
            "list", "next", "next --why", "board", "conflicts", "log", "status", "show roof",
            "blame roof", "stats", "stats --by tag",
        ] {
            let shown = try board.onTerminal("PAGER= pmd \(command)", columns: columns)
            for line in shown.split(separator: "\n").map({ withoutEscapes(String($0)) }) {
                #expect(line.columns <= columns, "\(command): \(line)")
            }
        }
        let list = try screen("PAGER= pmd list", columns: columns, in: board)
        #expect(list.count == 4, "\(list)")
        #expect(list.contains { $0.contains("!") && $0.contains("Fix the") }, "\(list)")
        #expect(list.contains { $0.contains("+house") } == (columns >= 80), "\(list)")
    }

    @Test func `the manual fits 80 columns, including its tables`() throws {
        let board = try board()
        for page in ManualPage.all {
            let shown = try board.onTerminal("PAGER= pmd help \(page.topic)", columns: 80)
            let long = shown.split(separator: "\n").map { withoutEscapes(String($0)) }
                .filter { !$0.hasPrefix("    ") && ($0.columns > 80 || $0.hasSuffix("…")) }
            #expect(long == [], "\(page.topic)")
        }
    }

    @Test func `a narrow list marks conflicts`() throws {
        let board = try board()
        let narrow = try board.onTerminal("PAGER= pmd list", columns: 30)
        #expect(narrow.contains("≠") && !narrow.contains("1 conflict"), "\(narrow)")
        let wide = try board.onTerminal("PAGER= pmd list", columns: 120)
        #expect(!wide.contains("≠") && wide.contains("1 conflict"), "\(wide)")
    }

    @Test func `pipes get whole lines without padding`() throws {
        let board = try board()
        for command in [
            "list", "next", "board", "conflicts", "log", "status", "show roof", "blame roof",
            "config", "stats",
        ] {
            let lines = try board.shell("pmd \(command)").output.split(separator: "\n")
            #expect(!lines.isEmpty && lines.allSatisfy { $0.last != " " }, "\(command): \(lines)")
        }
        let list = try board.shell("COLUMNS=30 pmd list").output
        #expect(
            list.contains("  2020-05-01  high  Fix the roof before the winter comes and it snows"))
        #expect(list.split(separator: "\n").allSatisfy { !$0.contains("   ") }, "\(list)")
        #expect(try board.shell("pmd show roof").output.contains("  Call **Bob** before noon."))
    }

    @Test func `show renders the body on a terminal`() throws {
        let shown = try board().onTerminal("PAGER= pmd show roof")
        #expect(shown.contains("Call \u{1B}[1mBob\u{1B}[0m before noon."), "\(shown)")
    }

    @Test(arguments: ["list is:any", "help queries", "show roof", "list --help", "--help", "log"])
    func `long output is shown in less, and quitting it early is not a failure`(
        _ command: String
    ) throws {
        let board = try board()
        let shown = try screen(
            "pmd \(command); echo ended $?", columns: 60, in: board, rows: 4, keys: "q")
        // If the output was short, the terminal echoes the key before it.
        #expect(shown.contains { $0.hasSuffix("ended 0") }, "\(shown)")
        let off = try board.onTerminal("stty rows 4; PAGER=cat pmd \(command)")
        #expect(off.split(separator: "\n").count >= 3, "\(off)")
    }
}
