import Git
import MarkdownDocument
import TaskBoard
import Testing

@testable import BoardStorage

/// Stale edits: saves by an editor that opened an older version of the task.
struct StaleSaveTests {
    let sandbox: BoardSandbox
    let workspace: Workspace

    static let old = RecoveryTests.old
    static let new = RecoveryTests.new

    init() throws {
        sandbox = try BoardSandbox()
        workspace = try sandbox.board()
    }

    /// Creates the swap file of an editor that has a task open.
    private func openEditor(_ path: String = "todo/.a.md.swp") throws {
        try sandbox.write("swap", path)
    }

    @Test(arguments: ["todo/.a.md.swp", "todo/.a.md.swo", "todo/.#a.md", "todo/.a.md.kate-swp"])
    func `a stale save from an open editor keeps both edits`(swap: String) async throws {
        try await workspace.put("todo/a.md", Self.old, subject: "Add")
        try openEditor(swap)
        try await workspace.put("todo/a.md", Self.new, subject: "Change")
        try sandbox.write(Self.old.replacing("three", with: "three and four"), "todo/a.md")
        // An editor removes the file when it quits.
        try sandbox.sh("rm '\(swap)'")
        try await workspace.put("todo/b.md", "b\n")
        _ = try await workspace.commitEdits(of: [TaskID(fileName: Array("a.md".utf8))])
        #expect(
            try sandbox.text("todo/a.md") == Self.new.replacing("three", with: "three and four"))
        try sandbox.expectClean()
    }

    @Test(arguments: [true, false])
    func `an old text from a rewritten history restores nothing else`(
        isKept: Bool
    ) async throws {
        try await workspace.put("todo/a.md", Self.old.replacing("one", with: "1"), subject: "Add")
        try await workspace.put("todo/b.md", "one\n")
        if isKept { try await workspace.put("todo/a.md", Self.old) }
        let kept = try sandbox.sh("git rev-parse HEAD").dropLast()
        if !isKept { try await workspace.put("todo/a.md", Self.old) }
        try openEditor()
        try await workspace.put("todo/b.md", "dropped\n")
        try await workspace.put("todo/a.md", Self.new)
        try sandbox.sh(
            """
            set -e; git config user.name Ann; git config user.email ann@example.org
            git reset -q --soft \(kept); git reset -q -- todo/b.md; git commit -qm new
            echo three > todo/b.md
            """)
        try sandbox.write(Self.old.replacing("three", with: "three and four"), "todo/a.md")
        _ = try await workspace.commitEdits(of: [TaskID(fileName: Array("a.md".utf8))])
        #expect(
            try sandbox.text("todo/a.md") == Self.new.replacing("three", with: "three and four"))
        #expect(try sandbox.text("todo/b.md") == "three\n")
        #expect(try sandbox.sh("git show HEAD:todo/b.md") == "one\n")
    }

    @Test func `a save that only restores old values is intentional`() async throws {
        try await workspace.put("todo/a.md", Self.old, subject: "Add")
        try await workspace.put("todo/a.md", Self.new, subject: "Change")
        try sandbox.write(Self.old, "todo/a.md")
        _ = try await workspace.commitEdits(of: [TaskID(fileName: Array("a.md".utf8))])
        #expect(try sandbox.text("todo/a.md") == Self.old)
        try sandbox.expectClean()
    }

    /// Two changes of one part: pmd's, and that of an editor that had the older version.
    static let samePart = [
        (
            old: "- [ ] fix the roof\n", new: "- [x] fix the roof\n",
            saved: "- [ ] fix the roof now\n", kept: ["- [x] fix the roof now"]
        ),
        (
            old: "---\ndue: 2026-12-01\n---\n", new: "---\ndue: 2026-12-03\n---\n",
            saved: "---\ndue: 2026-12-05\n---\n", kept: ["due: 2026-12-05", "value: 2026-12-03"]
        ),
        (
            old: "Call before noon.\n", new: "Call before noon on Monday.\n",
            saved: "Call after noon.\n",
            kept: ["Call after noon.", "> Call before noon on Monday."]
        ),
    ]

    @Test(arguments: ["pmd", "another program"])
    func `an editor that stays open while a task changes twice loses neither change`(
        writer: String
    ) async throws {
        let old = "---\ndue: 2026-12-01\n---\n- [ ] milk\n"
        let id = TaskID(fileName: Array("a.md".utf8))
        try await workspace.put("todo/a.md", old, subject: "Add")
        try openEditor()
        let first = old.replacing("12-01", with: "12-03")
        try await workspace.put("todo/a.md", first, subject: "Change")
        let second = first.replacing("milk", with: "milk 3l")
        if writer == "pmd" {
            try await workspace.put("todo/a.md", second, subject: "Change")
        } else {
            try sandbox.write(second, "todo/a.md")
            _ = try await workspace.commitEdits(of: [id])
        }
        try sandbox.write(old.replacing("12-01", with: "12-05"), "todo/a.md")
        _ = try await workspace.commitEdits(of: [id])
        let text = try sandbox.text("todo/a.md")
        #expect(text.contains("due: 2026-12-05") && text.contains("value: 2026-12-03"), "\(text)")
    }

    @Test func `nano, which rewrites its lock, counts as one editor`() async throws {
        let lock = { (words: String) in
            "rm -f todo/.a.md.swp; "
                + "printf 'b0nano 7.2\\0\\0%012d\\7\\0\\0\\0\(words)' 0 > todo/.a.md.swp"
        }
        try await workspace.put("todo/a.md", Self.old, subject: "Add")
        try sandbox.sh(lock("opened"))
        try await workspace.put("todo/a.md", Self.new, subject: "Change")
        try sandbox.sh("sleep 0.02; cp todo/.a.md.swp todo/x; \(lock("changed")); rm todo/x")
        try sandbox.write(Self.old.replacing("three", with: "three and four"), "todo/a.md")
        _ = try await workspace.commitEdits(of: [TaskID(fileName: Array("a.md".utf8))])
        #expect(
            try sandbox.text("todo/a.md") == Self.new.replacing("three", with: "three and four"))
    }

    @Test func `an open editor that rewords an already reworded item loses nothing`() async throws {
        let old = "---\ndue: 2026-12-01\ntags: [u]\n---\n- [ ] bread\n"
        try await workspace.put("todo/a.md", old, subject: "Add")
        try openEditor()
        let new = "---\ndue: 2026-12-03\ntags: [v]\n---\n- [ ] rye\n"
        try await workspace.put("todo/a.md", new, subject: "Change")
        try sandbox.write("---\ndue: 2026-12-01\ntags: [w]\n---\n- [ ] wheat\n", "todo/a.md")
        _ = try await workspace.commitEdits(of: [TaskID(fileName: Array("a.md".utf8))])
        let text = try sandbox.text("todo/a.md")
        for part in ["due: 2026-12-03", "[w, v]", "- [ ] wheat", "> - [ ] rye"] {
            #expect(text.contains(part), "\(text)")
        }
    }

    @Test(arguments: samePart)
    func `an open editor that edits the same part loses neither change`(
        part: (old: String, new: String, saved: String, kept: [String])
    ) async throws {
        try await workspace.put("todo/a.md", part.old, subject: "Add")
        try openEditor()
        try await workspace.put("todo/a.md", part.new, subject: "Change")
        try sandbox.write(part.saved, "todo/a.md")
        _ = try await workspace.commitEdits(of: [TaskID(fileName: Array("a.md".utf8))])
        let text = try sandbox.text("todo/a.md")
        for line in part.kept { #expect(text.contains(line), "\(text)") }
        // The editor's next save is based on its last one.
        let next = text.replacing("noon.", with: "noon!").replacing("12-05", with: "12-06")
        try sandbox.write(next, "todo/a.md")
        _ = try await workspace.commitEdits(of: [TaskID(fileName: Array("a.md".utf8))])
        #expect(try sandbox.text("todo/a.md") == next)
        try sandbox.expectClean()
    }

    @Test
    func `an open editor that saves a deleted task keeps it, with the deletion as a conflict`()
        async throws
    {
        try await workspace.put("todo/a.md", Self.old, subject: "Add")
        try openEditor()
        _ = try await workspace.remove(["a"])
        try sandbox.write(Self.old + "four\n", "todo/a.md")
        _ = try await workspace.sync(sandbox.transfer)
        let text = try sandbox.text("todo/a.md")
        #expect(text.contains("key: .deleted") && text.hasSuffix("four\n"), "\(text)")
        try sandbox.expectClean()
    }

    @Test(arguments: [
        "conflicts: [{key: due, value: 2026-12-03}]\n---\n",
        "---\n> [!conflict] Ann wrote instead, 2026-11-21\n> zwei\n\n",
    ])
    func `an open editor that has not loaded a conflict does not remove it`(conflict: String)
        async throws
    {
        let old = "---\ntitle: A\n---\none\n"
        let new = old.replacing("---\none", with: conflict + "one")
        try await workspace.put("todo/a.md", old, subject: "Add")
        try openEditor()
        try await workspace.put("todo/a.md", new, subject: "Change")
        try sandbox.write(old + "two\n", "todo/a.md")
        _ = try await workspace.commitEdits(of: [TaskID(fileName: Array("a.md".utf8))])
        #expect(try sandbox.text("todo/a.md") == new + "two\n")
    }

    @Test func `an older version that an open editor saves unchanged stays, and is reported`()
        async throws
    {
        try await workspace.put("todo/a.md", Self.old, subject: "Add")
        try openEditor()
        try await workspace.put("todo/a.md", Self.new, subject: "Change")
        let commit = try sandbox.sh("git rev-parse --short=7 HEAD").prefix(7)
        try sandbox.write(Self.old, "todo/a.md")
        _ = try await workspace.commitEdits(of: [TaskID(fileName: Array("a.md".utf8))])
        #expect(try sandbox.text("todo/a.md") == Self.old)
        let reports = try await workspace.status().takenBack
        #expect(reports.map(\.commit) == [String(commit)], "\(reports)")
    }

    @Test func `a save to a moved task's old path goes to the new one`() async throws {
        try await workspace.put("todo/a-k3f9m2.md", Self.old, subject: "Add")
        try await workspace.perform { _ in
            Plan(
                changes: [
                    .move("todo/a-k3f9m2.md", to: "doing/a-k3f9m2.md", Array(Self.old.utf8))
                ], subject: "Move", tasks: [])
        }
        try sandbox.write(Self.old.replacing("two", with: "zwei"), "todo/a-k3f9m2.md")
        try await workspace.commitEdits(of: [TaskID(fileName: Array("a-k3f9m2.md".utf8))])
        #expect(try sandbox.text("doing/a-k3f9m2.md") == Self.old.replacing("two", with: "zwei"))
        #expect(try sandbox.sh("ls todo") == "")
        try sandbox.expectClean()
    }

    @Test(arguments: ["a", "50 %2F of it", String(repeating: "a", count: 240)])
    func `an old text is recognized by its path, however the path is written`(name: String)
        async throws
    {
        let path = BoardPath(Array("todo/\(name).md".utf8))
        try await workspace.put(path, Self.old, subject: "Add")
        try openEditor("todo/.\(name).md.swp")
        try await workspace.put(path, Self.new, subject: "Change")
        try sandbox.write(Self.old.replacing("three", with: "three and four"), "todo/\(name).md")
        _ = try await workspace.commitEdits(of: [TaskID(fileName: path.fileName)])
        #expect(
            try sandbox.text("todo/\(name).md")
                == Self.new.replacing("three", with: "three and four"))
        try sandbox.expectClean()
    }

    @Test func `a path's versions are in one folder, and the latest are listed`()
        async throws
    {
        try await workspace.put("todo/a.md", Self.old, subject: "Add")
        for number in 1...8 { try await workspace.put("todo/a.md", Self.old + "\(number)\n") }
        #expect(
            try sandbox.sh("cd .git/pmd/replaced; ls */*todo%2Fa.md | wc -l; ls -d */ | wc -l")
                == "8\n1\n")
        #expect(try sandbox.sh("grep -c todo%2Fa.md .git/pmd/replaced/recent") == "8\n")
    }

    @Test func `a late save into an older version is found when its task changes`() async throws {
        try await workspace.put("todo/a.md", Self.old, subject: "Add")
        try await workspace.put("todo/a.md", Self.new, subject: "Change")
        try sandbox.sh(
            """
            : > .git/pmd/replaced/recent; f=$(ls .git/pmd/replaced/*/*todo%2Fa.md)
            sed -i s/three/drei/ $f; touch -d 2040-01-01 $f
            """)
        // A change of another task searches only the latest versions.
        try await workspace.put("todo/b.md", "b\n")
        #expect(try sandbox.text("todo/a.md") == Self.new)
        _ = try await workspace.commitEdits(of: [TaskID(fileName: Array("a.md".utf8))])
        #expect(try sandbox.text("todo/a.md") == Self.new.replacing("three", with: "drei"))
        try sandbox.expectClean()
    }

    @Test func `an old version is checked before it is deleted`() async throws {
        try await workspace.put("todo/a.md", Self.old, subject: "Add")
        try await workspace.put("todo/a.md", Self.new, subject: "Change")
        try sandbox.sh(
            """
            cd .git/pmd/replaced; : > recent; rm swept; f=$(ls */*todo%2Fa.md)
            mv $f "${f%%/*}/1000000000-${f#*-}"; sed -i s/three/drei/ */1000000000-*
            """)
        try await workspace.put("todo/b.md", "b\n")
        #expect(try sandbox.text("todo/a.md") == Self.new.replacing("three", with: "drei"))
        #expect(try sandbox.sh("ls .git/pmd/replaced/*/1000000000-* 2> /dev/null || :") == "")
    }

    /// Saves an older version with a change, and expects it to stay, with a report.
    private func expectSaveStands() async throws {
        let saved = Self.old.replacing("three", with: "three and four")
        try sandbox.write(saved, "todo/a.md")
        _ = try await workspace.commitEdits(of: [TaskID(fileName: Array("a.md".utf8))])
        let text = try sandbox.text("todo/a.md")
        for line in saved.split(separator: "\n") { #expect(text.contains(line)) }
        #expect(try await workspace.status().takenBack.count == 1)
    }

    /// The ways in which an editor's file stops being evidence for the next save.
    @Test(arguments: [
        "rm todo/.a.md.swp", "mv todo/.a.md.swp todo/x; echo > todo/.a.md.swp; rm todo/x",
    ])
    func `a save after an editor quit without saving stays`(end: String) async throws {
        try await workspace.put("todo/a.md", Self.old, subject: "Add")
        try openEditor()
        try await workspace.put("todo/a.md", Self.new, subject: "Change")
        try sandbox.sh(end)
        try await workspace.put("todo/b.md", "b\n")
        #expect(try sandbox.sh("ls .git/pmd/editors") == "")
        try await expectSaveStands()
    }

    /// Replaces the editor's file with another editor's after the clock's next tick.
    private static let otherEditor =
        "sleep 0.02; mv todo/.a.md.swp todo/x; echo > todo/.a.md.swp; rm todo/x; sleep 0.02"

    @Test func `a stale save keeps both edits after another editor opened the file`() async throws {
        try await workspace.put("todo/a.md", Self.old, subject: "Add")
        try openEditor()
        try await workspace.put("todo/a.md", Self.new, subject: "Change")
        try sandbox.write(Self.old.replacing("three", with: "three and four"), "todo/a.md")
        try sandbox.sh(Self.otherEditor)
        try await workspace.put("todo/b.md", "b\n")
        _ = try await workspace.commitEdits(of: [TaskID(fileName: Array("a.md".utf8))])
        #expect(
            try sandbox.text("todo/a.md") == Self.new.replacing("three", with: "three and four"))
        try sandbox.expectClean()
    }

    @Test func `another editor's save stays`() async throws {
        try await workspace.put("todo/a.md", Self.old, subject: "Add")
        try openEditor()
        try await workspace.put("todo/a.md", Self.new, subject: "Change")
        try sandbox.sh(Self.otherEditor)
        try await expectSaveStands()
    }

    @Test func `a swap file that a teammate committed is not evidence`() async throws {
        try await workspace.put("todo/a.md", Self.old, subject: "Add")
        try openEditor()
        try sandbox.sh(
            """
            git config user.name Bob; git config user.email bob@example.org
            git add -f todo/.a.md.swp; git commit -qm swap
            """)
        try await workspace.put("todo/a.md", Self.new, subject: "Change")
        #expect(try sandbox.sh("ls .git/pmd/editors") == "")
    }

    @Test func `a version newer than the one saved over is not an old version`() async throws {
        let tagged = Self.old.replacing("title: Roof", with: "title: Roof\ntags: [x]")
        let more = "four\nfive\n"
        for text in [Self.old, tagged, tagged + more, Self.new] {
            try await workspace.put("todo/a.md", text)
        }
        let repository = try BoardRepository(workspace.location, clock: sandbox.clock, waiting: 5)
        let commit = try sandbox.sh("git rev-parse HEAD~2").dropLast()
        let texts = ReplacedVersions(
            try repository.replaced.versions(), movedBy: try repository.checkoutLog.moves(),
            of: try #require(ObjectID(hex: String(commit))),
            in: repository.git)
        func version(_ text: String) -> TaskVersion {
            TaskVersion(path: "todo/a.md", document: Document(Array(text.utf8)))
        }
        let edited = try texts.edited(
            by: version(Self.old + more), over: version(tagged), at: Array("todo/a.md".utf8))
        #expect(edited?.version.document.bytes == Array(Self.old.utf8))
    }

    @Test func `a text that git commit restored has not been saved over by anyone`() async throws {
        try await workspace.put("todo/a.md", Self.old, subject: "Add")
        let before = try sandbox.sh("git rev-parse HEAD:todo/a.md").dropLast()
        let tagged = Self.old.replacing("title: Roof", with: "title: Roof\ntags: [x]")
        for text in [tagged, tagged + "four\n"] { try await workspace.put("todo/a.md", text) }
        // The result of a commit that read the index before those two.
        try sandbox.sh(
            """
            git config user.name Ann; git config user.email ann@example.org
            git update-index --cacheinfo 100644,\(before),todo/a.md; git commit -qm notes
            """)
        try sandbox.write(tagged + "four\nfive\n", "todo/a.md")
        try await workspace.commitEdits(of: [TaskID(fileName: Array("a.md".utf8))])
        #expect(try sandbox.text("todo/a.md") == tagged + "four\nfive\n")
        try sandbox.expectClean()
    }

    @Test func `a late save into the replaced file is merged`() async throws {
        try await workspace.put("todo/a.md", Self.old, subject: "Add")
        try await workspace.put("todo/a.md", Self.new, subject: "Change")
        try sandbox.sh(
            "sed -i.x s/three/drei/ .git/pmd/replaced/*/*todo%2Fa.md; rm -f .git/pmd/replaced/*/*.x; touch -d 2040-01-01 .git/pmd/replaced/*/*todo%2Fa.md"
        )
        try await workspace.put("todo/b.md", "b\n")
        #expect(try sandbox.text("todo/a.md") == Self.new.replacing("three", with: "drei"))
        try sandbox.expectClean()
    }

    @Test func `a late save into the replaced file is merged with an uncommitted edit`()
        async throws
    {
        try await workspace.put("todo/a.md", Self.old, subject: "Add")
        try await workspace.put("todo/a.md", Self.new, subject: "Change")
        try sandbox.sh(
            """
            f=$(ls .git/pmd/replaced/*/*todo%2Fa.md)
            sed -i s/three/drei/ $f; touch -d 2040-01-01 $f
            """)
        try sandbox.write(Self.new.replacing("one", with: "eins"), "todo/a.md")
        try await workspace.put("todo/b.md", "b\n")
        try await workspace.commitEdits(of: [TaskID(fileName: Array("a.md".utf8))])
        let text = try sandbox.text("todo/a.md")
        #expect(text.contains("eins") && text.contains("drei"), "\(text)")
        try sandbox.expectClean()
    }

    @Test func `an editor may save late and keep editing`() async throws {
        try await workspace.put("todo/a.md", Self.old, subject: "Add")
        try openEditor()
        try await workspace.put("todo/a.md", Self.new, subject: "Change")
        let late = Self.old.replacing("three", with: "drei")
        try sandbox.sh(
            """
            f=$(ls .git/pmd/replaced/*/*todo%2Fa.md); printf '\(late)' > $f
            touch -d 2040-01-01 $f
            """)
        try await workspace.put("todo/b.md", "b\n")
        try sandbox.write(late + "four\n", "todo/a.md")
        try await workspace.commitEdits(of: [TaskID(fileName: Array("a.md".utf8))])
        #expect(
            try sandbox.text("todo/a.md") == Self.new.replacing("three", with: "drei") + "four\n")
        try sandbox.expectClean()
    }

    @Test func `an old text may be saved while a command puts its files in place`() async throws {
        try await workspace.put("todo/a.md", Self.old, subject: "Add")
        try openEditor()
        try await workspace.put("todo/a.md", Self.new, subject: "Change")
        let tagged = Self.new.replacing("---\none", with: "tags: [x]\n---\none")
        try await workspace.put("todo/a.md", tagged, subject: "Tag")
        try sandbox.sh("echo \"$(git rev-parse HEAD~1) $(git rev-parse HEAD)\" > .git/pmd/pending")
        try sandbox.write(Self.old.replacing("three", with: "three and four"), "todo/a.md")
        try await workspace.put("todo/b.md", "b\n")
        #expect(
            try sandbox.text("todo/a.md") == tagged.replacing("three", with: "three and four"))
        try sandbox.expectClean()
    }

    @Test func `of several old texts, the one nearest to the save is its base`() async throws {
        try await workspace.put("todo/a.md", Self.old, subject: "Add")
        try openEditor()
        try await workspace.put("todo/a.md", Self.new, subject: "Change")
        let longer = Self.new.replacing("one\n", with: "one\nnew\n")
        try await workspace.put("todo/a.md", longer, subject: "Add a line")
        try sandbox.write(Self.old.replacing("three", with: "three and four"), "todo/a.md")
        try await workspace.commitEdits(of: [TaskID(fileName: Array("a.md".utf8))])
        #expect(
            try sandbox.text("todo/a.md") == longer.replacing("three", with: "three and four"))
        try sandbox.expectClean()
    }

    /// How git restores the old text after pmd wrote the new one.
    enum Return: String, CaseIterable {
        case revert = "git revert --no-edit HEAD"
        case checkout = "git checkout -q HEAD~1 -- todo/a.md"
        case reset = "git reset -q --hard HEAD~1"
    }

    /// A save from a version that git replaced has no known base: it wins, as in plain git, and
    /// the version that it replaces stays in history. `git checkout` is an uncommitted edit of
    /// what the index has, and a later save over it is meant too.
    @Test(arguments: Return.allCases, [true, false])
    func `a save over a version that git restored loses no text`(
        how: Return, isFromNew: Bool
    ) async throws {
        try await workspace.put("todo/a.md", Self.old, subject: "Add")
        try await workspace.put("todo/a.md", Self.new, subject: "Change")
        try sandbox.sh(
            """
            git config user.name Ann; git config user.email ann@example.org
            \(how.rawValue)
            """)
        #expect(try sandbox.text("todo/a.md") == Self.old)
        let opened = isFromNew ? Self.new : Self.old
        let saved = opened.replacing("three", with: "three and four")
        try sandbox.write(saved, "todo/a.md")
        _ = try await workspace.commitEdits(of: [TaskID(fileName: Array("a.md".utf8))])
        #expect(try sandbox.text("todo/a.md") == saved)
        for text in [Self.old, Self.new, saved] {
            try sandbox.write(text, "../text")
            #expect(
                try sandbox.sh("git rev-list --objects --all | grep $(git hash-object ../text)")
                    != "", "\(text)")
        }
        try sandbox.expectClean()
    }

    @Test func `a file that git checkout restores is intentional`() async throws {
        try await workspace.put("todo/a.md", Self.old, subject: "Add")
        try await workspace.put("todo/a.md", Self.new, subject: "Change")
        try sandbox.sh(Return.checkout.rawValue)
        _ = try await workspace.commitEdits(of: [TaskID(fileName: Array("a.md".utf8))])
        #expect(try sandbox.text("todo/a.md") == Self.old)
        try sandbox.expectClean()
    }
}
