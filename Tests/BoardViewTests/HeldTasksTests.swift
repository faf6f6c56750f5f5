import BoardView
import MarkdownDocument
import MergeSupport
import TaskBoard
import Testing

/// Tasks whose file is malformed for a moment keep their last valid card.
struct HeldTasksTests {
    private let good = Sample.task("todo/a.md", "title: A")
    private let half = TaskItem(path: "todo/a.md", document: Document(Array("---\ntit".utf8)))
    private let other = Sample.task("todo/a.md", "title: B")

    @Test func `a half-written file keeps its last good card for five seconds`() {
        var held = HeldTasks()
        func shown(_ task: TaskItem, after old: TaskItem?, at time: Int64) -> TaskItem? {
            held.holding(
                Board(settings: .standard, tasks: [task]),
                after: old.map { Board(settings: .standard, tasks: [$0]) }, changed: [good.id],
                times: HistoryTimes(),
                now: time
            ).tasks.first
        }
        #expect(shown(good, after: nil, at: 100)?.title == "A")
        #expect(shown(half, after: good, at: 101)?.title == "A")
        #expect(held.end == 106)
        #expect(shown(half, after: good, at: 105)?.isMalformed == false)
        // The save is complete.
        #expect(shown(other, after: good, at: 105)?.title == "B")
        #expect(held.end == nil)
        // It remains half-written.
        #expect(shown(half, after: other, at: 110)?.title == "B")
        #expect(shown(half, after: other, at: 115)?.title == "a")
        #expect(shown(half, after: half, at: 116)?.title == "a")
        #expect(held.end == nil)
    }

    @Test(arguments: ["", "---\n", "---\ntitle: A\n", "---\ntitle: [\n---\n"])
    func `a possibly incomplete save is held back`(text: String) {
        var held = HeldTasks()
        let cut = TaskItem(path: "todo/a.md", document: Document(Array(text.utf8)))
        let old = Board(settings: .standard, tasks: [good])
        let new = Board(settings: .standard, tasks: [cut])
        let shown = held.holding(new, after: old, changed: [good.id], times: HistoryTimes(), now: 1)
        #expect(shown.tasks[0].title == "A")
    }

    @Test func `a committed file is complete, even if its end is missing`() {
        var held = HeldTasks()
        let long = TaskItem(
            path: "todo/a.md", document: Document(Array("---\ntitle: A\n---\nOne\nTwo\n".utf8)))
        let cut = TaskItem(
            path: "todo/a.md", document: Document(Array("---\ntitle: A\n---\nOne\n".utf8)))
        for isCommitted in [true, false] {
            let shown = held.holding(
                Board(settings: .standard, tasks: [cut]),
                after: Board(settings: .standard, tasks: [long]), changed: [good.id],
                committed: isCommitted ? [good.id] : [], times: HistoryTimes(), now: 1)
            #expect(shown.tasks[0].bytes == (isCommitted ? cut : long).bytes)
        }
    }

    @Test func `a file that was malformed from the start is shown as it is`() {
        var held = HeldTasks()
        let bad = TaskItem(
            path: "todo/a.md", document: Document(Array("---\ntitle: [\n---\n".utf8)))
        let board = Board(settings: .standard, tasks: [bad])
        #expect(
            held.holding(board, after: nil, changed: [good.id], times: HistoryTimes(), now: 1)
                .tasks[0].isMalformed)
    }
}
