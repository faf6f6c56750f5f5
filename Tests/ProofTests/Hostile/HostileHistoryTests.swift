import TestSupport
import Testing

/// Commits and trees that git accepts but libgit2 does not, and very large ones.
struct HostileHistoryTests {
    /// Returns the hub with a hostile commit, and a board that has not fetched it yet.
    private static func board(_ hostile: String) throws -> (remotes: Remotes, board: ProgramSandbox)
    {
        let remotes = try Remotes()
        try remotes.makeBoards()
        try remotes.sandbox.must(
            """
            cp -a template board
            python3 '\(programsFolder)/hostile.py' '\(remotes.hub)' \(hostile)
            """)
        var board = remotes.sandbox
        board.here += "/board"
        return (remotes, board)
    }

    @Test(arguments: [
        "date-9223372036854775808", "date-x", "author-no-address", "author-empty",
        "author-missing", "modes", "mode-20644", "mode-0", "unsorted", "same-name-twice",
    ])
    func `an odd commit is pushed to another remote unchanged`(hostile: String) throws {
        let (remotes, board) = try Self.board(hostile)
        let odd = try remotes.hubHead()
        try board.must(
            """
            pmd sync; git init -q --bare -b main ../second.git
            git remote set-url origin ../second.git
            git update-ref -d refs/remotes/origin/main
            pmd add Buy milk; pmd sync
            """)
        let second = "git -C ../second.git"
        #expect(try board.must("\(second) rev-parse main") == board.must("git rev-parse HEAD"))
        #expect(try board.must("\(second) merge-base main \(odd)") == odd + "\n")
        // The commit is byte for byte the hub's.
        let commit = "cat-file commit \(odd) | git hash-object --stdin -t commit --literally"
        #expect(try board.must("\(second) \(commit)") == odd + "\n")
        try board.must("\(second) rev-list --objects main > /dev/null")
    }

    @Test func `a fetch that builds on an odd tree is accepted`() throws {
        let remotes = try Remotes()
        try remotes.makeBoards()
        // There are enough files that the remote sends the next tree as a delta.
        let hostile = "python3 '\(programsFolder)/hostile.py' '\(remotes.hub)'"
        try remotes.sandbox.must(
            """
            git clone -q '\(remotes.hub)' eve; cd eve
            for number in $(seq 100); do echo "# Task $number" > todo/task-$number.md; done
            git add -A; git commit -qm many; git push -q; cd ..
            \(hostile) modes; pmd clone '\(remotes.hub)' clone; \(hostile) file-dash
            cd clone; pmd sync; pmd log; git fsck --connectivity-only; pmd doctor objects
            """)
    }

    @Test func `a tree out of order is sorted, and the commit message says so`() throws {
        let (_, board) = try Self.board("unsorted")
        let sync = try board.pmd("sync", "--verbose")
        #expect(sync.status == 0, "\(sync)")
        #expect(
            try board.must("git log --format=%s").contains("Sort the entries of 1 folder\n"))
        #expect(try !board.must("git log --format=%s").contains("Remove"))
        #expect(
            try board.must("git ls-tree --name-only HEAD:todo | grep -cE '^(aa|zz)\\.md'") == "2\n")
    }

    @Test func `a clone keeps one of two entries with the same name`() throws {
        let (remotes, _) = try Self.board("same-name-twice")
        try remotes.sandbox.must("pmd clone '\(remotes.hub)' clone")
        #expect(try remotes.sandbox.must("git -C clone status --porcelain").isEmpty)
        #expect(
            try remotes.sandbox.must("git -C clone ls-files todo/twice.md") == "todo/twice.md\n")
    }

    @Test(.exhaustive, arguments: ["large-message", "large-folder"])
    func `neither a large message nor a large folder stops a sync`(hostile: String) throws {
        let (remotes, board) = try Self.board(hostile)
        let sync = try board.pmd("sync", "--verbose")
        #expect(sync.status == 0, "\(sync)")
        #expect(try board.must("git status --porcelain").isEmpty)
        try board.must("pmd add Buy milk; pmd sync; pmd log; pmd list")
        try remotes.sandbox.must("pmd clone '\(remotes.hub)' clone; cd clone; pmd list; pmd log")
    }
}
