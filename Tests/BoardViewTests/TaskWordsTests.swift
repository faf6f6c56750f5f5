import BoardView
import MarkdownDocument
import MergeSupport
import TaskBoard
import Testing

/// The words for a task's marks and flags, equal on every surface.
struct TaskWordsTests {
    private func words(_ language: Language) -> TaskWords {
        TaskWords(DateWords(.iso, now: Sample.now), language) { "<\($0.string)>" }
    }

    @Test(arguments: [
        (Mark<Text>.malformed, "malformed", "형식 오류"), (.conflicts(1), "1 conflict", "충돌 1개"),
        (.conflicts(2), "2 conflicts", "충돌 2개"), (.priority(.high), "high", "높음"),
        (.blocked, "blocked", "막힘"), (.problems, "problem", "문제"),
        (.field(.tags, "house"), "+<house>", "+<house>"),
        (.field(.assignees, "ann"), "@<ann>", "@<ann>"),
        (.checklist(done: 1, total: 3), "1/3", "1/3"),
        (.due(isOverdue: true), "! <2026-11-01>", "! <2026-11-01>"),
    ])
    func `a mark has the same words on every surface, and text from files is sanitized`(
        mark: Mark<Text>, english: String, korean: String
    ) {
        let due = DueDate(Sample.day("2026-11-01"))
        #expect(words(.english).words(of: mark, due: due) == english)
        #expect(words(.korean).words(of: mark, due: due) == korean)
    }

    @Test func `a flag for one conflict shows no number`() {
        #expect(words(.english).flaggedConflicts(1) == "⚑ conflict")
        #expect(words(.korean).flaggedConflicts(2) == "⚑ 충돌 2")
    }

    @Test func `a summary is one line`() {
        var draft = TaskDraft(title: "Fix the roof")
        draft[.due] = ["2026-11-27"]
        draft[.tags] = ["house"]
        draft[.priority] = ["high"]
        let summary = TaskSummary(draft, in: "todo", .standard)
        #expect(
            words(.english).line(of: summary)
                == "<Fix the roof> · due <2026-11-27> · +<house> · high · <todo>")
        #expect(
            words(.korean).line(of: summary)
                == "<Fix the roof> · 마감 <2026-11-27> · +<house> · 높음 · <todo>")
    }
}
