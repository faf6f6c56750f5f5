import Glibc
import TestSupport
import Testing

/// A board that is open in a terminal.
struct OpenBoard {
    let board: ProgramSandbox
    let terminal: Tmux

    init(board: ProgramSandbox, terminal: Tmux) { (self.board, self.terminal) = (board, terminal) }

    /// Opens a board, and waits until its first screen is complete.
    ///
    /// - Parameter words: Arguments for `pmd ui`.
    init(
        _ board: ProgramSandbox, _ words: String = "", columns: Int = 100, rows: Int = 30,
        environment: [String: String] = [:], isNested: Bool = false,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        self.board = board
        terminal = try Tmux(
            board, "pmd ui \(words)", columns: columns, rows: rows,
            environment: environment, isNested: isNested)
        try terminal.wait(for: "● main", sourceLocation: sourceLocation)
    }

    /// A small board with a task of each kind. Its commits are from 2020.
    static func sample() throws -> ProgramSandbox {
        let board = try ProgramSandbox.board()
        try board.write(
            "pmd.yml",
            """
            format: 1
            states: [todo, doing, done]
            limits: {doing: 1}
            views:
              garden: +garden
            """)
        for (path, text) in tasks { try board.write(path, "---\n\(text)\n") }
        try board.shell(
            """
            export GIT_AUTHOR_DATE='1577880000 +0000' GIT_COMMITTER_DATE='1577880000 +0000'
            git add -A; git commit -q --amend --reset-author -m 'Plan the week'
            rm -f .git/pmd/cache*
            pmd status
            """)
        return board
    }

    private static let tasks = [
        (
            "todo/roof-k5f3m2.md",
            "title: Fix the roof\ndue: 2020-05-01\npriority: high\ntags: [house]\n"
                + "assignees: [ann, bob]\nrank: c\n---\nCall **Bob** before noon."
        ),
        ("todo/milk-n8q4r6.md", "title: 우유 사기\ntags: [errands]\nrank: f\n---"),
        ("todo/bank-c4f6g9.md", "title: Call the bank\nrank: i\nblocked-by: [k5f3m2]\n---"),
        (
            "doing/fence-f3k5m7.md",
            "title: Paint the fence\ntags: [garden]\nrank: c\n---\n- [x] buy paint\n- [ ] paint it"
        ),
        ("doing/shed-h4k7m2.md", "title: Empty the shed\ntags: [garden\nrank: f\n---"),
        ("done/plants-w8x3b4.md", "title: Water the plants\ntags: [garden]\nrank: c\n---"),
    ]

    /// The subject of the last commit.
    func subject() throws -> String { try git("log -1 --format=%s") }

    func git(_ words: String) throws -> String {
        String(try board.shell("git \(words)").output.dropLast())
    }

    /// Waits until the branch has that many commits.
    func waitForCommits(
        _ count: Int, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        try waitFor("a board of \(count) commits", sourceLocation: sourceLocation) {
            try board.commits() >= count
        }
        let made = try board.commits()
        let screen = try terminal.screen()
        #expect(made == count, "\(screen)", sourceLocation: sourceLocation)
    }

    /// The process ID of pmd.
    func process() throws -> pid_t {
        let shell = try terminal.shellProcess()
        return pid_t(try board.shell("pgrep -P \(shell) -x pmd").output.dropLast()) ?? -1
    }

    /// The terminal modes that a person needs after a program has ended.
    static func expectUsable(
        _ terminal: Tmux, _ board: ProgramSandbox, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let value = try terminal.value(
            of: "#{alternate_on} #{cursor_flag} #{wrap_flag} #{mouse_any_flag}")
        #expect(value == "0 1 1 0", sourceLocation: sourceLocation)
        let tty = try terminal.value(of: "#{pane_tty}")
        let modes = try board.shell("stty -a -F \(tty)").output.split { " ;\n".contains($0) }
        for mode in ["echo", "icanon", "isig", "icrnl", "opost"] {
            #expect(modes.contains(Substring(mode)), sourceLocation: sourceLocation)
        }
    }
}

extension ProgramSandbox {
    /// The files that the last commit changed, as lines of `git show --stat`.
    func lastStat() throws -> String {
        try shell("git show -M --stat --format= HEAD").output
    }
}
