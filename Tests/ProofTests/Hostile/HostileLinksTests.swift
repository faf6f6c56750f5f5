import TestSupport
import Testing

/// Symbolic links that plain git wrote into the working tree.
struct HostileLinksTests {
    /// Returns a board that plain git cloned, with links in and outside a column, and Eve's clone,
    /// which pushes the links.
    private static func board() throws -> (board: ProgramSandbox, eve: ProgramSandbox) {
        let remotes = try Remotes()
        try remotes.makeBoards()
        try remotes.sandbox.must(
            """
            git clone -q '\(remotes.hub)' eve; cd eve
            for number in 1 2 3 4 5; do
                ln -s /etc/passwd todo/l$number.md; ln -s x n$number
            done
            git add -A; git commit -qm links; git push -q; cd ..
            git clone -q '\(remotes.hub)' board; cd board; pmd sync; pmd add Buy milk; pmd sync
            """)
        var (board, eve) = (remotes.sandbox, remotes.sandbox)
        board.here += "/board"
        eve.here += "/eve"
        return (board, eve)
    }

    @Test func `a link stays on disk and in the tree`() throws {
        let (board, _) = try Self.board()
        #expect(try board.must("readlink todo/l1.md n1") == "/etc/passwd\nx\n")
        #expect(try board.must("git status --porcelain").isEmpty)
        try board.shell("git commit -qam x")
        #expect(try board.must("git ls-tree -r HEAD | grep -c ^120000") == "10\n")
    }

    @Test func `a link that a teammate changes is replaced, and no commit restores it`() throws {
        let (board, eve) = try Self.board()
        try eve.must(
            """
            git pull -q; ln -sfn /etc/group todo/l1.md; ln -sfn y n1; rm todo/l2.md n2
            rm todo/l3.md n3; echo '# Three' > todo/l3.md; echo x > n3
            rm todo/l4.md n4; mkdir todo/l4.md n4; echo '# Four' > todo/l4.md/x.md; echo x > n4/x
            git add -A; git commit -qm change; git push -q
            """)
        let tree = "git ls-tree -r HEAD n1 n2 n3 n4 n5 $(printf 'todo/l%d.md ' 1 2 3 4 5)"
        let theirs = try eve.must(tree)
        try board.must("pmd add Bread; pmd sync")
        #expect(try board.must("git status --porcelain").isEmpty)
        #expect(try board.must(tree) == theirs)
        #expect(try board.must("readlink todo/l5.md n5; cat n3 n4/x") == "/etc/passwd\nx\nx\nx\n")
        try board.shell("git commit -qam x; git stash -q; git add -A; git commit -qm x")
        try board.must("pmd add Bread; pmd sync; git add -A; git commit -qm x || :")
        #expect(try board.must(tree) == theirs)
    }

    @Test func `a link that the user changed stays`() throws {
        let (board, eve) = try Self.board()
        try eve.must(
            "git pull -q; ln -sfn y n1; rm n2; git add -A; git commit -qm change; git push -q")
        try board.must("ln -sfn own n1; ln -sfn own n2; pmd sync")
        #expect(try board.must("readlink n1 n2") == "own\nown\n")
    }
}
