import MarkdownDocument
import TaskBoard
import TestSupport
import Testing
import Words

/// The sentences that report an action and its consequences.
struct OutcomeWordsTests {
    @Test(arguments: [
        Consequence.blocked("지붕", isFinished: false, by: ["벽"]),
        .blocked("Roof", isFinished: true, by: ["A", "B", "C", "D", "E", "F"]), .freed(["지붕"]),
        .openChildren(of: "A", ["B"], isDeleted: false),
        .openChildren(of: "A", ["B", "C"], isDeleted: true),
        .waitsTooLong("A", wait: "2026-12-06", due: "2026-11-30"),
        .freed(["A", "B"]), .overLimit("doing", count: 3, limit: 2),
        .repeated("지붕", due: "2026-12-01"), .ended("지붕"), .repeatsNothing("지붕"),
        .removedState("later", count: 1, moving: "'pmd move where state:later STATE'"),
        .removedState("later", count: 2, moving: "'pmd move where state:later STATE'"),
        .notSynced("todo/a.md"),
    ])
    func `a consequence is in Korean, with the same facts as in English`(_ consequence: Consequence)
    {
        expectKorean(consequence.text(.korean), meaning: consequence.text(.english))
    }

    @Test func `the particle fits the title`() {
        #expect(
            Consequence.blocked("지붕", isFinished: false, by: ["벽"]).text(.korean)
                == "\"지붕\"에 완료되지 않은 선행 할 일이 있음: \"벽\"")
        #expect(Consequence.freed(["우유"]).text(.korean) == "\"우유\"의 선행 할 일이 모두 완료됨")
    }

    @Test func `a date is worded for the surface`() {
        let next = Consequence.repeated("Roof", due: "2026-12-01")
        let dates = DateWording(value: { _, _ in "tomorrow" }, label: { _ in nil })
        #expect(next.text(.english, dates: dates) == "the next \"Roof\" is due tomorrow")
    }

    @Test(
        arguments: [
            (.unchanged, "is unchanged"), (.deleted, "is already deleted"),
            (.resolved, "is already resolved"), (.started, "is already started"),
            (.finished, "is already done"), (.open, "is already open"),
            (.inPlace, "is already in this position"), (.sameValues, "already has these values"),
            (.inState("doing"), "is already in doing"),
            (.ticked(true), "already has these items ticked"),
            (.ticked(false), "already has these items unticked"),
        ] as [(Unchanged, String)])
    func `an unchanged task is reported in both languages`(
        _ unchanged: Unchanged, _ english: String
    ) {
        let words = unchanged.words(about: "지붕")
        #expect(words.english == "\"지붕\" \(english)")
        expectKorean(words.korean, meaning: words.english)
        #expect(words.korean.hasPrefix("\"지붕\"은 "))
    }

    @Test(arguments: [Unchanged.attached, .nothingToArchive, .nothingToChange, .nothingToRepair])
    func `an action without effect is reported in both languages`(_ unchanged: Unchanged) {
        let words = unchanged.words(about: nil)
        expectKorean(words.korean, meaning: words.english)
        #expect(!hasHangul(words.english))
    }

    @Test(arguments: [
        ActionResult.whole(
            Plan(changes: [], subject: "Repair", report: .repairedTasks(2), tasks: [])),
        .changed(TaskChange(action: .deleted, id: TaskID("a"), title: "지붕", changes: [])),
        .unchanged(.finished, title: "지붕"), .unchanged(.nothingToChange, title: nil), .gone,
        .restoredFile("notes/a.txt"),
    ])
    func `a result is in Korean, with the same facts as in English`(_ result: ActionResult) {
        expectKorean(result.text(.korean), meaning: result.text(.english))
    }
}
