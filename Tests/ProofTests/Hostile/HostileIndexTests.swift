import TestSupport
import Testing

/// A damaged index loses no work: pmd rebuilds it from HEAD and the files. An index that only git
/// can read is never rebuilt, since it may have staged changes.
struct HostileIndexTests {
    let sandbox: ProgramSandbox

    init() throws {
        sandbox = try ProgramSandbox.board()
        try sandbox.add("Fix the roof")
        try sandbox.shell(
            "echo staged > staged.txt; git add staged.txt; echo more | tee -a todo/*.md")
    }

    private static let damages = [
        "emptied": ": >.git/index", "cut": "truncate -s -7 .git/index",
        "cut in its header": "truncate -s 20 .git/index",
        "flipped": "printf x | dd of=.git/index bs=1 seek=40 conv=notrunc status=none",
        "of another format by one byte":
            "printf x | dd of=.git/index bs=1 seek=7 conv=notrunc status=none",
        "zeroed": "size=$(stat -c %s .git/index); : >.git/index; truncate -s $size .git/index",
        "zeroed at its end": "truncate -s -100 .git/index; truncate -s +100 .git/index",
        "zeroed behind its header": "truncate -s 12 .git/index; truncate -s +600 .git/index",
        "missing": "rm .git/index",
    ]

    @Test(arguments: damages.keys.sorted())
    func `a damaged index is moved aside and rebuilt, keeping uncommitted edits`(_ name: String)
        throws
    {
        let damage = try #require(Self.damages[name])
        for words in Self.readers + Self.writers {
            try sandbox.shell("rm -f .git/index.damaged; \(damage)")
            let damaged = try sandbox.shell("cat .git/index || :").outputBytes
            let run = try sandbox.run([binaryFolder + "/pmd"] + words)
            #expect(run.status == 0, "\(words) \(run.error)")
            if Self.writers.contains(words) {
                let state = try sandbox.shell(
                    "git fsck --strict --no-dangling; git diff --cached --stat"
                ).output
                #expect(state == "", "\(words)")
                let kept = try sandbox.shell("cat .git/index.damaged || :").outputBytes
                #expect(kept == damaged, "\(words)")
            }
            try sandbox.shell("rm -f .git/index; git reset -q; echo again | tee -a */*roof*.md")
        }
        // The last action, which 'undo' undoes, is one of these edits.
        try expectAllCommitted(times: Self.readers.count + Self.writers.count - 1)
    }

    private func expectAllCommitted(times: Int) throws {
        let run = try sandbox.pmd("sync")
        #expect(run.status == 0, "\(run.error)")
        #expect(try sandbox.shell("git status --porcelain; git fsck --no-dangling").output == "")
        #expect(try sandbox.shell("git show HEAD:staged.txt").output == "staged\n")
        let task = try sandbox.shell("git show HEAD:$(git ls-files '*roof*')").output
        #expect(task.split(separator: "\n").count { $0 == "again" } == times)
        #expect(try sandbox.shell("git ls-files | wc -l").output == "8\n")
    }

    @Test(arguments: [1, 40])
    func `a sync with nothing to commit rebuilds a damaged index, too`(count: Int) throws {
        for number in 1...count { try sandbox.write("todo/task-\(number).md", "# Task\n") }
        try sandbox.must("pmd sync; test -z \"$(git status --porcelain)\"")
        for damage in Self.damages.values {
            try sandbox.must("\(damage); pmd sync; git fsck --strict --no-dangling")
            #expect(try sandbox.shell("git status --porcelain").output == "", "\(damage)")
        }
    }

    private static let readers = [
        ["status"], ["list"], ["doctor", "files", "drivers", "repository", "locks"],
        ["show", "roof"], ["log"], ["check"],
    ]
    private static let writers = [
        ["edit", "roof", "due:fri"], ["move", "roof", "doing"], ["undo"], ["sync"],
        ["add", "Call the bank"], ["rm", "bank"],
    ]

    @Test(.exhaustive) func `no length or byte of a damaged index stops a command`() async throws {
        let faults = ["failed", "lost", "not rebuilt"]
        let proof = Proof("hostile-index", of: "damaged indexes", faults: faults)
        try sandbox.shell("cp -a ../board ../template")
        let size = try readFile(sandbox.here + "/.git/index").count
        let cuts = (0..<size).map { "truncate -s \($0) .git/index" }
        let flips = (0..<size).map { place in
            "python3 -c 'f = open(\".git/index\", \"r+b\"); f.seek(\(place)); b = f.read(1)[0]; "
                + "f.seek(\(place)); f.write(bytes([b ^ 0x41]))'"
        }
        await proof.each(cuts + flips, quick: 8) { damage, trial in
            trial.note(damage)
            for words in Self.writers.prefix(5) {
                try sandbox.shell("cd ..; rm -rf board; cp -a template board; cd board; \(damage)")
                let run = try sandbox.run(["timeout", "10", "pmd"] + words)
                trial.expect(run.status == 0, "failed", "\(words) \(run.status) \(run.error)")
                let state = try sandbox.shell(
                    "git fsck --no-dangling; "
                        // The next sync commits edits of other tasks.
                        + (words[0] == "add" ? "" : "git diff HEAD --quiet -- todo doing done; ")
                        + "git diff --cached --quiet --diff-filter=D; "
                        + "git show HEAD:$(git ls-files '*roof*')")
                let isThere = state.output.contains("more") || ["undo", "add"].contains(words[0])
                trial.expect(
                    state.status == 0 && isThere, "lost", "\(words) \(state.error) \(state.output)")
                try sandbox.must("pmd sync; test -z \"$(git status --porcelain)\"")
                trial.count("commands")
            }
        }
    }
}

/// An index that git can read and pmd cannot: its staged changes must not be lost.
struct HostileIndexFormatTests {
    let sandbox: ProgramSandbox

    init() throws {
        sandbox = try ProgramSandbox.board()
        try sandbox.add("Fix the roof")
        try sandbox.shell("echo staged > staged.txt; git add staged.txt; rm staged.txt")
    }

    /// Changes the index's bytes, and its checksum if it had one.
    private static func crafted(_ change: String, sum: String = "sha1(body).digest()") -> String {
        """
        python3 - <<'END'
        from hashlib import sha1
        body = open('.git/index', 'rb').read()[:-20]
        \(change)
        open('.git/index', 'wb').write(body + \(sum))
        END
        """
    }

    private static let formats = [
        ("git update-index --split-index", "git update-index --no-split-index"),
        (
            "git sparse-checkout set --cone --sparse-index todo",
            "git sparse-checkout reapply --no-sparse-index"
        ),
        (crafted("", sum: "bytes(20)"), "git update-index --force-write-index"),
        (
            crafted("body = body[:4] + bytes([0, 0, 0, 5]) + body[8:]"),
            "git update-index --index-version 4"
        ),
        (crafted("body += b'next' + bytes(4)"), "A newer git wrote it"),
    ]

    @Test(arguments: formats, [true, false])
    func `an index that only git can read is refused with the git command to run`(
        _ format: (shell: String, advice: String), hasEdit: Bool
    ) throws {
        try sandbox.must(format.shell)
        if hasEdit { try sandbox.must("echo more | tee -a todo/*.md") }
        let before = try readFile(sandbox.here + "/.git/index")
        for words in [["add", "Call the bank"], ["edit", "roof", "due:fri"], ["sync"], ["undo"]] {
            let run = try sandbox.run([binaryFolder + "/pmd"] + words)
            #expect(run.status == 78, "\(words) \(run.error)")
            #expect(run.error.contains(format.advice), "\(words) \(run.error)")
        }
        #expect(try sandbox.pmd("status").output.contains(format.advice))
        for words in [["list"], ["show", "roof"], ["log"], ["check"], ["board"], ["status"]] {
            let run = try sandbox.run([binaryFolder + "/pmd"] + words)
            #expect(run.status == 0, "\(words) \(run.error)")
        }
        #expect(try readFile(sandbox.here + "/.git/index") == before)
        #expect(try sandbox.shell("test ! -e .git/index.damaged").status == 0)
    }

    @Test func `the suggested git commands make the index readable`() throws {
        for (shell, advice) in Self.formats.prefix(2) {
            try sandbox.must("\(shell); \(advice)")
            try sandbox.add("Call the bank")
            #expect(try sandbox.shell("git ls-files staged.txt").output == "staged.txt\n")
        }
    }

    @Test func `nothing is deleted in a sparse checkout without a readable index`() throws {
        try sandbox.must("git reset -q; git sparse-checkout set --no-cone '/*' '!/done/'")
        for damage in ["rm .git/index", "truncate -s 90 .git/index"] {
            try sandbox.must(damage)
            let run = try sandbox.pmd("sync")
            #expect(run.status == 78)
            let advice = "rm -f \(sandbox.here)/.git/index && git reset"
            #expect(run.error.contains(advice), "\(run.error)")
            try sandbox.must("\(advice); pmd sync; git cat-file -e HEAD:done/.gitkeep")
        }
    }
}
