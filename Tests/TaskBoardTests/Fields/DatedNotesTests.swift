import MarkdownDocument
import MergeSupport
import Testing

@testable import TaskBoard

/// Notes of a day belong to one task alone.
struct DatedNotesTests {
    @Test(arguments: [
        ("Call.\n", "Call.\n"), ("- 2026-11-20: called\n", ""),
        ("Text\n- 2026-11-20: called\n  and more\n\n  still\nRest\n", "Text\nRest\n"),
        (
            "- 2026-11-20 called\n- 2026-13-20: x\n- item\n",
            "- 2026-11-20 called\n- 2026-13-20: x\n- item\n"
        ),
        ("```\n- 2026-11-20: code\n```\n", "```\n- 2026-11-20: code\n```\n"),
        ("- [ ] 2026-11-20: a box\n", "- [ ] 2026-11-20: a box\n"),
    ])
    func `a body without its dated notes`(body: String, left: String) {
        #expect(String(decoding: withoutDatedNotes(body.utf8), as: UTF8.self) == left)
    }

    @Test func `dated notes do not count as length`() {
        let note = String(decoding: datedLine("2026-11-20", "Called\nagain"), as: UTF8.self)
        #expect(bodyLength(("Text\n" + note).utf8) == 4)
        #expect(bodyLength(Array(note.utf8)) == 0)
    }

    @Test func `the next task has no dated notes`() throws {
        let task = Sample.task(
            "done/w.md", "title: W\ndue: 2026-11-20\nrepeat: every week",
            body: "Steps.\n- 2026-11-20: done late\n  since it rained\n- [x] one\n")
        let succession = try #require(
            try Succession(
                of: task, finishedOn: Sample.day("2026-11-21"), settings: .standard,
                hash: { _ in [UInt8](repeating: 7, count: 20) }))
        let body = succession.successor.map { String(decoding: $0.document.body, as: UTF8.self) }
        #expect(body == "Steps.\n- [ ] one\n")
    }
}
