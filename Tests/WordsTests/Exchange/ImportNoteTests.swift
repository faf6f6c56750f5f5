import MarkdownDocument
import TaskBoard
import TestSupport
import Testing
import Words

/// Notes about the tasks of an import, in both languages.
struct ImportNoteTests {
    @Test(arguments: [
        ImportNote.wrongValues(["x1", "x2"], of: "due", task: "지붕", keptIn: "imported-due"),
        .unknownBlockers(["x1", "x2"], task: "지붕", keptIn: "depends"),
        .blocksItself(task: "지붕"), .unknownStatus("x1", task: "지붕"),
        .unknownPeriod("x1", task: "지붕"), .finishedSeries("x1", task: "지붕"),
        .unknownRule("x1", task: "지붕"),
        .repeatsByStart(task: "지붕"), .unknownParent("x1", task: "지붕", keptIn: "parent"),
        .isItsOwnParent(task: "지붕"), .respelledPath("x1/y", as: "x1.y"),
        .furtherProjects(["x2"], first: "x1", task: "지붕"),
        .furtherProjects(["x2", "x3"], first: "x1", task: "지붕"),
        .declaredField("x1", type: "number", fitting: 3, of: 3),
        .declaredField("x1", type: "number", fitting: 3, of: 4),
        .undeclaredKeys(["x1"]), .undeclaredKeys(["x1", "x2"]), .undeclarableKeys(["x1"]),
        .unreadSettings(["report.x1"]),
        .undeclarableKeys(["x1", "x2"]), .daysAsHours(1, of: "x1"), .daysAsHours(3, of: "x1"),
        .roundedDurations(1, of: "x1"), .roundedDurations(3, of: "x1"),
        .clockChange(on: Day(number: 20_540), task: "지붕"),
        .unreadLine(7, .notAContentLine, skipsEntry: true),
        .unreadLine(7, .notAContentLine, skipsEntry: false), .furtherLines,
    ])
    func `a note is in both languages`(_ note: ImportNote) {
        expectKorean(note.words.korean, meaning: note.words.english)
    }
}
