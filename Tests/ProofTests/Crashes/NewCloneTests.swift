import Glibc
import TestSupport
import Testing

/// `pmd doctor --clone` moves a board into a new clone of its remote, and only reads the old
/// folder.
struct NewCloneTests {
    /// Returns a board whose last commit is not pushed and lost, 20 commits behind the remote.
    ///
    /// - Parameter change: What is done before the damage.
    static func damagedBoard(_ change: String = "") throws -> ProgramSandbox {
        let board = try ProgramSandbox.board()
        try board.must(
            """
            git init -q --bare ../remote.git; git remote add origin ../remote.git
            pmd add 'First task' -q; pmd add 'Second task' -q; pmd add 'Third task' -q; pmd sync -q
            pmd clone -q ../remote.git ../other; cd ../other
            for number in $(seq 19); do pmd add "Theirs $number" -q; done
            pmd edit 'Second task' due:2027-01-01 -q; pmd sync -q
            """)
        try board.must(
            """
            pmd add 'Not pushed' -q; pmd rm 'Third task' -q; pmd start 'First task' -q; \(change)
            echo edited >>"$(ls doing/*first*)"
            """)
        try loseLastCommit(of: board)
        return board
    }

    static func loseLastCommit(of board: ProgramSandbox) throws {
        try board.must(
            """
            id=$(git rev-parse HEAD); rm -rf .git/pmd/objects; chmod -R u+w .git/objects
            echo garbage >.git/objects/$(echo $id | cut -c1-2)/$(echo $id | cut -c3-)
            """)
    }

    @Test func `a damaged board moves into a new clone, and the next sync reverts nothing`() throws
    {
        let board = try Self.damagedBoard()
        let offer = try board.pmd("doctor", "objects", "--fix")
        #expect(offer.status == 1, "\(offer.output)")
        #expect(offer.output.contains("pmd doctor --clone"), "\(offer.output)")
        #expect(offer.output.contains("/board-restored"), "\(offer.output)")
        let before = try board.files()
        let run = try board.pmd("doctor", "--clone", "../board-restored")
        #expect(run.status == 0, "\(run.output)\(run.error)")
        #expect(run.output.contains("20 commits behind the remote"), "\(run.output)")
        #expect(run.output.contains("copied 2 new or changed files, and removed 2"))
        #expect(run.output.contains("3 commits of the reflog"), "\(run.output)")
        #expect(run.output.contains("board-restored && pmd sync"), "\(run.output)")
        #expect(try board.files() == before)
        try board.must(
            """
            test $(ls -A .. | grep -c pmd-) = 0
            cd ../board-restored; git fsck --strict; pmd sync
            test $(ls todo | grep -c theirs) = 19; ls todo | grep not-pushed
            test $(ls */*third* 2>/dev/null | wc -l) = 0; test $(ls */*first* | wc -l) = 1
            grep edited doing/*first*; grep 2027-01-01 todo/*second*; git diff --quiet HEAD
            git diff --quiet HEAD origin/main; test -z "$(pmd conflicts)"
            cd ../other; pmd sync; ls todo | grep not-pushed; grep edited doing/*first*
            """)
    }

    /// Each board with the reason for which it cannot move.
    private static let refused = [
        ("pmd init --here code/tasks; cd code/tasks", "a folder of another project"),
        ("pmd init code/tasks; cd code/tasks", "a linked working tree"),
        ("cd board; git worktree add -q ../linked -b other", "has linked working trees"),
        (
            "git init -q super; cd super; git commit -q --allow-empty -m x; "
                + "git -c protocol.file.allow=always submodule --quiet add ../remote.git board; "
                + "cd board", "that of a submodule"
        ),
        (
            "cd board; git -c protocol.file.allow=always submodule --quiet add ../remote.git sub",
            "has submodules"
        ),
        ("git clone -q --shared board shared; cd shared", "borrows objects"),
        ("cd board; git remote remove origin", "has no remote"),
        ("cd board; git push -q origin --delete main", "the remote has no such board"),
    ]

    @Test(arguments: refused)
    func `a board that does not own its repository stays where it is`(
        making: String, why: String
    ) throws {
        var board = try ProgramSandbox.board()
        board.here += "/.."
        try board.must(
            """
            git init -q --bare remote.git; git -C remote.git config receive.denyDeleteCurrent ignore
            git -C board remote add origin ../remote.git; pmd -C board add 'First task' -q
            pmd -C board sync -q; mkdir code; cd code; git init -q; echo >main.c; git add main.c
            git commit -q -m main; git remote add origin ../remote.git
            """)
        let run = try board.shell("{ \(making); } >&2; pmd doctor --clone '\(board.here)/new'")
        #expect(run.status == 78 && run.output.isEmpty, "\(run)")
        #expect(run.error.contains(why), "\(run)")
        try board.must("test ! -e new; test $(ls -A | grep -c pmd-) = 0")
    }

    @Test func `a guest with lost commits gets git's commands and no offer`() throws {
        let board = try ProgramSandbox()
        try board.must(
            """
            git init -q --bare remote.git; git init -q code; cd code; echo >main.c; git add main.c
            git commit -q -m main; git remote add origin ../remote.git; pmd init --here tasks
            git push -q -u origin HEAD; cd tasks; pmd add 'First task' -q
            """)
        var guest = board
        guest.here += "/code"
        try Self.loseLastCommit(of: guest)
        guest.here += "/tasks"
        let run = try guest.pmd("doctor", "objects", "--fix")
        #expect(run.status == 1 && run.output.contains("git fetch FOLDER"), "\(run)")
        #expect(!run.output.contains("--clone"), "\(run)")
    }

    @Test func `nothing is copied if the remote has no commit of the reflog`() throws {
        let board = try Self.damagedBoard()
        try board.must(
            """
            cd ../other; git checkout -q --orphan fresh; git commit -q -m fresh
            git push -q -f origin fresh:main
            """)
        let before = try board.files()
        let run = try board.pmd("doctor", "--clone", "../new")
        #expect(run.status == 1, "\(run)")
        #expect(run.output.contains("copied nothing from \(try board.path())"), "\(run.output)")
        #expect(run.output.contains("/new: "), "\(run.output)")
        #expect(!run.output.contains("pmd sync"), "\(run.output)")
        #expect(try board.files() == before)
        try board.must(
            "cd ../new; git diff --quiet origin/main; test $(ls todo | grep -c not-p) = 0")
    }

    @Test func `private files, links and pipes stay in the old folder and are listed`() throws {
        let board = try Self.damagedBoard(
            """
            echo /private.md >.git/info/exclude; echo secret >private.md; ln -s /etc/passwd link
            ln -s ../../other/todo todo/linked; mkfifo pipe; git init -q todo/nested
            echo x >todo/nested/a.md; mkdir ignored; echo '*' >ignored/.gitignore; echo x >ignored/x
            echo mine >>.gitignore; git update-index --assume-unchanged .gitignore
            head -c 120000000 /dev/zero >large.bin; echo changed >new.txt
            git branch other; git tag v1; echo exit 0 >.git/hooks/pre-commit
            git config extensions.worktreeConfig true; git config --worktree alias.y status
            echo secret >.git/pmd/token; git config alias.x status; git config user.name Ann; git config pmd.theme dark
            git config core.worktree "$PWD"; chmod 700 .
            """)
        let run = try board.pmd("doctor", "--clone", "../new")
        #expect(run.status == 0, "\(run)")
        let expected = [
            "did not copy large.bin: it is larger than", "'git update-index' marked: .gitignore",
            "did not copy todo/nested", "other branches or references: other, refs/tags/v1",
            "hooks: pre-commit", "settings of git: alias.x, alias.y, core.worktree",
            "the access token of 'pmd serve'",
            "link, pipe, private.md, todo/linked", "the record of your actions for 'pmd undo'",
            "keep the old folder",
        ]
        for words in expected { #expect(run.output.contains(words), "\(words): \(run.output)") }
        try board.must(
            """
            cd ../new; grep changed new.txt; test ! -e private.md; test ! -e pipe
            test ! -L link; test ! -e ignored; test ! -e todo/nested; test ! -e large.bin; ! grep mine .gitignore
            test "$(git config user.name) $(git config pmd.theme)" = 'Ann dark'
            test -z "$(git config core.worktree)$(git config alias.x)"
            test "$(git config remote.origin.url)" = "$(realpath ../remote.git)"
            test $(stat -c %a .) = 700; git check-ignore private.md; pmd sync; git diff --quiet HEAD origin/main
            test $(git ls-tree -r --name-only HEAD | grep -cE 'private|nested|large') = 0
            """)
    }

    @Test func `a file that only the damage may have removed is kept`() throws {
        let board = try Self.damagedBoard()
        try board.must("rm todo/*second*")
        let run = try board.pmd("doctor", "--clone", "../new")
        #expect(run.output.contains("kept 1 file that is missing"), "\(run)")
        try board.must("cd ../new; ls todo/*second*; test ! -e todo/*third*")
        try board.must("rm .git/index")
        let lost = try board.pmd("doctor", "--clone", "../other-new")
        #expect(lost.output.contains("kept 3 files that are missing"), "\(lost)")
        // The task's code shows that the old file of a move is not needed.
        try board.must(
            "cd ../other-new; ls todo/*third*; pmd sync; test $(ls */*first* | wc -l) = 1")
    }

    /// A killed command may have moved the branch, and not written all files yet.
    @Test func `files that a killed sync did not write revert nothing`() throws {
        let board = try ProgramSandbox.board()
        try board.must(
            """
            git init -q --bare ../remote.git; git remote add origin ../remote.git
            pmd add 'First task' -q; pmd sync -q; pmd clone -q ../remote.git ../other; cd ../other
            pmd edit 'First task' due:2027-01-01 -q; pmd add Theirs -q; pmd sync -q
            """)
        try board.must(
            """
            old=$(git rev-parse HEAD); cp -r todo ../todo; pmd sync -q; new=$(git rev-parse HEAD)
            rm -r todo; mv ../todo .; echo $old $new >.git/pmd/pending
            """)
        let run = try board.pmd("doctor", "--clone", "../new")
        #expect(run.status == 0 && run.output.contains("behind the remote"), "\(run)")
        try board.must(
            "cd ../new; pmd sync; grep 2027-01-01 todo/*first*; ls todo/*theirs*; "
                + "git diff --quiet HEAD origin/main")
    }

    /// A killed command may have written all files, and not finished its record.
    @Test func `files that a killed sync wrote are not edits`() throws {
        let board = try ProgramSandbox.board()
        try board.must(
            """
            git init -q --bare ../remote.git; git remote add origin ../remote.git
            pmd add 'First task' -q; pmd sync -q; pmd clone -q ../remote.git ../other; cd ../other
            pmd edit 'First task' due:2027-01-01 -q; pmd add Theirs -q; echo x >n.txt; pmd sync -q
            """)
        try board.must(
            """
            pmd add Mine -q; old=$(git rev-parse HEAD); pmd sync -q
            test $(git rev-list --merges --count $old..HEAD) = 1
            git push -q -f origin $(git rev-parse HEAD^@ | grep -v $old):main
            echo $old $(git rev-parse HEAD) >.git/pmd/pending
            cd ../other; git fetch -q; git reset -q --hard origin/main
            git rm -q n.txt todo/*theirs*; git commit -q -m Away
            pmd edit 'First task' due:2027-02-02 -q; pmd sync -q
            """)
        let run = try board.pmd("doctor", "--clone", "../new")
        #expect(run.status == 0 && run.output.contains("behind the remote"), "\(run)")
        try board.must(
            """
            cd ../new; pmd sync; test ! -e n.txt; test $(ls todo | grep -c theirs) = 0
            grep 2027-02-02 todo/*first*; ls todo/*mine*; test -z "$(pmd conflicts)"
            git diff --quiet HEAD origin/main
            """)
    }

    @Test func `the clone is as private as the old folder`() throws {
        let board = try Self.damagedBoard()
        try board.must("chmod 700 .git; chmod 600 .git/config; git config http.extraHeader 'X: Y'")
        try board.must(
            """
            pmd doctor --clone ../new; cd ../new
            test "$(stat -c %a .git .git/config | tr '\\n' ' ')" = '700 600 '
            test "$(git config http.extraHeader)" = 'X: Y'
            """)
    }

    @Test func `a board with a damaged HEAD moves too, and one on another branch does not`() throws
    {
        let board = try Self.damagedBoard("git branch other")
        try board.must("cp .git/HEAD ../HEAD; echo garbage >.git/HEAD")
        let run = try board.pmd("doctor", "--clone", "../new")
        #expect(run.status == 0 && run.output.contains("copied 2 new"), "\(run)")
        try board.must("echo 'ref: refs/heads/other' >.git/HEAD")
        try board.expectRefusedClone(75, "'other' is checked out")
        try board.must("cp ../HEAD .git/HEAD; cp .git/refs/heads/main .git/MERGE_HEAD")
        try board.expectRefusedClone(75, "a git merge is in progress")
    }

    @Test func `a folder with files, in a board, or with other options is refused`() throws {
        let board = try Self.damagedBoard()
        try board.must("mkdir ../full; echo >../full/x")
        try board.expectRefusedClone(65, "exists and is not empty", folder: "../full")
        try board.expectRefusedClone(65, "boards cannot be nested", folder: "new")
        #expect(try board.pmd("doctor", "--clone", "../new", "--fix").status == 64)
        #expect(try board.pmd("doctor", "objects", "--clone", "../new").status == 64)
        try board.must("test ! -e ../new; mkdir ../empty; pmd doctor --clone ../empty")
    }

    @Test func `a link or a file in the place of the clone is refused before the fetch`() throws {
        let board = try Self.damagedBoard()
        try board.must("mkdir ../empty; ln -s empty ../link; ln -s nothing ../dead; echo >../file")
        try board.must("mv ../remote.git ../away")
        for name in ["link", "dead"] {
            try board.expectRefusedClone(65, "is a symbolic link", folder: "../" + name)
        }
        try board.expectRefusedClone(65, "is a file", folder: "../file")
        try board.must("test -L ../link; test -L ../dead; test -z \"$(ls -A ../empty)\"")
    }

    @Test func `a clone that fails removes the folders that it created`() throws {
        let board = try Self.damagedBoard()
        try board.must("mv ../remote.git ../away; mkdir ../above")
        #expect(try board.pmd("doctor", "--clone", "../above/more/new").status > 1)
        try board.must("test -d ../above; test ! -e ../above/more")
    }

    @Test func `the commands for a folder with control characters can be pasted`() throws {
        let board = try Self.damagedBoard()
        try board.must(
            """
            folder=$(printf "../it's\\n\\tnew")
            pmd doctor --clone "$folder" | sed -n 's/^ *\\(cd .*&& pmd sync\\)$/\\1/p' >../line
            test $(wc -l <../line) = 1; bash -c "$(cat ../line)"; cd "$folder"
            git diff --quiet HEAD origin/main
            """)
    }

    @Test func `the removed files are named, the first fifty of many`() throws {
        let board = try ProgramSandbox.board()
        try board.must(
            """
            git init -q --bare ../remote.git; git remote add origin ../remote.git
            pmd add 'First task' -q; for n in $(seq 100 160); do echo x >$n.txt; done; pmd sync -q
            rm 1*.txt; git commit -qam Remove; pmd add 'Second task' -q
            """)
        try Self.loseLastCommit(of: board)
        let run = try board.pmd("doctor", "--clone", "../new")
        #expect(run.output.contains("removed 61"), "\(run)")
        #expect(run.output.contains("100.txt, 101.txt"), "\(run)")
        #expect(run.output.contains("149.txt and 11 more"), "\(run)")
    }

    @Test func `a remote that cannot be reached leaves nothing`() throws {
        let board = try Self.damagedBoard()
        try board.must("mv ../remote.git ../away")
        let run = try board.pmd("doctor", "--clone", "../new")
        #expect(run.status != 0 && run.status != 1, "\(run)")
        try board.must("test ! -e ../new; test $(ls -A .. | grep -c pmd-) = 0")
    }

    @Test func `the clone uses ssh with the settings of the old folder`() throws {
        let board = try Self.damagedBoard()
        guard let server = try SSHServer(board) else { return }
        try board.must(
            """
            git config core.sshCommand '\(server.command)'
            git remote set-url origin "hub:$(realpath ../remote.git)"
            pmd doctor --clone ../new; cd ../new; pmd sync; git diff --quiet HEAD origin/main
            """)
    }
}

extension ProgramSandbox {
    /// The names, kinds and contents of everything in the folder, also in `.git`.
    func files() throws -> String {
        try shell(
            """
            find . -printf '%p %y %m %l\\n' | LC_ALL=C sort
            find . -type f -print0 | LC_ALL=C sort -z | xargs -0 sha1sum
            """
        ).output
    }

    fileprivate func path() throws -> String { String(try shell("pwd -P").output.dropLast()) }

    /// Expects that a clone is refused before anything is made.
    fileprivate func expectRefusedClone(
        _ status: Int32, _ message: String, folder: String = "../refused",
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let run = try pmd("doctor", "--clone", folder)
        #expect(run.status == status, "\(run)", sourceLocation: sourceLocation)
        #expect(run.error.contains(message), "\(run)", sourceLocation: sourceLocation)
        try must("test ! -e ../refused; test $(ls -A .. | grep -c pmd-) = 0")
    }
}
