import MarkdownDocument
import TaskBoard
import TestSupport
import Testing

@testable import BoardStorage

/// Korean reports of a command's outcome.
struct KoreanOutcomeTests {
    @Test(arguments: [
        Consequence.blocked("지붕", isFinished: false, by: ["벽"]),
        .blocked("Roof", isFinished: true, by: ["A", "B", "C", "D", "E", "F"]), .freed(["지붕"]),
        .freed(["A", "B"]), .overLimit("doing", count: 3, limit: 2),
        .repeated("지붕", due: "2026-12-01"), .ended("지붕"), .repeatsNothing("지붕"),
        .removedState("later", count: 2, moving: "'pmd move where state:later STATE'"),
    ])
    func `a consequence is Korean, with the facts of the English one`(_ consequence: Consequence) {
        expectKorean(consequence.text(.korean), meaning: consequence.text(.english))
    }

    @Test func `the particle fits the title`() {
        #expect(
            Consequence.blocked("지붕", isFinished: false, by: ["벽"]).text(.korean)
                == "\"지붕\"은 아직 \"벽\"에 막혀 있음")
        #expect(Consequence.freed(["우유"]).text(.korean) == "\"우유\"는 이제 막혀 있지 않음")
    }

    @Test(
        arguments: [
            (.unchanged, "is unchanged"), (.deleted, "is already deleted"),
            (.resolved, "is already resolved"), (.started, "is already started"),
            (.finished, "is already done"), (.open, "is already open"),
            (.inPlace, "is already there"), (.sameValues, "already has these values"),
            (.inState("doing"), "is already in doing"),
            (.ticked(true), "already has these items ticked"),
            (.ticked(false), "already has these items unticked"),
        ] as [(Unchanged, String)])
    func `a task that did not change is reported in both languages`(
        _ unchanged: Unchanged, _ english: String
    ) {
        #expect(unchanged.text("지붕", .english) == "\"지붕\" \(english)")
        let korean = unchanged.text("지붕", .korean)
        expectKorean(korean, meaning: "")
        #expect(korean.hasPrefix("\"지붕\"은 "))
    }

    @Test(arguments: [Unchanged.nothingToArchive, .nothingToChange, .nothingToRepair])
    func `an action without effect is reported in both languages`(_ unchanged: Unchanged) {
        expectKorean(unchanged.text(nil, .korean), meaning: "")
        #expect(!hasHangul(unchanged.text(nil, .english)))
    }

    @Test func `settings are reported in Korean`() async throws {
        let sandbox = try BoardSandbox()
        let workspace = try sandbox.board()
        func set(_ key: Text, _ value: Text) async throws -> [String] {
            try await workspace.setSetting(key, to: value).sentences(dates: nil, language: .korean)
        }
        #expect(try await set("limits.doing", "3") == ["설정 limits.doing: 3 (전에는 없었음)"])
        #expect(try await set("limits.doing", "3") == ["바꿀 것이 없음"])
        #expect(try await set("limits.doing", "") == ["설정 limits.doing 없앰 (전에는 3)"])
    }
}
