import BoardStorage
import Git
import Glibc
import MarkdownDocument
import TaskBoard
import TestSupport
import Testing
import Words

/// Sync of files that are not tasks, with git's line end conversion, filters and attributes.
struct OtherFilesSyncTests {
    let sandbox: BoardSandbox
    let ann: Workspace
    let bob: Workspace

    init() async throws {
        sandbox = try BoardSandbox()
        try sandbox.sh("git init -q --bare -b main remote.git", in: "")
        ann = try sandbox.board("ann", remote: "\(sandbox.path)/remote.git")
        try sandbox.sh(
            "git config user.name Ann; git config user.email ann@example.org; mkdir docs", in: "ann"
        )
        try sandbox.sh(
            """
            printf 'one\\ntwo\\n\\nthree\\n' > notes.txt; printf 'a\\nb\\n' > docs/guide.txt
            printf 'w \\303\\251\\n' > wide.txt; printf '$Id$\\n' > id.txt
            printf '%s\\n' 'id.txt ident' 'wide.txt working-tree-encoding=UTF-16LE-BOM' \\
                'docs/* text eol=crlf' >> .gitattributes
            rm wide.txt; printf '\\377\\376w\\0 \\0\\351\\0\\n\\0' > wide.txt
            """, in: "ann")
        let report = try await ann.sync(sandbox.transfer)
        #expect(report.failure == nil)
        try sandbox.sh("git clone -q -c core.autocrlf=true remote.git bob", in: "")
        try sandbox.sh(
            """
            git config user.name Bob; git config user.email bob@example.org
            git config pmd.branch main
            """, in: "bob")
        bob = try Workspace(
            Location.find(named: "\(sandbox.path)/bob", in: .ofProcess()), clock: sandbox.clock,
            timeout: 5)
    }

    private func expectGitClean(_ folder: String) throws {
        // As for git after a copy: the stat data is useless.
        try sandbox.sh(
            "find . -name .git -prune -o -type f -exec touch -d '5 min ago' {} +", in: folder)
        #expect(try sandbox.sh("git status --porcelain", in: folder) == "")
    }

    @Test func `a file that git considers unchanged is not committed`() async throws {
        #expect(try sandbox.text("notes.txt", in: "bob") == "one\r\ntwo\r\n\r\nthree\r\n")
        try sandbox.sh("cp -a bob copy; find copy -type f -exec touch -d '1 hour ago' {} +", in: "")
        let copy = try Workspace(
            Location.find(named: "\(sandbox.path)/copy", in: .ofProcess()), clock: sandbox.clock,
            timeout: 5)
        for workspace in [bob, copy, ann] {
            let report = try await workspace.sync(sandbox.transfer)
            #expect(report.failure == nil && report.committed == 0 && report.pushed == 0)
            #expect(try await workspace.status().uncommitted == [])
        }
    }

    @Test func `an edit arrives in each clone as git would write it`() async throws {
        try sandbox.sh(
            "printf 'one\\ntwo, by Ann\\n\\nthree\\n' > notes.txt; printf 'a\\r\\nc\\r\\n' > docs/guide.txt",
            in: "ann")
        #expect(try await ann.sync(sandbox.transfer).committed == 1)
        // Edited on another line, with this clone's line endings.
        try sandbox.sh(
            "printf 'one\\r\\ntwo\\r\\n\\r\\nthree, by Bob\\r\\n' > notes.txt", in: "bob")
        let report = try await bob.sync(sandbox.transfer)
        #expect(report.failure == nil && report.committed == 1)
        #expect(
            try sandbox.text("notes.txt", in: "bob")
                == "one\r\ntwo, by Ann\r\n\r\nthree, by Bob\r\n")
        #expect(try sandbox.text("docs/guide.txt", in: "bob") == "a\r\nc\r\n")
        #expect(try sandbox.sh("git show HEAD:docs/guide.txt", in: "bob") == "a\nc\n")
        #expect(try await ann.sync(sandbox.transfer).failure == nil)
        #expect(try sandbox.text("notes.txt", in: "ann") == "one\ntwo, by Ann\n\nthree, by Bob\n")
        for folder in ["ann", "bob"] {
            try expectGitClean(folder)
            let same = try sandbox.sh(
                """
                mkdir ../fresh-\(folder); git --work-tree=../fresh-\(folder) checkout-index -a -f
                \(folder == "ann" ? "rm id.txt; git checkout-index id.txt" : "")
                diff -r -x .git . ../fresh-\(folder) || true
                """, in: folder)
            #expect(same == "")
        }
    }

    @Test(arguments: 0..<3)
    func `edits from clones with different line endings are all kept`(number: Int) async throws {
        var random = SplitMix64(seed: testSeed &+ UInt64(number))
        let clones = [("ann", ann), ("bob", bob)]
        var tokens: [String] = []
        for step in 0..<24 {
            let (folder, workspace) = try #require(clones.randomElement(using: &random))
            let file = try #require(
                ["notes.txt", "docs/guide.txt", "id.txt"].randomElement(using: &random))
            let text = try sandbox.text(file, in: folder)
            let end = text.contains("\r\n") ? "\r\n" : "\n"
            var lines = text.split(separator: end, omittingEmptySubsequences: false)
            let token = "token-\(step)-end"
            tokens.append(token)
            lines.insert(token[...], at: Int.random(in: 0..<lines.count, using: &random))
            try sandbox.write(lines.joined(separator: end), file, in: folder)
            if Bool.random(using: &random) {
                let report = try await workspace.sync(sandbox.transfer)
                #expect(report.failure == nil, "seed \(testSeed), step \(step)")
            }
        }
        for workspace in [ann, bob, ann] {
            #expect(try await workspace.sync(sandbox.transfer).failure == nil)
        }
        let heads = try ["ann", "bob"].map { try sandbox.sh("git rev-parse HEAD", in: $0) }
        #expect(heads[0] == heads[1])
        // A version that lost a merge is in conflicts/.
        let kept = try sandbox.sh("git grep -ah token HEAD", in: "ann")
        for token in tokens { #expect(kept.contains(token), "seed \(testSeed)") }
        for folder in ["ann", "bob"] { try expectGitClean(folder) }
    }

    @Test func `keywords and encodings are converted in both directions`() async throws {
        let blob = try sandbox.sh("git show HEAD:wide.txt", in: "ann")
        #expect(blob == "w é\n")
        #expect(try sandbox.text("id.txt", in: "bob").hasPrefix("$Id: "))
        try sandbox.sh("printf '\\377\\376x\\0\\n\\0' > wide.txt; echo more >> id.txt", in: "bob")
        #expect(try await bob.sync(sandbox.transfer).committed == 1)
        #expect(
            try sandbox.sh("git show HEAD:id.txt; git show HEAD:wide.txt", in: "bob")
                == "$Id$\nmore\nx\n")
        #expect(try await ann.sync(sandbox.transfer).failure == nil)
        #expect(try sandbox.sh("od -An -tx1 wide.txt | tr -d ' \\n'", in: "ann") == "fffe78000a00")
        try expectGitClean("ann")
        let again = try await ann.sync(sandbox.transfer)
        #expect(again.committed == 0 && again.failure == nil)
    }

    @Test func `a changed attributes file applies to the files that arrive with it`() async throws {
        try sandbox.sh(
            "echo 'new.txt text eol=crlf' >> .gitattributes; printf 'x\\r\\n' > new.txt", in: "ann")
        #expect(try await ann.sync(sandbox.transfer).committed == 1)
        #expect(try sandbox.sh("git show HEAD:new.txt", in: "ann") == "x\n")
        try sandbox.sh(
            "git config core.autocrlf false; rm .git/index; git reset -q --hard", in: "bob")
        #expect(try await bob.sync(sandbox.transfer).failure == nil)
        #expect(try sandbox.text("new.txt", in: "bob") == "x\r\n")
        try expectGitClean("bob")
    }

    @Test func `a file that was written before its attributes changed is still replaced`()
        async throws
    {
        #expect(try sandbox.text("docs/guide.txt", in: "bob") == "a\r\nb\r\n")
        try sandbox.sh("find docs -type f -exec touch -d '1 hour ago' {} +; git status", in: "bob")
        // Its line endings stay, and git considers it unchanged.
        try sandbox.sh("echo 'docs/* -text' >> .gitattributes", in: "ann")
        #expect(try await ann.sync(sandbox.transfer).failure == nil)
        #expect(try await bob.sync(sandbox.transfer).failure == nil)
        #expect(try sandbox.text("docs/guide.txt", in: "bob") == "a\r\nb\r\n")
        #expect(try sandbox.sh("git status --porcelain", in: "bob") == "")
        try sandbox.sh("printf 'a\\nb\\nc\\n' > docs/guide.txt", in: "ann")
        #expect(try await ann.sync(sandbox.transfer).failure == nil)
        let report = try await bob.sync(sandbox.transfer)
        #expect(report.failure == nil && report.committed == 0)
        #expect(try sandbox.text("docs/guide.txt", in: "bob") == "a\nb\nc\n")
    }

    @Test func `a large Git LFS file is never committed raw, and its pointer is written`()
        async throws
    {
        let pointer = "version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 3\n"
        try sandbox.sh("echo '*.bin filter=lfs' >> .gitattributes", in: "ann")
        try sandbox.write(pointer, "a.bin", in: "ann")
        #expect(try await ann.sync(sandbox.transfer).failure == nil)
        try sandbox.sh(
            "git config filter.lfs.clean 'cat >/dev/null; cat .git/pointer'; git config filter.lfs.smudge 'printf big'",
            in: "bob")
        try sandbox.write(pointer, ".git/pointer", in: "bob")
        let report = try await bob.sync(sandbox.transfer)
        #expect(try sandbox.text("a.bin", in: "bob") == pointer)
        #expect(report.failure == nil)
        #expect(report.notes.contains { if case .pointer = $0 { true } else { false } })
        #expect(try await bob.sync(sandbox.transfer).failure == nil)
        try sandbox.write("raw!", "a.bin", in: "bob")
        let raw = try await bob.sync(sandbox.transfer)
        #expect(raw.committed == 0 && raw.leftOut.map(\.path) == ["a.bin"])
        #expect(try sandbox.sh("git show HEAD:a.bin", in: "bob") == pointer)
        // Others change it meanwhile: the local file is not overwritten.
        try sandbox.write(pointer + "x\n", "a.bin", in: "ann")
        try sandbox.sh("printf 'more\\n' >> notes.txt", in: "ann")
        #expect(try await ann.sync(sandbox.transfer).failure == nil)
        let refused = try await bob.sync(sandbox.transfer)
        #expect(refused.failure?.code == "left-out-changed")
        #expect(try sandbox.text("a.bin", in: "bob") == "raw!")
        try sandbox.sh("git checkout -q a.bin && git update-index --refresh -q; true", in: "bob")
        #expect(try await bob.sync(sandbox.transfer).failure == nil)
        #expect(try sandbox.text("a.bin", in: "bob") == pointer + "x\n")
    }

    @Test func `two users who change one line of a file see the version that lost`() async throws {
        try sandbox.sh("sed -i 's/two/two, by Ann/' notes.txt", in: "ann")
        #expect(try await ann.sync(sandbox.transfer).failure == nil)
        try sandbox.sh("sed -i 's/two/two, by Bob/' notes.txt", in: "bob")
        let report = try await bob.sync(sandbox.transfer)
        #expect(report.failure == nil && report.conflictingFiles == 1 && report.needsReport)
        #expect(report.lineForCron(.english) == "1 file has conflicts; see 'pmd conflicts'")
        #expect(try await ann.sync(sandbox.transfer).failure == nil)
        for workspace in [ann, bob] {
            let tasks = try await workspace.board().tasks
            let files = try await workspace.conflictFiles(besides: tasks)
            #expect(files.count == 1 && files[0].path.string.hasPrefix("conflicts/notes-"))
        }
        try sandbox.sh("rm conflicts/notes-*", in: "ann")
        #expect(try await ann.sync(sandbox.transfer).conflictingFiles == 0)
        #expect(try await ann.conflictFiles(besides: []) == [])
    }

    @Test(arguments: [
        "echo x > conflicts", "ln -s / conflicts; git add conflicts; git commit -qm link",
    ])
    func `a file named like the conflicts folder does not stop a sync`(
        making: String
    ) async throws {
        try sandbox.sh("\(making); sed -i s/two/zwei/ notes.txt", in: "bob")
        #expect(try await bob.sync(sandbox.transfer).failure == nil)
        try sandbox.sh("sed -i s/two/deux/ notes.txt", in: "ann")
        let report = try await ann.sync(sandbox.transfer)
        #expect(report.failure == nil && report.conflictingFiles == 1)
        #expect(try await ann.conflictFiles(besides: []).count == 1)
        #expect(try sandbox.sh("ls -d conflicts-*; ls conflicts", in: "ann").contains("notes-"))
        #expect(try await bob.sync(sandbox.transfer).failure == nil)
        #expect(
            try sandbox.sh("git rev-parse HEAD", in: "bob")
                == sandbox.sh("git rev-parse HEAD", in: "ann"))
    }

    /// Commands that put something in the way of an incoming file, and the error's text.
    static let obstacles = [
        ("echo new.txt >> .git/info/exclude; echo mine > new.txt", "new.txt is ignored by git"),
        (
            "echo secret.md >> .git/info/exclude; echo mine > todo/secret.md",
            "todo/secret.md is ignored by git"
        ),
        ("git init -q sub; echo mine > sub/new.txt", "sub is a separate git repository"),
    ]

    @Test(arguments: obstacles)
    func `a file that git ignores is reported and not overwritten`(
        lines: String, words: String
    ) async throws {
        try sandbox.sh(
            "mkdir sub; for f in new.txt todo/secret.md sub/new.txt; do echo new > $f; done",
            in: "bob")
        #expect(try await bob.sync(sandbox.transfer).failure == nil)
        try sandbox.sh(lines, in: "ann")
        for _ in 0..<2 {
            let failure = try await ann.sync(sandbox.transfer).failure
            #expect(
                failure?.exit == .unsupported && failure?.message.english.contains(words) == true)
        }
        let content = "cat new.txt todo/secret.md sub/new.txt 2> /dev/null || :"
        #expect(try sandbox.sh(content, in: "ann") == "mine\n")
        // With the remote's contents it may stay.
        let file = try sandbox.sh(
            "ls new.txt todo/secret.md sub/new.txt 2> /dev/null || :", in: "ann")
        try sandbox.sh("echo new > \(file)", in: "ann")
        #expect(try await ann.sync(sandbox.transfer).failure == nil)
    }

    @Test func `a file that a sparse checkout excludes is received, and stays excluded`()
        async throws
    {
        try sandbox.sh("git sparse-checkout set --cone todo doing done", in: "ann")
        for text in ["two", "three"] {
            try sandbox.sh("echo \(text) > docs/guide.txt", in: "bob")
            #expect(try await bob.sync(sandbox.transfer).failure == nil)
            let report = try await ann.sync(sandbox.transfer)
            #expect(report.failure == nil && report.received == 1 && report.committed == 0)
            #expect(try sandbox.sh("git show HEAD:docs/guide.txt", in: "ann") == "\(text)\n")
            #expect(
                try sandbox.sh("git ls-files -v docs/guide.txt", in: "ann") == "S docs/guide.txt\n")
            #expect(
                try sandbox.sh("git status --porcelain; ls docs 2> /dev/null || :", in: "ann") == ""
            )
        }
    }

    @Test func `a skip-worktree mark stays when the remote changes the file`()
        async throws
    {
        try sandbox.sh("git update-index --skip-worktree notes.txt", in: "ann")
        for line in ["echo four >> notes.txt", "echo five >> notes.txt", "rm notes.txt"] {
            try sandbox.sh(line, in: "bob")
            #expect(try await bob.sync(sandbox.transfer).failure == nil)
            #expect(try await ann.sync(sandbox.transfer).failure == nil)
            if line.hasPrefix("rm") { break }
            #expect(try sandbox.sh("git ls-files -v notes.txt", in: "ann") == "S notes.txt\n")
            // A missing file is not written.
            try sandbox.sh("rm -f notes.txt", in: "ann")
        }
        #expect(
            try sandbox.sh("git status --porcelain; ls notes.txt 2> /dev/null || :", in: "ann")
                == "")
    }

    @Test(arguments: ["--skip-worktree", "--assume-unchanged"])
    func `a file that the user hides from git is neither committed nor overwritten`(
        mark: String
    ) async throws {
        try sandbox.sh("git update-index \(mark) notes.txt; echo mine > notes.txt", in: "ann")
        for _ in 0..<2 {
            let report = try await ann.sync(sandbox.transfer)
            #expect(report.failure == nil && report.committed == 0)
        }
        try sandbox.sh("echo four >> notes.txt", in: "bob")
        #expect(try await bob.sync(sandbox.transfer).failure == nil)
        let failure = try await ann.sync(sandbox.transfer).failure
        #expect(failure?.code == "left-out-changed")
        #expect(try sandbox.text("notes.txt", in: "ann") == "mine\n")
        try sandbox.sh("git update-index --no-\(mark.dropFirst(2)) notes.txt", in: "ann")
        #expect(try await ann.sync(sandbox.transfer).conflictingFiles == 1)
    }

    @Test func `a repository inside a column is reported, and the rest syncs`() async throws {
        try sandbox.sh("git init -q todo; echo more >> notes.txt", in: "ann")
        for committed in [1, 0] {
            let report = try await ann.sync(sandbox.transfer)
            #expect(report.committed == committed)
            #expect(report.leftOut.map(\.path) == ["todo"])
            #expect(report.leftOut.map(\.reason) == [.ownRepository(dotGit: "todo/.git")])
            #expect(report.failure?.isLeftOut == true)
        }
        #expect(try sandbox.sh("git show origin/main:notes.txt | tail -1", in: "ann") == "more\n")
        #expect(try sandbox.sh("git ls-files todo", in: "ann") != "")
        try sandbox.sh("rm -r todo/.git", in: "ann")
        #expect(try await ann.sync(sandbox.transfer).failure == nil)
    }
}
