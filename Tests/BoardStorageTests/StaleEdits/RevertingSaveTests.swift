import Git
import MarkdownDocument
import TaskBoard
import TestSupport
import Testing
import Words

@testable import BoardStorage

/// Saves that revert newer changes: the save stays, and the reverted values are reported.
struct RevertingSaveTests {
    let sandbox: BoardSandbox
    let workspace: Workspace

    static let old = "---\ntitle: Solo\n---\none\ntwo\nthree\n"

    init() throws {
        sandbox = try BoardSandbox()
        workspace = try sandbox.board()
    }

    /// Saves a file in an unknown editor, and commits it.
    private func save(_ text: String) async throws -> String {
        try sandbox.write(text, "todo/a.md")
        try await workspace.commitEdits(of: [TaskID(fileName: Array("a.md".utf8))])
        try sandbox.expectClean()
        return try sandbox.text("todo/a.md")
    }

    /// A change that a save reverts, and the conflicts that the file keeps.
    struct Row: Sendable, CustomTestStringConvertible {
        var testDescription: String
        /// The version that pmd wrote.
        var new: String
        /// The saved file, an older version with a change.
        var saved: String
        /// The conflicting parts in the file; none if only the report has them.
        var kept: [String]
    }

    static let rows = [
        Row(
            testDescription: "a removed priority and a new line",
            new: old.replacing("Solo\n", with: "Solo\npriority: high\n"),
            saved: old + "four\n", kept: ["key: priority", "value: high", "by: "]),
        Row(
            testDescription: "a restored due date and a refusal",
            new: old.replacing("Solo\n", with: "Solo\ndue: 2026-12-24\n"),
            saved: old + "No, impossible\n", kept: ["key: due", "value: 2026-12-24"]),
        Row(
            testDescription: "an element of a list",
            new: old.replacing("Solo\n", with: "Solo\ntags: [house, town]\n"),
            saved: old + "four\n", kept: ["value: house", "value: town"]),
        Row(
            testDescription: "a changed line", new: old.replacing("two", with: "zwei"),
            saved: old + "four\n", kept: ["> [!conflict]", "> zwei"]),
        Row(
            testDescription: "an inserted line", new: old.replacing("two", with: "two\nmore"),
            saved: old.replacing("three", with: "drei"), kept: []),
        Row(
            testDescription: "a rank", new: old.replacing("Solo\n", with: "Solo\nrank: a3\n"),
            saved: old + "four\n", kept: []),
    ]

    @Test(arguments: rows)
    func `the save stays, and the values it reverts are kept and reported`(
        row: Row
    ) async throws {
        try await workspace.put("todo/a.md", Self.old, subject: "Add")
        try await workspace.put("todo/a.md", row.new, subject: "Change")
        let text = try await save(row.saved)
        let task = try #require(try await workspace.board().tasks.first)
        #expect(task.document.entry("priority") == nil && task.document.entry("due") == nil)
        for line in row.saved.split(separator: "\n") { #expect(text.contains(line)) }
        for part in row.kept { #expect(text.contains(part), "\(text)") }
        if row.kept.isEmpty { #expect(text == row.saved) }
        #expect(try await workspace.status().takenBack.count == 1)
    }

    @Test(arguments: [false, true])
    func `a cron run reports it without a remote, and with a file that is left out`(
        isLeftOut: Bool
    ) async throws {
        try await workspace.put("todo/a.md", Self.old, subject: "Add")
        try await workspace.put(
            "todo/a.md", Self.old.replacing("Solo\n", with: "Solo\npriority: high\n"))
        try sandbox.write(Self.old + "four\n", "todo/a.md")
        if isLeftOut {
            try sandbox.sh(
                "echo '*.bin filter=f' >.gitattributes; git config filter.f.clean cat; echo x >b.bin"
            )
        }
        let report = try await workspace.sync(sandbox.transfer)
        #expect((report.failure != nil) == isLeftOut)
        #expect(report.lineForCron(.english)?.contains("reverts later changes") == true)
        #expect(try await workspace.sync(sandbox.transfer).takenBack.isEmpty)
    }

    @Test func `a report of long values is short, and is kept`() async throws {
        let long = String(repeating: "long ", count: 4_000)
        let old = Self.old.replacing("Solo", with: "Solo " + long)
        try await workspace.put("todo/a.md", old, subject: "Add")
        try await workspace.put(
            "todo/a.md", old.replacing("\n---\none", with: "\nnote: \(long)x\n---\none"))
        _ = try await save(old + "four\n")
        let reports = try await workspace.status().takenBack
        #expect(reports.count == 1 && reports[0].notice.english.utf8.count < 1_000, "\(reports)")
    }

    @Test func `a box that was ticked meanwhile is only reported`() async throws {
        let items = Self.old + "- [ ] milk\n"
        try await workspace.put("todo/a.md", items, subject: "Add")
        try await workspace.put("todo/a.md", items.replacing("[ ]", with: "[x]"))
        #expect(try await save(items + "four\n") == items + "four\n")
        let notes = try await workspace.status().takenBack.map(\.notice.english)
        #expect(notes.count == 1 && notes[0].contains("[x] milk"), "\(notes)")
    }

    @Test func `a box whose item the save rewords is reported`() async throws {
        let items = Self.old + "- [ ] buy milk\n"
        try await workspace.put("todo/a.md", items, subject: "Add")
        try await workspace.put("todo/a.md", items.replacing("[ ]", with: "[x]"))
        let saved = items.replacing("milk", with: "oat milk")
        #expect(try await save(saved) == saved)
        let notes = try await workspace.status().takenBack.map(\.notice.english)
        #expect(notes.count == 1 && notes[0].contains("[x] buy milk"), "\(notes)")
    }

    /// A file's clock may be ahead of pmd's, and a save may happen within the clock's tick.
    @Test func `a save that gets conflicts is not mistaken for a late one`() async throws {
        try await workspace.put("todo/a.md", Self.old, subject: "Add")
        try await workspace.put("todo/a.md", Self.rows[0].new, subject: "Change")
        try sandbox.write(Self.old + "four\n", "todo/a.md")
        try sandbox.sh("touch -d 2040-01-01 todo/a.md")
        try await workspace.commitEdits(of: [TaskID(fileName: Array("a.md".utf8))])
        let text = try sandbox.text("todo/a.md")
        #expect(text.contains("value: high"))
        try sandbox.write(text + "five\n", "todo/a.md")
        try await workspace.put("todo/b.md", "b\n")
        try await workspace.commitEdits(of: [TaskID(fileName: Array("a.md".utf8))])
        #expect(try sandbox.text("todo/a.md") == text + "five\n")
        try sandbox.expectClean()
    }

    @Test func `undo reverts the save and its conflicts together`() async throws {
        let new = Self.rows[0].new
        try await workspace.put("todo/a.md", Self.old, subject: "Add")
        try await workspace.put("todo/a.md", new, subject: "Change")
        _ = try await save(Self.old + "four\n")
        _ = try await workspace.undo(.last(1))
        #expect(try sandbox.text("todo/a.md") == new)
    }

    @Test func `taking a list element keeps the list's other elements`() async throws {
        let base = Self.old.replacing("Solo\n", with: "Solo\ntags: [house]\n")
        try await workspace.put("todo/a.md", base, subject: "Add")
        try await workspace.put("todo/a.md", base.replacing("house", with: "house, town"))
        _ = try await save(base + "four\n")
        _ = try await workspace.resolve(["a"], with: .take(1))
        #expect(try sandbox.text("todo/a.md").contains("tags: [house, town]"))
    }

    /// Intentional saves.
    struct Meant: Sendable, CustomTestStringConvertible {
        var testDescription: String
        /// The versions that pmd wrote, in order.
        var versions: [String]
        /// The shell lines that save the file.
        var lines: String
    }

    static let tagged = old.replacing("Solo\n", with: "Solo\ntags: [house]\n")
    static let both = tagged.replacing("two", with: "zwei")

    static let meant = [
        Meant(
            testDescription: "undo in an editor", versions: [old, tagged],
            lines: "printf -- '\(old)' > todo/a.md"),
        Meant(
            testDescription: "git checkout", versions: [old, tagged],
            lines: "git checkout -q HEAD~1 -- todo/a.md"),
        Meant(
            testDescription: "an edit after git checkout", versions: [old, tagged],
            lines: "git checkout -q HEAD~1 -- todo/a.md; echo four >> todo/a.md"),
        Meant(
            testDescription: "git restore", versions: [old, tagged],
            lines: "git restore -s HEAD~1 todo/a.md"),
        Meant(
            testDescription: "a formatter", versions: [old, tagged],
            lines: #"sed -i 's/^tags: .*/tags:\n  - "house"/; s/two$/two  /' todo/a.md"#),
        Meant(
            testDescription: "one change taken back while another stays",
            versions: [old, both], lines: "sed -i 's/zwei/two/; s/three/drei/' todo/a.md"),
    ]

    @Test(arguments: meant)
    func `an intentional save leaves no conflict`(row: Meant) async throws {
        for version in row.versions { try await workspace.put("todo/a.md", version) }
        try sandbox.sh(row.lines)
        let saved = try sandbox.text("todo/a.md")
        try await workspace.commitEdits(of: [TaskID(fileName: Array("a.md".utf8))])
        #expect(try sandbox.text("todo/a.md") == saved)
        #expect(try await workspace.status().takenBack == [])
    }

    @Test func `a second save after a recorded conflict adds no other conflict`() async throws {
        try await workspace.put("todo/a.md", Self.old, subject: "Add")
        try await workspace.put("todo/a.md", Self.tagged, subject: "Change")
        _ = try await save(Self.old + "four\n")
        let second = Self.old + "four\nfive\n"
        #expect(try await save(second) == second)
        #expect(try await workspace.status().takenBack.count == 1)
    }

    @Test func `an editor that pmd opened merges with the version that it opened`() async throws {
        try await workspace.put("todo/a.md", Self.old, subject: "Add")
        let opened = try workspace.versionToOpen(at: "todo/a.md")
        try await workspace.put("todo/a.md", Self.tagged, subject: "Change")
        try sandbox.write(Self.old + "four\n", "todo/a.md")
        let id = TaskID(fileName: Array("a.md".utf8))
        try await workspace.commitEdits(of: [id], openedAs: opened)
        #expect(try sandbox.text("todo/a.md") == Self.tagged + "four\n")
        // From the newer version, the same save reverts it on purpose.
        let newer = try workspace.versionToOpen(at: "todo/a.md")
        try sandbox.write(Self.old + "four\nfive\n", "todo/a.md")
        try await workspace.commitEdits(of: [id], openedAs: newer)
        #expect(try sandbox.text("todo/a.md") == Self.old + "four\nfive\n")
        #expect(try await workspace.status().takenBack == [])
    }
}
