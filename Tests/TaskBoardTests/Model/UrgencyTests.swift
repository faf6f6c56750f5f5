import MarkdownDocument
import MergeSupport
import TestSupport
import Testing

@testable import TaskBoard

/// The urgency of tasks, on 2026-11-21.
struct UrgencyTests {
    private func urgency(_ header: String, _ state: String = "todo", others: String = "")
        throws -> Urgency
    {
        var files = ["\(state)/a.md": "---\n\(header)\n---\n"]
        if !others.isEmpty { files["todo/b.md"] = "---\n\(others)\n---\n" }
        let board = try ActionBoard.make(files)
        let task = try #require(board[TaskID("a")])
        return UrgencyScale(board, now: Sample.now).urgency(of: task)
    }

    @Test(arguments: [
        ("title: x", "0.0"), ("due: 2027-11-21", "2.4"), ("due: 2026-12-05", "2.4"),
        ("due: 2026-11-28", "5.6"), ("due: 2026-11-21", "8.8"), ("due: 2026-11-14", "12.0"),
        ("due: 2020-01-01", "12.0"), ("priority: high", "6.0"), ("priority: medium", "3.9"),
        ("priority: low", "1.8"), ("created: 2025-11-21", "2.0"), ("created: 2026-08-22", "0.5"),
        ("created: 2030-01-01", "0.0"), ("due: 2026-11-14\npriority: high", "18.0"),
    ])
    func `urgency terms match the table`(_ header: String, _ sum: String) throws {
        #expect(Urgency.words(try urgency(header).sum) == sum)
    }

    @Test func `blocking, started and finished tasks have their own terms`() throws {
        #expect(Urgency.words(try urgency("title: x", others: "blocked-by: [a]").sum) == "8.0")
        #expect(Urgency.words(try urgency("title: x", "doing").sum) == "4.0")
        #expect(
            Urgency.words(try urgency("title: x", "done", others: "blocked-by: [a]").sum) == "0.0")
    }

    @Test func `a board's weights apply, and keep their order`() throws {
        let board = try ActionBoard.make(
            ["todo/a.md": "---\ndue: 2026-11-14\npriority: low\n---\n"],
            "urgency: {due: 1.5, low: -2}")
        let urgency = UrgencyScale(board, now: Sample.now).urgency(of: board.tasks[0])
        #expect(urgency.terms.map { "\($0.name) \($0.words)" } == ["due 1.5", "low -2.0"])
        #expect(Urgency.words(urgency.sum) == "-0.5")
    }

    @Test(arguments: [
        "urgency: {dew: 1}", "urgency: {due: high}", "urgency: {due: 1e9}",
        "urgency: {due: 1000}", "urgency: {due: nan}", "urgency: {due: \"\"}", "urgency: 3",
    ])
    func `a weight that is not a number is an error in pmd.yml`(_ settings: String) {
        #expect(throws: SettingsError.self) {
            try BoardSettings(Document(Array(settings.utf8), kind: .yaml))
        }
    }

    @Test func `the most urgent come first, ties by rank and then by ID`() throws {
        let board = try ActionBoard.make([
            "todo/c.md": "---\nrank: b2\n---\n", "todo/b.md": "---\nrank: b1\n---\n",
            "doing/a.md": "---\nrank: b9\n---\n", "todo/e.md": "---\nrank: b2\n---\n",
            "todo/d.md": "---\npriority: high\nrank: b8\n---\n",
        ])
        func order(_ words: String) throws -> String {
            board.tasks(matching: try Query([words], now: Sample.now)).map(\.id.description)
                .joined()
        }
        #expect(try order("sort:urgency") == "dabce")
        #expect(try order("sort:-urgency") == "bcead")
    }

    @Test func `numbers in titles sort numerically`() throws {
        let titles = ["Item 10", "item 2", "Item 9a", "Item 009", "Item", "2 apples", "10 apples"]
        let board = try ActionBoard.make(
            Dictionary(
                uniqueKeysWithValues: titles.enumerated().map {
                    ("todo/t\($0).md", "---\ntitle: \($1)\nrank: b\($0)\n---\n")
                }))
        let found = board.tasks(matching: try Query(["sort:title"], now: Sample.now))
        #expect(
            found.map(\.title.string) == [
                "2 apples", "10 apples", "Item", "item 2", "Item 009", "Item 9a", "Item 10",
            ])
    }
}
