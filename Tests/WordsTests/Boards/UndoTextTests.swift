import TaskBoard
import TestSupport
import Testing
import Words

/// Reports of undo and redo, in both languages.
struct UndoTextTests {
    private static let all: [UndoText] = [
        .undid("x1"), .wouldUndo("x1"), .redid("x1"), .wouldRedo("x1"),
        .nothingToUndo(subject: "x1"), .edited("notes.md"), .deleted("notes.md"),
        .restored("notes.md"), .added("notes.md"),
    ]

    @Test(arguments: all)
    func `an undo is reported in both languages`(_ text: UndoText) {
        expectKorean(text.text(.korean), meaning: text.text(.english))
    }

    @Test func `every undo text is tested`() throws {
        let tested = Set(Self.all.map { caseName($0) })
        #expect(tested == (try declaredCases(of: "UndoText", in: "Boards/UndoText.swift")))
    }
}
