import MarkdownDocument
import Testing

@testable import TaskBoard

/// Sentences that describe the change between two versions of a task.
struct ChangeSentenceTests {
    private struct Case: Sendable {
        let from: (path: BoardPath, text: String)?
        let to: (path: BoardPath, text: String)?
        let action: LogAction
        let sentence: String

        init(
            _ from: (BoardPath, String)?, _ to: (BoardPath, String)?, _ action: LogAction,
            _ sentence: String
        ) {
            self.from = from.map { (path: $0.0, text: $0.1) }
            self.to = to.map { (path: $0.0, text: $0.1) }
            self.action = action
            self.sentence = sentence
        }
    }

    private static let roof =
        "---\ntitle: Fix the roof\ndue: 2026-12-01\ntags: [old]\n---\n- [ ] tiles\n"

    private static func roof(_ old: String, _ new: String) -> String {
        var parts = roof.split(separator: old, maxSplits: 1, omittingEmptySubsequences: false)
        parts.insert(new[...], at: 1)
        return parts.joined()
    }

    private static let cases = [
        Case(nil, ("todo/a.md", roof), .added, "Ann added \"Fix the roof\""),
        Case(("todo/a.md", roof), nil, .deleted, "Ann deleted \"Fix the roof\""),
        Case(
            ("todo/a.md", roof), ("doing/a.md", roof), .moved,
            "Ann moved \"Fix the roof\" from todo to doing"),
        Case(
            ("todo/a.md", roof), ("doing/a.md", roof("due: ", "rank: c\ndue: ")), .moved,
            "Ann moved \"Fix the roof\" from todo to doing"),
        Case(
            ("todo/a.md", roof), ("done/a.md", roof("[ ]", "[x]")), .moved,
            "Ann moved \"Fix the roof\" from todo to done: ticked \"tiles\""),
        Case(
            ("done/a.md", roof), ("done/2026/a.md", roof), .moved,
            "Ann moved \"Fix the roof\" from done/a.md to done/2026/a.md"),
        Case(
            ("todo/a.md", roof), ("todo/a.md", roof("tags", "rank: c\ntags")), .moved,
            "Ann reordered \"Fix the roof\""),
        Case(
            ("todo/a.md", roof),
            ("todo/a.md", roof("2026-12-01\ntags: [old]", "2026-12-03\ntags: [urgent]")),
            .edited, "Ann edited \"Fix the roof\": due 2026-12-01 to 2026-12-03, +urgent, -old"),
        Case(
            ("todo/a.md", roof("[old]", "house, old")),
            ("todo/a.md", roof("[old]", "[house, old, urgent]")), .edited,
            "Ann edited \"Fix the roof\": +urgent"),
        Case(
            ("todo/a.md", roof("[old]", "")), ("todo/a.md", roof("[old]", "[urgent]")), .edited,
            "Ann edited \"Fix the roof\": +urgent"),
        Case(
            ("todo/a.md", roof),
            ("todo/a.md", roof("2026-12-01", "2026-12-05\noccurrence: 2026-12-01")), .edited,
            "Ann edited \"Fix the roof\": due 2026-12-01 to 2026-12-05"),
        Case(
            ("todo/a.md", roof), ("todo/a.md", roof("due: 2026-12-01\n", "")), .edited,
            "Ann edited \"Fix the roof\": no due"),
        Case(
            ("todo/a.md", roof), ("todo/a.md", roof("due", "priority: high\ndue")), .edited,
            "Ann edited \"Fix the roof\": priority high"),
        Case(
            ("todo/a.md", roof), ("todo/a.md", roof("Fix the roof", "Mend it")), .edited,
            "Ann edited \"Mend it\": title was \"Fix the roof\""),
        Case(
            ("todo/a.md", roof), ("todo/a.md", roof + "more\n\nlines\n"), .edited,
            "Ann edited \"Fix the roof\": body +3 -0 lines"),
        Case(
            ("todo/a.md", roof),
            (
                "todo/a.md",
                roof + "\n![b](../attachments/b-1.jpg)\n\n[p](../attachments/p-1.pdf)\n"
            ), .edited, "Ann edited \"Fix the roof\": attached b-1.jpg, p-1.pdf"),
        Case(
            ("todo/a.md", roof), ("todo/a.md", roof + "\nsee ![b](../attachments/b-1.jpg)\n"),
            .edited, "Ann edited \"Fix the roof\": body +2 -0 lines"),
        Case(
            ("todo/a.md", roof), ("todo/a.md", roof("[ ] tiles", "[x] roof tiles")), .edited,
            "Ann edited \"Fix the roof\": body +1 -1 lines"),
        Case(
            ("todo/a.md", roof), ("todo/a.md", roof("[old]", "[ old ] # tags")), .edited,
            "Ann edited \"Fix the roof\": formatting"),
        Case(
            ("todo/a.md", roof), ("todo/a.md", roof("[old]", "[old]\nassignees: [ann, bob]")),
            .edited,
            "Ann edited \"Fix the roof\": +@ann, +@bob"),
        Case(
            ("todo/a.md", roof), ("todo/a.md", roof("[old]", "[old]\nx: {a: 1}")), .edited,
            "Ann edited \"Fix the roof\": x {a: 1}"),
        Case(
            ("todo/a.md", roof),
            ("todo/a.md", roof("[old]", "[old]\nconflicts:\n  - {key: due, value: x}")), .edited,
            "Ann edited \"Fix the roof\": conflicts added"),
        Case(
            ("todo/a.md", roof("[old]", "[old]\nconflicts:\n  - {key: due, value: x}")),
            ("todo/a.md", roof), .edited, "Ann edited \"Fix the roof\": conflicts resolved"),
        Case(
            ("todo/a.md", roof), ("todo/a.md", roof("[old]", "[old]\npath: x\nstate: y")), .edited,
            "Ann edited \"Fix the roof\": path x, state y"),
        Case(
            ("todo/a.md", roof), ("doing/a.md", roof("[old]", "[old]\npath: x\nbody: y")), .moved,
            "Ann moved \"Fix the roof\" from todo to doing: path x, body y"),
    ]

    private func version(_ file: (path: BoardPath, text: String)?) -> TaskVersion? {
        file.map { TaskVersion(path: $0.path, document: Document(Array($0.text.utf8))) }
    }

    @Test(arguments: cases.indices)
    func `a change is described in a sentence`(_ index: Int) throws {
        let c = Self.cases[index]
        let change = try #require(TaskChange(from: version(c.from), to: version(c.to)))
        #expect(change.sentence(by: "Ann") == c.sentence)
        #expect(change.action == c.action)
    }

    @Test func `two equal versions are not a change`() {
        let same = version(("todo/a.md", Self.roof))
        #expect(TaskChange(from: same, to: same) == nil)
        #expect(TaskChange(from: nil as TaskVersion?, to: nil) == nil)
    }

    @Test func `a task that existed before is restored, and a merge merges`() throws {
        let new = version(("todo/a.md", Self.roof))
        let back = try #require(TaskChange(from: nil, to: new, isReturn: true))
        #expect(back.sentence(by: "Ann") == "Ann restored \"Fix the roof\"")
        #expect(back.order == "Restore \"Fix the roof\"")
        #expect(back.merged.sentence(by: "pmd") == "pmd merged \"Fix the roof\"")
        let moved = try #require(
            TaskChange(from: new, to: version(("doing/a.md", Self.roof("due: 2026-12-01\n", "")))))
        #expect(
            moved.merged.sentence(by: "pmd")
                == "pmd merged \"Fix the roof\": moved from todo to doing, no due")
    }

    @Test func `a rank that comes with a move is not a separate change`() throws {
        let old = version(("todo/a.md", Self.roof))
        let new = version(("doing/a.md", Self.roof("due: ", "rank: c\ndue: ")))
        let change = try #require(TaskChange(from: old, to: new))
        #expect(change.changes.map(\.key) == ["state"])
    }

    @Test func `a tick in a body with other changes is a separate change`() throws {
        let old = version(("todo/a.md", "- [ ] a\n- [ ] a\n- [x] b\ntext\n"))
        let new = version(("todo/a.md", "- [ ] a\n- [x] a\n- [ ] b\nother\n"))
        let change = try #require(TaskChange(from: old, to: new))
        #expect(
            change.changes == [
                Change(key: "checklist", from: .scalar("[ ] a"), to: .scalar("[x] a")),
                Change(key: "checklist", from: .scalar("[x] b"), to: .scalar("[ ] b")),
                Change(key: "body", from: .scalar("text"), to: .scalar("other")),
            ])
    }

    @Test func `invisible characters do not appear in a sentence`() throws {
        let text = "---\ntitle: \"a\\u202E\\nb\\e[31m\\tc\\u200B\"\n---\n"
        let change = try #require(TaskChange(from: nil, to: version(("todo/a.md", text))))
        #expect(change.sentence(by: "A\u{202E}nn\n") == "Ann added \"a b[31m c\"")
    }

    @Test func `a malformed version is described as far as it can be read`() throws {
        let old = version(("todo/a.md", Self.roof))
        let new = version(("todo/a.md", "---\ntitle: a: b\n---\n- [ ] tiles\n"))
        let change = try #require(TaskChange(from: old, to: new))
        #expect(change.action == .edited)
        #expect(change.sentence(by: "Ann").hasPrefix("Ann edited \"a: b\": "))
    }
}

extension TaskChange {
    fileprivate func sentence(by author: String) -> String {
        LogEntry(commit: "", time: 0, offset: 0, author: author, change: .task(self)).sentence()
    }
}
