import Glibc
import TestSupport
import Testing

/// `pmd doctor` finds damaged and missing objects, and restores those for which there is
/// a source.
struct HostileDoctorTests {
    private func board() throws -> ProgramSandbox {
        let sandbox = try ProgramSandbox.board()
        try sandbox.add("First task")
        try sandbox.add("Second task")
        try sandbox.shell(
            "git init -q --bare ../remote.git; git remote add origin ../remote.git; pmd sync -q; "
                + "chmod -R u+w .git/objects")
        return sandbox
    }

    private func id(_ name: String, in sandbox: ProgramSandbox) throws -> String {
        String(try sandbox.shell("git rev-parse \"\(name)\"").output.dropLast())
    }

    private func damage(_ id: String, _ how: String, in sandbox: ProgramSandbox) throws {
        let file = ".git/objects/\(id.prefix(2))/\(id.dropFirst(2))"
        switch how {
        case "missing": try sandbox.shell("rm -r \(file) .git/pmd/objects")
        case "empty": try sandbox.shell(": >\(file)")
        default: try sandbox.shell("echo garbage >\(file)")
        }
    }

    private static let names = [
        "HEAD", "HEAD^{tree}", "HEAD:todo", "HEAD:$(ls todo/* | head -1)", "HEAD~1", "HEAD~1:todo",
    ]

    @Test(.exhaustive, arguments: names, ["missing", "empty", "garbage"])
    func `it names the object, and restores it from the remote`(name: String, how: String) throws {
        let board = try board()
        #expect(try board.pmd("doctor", "objects").status == 0)
        let id = try id(name, in: board)
        try damage(id, how, in: board)
        let found = try board.pmd("doctor", "objects")
        #expect(found.status == 1 && found.output.contains(id), "\(found.output)\(found.error)")
        #expect(found.output.contains("pmd doctor --fix"))
        let fixed = try board.pmd("doctor", "objects", "--fix")
        #expect(fixed.status == 0, "\(fixed.output)\(fixed.error)")
        #expect(fixed.output.contains("from the remote"), "\(fixed.output)")
        #expect(try board.pmd("doctor", "objects").status == 0)
        #expect(try board.shell("git fsck --strict").status == 0)
        #expect(try board.pmd("add", "Another").status == 0)
        #expect(
            try (access(board.here + "/.git/pmd/damaged/\(id)", F_OK) == 0) == (how != "missing"))
    }

    @Test func `files and trees of the newest commit come back without a remote`() throws {
        let board = try board()
        try board.shell("git remote remove origin")
        for name in ["HEAD:$(ls todo/* | head -1)", "HEAD:todo", "HEAD^{tree}"] {
            try damage(try id(name, in: board), "empty", in: board)
        }
        #expect(try board.pmd("doctor", "objects").status == 1)
        let fixed = try board.pmd("doctor", "objects", "--fix")
        #expect(fixed.status == 0, "\(fixed.output)\(fixed.error)")
        #expect(try board.shell("git fsck --strict").status == 0)
    }

    @Test(arguments: ["garbage", "missing", "empty"])
    func `a commit that nobody has is named, and no reference moves`(how: String) throws {
        let board = try board()
        try board.add("Not pushed")
        let id = try id("HEAD", in: board)
        try damage(id, how, in: board)
        let before = try board.gitFiles()
        let fixed = try board.pmd("doctor", "objects", "--fix")
        #expect(fixed.status == 1 && fixed.output.contains(id), "\(fixed.output)")
        #expect(fixed.output.contains("a new clone of the remote"), "\(fixed.output)")
        #expect(try board.gitFiles() == before)
    }

    @Test func `a commit that another clone has is fetched with git`() throws {
        let board = try board()
        try board.add("Not pushed")
        try board.must("git clone -q --no-local . ../other")
        let id = try id("HEAD", in: board)
        try damage(id, "garbage", in: board)
        #expect(try board.pmd("doctor", "objects", "--fix").status == 1)
        try board.must("git fetch -q ../other; git fsck --strict; pmd doctor objects; pmd sync")
    }

    @Test func `a remote that cannot be asked is reported`() throws {
        let board = try board()
        try board.add("Not pushed")
        let id = try id("HEAD", in: board)
        try damage(id, "garbage", in: board)
        try board.must("mv ../remote.git ../away")
        let before = try board.gitFiles()
        let fixed = try board.pmd("doctor", "objects", "--fix")
        #expect(fixed.status == 1 && fixed.output.contains("could not be reached"))
        #expect(try board.gitFiles() == before)
    }

    /// The packs of the remote are copied, because a single commit is not enough.
    @Test func `a missing history comes back from the remote, and git's other files stay`() throws {
        let board = try board()
        try board.must("git stash list; echo edited >>\"$(ls todo/*first*)\"; git stash -q")
        try board.must("echo edited again >>\"$(ls todo/*second*)\"")
        try damage(try id("HEAD", in: board), "garbage", in: board)
        try damage(try id("HEAD:todo", in: board), "empty", in: board)
        let before = try board.gitFiles()
        let fixed = try board.pmd("doctor", "repository", "objects", "--fix")
        #expect(fixed.status == 0, "\(fixed.output)")
        #expect(try board.gitFiles() == before)
        try board.must("git fsck --strict; git stash pop; grep edited todo/*first*")
    }

    @Test func `a linked working tree is restored without a change of its git files`() throws {
        var board = try board()
        try board.must("git worktree add -q -b other ../linked; git push -q origin other")
        let id = try id("HEAD", in: board)
        try damage(id, "garbage", in: board)
        let before = try board.gitFiles()
        board.here += "/../linked"
        let fixed = try board.pmd("doctor", "objects", "--fix")
        #expect(fixed.status == 0, "\(fixed.output)\(fixed.error)")
        board.here += "/../board"
        #expect(try board.gitFiles() == before)
    }

    @Test func `a damaged file of an older commit is named by the sync and by doctor`() throws {
        let board = try board()
        try board.add("Not pushed")
        let id = try id("HEAD:$(git ls-files '*not-pushed*')", in: board)
        try board.must("pmd edit 'Not pushed' due:2027-01-01")
        try damage(id, "empty", in: board)
        let sync = try board.pmd("sync", "--verbose")
        #expect(sync.status == 74 && sync.error.contains("object \(id) is damaged"), "\(sync)")
        #expect(!sync.error.contains("remote: "))
        let found = try board.pmd("doctor", "objects")
        #expect(found.status == 1 && found.output.contains(id), "\(found.output)")
        let fixed = try board.pmd("doctor", "objects", "--fix")
        #expect(fixed.status == 0 && fixed.output.contains("pmd/replaced/"), "\(fixed.output)")
        #expect(try board.pmd("sync").status == 0)
    }

    @Test(arguments: ["truncate -s 20", "echo garbage >", ": >"])
    func `a damaged reference is named, and the sync makes it again`(damage: String) throws {
        let board = try board()
        try board.must("git pack-refs --all; pmd add Another; pmd sync")
        let file = ".git/refs/remotes/origin/main"
        try board.must(
            "id=$(git rev-parse origin/main); echo $id >\(file); \(damage) \(file)")
        let found = try board.pmd("doctor", "repository")
        #expect(found.status == 1 && found.output.contains("refs/remotes/origin/main"))
        try board.must("rm \(file); pmd sync; pmd doctor repository")
    }

    @Test func `a damaged pack is found`() throws {
        let board = try board()
        try board.shell("git gc -q; chmod -R u+w .git/objects")
        let pack = String(try board.shell("ls $PWD/.git/objects/pack/*.pack").output.dropLast())
        var bytes = try readFile(pack)
        bytes[bytes.count / 2] ^= 1
        try writeFile(pack, bytes)
        let found = try board.pmd("doctor", "objects")
        #expect(found.status == 1 && found.output.contains(".pack"), "\(found.output)")
    }
}

extension ProgramSandbox {
    /// The files that no repair may change: HEAD, references, their logs, the index and the
    /// configuration, of all working trees.
    func gitFiles() throws -> String {
        try shell(
            """
            cd .git; find . -type f | grep -vE '^./(objects|pmd|worktrees/[^/]*/pmd)/' | sort \\
                | xargs -d '\\n' sha1sum
            """
        ).output
    }
}
