import TaskBoard
import TestSupport
import Testing
import Words

/// The server's messages about requests that it refuses.
struct RequestProblemTests {
    static let all: [RequestProblem] = [
        .malformed, .bodyTooLarge, .headTooLarge, .busy,
        .noRoute, .wrongMethod(allowed: ["GET", "HEAD"]),
        .unknownParameter("tag", known: ["q", "view"]), .repeatedHeader("Pmd-Base"),
        .notBoolean("all"), .notNumber("limit", 1...100), .notDay("from"), .wrongDays, .wrongCursor,
        .unknownZone, .wrongLocale, .wrongTime, .noBodyHere,
        .badJSON(JSONError(reason: .tooDeep, offset: 3)),
        .unknownMember("tag", known: ["title", "due"]), .missingMember("state"),
        .wrongType(at: "", expected: .object), .wrongType(at: "items[0]", expected: .integer),
        .wrongType(at: "x1", expected: .string), .wrongType(at: "x1", expected: .boolean),
        .wrongType(at: "x1", expected: .anything), .wrongType(at: "x1", expected: .plainValue),
        .wrongType(at: "x1", expected: .array(.string)),
        .wrongType(at: "x1", expected: .array(.integer)),
        .wrongType(at: "x1", expected: .array(.object)),
        .wrongType(at: "x1", expected: .nullable(.array(.string))),
        .holdsNUL, .emptySetting("states"), .noSettings, .tooManySettings(limit: 200), .noTasks,
        .noItems, .tooManyItems(limit: 1_000), .tooManyWords(limit: 1_000), .noteWithoutText,
        .wrongChoice, .wrongEnd, .wrongCommit, .wrongVersion, .versionMissing,
        .conditionMissing, .noConditionHere, .wrongIdempotencyKey, .inFlight, .otherBody, .loading,
        .notReachable, .onTheBoard, .deleted, .nothingToUndo, .nothingToRedo, .unknownView("x1"),
        .unknownColumn("x1"), .futureDate("next week"), .noFileOfPage, .noFileOfBoard,
        .fileTooLarge, .fileNotText, .fileInForm, .unknownAction("x1", known: ["finish", "skip"]),
        .notPossible(.alreadyFinished),
    ]

    @Test(arguments: all)
    func `a problem has an explanation in both languages`(_ problem: RequestProblem) {
        expectKorean(problem.words.korean, meaning: problem.words.english)
    }

    @Test func `every problem is tested`() throws {
        let tested = Set(Self.all.map { caseName($0) })
        #expect(
            tested == (try declaredCases(of: "RequestProblem", in: "Boards/RequestProblem.swift")))
    }

    @Test(arguments: AccessRefusal.allCases)
    func `a refusal has an explanation in both languages`(_ refusal: AccessRefusal) {
        expectKorean(refusal.words.korean, meaning: refusal.words.english)
    }

    @Test(arguments: [
        RequestProblem.unknownParameter("tag", known: []), .unknownMember("tag", known: []),
    ])
    func `a route without parameters or members lists none`(_ problem: RequestProblem) {
        #expect(!problem.words.english.contains("known:"))
        #expect(!problem.words.korean.contains(":"))
        expectKorean(problem.words.korean, meaning: problem.words.english)
    }

    @Test func `names from a request are sanitized`() {
        let problem = RequestProblem.unknownParameter("a\u{1B}[31m", known: [])
        #expect(!problem.words.english.unicodeScalars.contains("\u{1B}"))
        #expect(!problem.words.korean.unicodeScalars.contains("\u{1B}"))
    }
}
