import TestSupport
import Testing

/// Many folders under the usual limit of descriptors, or a lower one.
struct ManyFoldersTests {
    /// Returns a board whose remote has files in 400 folders.
    private func board() throws -> ProgramSandbox {
        let board = try ProgramSandbox.board()
        try board.must(
            """
            git init -q --bare ../remote.git; git remote add origin ../remote.git
            pmd add 'First task' -q
            for number in $(seq 400); do mkdir -p docs/$number; echo x >docs/$number/a; done
            ulimit -n 256; pmd sync -q
            """)
        return board
    }

    @Test func `a clone, a sync and an undo change files in 400 folders`() throws {
        let board = try board()
        try board.must(
            """
            set -e; ulimit -n 128; pmd clone -q ../remote.git ../other; cd ../other
            test $(ls docs | wc -l) = 400; test -z "$(git status --porcelain)"
            for number in $(seq 400); do echo y >docs/$number/a; done; pmd sync -q
            cd ../board; pmd sync -q; test $(cat docs/*/a | grep -c y) = 400
            pmd undo -q $(git -C ../other log -1 --format=%h); test $(cat docs/*/a | grep -c x) = 400
            rm -r docs; pmd sync -q; cd ../other; pmd sync -q; test ! -e docs/1/a
            test -z "$(git status --porcelain)"; test $(ls .git/pmd | grep -c temporary) = 0
            """)
    }

    @Test func `a damaged board with 400 folders moves into a new clone`() throws {
        let board = try board()
        try board.must(
            """
            for number in $(seq 400); do mkdir -p new/$number; echo x >new/$number/a; done
            echo 'new/' >>.git/info/exclude; echo z >docs/1/a; echo garbage >.git/HEAD
            """)
        try board.must(
            """
            ulimit -n 128; pmd doctor --clone ../new; cd ../new; test $(ls docs | wc -l) = 400
            pmd sync -q; grep z docs/1/a
            """)
    }
}
