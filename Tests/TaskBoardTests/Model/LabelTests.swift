import MarkdownDocument
import MergeSupport
import Testing
import Words

@testable import TaskBoard

/// `labels:` in `pmd.yml`, the names for people of states and views.
struct LabelTests {
    private static let file = """
        states: [todo, doing, review, done]
        labels: {doing: Active}
        views:
          mine: "@me"

        """

    private static func plan(_ key: Text, _ value: Text, in text: String = file) throws -> Plan {
        try ActionBoard.make([:], text)
            .setting(key, to: value, in: Document(Array(text.utf8), kind: .yaml))
    }

    @Test(
        arguments: [
            ("labels.dong", "In progress", "there is no 'dong'; did you mean 'doing'?"),
            ("labels.mien", "My tasks", "there is no 'mien'; did you mean 'mine'?"),
            ("labels.backlog", "Later", "the names are todo, doing, review, done, mine, today"),
            ("labels.review", "active", "the label 'active' of 'review' also means 'doing'"),
            ("labels.review", "Done", "the label 'Done' of 'review' also means 'done'"),
            ("labels.mine", "review", "the label 'review' of 'mine' also means 'review'"),
            ("labels.todo", "MINE", "the label 'MINE' of 'todo' also means 'mine'"),
            ("labels.todo", "today", "the label 'today' of 'todo' also means 'today'"),
        ] as [(Text, Text, String)])
    func `a label of nothing, and one that means something else, are refused`(
        _ c: (key: Text, value: Text, words: String)
    ) throws {
        let error = try #require(
            throws: ActionError.self, performing: { _ = try Self.plan(c.key, c.value) })
        #expect(error.words.english.contains(c.words), "\(error.words.english)")
        #expect(error.kind == .usage)
    }

    @Test(
        arguments: [
            ("labels.doing", "Doing"), ("labels.doing", "In progress"), ("labels.today", "Heute"),
            ("labels.mine", "Meine"), ("labels.doing", ""),
        ] as [(Text, Text)])
    func `other labels are set`(_ c: (key: Text, value: Text)) throws {
        #expect(!(try Self.plan(c.key, c.value).isEmpty))
    }

    @Test(
        arguments: [
            ("labels: {doing: Active, review: Active}", ["doing", "review"]),
            ("labels: {doing: done, review: Check}", ["doing"]),
            ("labels: {doing: TODAY}", ["doing"]),
            ("labels: {dong: Active}", ["dong"]),
            ("retired: [old]\nlabels: {old: Former}", []),
        ] as [(String, [Text])])
    func `such a label in a file has no effect, and check names it`(
        text: String, names: [Text]
    ) throws {
        let settings = try Sample.settings("states: [todo, doing, review, done]\n" + text)
        #expect(settings.warnings.map(\.nameOfUnusedLabel) == names)
        for name in names { #expect(settings.label(of: name) == name) }
        let findings = Board(settings: settings, tasks: []).findings
        #expect(findings.map(\.kind) == names.map { _ in .key })
        #expect(findings.allSatisfy { $0.path == "pmd.yml" && $0.line != nil && !$0.isFailure })
    }

    @Test func `an ambiguous label moves no task to a state that it does not show`() throws {
        let settings = try Sample.settings(
            "states: [todo, doing, review, done]\n"
                + "labels: {doing: Active, review: active, todo: Done}\n")
        #expect(settings.state(named: "active") == nil)
        #expect(settings.state(named: "done") == "done")
        #expect(settings.state(named: "doing") == "doing")
    }

    @Test func `an unused label can be removed, and hinders no declaration`() throws {
        let text = Self.file.replacing("Active", with: "done")
        let removal = try Self.plan("labels.doing", "", in: text)
        #expect(!removal.isEmpty)
        let board = try ActionBoard.make([:], text)
        let document = Document(Array(text.utf8), kind: .yaml)
        #expect(!(try board.declaring("effort", as: "number", [], in: document).isEmpty))
    }

    @Test func `a renamed state keeps its label`() throws {
        let board = try ActionBoard.make([:], Self.file)
        let plan = try board.renamingState(
            "doing", to: "work", in: Document(Array(Self.file.utf8), kind: .yaml),
            hash: ActionBoard.hash)
        let bytes = try #require(plan.changes.first?.bytes)
        let settings = try BoardSettings(Document(bytes, kind: .yaml))
        #expect(settings.label(of: "work") == "Active" && settings.labels.count == 1)
    }
}
