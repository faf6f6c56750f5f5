import MarkdownDocument
import Testing

@testable import TaskBoard

/// Commit messages: subjects, bodies and their limits.
struct CommitMessageTests {
    private func added(_ title: String) -> TaskChange {
        TaskChange(action: .added, id: TaskID("a"), title: Text(title), changes: [])
    }

    @Test(arguments: [
        String(repeating: "long ", count: 40), String(repeating: "긴제목", count: 40),
        String(repeating: "👩‍👩‍👧", count: 60), String(repeating: "e\u{301}", count: 90),
    ])
    func `a long title is cut between characters and complete in the body`(_ title: String) {
        let message = CommitMessage([added(title)])
        #expect(columnCount(message.subject.utf8) <= 72)
        #expect(columnCount(message.subject.utf8) >= 69)
        #expect(message.subject.hasSuffix("…\""))
        let kept = message.subject.dropFirst("Add \"".count).dropLast(2)
        #expect(title.hasPrefix(kept))
        #expect(message.body == ["Add \"\(plainWords(title))\""])
    }

    @Test func `a long change is cut after the title`() {
        let change = TaskChange(
            action: .edited, id: TaskID("a"), title: "Fix",
            changes: [
                Change(
                    key: "note", from: nil, to: .scalar(Text(String(repeating: "x", count: 300))))
            ])
        let message = CommitMessage([change])
        #expect(message.subject.hasPrefix("Edit \"Fix\": note xxx"))
        #expect(columnCount(message.subject.utf8) <= 72)
    }

    @Test func `several tasks are counted and listed`() {
        let message = CommitMessage([added("A"), added("B"), added("C")])
        #expect(message.subject == "Add \"A\", and 2 more")
        #expect(message.body == ["Add \"A\"", "Add \"B\"", "Add \"C\""])
    }

    @Test func `uncommitted edits are described like commands`() {
        let version = TaskVersion(path: "todo/fix-roof-k3f9m2.md", document: Document([]))
        let (none, added) = (nil as TaskVersion?, TaskChange(from: nil, to: version))
        let deleted = TaskChange(from: version, to: none)
        #expect(commitMessage(for: [added].compactMap(\.self)) == "Add \"fix roof\"\n")
        #expect(
            commitMessage(for: [deleted].compactMap(\.self), otherFiles: ["a/b.png", "c"])
                == "Delete \"fix roof\"\n\nEdit a/b.png\nEdit c\n")
        #expect(
            commitMessage(for: [], otherFiles: ["a", "b"]) == "Edit 2 files\n\nEdit a\nEdit b\n")
        #expect(commitMessage(for: [], otherFiles: ["a"]) == "Edit a\n")
    }

    @Test func `a message lists fifty changes and counts the rest`() {
        let changes = (1...120).map { added("T\($0)") }
        let lines = (1...50).map { "Add \"T\($0)\"" }
        let whole = commitMessage(for: changes, otherFiles: ["a"]).split(separator: "\n")
        #expect(
            whole.map(String.init) == ["Add \"T1\", and 119 more"] + lines + ["and 71 more changes"]
        )
        let first = commitMessage(for: Array(changes.prefix(50)), unlisted: 70, otherFiles: ["a"])
        #expect(first.split(separator: "\n") == whole)
        #expect(!commitMessage(for: Array(changes.prefix(50))).contains("more change"))
        #expect(commitMessage(for: Array(changes.prefix(51))).hasSuffix("\nand 1 more change\n"))
        let files = commitMessage(for: [], otherFiles: (1...60).map { Text("f\($0)") })
        #expect(files.hasPrefix("Edit 60 files\n\nEdit f1\n"))
        #expect(files.hasSuffix("Edit f50\nand 10 more changes\n"))
        let plan = Plan(changes: [], subject: "S", body: (1...51).map { "\($0)" }, tasks: [])
        #expect(plan.message.hasSuffix("\n50\nand 1 more change\n"))
    }

    @Test func `an undo of many changes still has its commit's ID`() {
        var reversal = Reversal()
        reversal.tasks = (1...80).map { added("T\($0)") }
        let digits = String(repeating: "a", count: 40)
        let message = reversalMessage("Undo", subject: "S", of: digits, reversal: reversal)
        #expect(message.contains("and 30 more changes\n\n"))
        #expect(LogEntry.Origin(message: message) == .undo(of: digits))
    }
}
