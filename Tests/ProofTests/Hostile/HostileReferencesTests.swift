import TestSupport
import Testing

/// Damaged HEAD, branches and packed references: no command begins another history, no repair
/// changes them, and the commands that `pmd doctor` prints restore them.
struct HostileReferencesTests {
    private static let heads = [
        ": >", "printf 'ref: refs/hea' >", "printf 'ref: refs/heads/mai\\n' >", "echo garbage >",
        "echo 'ref: refs/heids/main' >", "echo 'ref: refs/heads/maio' >", "head -c 21 /dev/zero >",
        "echo 'ref: HEAD' >", "printf 'ref: refs/heads/ma\\001n\\n' >",
    ]

    @Test(arguments: heads)
    func `a HEAD that names no branch of the board stops every command`(damage: String) throws {
        let board = try DamagedBoard()
        try board.sandbox.must("\(damage) .git/HEAD")
        for words in [["add", "Another"], ["sync"], ["done", "First"], ["undo"]] {
            let run = try board.sandbox.run(["timeout", "20", "pmd"] + words)
            #expect(run.status == 74 && run.error.contains("HEAD"), "\(words): \(run)")
            #expect(run.error.contains("pmd doctor"), "\(words): \(run)")
        }
        try board.expectRepairable(naming: "HEAD")
    }

    @Test(arguments: [
        ("rm .git/HEAD", "HEAD", "echo 'ref: refs/heads/main' >.git/HEAD"),
        ("git pack-refs --all; rm -r .git/refs", "refs", "mkdir .git/refs"),
        ("rm -rf .git/objects", "objects", "pmd doctor objects --fix"),
    ])
    func `what git's folder needs and lacks is named once, with the command that makes it`(
        damage: String, name: String, command: String
    ) throws {
        let board = try DamagedBoard()
        try board.sandbox.must("pmd sync; \(damage)")
        let add = try board.sandbox.pmd("add", "Another")
        #expect(add.status == 74 && add.error.contains("/\(name) is missing"), "\(add)")
        let words = name == "objects" ? "pmd doctor --fix" : "Create it again: "
        #expect(add.error.contains(words), "\(add)")
        let doctor = try board.sandbox.pmd("doctor")
        #expect(doctor.status == 1)
        #expect(doctor.output.split(separator: "\n").count { $0.contains("is missing") } == 1)
        let before = try board.sandbox.gitFiles()
        _ = try board.sandbox.pmd("doctor", "--fix")
        #expect(try board.sandbox.gitFiles() == before)
        try board.sandbox.must("\(command); git fsck; pmd add Another; pmd sync")
        try board.sandbox.must("pmd doctor repository objects")
    }

    @Test func `a missing folder of packs stops no sync`() throws {
        let board = try DamagedBoard()
        try board.sandbox.must(
            "pmd sync; git unpack-objects </dev/null || :; rm -r .git/objects/pack")
        try board.sandbox.must("pmd add Another; pmd sync")
    }

    @Test func `the command for HEAD names the branch that it was switched to last`() throws {
        let board = try DamagedBoard()
        try board.sandbox.must(
            "git branch other HEAD~1; git switch -q other; git switch -q main; : >.git/HEAD")
        try board.expectRepairable(naming: "HEAD")
    }

    @Test func `the command for a detached HEAD names its commit, and no task is deleted`() throws {
        let board = try DamagedBoard()
        try board.sandbox.must(
            "pmd sync; git checkout -q HEAD~1; git rev-parse HEAD >../at; : >.git/HEAD")
        try board.repairByHand()
        try board.sandbox.must("test $(cat .git/HEAD) = $(cat ../at)")
        #expect(try board.sandbox.pmd("sync").status == 75)
        try board.sandbox.must("git switch -q main; pmd sync; test $(ls todo | grep -c md) -ge 2")
    }

    @Test func `without a log doctor names no commit for a branch, but where to look`() throws {
        let board = try DamagedBoard()
        try board.sandbox.must(
            "git pack-refs --all; pmd add Later; pmd sync; "
                + "for file in .git/refs/heads/main .git/logs/HEAD .git/logs/refs/heads/main; "
                + "do : >$file; done")
        let before = try board.sandbox.gitFiles()
        let fix = try board.sandbox.pmd("doctor", "repository", "objects", "--fix")
        #expect(fix.status == 1 && fix.output.contains("git fsck --lost-found"), "\(fix)")
        #expect(fix.output.contains("git update-ref refs/heads/main COMMIT"), "\(fix)")
        #expect(try board.sandbox.gitFiles() == before)
    }

    @Test func `a lost blob of an older version moves no branch, and loses no stash`() throws {
        let board = try DamagedBoard()
        try board.sandbox.must(
            "pmd edit first title:Lost; blob=$(git rev-parse HEAD:$(git ls-files | grep -m1 first)); "
                + "pmd edit lost title:Kept; pmd add Precious; git rev-parse HEAD >../at; "
                + "echo one >>.gitignore; git stash -q; echo two >>.gitignore; git stash -q; "
                + "rm -rf .git/pmd/objects .git/pmd/replaced; "
                + "rm -f .git/objects/$(echo $blob | cut -c1-2)/$(echo $blob | cut -c3-)")
        let fix = try board.sandbox.pmd("doctor", "repository", "objects", "--fix")
        #expect(fix.status == 1, "\(fix)")
        try board.sandbox.must(
            "test $(git rev-parse main) = $(cat ../at); test $(git stash list | wc -l) = 2; "
                + "pmd list | grep -q Precious")
    }

    @Test func `a remote of any name is asked for what is missing`() throws {
        let board = try DamagedBoard()
        try board.sandbox.must(
            "git remote rename origin hub; pmd sync; rm -rf .git/pmd/objects; "
                + "id=$(git rev-parse HEAD); rm -f .git/objects/$(echo $id | cut -c1-2)/"
                + "$(echo $id | cut -c3-); pmd doctor repository objects --fix || :; "
                + "test $(git rev-parse HEAD) = $id; pmd doctor repository objects")
    }

    @Test func `what is put aside is never written through a link`() throws {
        let board = try DamagedBoard()
        try board.sandbox.must(
            "mkdir ../out; rm -rf .git/pmd/damaged; ln -s ../../../out .git/pmd/damaged; "
                + "id=$(git rev-parse HEAD); file=.git/objects/$(echo $id | cut -c1-2)/"
                + "$(echo $id | cut -c3-); rm -f $file; echo garbage >$file")
        let fix = try board.sandbox.pmd("doctor", "repository", "objects", "--fix")
        #expect(fix.status == 1, "\(fix)")
        #expect(try board.sandbox.must("ls ../out").isEmpty)
    }

    @Test func `a missing object of this clone is not blamed on the remote`() throws {
        let board = try DamagedBoard()
        try board.sandbox.must(
            "pmd sync; pmd add Newer; rm -rf .git/pmd/objects; id=$(git rev-parse HEAD^{tree}:todo); "
                + "rm -f .git/objects/$(echo $id | cut -c1-2)/$(echo $id | cut -c3-)")
        let sync = try board.sandbox.pmd("sync")
        #expect(sync.status == 74 && sync.error.contains("pmd doctor --fix"), "\(sync)")
    }

    @Test func `the command for HEAD leaves the choice between branches to the user`() throws {
        let board = try DamagedBoard()
        try board.sandbox.must("git branch aaa; git branch bbb HEAD~1; : >.git/HEAD")
        let found = try board.sandbox.pmd("doctor", "repository")
        #expect(found.status == 1 && found.output.contains("'ref: refs/heads/BRANCH'"), "\(found)")
    }

    @Test func `a new board and an orphan branch are no damage`() throws {
        let sandbox = try ProgramSandbox()
        try sandbox.must("git init -q new; cd new; pmd init; pmd add First; pmd doctor objects")
        try sandbox.must("cd new; git switch -q --orphan fresh")
        let board = "cd new && "
        let add = try sandbox.shell(board + "pmd init; pmd add Another")
        #expect(add.status == 74 && add.error.contains("'fresh'"), "\(add)")
        #expect(add.error.contains("git commit --allow-empty"), "\(add)")
        let fix = try sandbox.shell("git -C new symbolic-ref HEAD")
        #expect(fix.output == "refs/heads/fresh\n")
    }

    private static let branches = [
        ": >", "printf 0123 >", "echo garbage >", "head -c 41 /dev/zero >",
        "echo 0123456789012345678901234567890123456789 >", "rm", "truncate -s 20",
    ]

    @Test(arguments: branches)
    func `the command for a damaged branch restores it from its log`(damage: String) throws {
        let board = try DamagedBoard()
        try board.sandbox.must("\(damage) .git/refs/heads/main")
        let sync = try board.sandbox.pmd("sync")
        #expect(sync.status == 74 && sync.error.contains("pmd doctor"), "\(sync)")
        try board.expectRepairable(naming: "refs/heads/main")
    }

    @Test(arguments: ["truncate -s -1", "truncate -s -9", "truncate -s 60", ": >", "echo x >"])
    func `what a damaged packed-refs listed is restored by the commands for it`(damage: String)
        throws
    {
        let board = try DamagedBoard()
        try board.sandbox.must("git pack-refs --all; git tag v1; \(damage) .git/packed-refs")
        try board.expectRepairable(naming: "main")
        try board.sandbox.must("git rev-parse v1 origin/main")
    }

    @Test(.exhaustive) func `any byte of HEAD, the branch or packed-refs may be damaged`()
        async throws
    {
        let proof = Proof(
            "damaged-references", of: "damaged bytes",
            faults: ["died", "began", "unnamed", "changed", "left"])
        let cases = try Self.cases()
        await proof.each(cases, quick: 16) { damage, trial in
            let board = try DamagedBoard(isPacked: damage.file == "packed-refs")
            trial.note("\(damage)")
            try board.expectSurvived(damage, trial)
        }
    }

    private static func cases() throws -> [Damage] {
        let board = try DamagedBoard(isPacked: true)
        let packed = try readFile(board.sandbox.here + "/.git/packed-refs").count
        let sizes = ["HEAD": 21, "refs/heads/main": 41, "packed-refs": packed]
        return sizes.sorted { $0.key < $1.key }.flatMap { file, size in
            (0..<size).flatMap { place in
                [nil, 0x01, 0x04, 0x20, 0x80].map { Damage(file: file, place: place, flip: $0) }
            }
        }
    }
}

/// A byte of a file that is flipped, or at which the file ends.
private struct Damage: Sendable {
    let file: String
    let place: Int
    let flip: UInt8?
}

/// A board with a remote, a commit that is not pushed and an uncommitted edit.
private struct DamagedBoard {
    let sandbox: ProgramSandbox
    private let tip: String

    init(isPacked: Bool = false) throws {
        sandbox = try .board()
        try sandbox.add("First task")
        try sandbox.must("git init -q --bare ../remote.git; git remote add origin ../remote.git")
        try sandbox.must("pmd sync")
        try sandbox.add("Not pushed")
        if isPacked { try sandbox.must("git pack-refs --all; git pack-refs --all") }
        try sandbox.must("echo more >>\"$(ls todo/*first*)\"")
        tip = try sandbox.shell("git rev-parse HEAD").output
    }

    /// Expects that doctor names the damage, that its repair changes none of git's files, and that
    /// the commands that it prints restore the board as it was.
    func expectRepairable(naming name: String) throws {
        let found = try sandbox.pmd("doctor", "repository", "objects")
        #expect(found.status == 1 && found.output.contains(name), "\(found.output)")
        let before = try sandbox.gitFiles()
        let fix = try sandbox.pmd("doctor", "repository", "objects", "--fix")
        #expect(fix.status == 1, "\(fix.output)")
        #expect(try sandbox.gitFiles() == before, "\(fix.output)")
        try repairByHand()
        let restored = try sandbox.shell("git rev-parse HEAD; git symbolic-ref HEAD")
        #expect(restored.output == tip + "refs/heads/main\n", "\(found.output)\(restored)")
        try sandbox.must("git fsck --strict; pmd doctor repository objects; grep more todo/*first*")
        try sandbox.must("pmd add Another; pmd sync; git diff --quiet HEAD; pmd log")
    }

    /// Follows the advice of doctor until there is none.
    func repairByHand() throws {
        // A reference may be found missing once packed-refs can be read.
        for _ in 0..<4 {
            let found = try sandbox.pmd("doctor", "repository").output
            if found.contains("delete its damaged lines") {
                try sandbox.shell(
                    "grep -aE '^[0-9a-f]{40} refs/[a-z0-9/]+$' .git/packed-refs >../kept || :; "
                        + "cp ../kept .git/packed-refs")
            }
            let start = "restore it with: "
            for line in found.split(separator: "\n") {
                guard let advice = line.firstRange(of: start) else { continue }
                try sandbox.shell(String(line[advice.upperBound...]))
            }
        }
    }

    func expectSurvived(_ damage: Damage, _ trial: Trial) throws {
        let path = sandbox.here + "/.git/" + damage.file
        var bytes = try readFile(path)
        if let flip = damage.flip {
            bytes[damage.place] ^= flip
        } else {
            bytes = Array(bytes[..<damage.place])
        }
        let reads = "git for-each-ref refs/heads refs/remotes; git symbolic-ref HEAD"
        let before = try sandbox.shell(reads).output
        try writeFile(path, bytes)
        // Another case of a letter in an ID, or a missing line end, changes nothing.
        let isSame = try sandbox.shell("git rev-parse HEAD && (\(reads))").output == tip + before
        let found = try sandbox.pmd("doctor", "repository", "objects")
        trial.expect(isSame || found.status == 1, "unnamed", found.output)
        for words in [["status"], ["log"], ["add", "Another"], ["sync"], ["doctor", "objects"]] {
            let run = try sandbox.run(["timeout", "-s", "KILL", "20", "pmd"] + words)
            let what = "\(words): \(run.status) \(run.error)"
            trial.expect([0, 1, 74].contains(run.status), "died", what)
        }
        let begun = try sandbox.shell("git rev-list --max-parents=0 --all --reflog || true").output
        trial.expect(begun.split(separator: "\n").count <= 1, "began", begun)
        let files = try sandbox.gitFiles()
        let fix = try sandbox.pmd("doctor", "repository", "objects", "--fix")
        trial.expect(try sandbox.gitFiles() == files, "changed", "\(fix.output)")
        try repairByHand()
        let after = try sandbox.shell(
            "git fsck --strict; pmd doctor repository objects; git symbolic-ref HEAD; "
                + "git merge-base --is-ancestor \(tip.dropLast()) HEAD; pmd add Last; pmd sync")
        trial.expect(
            after.status == 0 && after.output.contains("refs/heads/main\n"), "left",
            "\(fix.output)\(after.output)\(after.error)")
    }
}
