import Glibc
import TestSupport
import Testing

/// `pmd doctor` finds damaged and missing objects, and restores those that have a source.
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
    func `doctor names a damaged object and restores it from the remote`(
        name: String, how: String
    ) throws {
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

    @Test func `files and trees of the newest commit are restored without a remote`() throws {
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
    func `a commit that nobody has is reported, and the branch moves back before it`(
        how: String
    ) throws {
        let board = try board()
        let good = try id("HEAD", in: board)
        try board.add("Not pushed")
        let id = try id("HEAD", in: board)
        try damage(id, how, in: board)
        let fixed = try board.pmd("doctor", "objects", "--fix")
        #expect(fixed.status == 1 && fixed.output.contains(id), "\(fixed.output)")
        #expect(fixed.output.contains("Not pushed") && fixed.output.contains(good))
        #expect(try self.id("HEAD", in: board) == good)
        #expect(try board.pmd("doctor", "repository", "objects").status == 0)
        try board.must("git fsck --strict; pmd sync; pmd log; pmd show 'Not pushed'")
        try board.must("git diff --quiet HEAD; git show --stat HEAD | grep not-pushed")
    }

    @Test func `no branch moves while the remote is unreachable`() throws {
        let board = try board()
        try board.add("Not pushed")
        let id = try id("HEAD", in: board)
        try damage(id, "garbage", in: board)
        try board.must("mv ../remote.git ../away")
        let fixed = try board.pmd("doctor", "objects", "--fix")
        #expect(fixed.status == 1 && fixed.output.contains("could not be reached"))
        #expect(try self.id("HEAD", in: board) == id)
    }

    @Test func `sync and doctor report a damaged file in an older commit`() throws {
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
    func `a damaged reference is reported, and a sync recreates it`(damage: String) throws {
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
