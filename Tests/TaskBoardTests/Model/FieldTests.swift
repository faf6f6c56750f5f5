import MarkdownDocument
import MergeSupport
import TestSupport
import Testing

@testable import TaskBoard

/// Each field of the table works in files, words, queries, JSON and merges.
struct FieldTests {
    @Test func `no two fields share a name`() {
        let names = Field.all.flatMap { [$0.key] + ($0.singular.map { [$0] } ?? []) }
        #expect(Set(names).count == names.count)
        #expect(Set(Field.all.map(\.jsonKey)).count == Field.all.count)
    }

    @Test func `every key of a file is in JSON`() {
        // JSON has the finish among the values from history, which it overrides.
        #expect(Set(Field.inJSON + [.finished]).isSuperset(of: Field.keys))
    }

    @Test func `format 1 merges as it always did`() throws {
        let rules = MergeRules.of(format: 1)
        let special: [Text: Field.MergeRule] = [
            "tags": .elements, "assignees": .elements, "blocked-by": .elements, "rank": .rank,
            "conflicts": .records,
        ]
        for field in Field.keys {
            #expect(rules.rule(of: field.key) == special[field.key] ?? .value, "\(field.key)")
        }
        #expect(rules.rule(of: "project") == .value)
    }

    @Test func `a new key is inserted in the usual key order`() throws {
        var document = Document(Array("---\nown: x\n---\n".utf8))
        for field in Field.keys.reversed() where !field.isList && field != .conflicts {
            document = try document.setting(field.key, to: "x")
        }
        let order = Field.keys.filter { !$0.isList && $0 != .conflicts }.map(\.key)
        #expect(document.entries.map(\.key).filter { $0 != "own" } == order)
    }

    @Test(
        arguments: Field.keys.filter { $0.isTyped && $0 != .repeat }
            .map(\.key.string))
    func `quick entry writes every field, and queries find it`(key: String) throws {
        let field = try #require(Field.keyed(Text(key)))
        // Its reminders are relative to a date.
        let more = field == .remind ? ["due:fri"] : []
        let draft = try quickEntry(
            ["Roof"] + typed(field) + more, now: Sample.now, fields: .standard)
        let texts = field == .title ? [draft.title] : draft[field]
        let task = try added(draft)
        let board = Sample.board(task)
        #expect(task.texts(of: field) == texts)
        #expect(task.extra.isEmpty && task.problems.isEmpty)
        let found = try Query(["has:\(key)"], now: Sample.now)
        #expect(board.tasks(matching: found, all: true).count == 1)
        let missing = try Query(["no:\(key)"], now: Sample.now)
        #expect(board.tasks(matching: missing, all: true).isEmpty)
    }

    /// Returns the task that a board creates from a draft, whose blocker is on
    /// the board.
    private func added(_ draft: TaskDraft) throws -> TaskItem {
        var generator = SplitMix64(seed: 1)
        let plan = try Sample.board(Sample.task("todo/x1.md"))
            .adding(draft, now: Sample.now, using: &generator)
        let file = try #require(plan.changes.first)
        return TaskItem(
            path: try #require(file.after), document: Document(try #require(file.bytes)))
    }

    private func typed(_ field: Field) -> [String] {
        let value =
            switch field.kind {
            case .date, .day: "2026-12-01"
            case .priority: "high"
            case .repetition: "every-2-weeks"
            case .reminders: "1d"
            default: "x1"
            }
        return ["\(field.key):\(value)"]
    }
}
