import TestSupport
import Testing
import Words

@testable import MarkdownDocument
@testable import TaskBoard

/// The sentences of errors: Korean ones have the same facts as the English ones.
struct ErrorWordsTests {
    @Test(arguments: BoardErrorTests.all)
    func `an error is in Korean, with the same facts`(_ worded: Worded) {
        if case .cause(.unexpected) = worded.reason { return }
        let message = BoardError(worded.reason).message
        expectKorean(message.korean, meaning: message.english)
    }

    @Test(arguments: WordErrorSamples.all)
    func `an unknown word is explained in Korean`(_ reason: WordError.Reason) {
        for view in [nil, "mine"] as [Text?] {
            let sentence = WordError("x1", reason, view: view).sentence
            expectKorean(sentence.korean, meaning: sentence.english)
        }
        let error = WordError("due:x2", reason)
        #expect(error.sentence.english == "'due:x2': " + error.words.english)
    }

    @Test func `a word is named once`() {
        let error = WordError("zz", .notADate("zz", near: nil, .typedEnd))
        #expect(
            error.sentence.english == "'zz' is not a date; try 2h, 30min, tomorrow or tomorrow-8:00"
        )
    }

    @Test(arguments: ExpectedValue.allCases)
    func `an expected value is described in Korean`(_ value: ExpectedValue) {
        expectKorean(value.words.korean, meaning: value.words.english)
    }

    @Test(arguments: RecurrenceError.Expected.allCases)
    func `an invalid rule is explained in Korean`(_ expected: RecurrenceError.Expected) {
        let words = RecurrenceError(expected, column: 7).words
        expectKorean(words.korean, meaning: words.english)
    }

    @Test(arguments: FileOperation.allCases)
    func `an operation on a file is a noun in Korean`(_ operation: FileOperation) {
        let words = FileReason.failed(
            operation: operation, path: "/b", cause: Bilingual(untranslated: "x1")
        ).words
        expectKorean(words.korean, meaning: words.english)
        #expect(words.korean.hasSuffix("에 실패했습니다: x1"))
    }

    @Test(arguments: ActionErrorSamples.all)
    func `a refused action is explained in Korean`(_ reason: ActionError.Reason) {
        let words = ActionError(reason).words
        expectKorean(words.korean, meaning: words.english)
    }

    @Test func `a refused action's sentence begins with the position`() {
        let error = ActionError(.unreadable(.notUTF8), path: "todo/a.md", line: 2, column: 3)
        #expect(error.sentence.english == "todo/a.md:2:3: " + error.words.english)
        #expect(error.sentence.korean == "todo/a.md:2:3: " + error.words.korean)
    }

    @Test(arguments: MalformationSamples.all)
    func `a malformed file is explained in Korean`(_ reason: Malformation.Reason) {
        expectKorean(reason.words.korean, meaning: reason.words.english)
    }

    @Test(arguments: SettingsErrorSamples.all)
    func `a wrong setting is explained in Korean`(_ problem: SettingsError.Problem) {
        let error = SettingsError(problem, key: "states", line: 3, column: 2)
        expectKorean(error.words.korean, meaning: error.words.english)
        #expect(error.sentence.korean.hasPrefix("pmd.yml:3:2: "))
    }

    @Test(
        arguments: [
            EditError.malformed(Malformation(reason: .notUTF8, line: 1, column: 2)),
            .notUTF8(key: "due"), .touchesMore(key: "due"), .notAnEntry(key: "due"),
            .wouldBreak(Malformation(reason: .holdsNUL, line: 1, column: 2)),
            .noItem(3, count: 0), .noItem(3, count: 2),
        ] + EditError.Shape.allCases.map { .wrongShape(key: "tags", wanted: $0) })
    func `a refused edit is explained in Korean`(_ error: EditError) {
        expectKorean(error.words.korean, meaning: error.words.english)
    }

    @Test(arguments: [
        ReferenceFault.none("roof"), .several("the", 2, "k3f9m2 (Roof), p2x7aa (Rent)"),
        .startOfCode("k3", "k3f9m2"), .unconfirmed(2, "k3f9m2 (Roof), p2x7aa (Rent)"),
    ])
    func `a reference that matches no task is explained in Korean`(_ fault: ReferenceFault) {
        expectKorean(fault.words.korean, meaning: fault.words.english)
    }

    @Test func `the setting that chose the board is in the Korean sentence`() {
        let error = BoardError(.location(.noFolder("/b")), namedBy: "PMD_BOARD")
        #expect(
            error.message.korean
                == "/b 폴더가 없습니다 (PMD_BOARD에 지정됨). "
                + "'pmd init /b'로 보드를 다시 가져올 수 있습니다")
    }

    @Test func `a Korean sentence begins with the position`() {
        let error = BoardError(.cause(.settings(settingsError)))
        #expect(error.words.korean.hasPrefix("pmd.yml:3:1: 'stats' 설정이 없습니다"))
    }

    @Test func `a particle fits the word before it if its sound is known`() {
        let near = WordError("due:곧", .notADate("곧", near: "오늘", .typedDate))
        #expect(near.sentence.korean == "'due:곧': '곧'은 날짜가 아닙니다. 예: 오늘")
        let open = WordError("due:어", .notADate("어", near: nil, .typedPastDate))
        #expect(open.sentence.korean.contains("'어'는 날짜가 아닙니다"))
        let cycle = ActionError(.blockingCycle(["지붕", "벽", "지붕"]))
        #expect(cycle.words.korean.hasPrefix("\"지붕\"이 자기 자신의 선행 할 일이 됩니다"))
    }
}
