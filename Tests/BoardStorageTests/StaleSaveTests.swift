import Git
import MarkdownDocument
import TaskBoard
import Testing

@testable import BoardStorage

/// Editors that hold an old text.
struct StaleSaveTests {
    let sandbox: Sandbox
    let workspace: Workspace

    static let old = RecoveryTests.old
    static let new = RecoveryTests.new

    init() throws {
        sandbox = try Sandbox()
        workspace = try sandbox.board()
    }

    @Test func `a stale save keeps both edits`() async throws {
        try await workspace.put("todo/a.md", Self.old, subject: "Add")
        try await workspace.put("todo/a.md", Self.new, subject: "Change")
        try sandbox.write(Self.old.replacing("three", with: "three and four"), "todo/a.md")
        try await workspace.put("todo/b.md", "b\n")
        _ = try await workspace.commitEdits(of: [TaskID(fileName: Array("a.md".utf8))])
        #expect(
            try sandbox.text("todo/a.md") == Self.new.replacing("three", with: "three and four"))
        try sandbox.expectClean()
    }

    @Test(arguments: [true, false])
    func `an old text of a history that a person rewrote brings nothing else back`(
        isKept: Bool
    ) async throws {
        try await workspace.put("todo/a.md", Self.old.replacing("one", with: "1"), subject: "Add")
        try await workspace.put("todo/b.md", "one\n")
        if isKept { try await workspace.put("todo/a.md", Self.old) }
        let kept = try sandbox.sh("git rev-parse HEAD").dropLast()
        if !isKept { try await workspace.put("todo/a.md", Self.old) }
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

    @Test func `bringing back only old values is meant`() async throws {
        try await workspace.put("todo/a.md", Self.old, subject: "Add")
        try await workspace.put("todo/a.md", Self.new, subject: "Change")
        try sandbox.write(Self.old, "todo/a.md")
        _ = try await workspace.commitEdits(of: [TaskID(fileName: Array("a.md".utf8))])
        #expect(try sandbox.text("todo/a.md") == Self.old)
        try sandbox.expectClean()
    }

    @Test func `a save to the old place of a moved task goes to the new one`() async throws {
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
    func `an old text is known by its path, however that is written`(name: String) async throws {
        let path = BoardPath(Array("todo/\(name).md".utf8))
        try await workspace.put(path, Self.old, subject: "Add")
        try await workspace.put(path, Self.new, subject: "Change")
        try sandbox.write(Self.old.replacing("three", with: "three and four"), "todo/\(name).md")
        _ = try await workspace.commitEdits(of: [TaskID(fileName: path.fileName)])
        #expect(
            try sandbox.text("todo/\(name).md")
                == Self.new.replacing("three", with: "three and four"))
        try sandbox.expectClean()
    }

    @Test func `what many commands replaced takes one look at one folder`() async throws {
        try await workspace.put("todo/a.md", Self.old, subject: "Add")
        for number in 1...8 { try await workspace.put("todo/a.md", Self.old + "\(number)\n") }
        #expect(
            try sandbox.sh("cd .git/pmd/replaced; ls -d *todo%2Fa.md | wc -l; ls -d */ || :")
                .hasPrefix("8\nls: "))
    }

    @Test func `what came after the text that was saved over is no old one`() async throws {
        let tagged = Self.old.replacing("title: Roof", with: "title: Roof\ntags: [x]")
        let more = "four\nfive\n"
        for text in [Self.old, tagged, tagged + more, Self.new] {
            try await workspace.put("todo/a.md", text)
        }
        let repository = try BoardRepository(workspace.location, clock: sandbox.clock, waiting: 5)
        let commit = try sandbox.sh("git rev-parse HEAD~2").dropLast()
        let texts = ReplacedVersions(
            try repository.replaced.versions(), movedBy: try repository.heads.moves(),
            of: try #require(ObjectID(hex: String(commit))),
            in: repository.git)
        func version(_ text: String) -> TaskVersion {
            TaskVersion(path: "todo/a.md", document: Document(Array(text.utf8)))
        }
        let edited = try texts.edited(
            by: version(Self.old + more), over: version(tagged), at: Array("todo/a.md".utf8))
        #expect(edited?.version.document.bytes == Array(Self.old.utf8))
    }

    @Test func `a text that git commit brought back has been saved over by nobody`() async throws {
        try await workspace.put("todo/a.md", Self.old, subject: "Add")
        let before = try sandbox.sh("git rev-parse HEAD:todo/a.md").dropLast()
        let tagged = Self.old.replacing("title: Roof", with: "title: Roof\ntags: [x]")
        for text in [tagged, tagged + "four\n"] { try await workspace.put("todo/a.md", text) }
        // What is left of a commit that read the index before those two.
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

    @Test func `a late save into the replaced file is brought in`() async throws {
        try await workspace.put("todo/a.md", Self.old, subject: "Add")
        try await workspace.put("todo/a.md", Self.new, subject: "Change")
        try sandbox.sh(
            "sed -i.x s/three/drei/ .git/pmd/replaced/*todo%2Fa.md; rm -f .git/pmd/replaced/*.x; touch -d 2040-01-01 .git/pmd/replaced/*todo%2Fa.md"
        )
        try await workspace.put("todo/b.md", "b\n")
        #expect(try sandbox.text("todo/a.md") == Self.new.replacing("three", with: "drei"))
        try sandbox.expectClean()
    }

    @Test func `an editor may save late and go on from there`() async throws {
        try await workspace.put("todo/a.md", Self.old, subject: "Add")
        try await workspace.put("todo/a.md", Self.new, subject: "Change")
        let late = Self.old.replacing("three", with: "drei")
        try sandbox.sh(
            """
            f=$(ls .git/pmd/replaced/*todo%2Fa.md); printf '\(late)' > $f
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

    @Test func `of several old texts an editor had the one nearest to its save`() async throws {
        try await workspace.put("todo/a.md", Self.old, subject: "Add")
        try await workspace.put("todo/a.md", Self.new, subject: "Change")
        let longer = Self.new.replacing("one\n", with: "one\nnew\n")
        try await workspace.put("todo/a.md", longer, subject: "Add a line")
        try sandbox.write(Self.old.replacing("three", with: "three and four"), "todo/a.md")
        try await workspace.commitEdits(of: [TaskID(fileName: Array("a.md".utf8))])
        #expect(
            try sandbox.text("todo/a.md") == longer.replacing("three", with: "three and four"))
        try sandbox.expectClean()
    }

    /// How git brings back the old text, after which pmd wrote the new one.
    enum Return: String, CaseIterable {
        case revert = "git revert --no-edit HEAD"
        case checkout = "git checkout -q HEAD~1 -- todo/a.md"
        case reset = "git reset -q --hard HEAD~1"
    }

    /// A save from a version that git replaced has no known base: it wins, as in plain git, and
    /// the version that it replaces stays in history. `git checkout` is an uncommitted edit, and
    /// a later save over it counts as one of the version that it has.
    @Test(arguments: Return.allCases, [true, false])
    func `a save over what git brought back loses no text`(
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
        // HEAD still has the new text after 'git checkout', so the save is a stale one.
        let isStale = how == .checkout && !isFromNew
        #expect(
            try sandbox.text("todo/a.md")
                == (isStale ? Self.new.replacing("three", with: "three and four") : saved))
        for text in [Self.old, Self.new, saved] {
            try sandbox.write(text, "../text")
            #expect(
                try sandbox.sh("git rev-list --objects --all | grep $(git hash-object ../text)")
                    != "", "\(text)")
        }
        try sandbox.expectClean()
    }

    @Test func `a file that git checkout brings back is meant`() async throws {
        try await workspace.put("todo/a.md", Self.old, subject: "Add")
        try await workspace.put("todo/a.md", Self.new, subject: "Change")
        try sandbox.sh(Return.checkout.rawValue)
        _ = try await workspace.commitEdits(of: [TaskID(fileName: Array("a.md".utf8))])
        #expect(try sandbox.text("todo/a.md") == Self.old)
        try sandbox.expectClean()
    }
}
