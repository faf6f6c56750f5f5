import TestSupport
import Testing

@testable import MarkdownDocument
@testable import TaskBoard

/// Korean error messages, with the same facts as the English ones.
struct KoreanErrorTests {
    @Test(arguments: BoardErrorTests.all)
    func `an error has a Korean sentence with the same facts`(_ worded: Worded) {
        if case .cause(.unexpected) = worded.reason { return }
        let error = BoardError(worded.reason)
        expectKorean(error.message(.korean), meaning: error.message(.english))
    }

    @Test(arguments: WordErrorSamples.all)
    func `a word that is not understood is explained in Korean`(_ reason: WordError.Reason) {
        let error = WordError("x1", reason)
        expectKorean(error.sentence(.korean), meaning: error.sentence(.english))
        #expect(error.sentence(.english) == error.description)
    }

    @Test(arguments: ExpectedValue.allCases)
    func `an expected value has Korean words`(_ value: ExpectedValue) {
        #expect(hasHangul(value.korean), "\(value.korean)")
    }

    @Test(arguments: FileOperation.allCases)
    func `an operation on a file is a noun in Korean`(_ operation: FileOperation) {
        #expect(hasHangul(operation.korean) && operation.korean.hasSuffix("기"))
    }

    @Test(arguments: ActionErrorSamples.all)
    func `a refused action is explained in Korean`(_ reason: ActionError.Reason) {
        let error = ActionError(reason)
        expectKorean(error.korean, meaning: error.sentence)
    }

    @Test(arguments: MalformationSamples.all)
    func `a malformed file is explained in Korean`(_ reason: Malformation.Reason) {
        expectKorean(reason.words.korean, meaning: reason.words.english)
    }

    @Test(arguments: SettingsErrorSamples.all)
    func `a wrong setting is explained in Korean`(_ problem: SettingsError.Problem) {
        let error = SettingsError(problem, key: "states", line: 3, column: 2)
        expectKorean(error.korean, meaning: error.message)
        #expect(error.sentence(.korean).hasPrefix("pmd.yml:3:2: "))
    }

    @Test(arguments: [
        EditError.malformed(Malformation(reason: .notUTF8, line: 1, column: 2)),
        .notUTF8(key: "due"), .wrongShape(key: "tags", wanted: .list),
        .wrongShape(key: "title", wanted: .heading), .touchesMore(key: "due"),
        .notAnEntry(key: "due"), .wouldBreak(Malformation(reason: .holdsNUL, line: 1, column: 2)),
        .noItem(3, count: 0), .noItem(3, count: 2),
    ])
    func `a refused edit is explained in Korean`(_ error: EditError) {
        expectKorean(error.korean, meaning: error.description)
    }

    @Test func `a setting that named the board is a fact of the Korean sentence`() {
        let error = BoardError(.location(.noFolder("/b")), namedBy: "PMD_BOARD")
        #expect(error.message(.korean) == "/b 폴더가 없습니다 (PMD_BOARD에서 정함)")
    }

    @Test func `a Korean description begins with the place`() {
        let error = BoardError(.cause(.settings(settingsError)))
        #expect(error.description(.korean).hasPrefix("pmd.yml:3:1: 'stats' 설정이 없습니다"))
        #expect(error.description == error.description(.english))
    }

    @Test func `where the sound is known, a particle fits the word before it`() {
        let near = WordError("due:곧", .notADate("곧", near: "오늘", .typedDate))
        #expect(near.sentence(.korean) == "'due:곧': '곧'은 날짜가 아닙니다; 예: 오늘")
        let open = WordError("due:어", .notADate("어", near: nil, .typedPastDate))
        #expect(open.sentence(.korean).contains("'어'는 날짜가 아닙니다"))
        let cycle = ActionError(.blockingCycle(["지붕", "벽", "지붕"]))
        #expect(cycle.korean.hasPrefix("\"지붕\"이 자기를 기다리게 됩니다"))
    }
}
