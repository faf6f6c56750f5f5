import MarkdownDocument
import TestSupport
import Testing
import Words

@testable import TaskBoard

/// The sentences about plans, imports, undone commits and syncs.
struct ReportWordsTests {
    @Test(arguments: [
        PlanReport.changedSetting("limits.doing", from: "2", to: "3", isSame: false),
        .changedSetting("limits.doing", from: "2", to: nil, isSame: false),
        .changedSetting("limits.doing", from: nil, to: "3", isSame: false),
        .changedSetting("limits.doing", from: "2", to: "2", isSame: true),
        .renamedState("doing", to: "work"), .repairedTask("지붕"), .repairedTasks(2),
        .attached(["a.jpg"], title: "지붕"),
        .changedSettings([
            .changedSetting("start", from: "doing", to: "todo", isSame: false),
            .changedSetting("body-limit", from: nil, to: "9", isSame: false),
        ]),
    ])
    func `a plan is reported in Korean`(_ report: PlanReport) {
        let plan = Plan(changes: [], subject: "x1", report: report, tasks: [])
        expectKorean(plan.words.korean, meaning: plan.words.english)
    }

    @Test(arguments: [
        (0, "0 min"), (3_599, "59 min"), (3_600, "1 h"), (172_799, "47 h"), (172_800, "2 days"),
        (863_999, "9.9 days"), (8_640_000, "100 days"),
    ])
    func `a duration has its largest unit`(seconds: Int64, english: String) {
        let words = durationWords(seconds)
        #expect(words.english == english)
        expectKorean(words.korean, meaning: words.english)
    }

    @Test func `a plan without its own report shows its subject`() {
        let plan = Plan(changes: [], subject: "Add \"Roof\"", tasks: [])
        #expect(plan.words == Bilingual(untranslated: "Add \"Roof\""))
    }

    @Test(arguments: ["due", Skipped.deleted, Skipped.added, Skipped.file])
    func `a part that was changed since has a Korean description`(_ key: Text) {
        let task = Skipped(task: TaskID("k3f9m2"), path: "todo/a.md", title: "지붕", key: key)
        expectKorean(task.words.korean, meaning: task.words.english)
        let file = Skipped(task: nil, path: "notes.md", title: "", key: Skipped.file)
        #expect(file.words == Bilingual(untranslated: "notes.md"))
    }

    @Test func `a sync without a terminal reports its failure first, then the rest`() {
        var report = SyncReport()
        #expect(report.lineForCron(.english) == nil)
        report.needsReport = true
        report.conflicts = 2
        #expect(report.lineForCron(.english) == "2 tasks have conflicts; see 'pmd conflicts'")
        report.failure = .branch(.detachedHead)
        report.otherFailures = [.cause(.unexpected(words: "x1"))]
        let line = BoardError.branch(.detachedHead).logLine
        #expect(report.lineForCron(.english) == line.english + "; x1")
        #expect(report.lineForCron(.korean) == line.korean + "; x1")
    }
}
