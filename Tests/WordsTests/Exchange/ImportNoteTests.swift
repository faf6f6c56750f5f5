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
        .unknownPeriod("x1", task: "지붕"), .unknownRule("x1", task: "지붕"),
        .repeatsByStart(task: "지붕"),
        .clockChange(on: Day(number: 20_540), task: "지붕"),
        .unreadLine(7, .notAContentLine, skipsEntry: true),
        .unreadLine(7, .notAContentLine, skipsEntry: false), .furtherLines,
    ])
    func `a note is in both languages`(_ note: ImportNote) {
        expectKorean(note.words.korean, meaning: note.words.english)
    }
}
