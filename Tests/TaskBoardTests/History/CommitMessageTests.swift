import MarkdownDocument
import Testing

@testable import TaskBoard

struct CommitMessageTests {
    private func added(_ title: String) -> TaskChange {
        TaskChange(action: .added, id: TaskID("a"), title: Text(title), changes: [])
    }

    @Test(arguments: [
        String(repeating: "long ", count: 40), String(repeating: "긴제목", count: 40),
        String(repeating: "👩‍👩‍👧", count: 60), String(repeating: "e\u{301}", count: 90),
    ])
    func `a long title is cut by character and complete in the body`(_ title: String) {
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

    @Test func `uncommitted edits are worded like commands`() {
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
}
