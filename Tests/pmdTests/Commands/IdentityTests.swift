import TestSupport
import Testing

/// The author and committer of commits, compared with git's.
struct IdentityTests {
    private static let cases: [(settings: String, environment: [String: String])] = [
        ("", [:]),
        ("git config author.name Author", [:]),
        ("git config author.email author@example.org", [:]),
        ("git config author.name A; git config author.email a@x; git config committer.name C", [:]),
        ("git config committer.name C; git config committer.email c@example.org", [:]),
        ("git config author.name A", ["GIT_AUTHOR_NAME": "Env", "GIT_COMMITTER_EMAIL": "e@x"]),
        ("git config --global --unset user.email", ["EMAIL": "mail@example.org"]),
        (
            "git config --global --remove-section user; git config user.useConfigOnly true",
            [
                "GIT_AUTHOR_NAME": "A", "GIT_AUTHOR_EMAIL": "a@x", "GIT_COMMITTER_NAME": "C",
                "GIT_COMMITTER_EMAIL": "c@x",
            ]
        ),
        (
            "git config --global includeIf.hasconfig:remote.*.url:**/inc.git.path \"$PWD/../inc\"; "
                + "printf '[author]\\n\\tname = Inc\\n' > ../inc; git remote add o /srv/inc.git",
            [:]
        ),
    ]

    @discardableResult
    private func must(_ board: ProgramSandbox, _ line: String) throws -> String {
        let run = try board.shell(line)
        #expect(run.status == 0, "\(run.error)")
        return run.output
    }

    @Test(arguments: cases.indices)
    func `a commit has the identities that git would use`(index: Int) throws {
        let one = Self.cases[index]
        var board = try ProgramSandbox.board()
        try must(board, one.settings.isEmpty ? ":" : one.settings)
        board.environment.merge(one.environment) { $1 }
        let format = "git log -1 --format='%an <%ae>, %cn <%ce>'"
        try must(board, "git commit -q --allow-empty -m Theirs")
        let expected = try must(board, format)
        let run = try board.pmd("add", "One")
        #expect(run.status == 0, "\(run.error)")
        #expect(try must(board, format) == expected)
    }

    @Test(arguments: [
        "git config --global --unset user.email", "git config --global --unset user.name",
        "git config --global --remove-section user; git config author.name A; git config "
            + "author.email a@x",
    ])
    func `if git may not guess an identity, neither does pmd`(setting: String) throws {
        var board = try ProgramSandbox.board()
        board.environment["EMAIL"] = "mail@example.org"
        try must(board, "git config user.useConfigOnly true; \(setting)")
        let head = try must(board, "git rev-parse HEAD")
        #expect(try board.shell("git commit -q --allow-empty -m Theirs").status != 0)
        let run = try board.pmd("add", "One")
        #expect(run.status == 65)
        #expect(run.error.contains("user.useConfigOnly"), "\(run.error)")
        #expect(try must(board, "git rev-parse HEAD; git status --porcelain") == head)
    }
}
