import MarkdownDocument
import TaskBoard
import TestSupport
import Testing
import Words

/// Records that an import leaves out, in both languages.
struct RecordProblemTests {
    @Test(arguments: [
        RecordProblem.nul, .notUTF8, .unclosedQuote, .textAfterQuote,
        .json(line: 1, column: 2, problem: Bilingual("x1", "x1임")), .notAnObject, .missing("x1"),
        .missingOrNotUUID("x1"), .missingOrNotText("x1"), .notAString("x1"), .notAnArray("x1"),
        .notAnObjectAt("x1"), .notStrings("x1"), .notADate("x1", expected: .moment),
        .notADate("x1", expected: .rfc3339), .notADate("x1", expected: .calendar),
        .unknownStatus("x1", tool: "Taskwarrior"), .unknownKey("x1"),
        .newerSchema("next", known: 1), .conflictWithoutKey,
        .foreignPatch(problem: Bilingual("x1", "x1임")),
        .idOfAnotherPath(id: "x1", path: "todo/x2.md"), .notATaskPath("x1"), .nameIsNotUUID,
        .tooManyValues(3, columns: 2), .malformed(.notKeysAndValues), .unread(.folder),
        .refused(ActionError(.noTitle)), .takenID("k3f9m2", task: "지붕"), .notAContentLine,
        .unexpectedEnd("X1"), .unclosedComponent("X1"), .tooDeep(9), .tooManyProperties(9),
        .tooLong(9), .tooLargeTexts(9), .tooManyRecords(9), .tooManyColumns(9), .noTitleColumn,
        .repeatedColumn("x1"), .noKanbanKey, .noDstaskFolder, .noBacklogFolder, .notACalendar,
    ])
    func `a problem is in both languages`(_ problem: RecordProblem) {
        expectKorean(problem.words.korean, meaning: problem.words.english)
    }

    @Test(arguments: [RecordPlace.record(3), .line(7)])
    func `a refused record's position is in both languages`(_ place: RecordPlace) {
        let record = RefusedRecord(.nul, at: place)
        expectKorean(record.words.korean, meaning: record.words.english)
    }

    @Test func `a file position is the same in every language`() {
        let place = RecordPlace.file("a.md", line: 3, column: 9)
        #expect(place.words == Bilingual(untranslated: "a.md:3:9"))
        #expect(RecordPlace.file("a.md").words.english == "a.md")
    }

    @Test func `an unreadable file's cause is in both languages`() {
        let words = ExchangeReason.Cause.nameNotUTF8.words
        expectKorean(words.korean, meaning: words.english)
    }
}
