import Glibc
import TestSupport
import Testing

/// Files and folders without write permission, for a user who is not root.
struct ReadOnlyTests {
    /// A board that the other user owns.
    private func board() throws -> ProgramSandbox {
        let board = try ProgramSandbox.board()
        try board.shell("chmod 755 ../.. && cp '\(binaryFolder)/pmd' ../pmd")
        if geteuid() == 0 { try board.shell("chown -R nobody ../..") }
        return board
    }

    private func run(_ board: ProgramSandbox, _ line: String) throws -> Run {
        let prefix = geteuid() == 0 ? "setpriv --reuid=65534 --clear-groups " : ""
        return try board.shell("PATH=\"$PWD/..:$PATH\" exec \(prefix)sh -c '\(line)'")
    }

    @Test(arguments: ["pmd start roof", "pmd edit roof +a", "pmd rm roof", "pmd add Second"])
    func `a read-only folder is reported, and nothing changes`(_ line: String) throws {
        let board = try board()
        #expect(try run(board, "pmd add Fix the roof").status == 0)
        let state = "git rev-parse HEAD; git status --porcelain; find todo doing done -type f"
        let before = try run(board, state)
        let refused = try run(board, "chmod 555 todo; \(line); code=$?; chmod 755 todo; exit $code")
        #expect(refused.status == 74, "\(refused)")
        #expect(refused.error.contains("/todo") && refused.error.contains("Permission denied"))
        let after = try run(board, state)
        #expect(after.output == before.output && before.status == 0, "\(before) \(after)")
    }

    @Test func `an unfinished change is read where it cannot be completed`() throws {
        let board = try board()
        #expect(try run(board, "pmd add Fix the roof").status == 0)
        let made = try run(
            board, "printf %s_%s \"$(git rev-parse HEAD^)\" \"$(git rev-parse HEAD)\"")
        let heads = made.output.split(separator: "_")
        try board.shell(
            "printf '%s %s\\n' \(heads[0]) \(heads[1]) > .git/pmd/pending; chmod 555 .git .git/pmd")
        let list = try run(board, "pmd list --ids")
        #expect(list.status == 0 && !list.output.isEmpty, "\(list)")
        try board.shell("chmod 755 .git .git/pmd")
    }
}
