import TestSupport
import Testing

/// Commits and trees that git takes and libgit2 does not, and very large ones.
struct HostileHistoryTests {
    /// The hub with a hostile commit, and a board that has not seen it.
    private static func board(_ hostile: String) throws -> (remotes: Remotes, board: Sandbox) {
        let remotes = try Remotes()
        try remotes.makeBoards()
        try remotes.sandbox.must(
            """
            cp -a template board
            python3 '\(serversFolder)/hostile.py' '\(remotes.hub)' \(hostile)
            """)
        var board = remotes.sandbox
        board.here += "/board"
        return (remotes, board)
    }

    @Test func `a tree that is out of order is sorted, and the commit says so`() throws {
        let (_, board) = try Self.board("unsorted")
        let sync = try board.pmd("sync", "--verbose")
        #expect(sync.status == 0, "\(sync)")
        #expect(
            try board.must("git log --format=%s").contains("Sort the entries of 1 folder\n"))
        #expect(try !board.must("git log --format=%s").contains("Remove"))
        #expect(try board.must("git ls-tree --name-only HEAD:todo | grep -c 'aa\\|zz'") == "2\n")
    }

    @Test func `of two entries with one name a clone has one`() throws {
        let (remotes, _) = try Self.board("same-name-twice")
        try remotes.sandbox.must("pmd clone '\(remotes.hub)' clone")
        #expect(try remotes.sandbox.must("git -C clone status --porcelain").isEmpty)
        #expect(
            try remotes.sandbox.must("git -C clone ls-files todo/twice.md") == "todo/twice.md\n")
    }

    @Test(arguments: ["large-message", "large-folder"])
    func `neither a large message nor a large folder stops a sync`(hostile: String) throws {
        let (remotes, board) = try Self.board(hostile)
        let sync = try board.pmd("sync", "--verbose")
        #expect(sync.status == 0, "\(sync)")
        #expect(try board.must("git status --porcelain").isEmpty)
        try board.must("pmd add Buy milk; pmd sync; pmd log; pmd list")
        try remotes.sandbox.must("pmd clone '\(remotes.hub)' clone; cd clone; pmd list; pmd log")
    }
}
