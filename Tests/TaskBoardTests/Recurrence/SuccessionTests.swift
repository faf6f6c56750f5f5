import MarkdownDocument
import MergeSupport
import TestSupport
import Testing

@testable import TaskBoard

/// The next task after a repeating task is finished.
struct SuccessionTests {
    private func succession(
        _ front: String, body: String = "", at path: BoardPath = "done/fix-roof-k3f9m2.md",
        on day: Text = "2026-11-25"
    ) throws -> Succession? {
        try Succession(
            of: Sample.task(path, front, body: body), finishedOn: Sample.day(day),
            settings: .standard, hash: ActionBoard.hash)
    }

    private func text(_ document: Document?) -> String? {
        document.map { String(decoding: $0.bytes, as: UTF8.self) }
    }

    @Test func `the next task is a copy with the next date`() throws {
        let found = try #require(
            try succession(
                """
                title: "Fix the roof"   # again
                due: '2026-12-01T15:00'
                wait: 2026-11-28
                priority: high
                tags: [house, '#urgent']
                assignees:
                  - ann  # or bob
                created: 2026-11-21T09:14:00+09:00
                rank: a3
                remind: [-1d, 08:00, 2026-12-01T08:00]
                repeat: every week
                blocked-by: [x7q2bd]
                # A comment of its own.
                project: roof
                source: taskwarrior:1
                conflicts:
                  - {key: due, value: 2026-12-03, by: Ann, at: 2026-11-21T00:14:00Z}
                """,
                body: """
                    Call **before** noon.

                    - [x] measure
                    > [!conflict] Ann wrote instead, 2026-11-21
                    > - [x] measured

                    - [X] order tiles
                    - [ ] pay
                    """))
        #expect(
            text(found.successor?.document) == """
                ---
                title: "Fix the roof"   # again
                due: '2026-12-08T15:00'
                wait: 2026-12-05
                priority: high
                tags: [house, '#urgent']
                assignees:
                  - ann  # or bob
                remind: [-1d, 08:00, '2026-12-08T08:00']
                repeat: every week
                # A comment of its own.
                project: roof
                ---
                Call **before** noon.

                - [ ] measure
                - [ ] order tiles
                - [ ] pay
                """)
    }

    @Test func `the finished task loses only its rule`() throws {
        let found = try succession(
            "due: 2026-12-01\nrepeat: every day # yes\nrank: a", body: "- [x] a")
        #expect(text(found?.finished) == "---\ndue: 2026-12-01\nrank: a\n---\n- [x] a")
        let again = TaskItem(path: "done/a.md", document: try #require(found).finished)
        #expect(
            try Succession(
                of: again, finishedOn: Sample.day("2026-12-01"), settings: .standard,
                hash: ActionBoard.hash) == nil)
    }

    @Test(arguments: [
        ("done/fix-roof-k3f9m2.md", "repeat\nk3f9m2", "fix-roof"),
        ("done/2026/Dach-k3f9m2.md", "repeat\nk3f9m2", "Dach"),
        ("done/call bank.md", "repeat\ncall bank", "call bank"),
        ("done/Call-Bank.md", "repeat\ncall-bank", "Call-Bank"),
        ("done/우유-사기.md", "repeat\n우유-사기", "우유-사기"),
        ("done/-k3f9m2.md", "repeat\nk3f9m2", "roof"),
    ])
    func `the code depends only on the finished task's ID`(
        path: String, bytes: String, start: String
    ) throws {
        for (day, due) in [("2026-11-25", "2026-12-01"), ("2027-02-01", "2026-11-01")] {
            let found = try succession(
                "title: Roof\ndue: \(due)\nrepeat: every day", at: BoardPath(path), on: Text(day))
            let code = TaskCode.derived(from: ActionBoard.hash(Array(bytes.utf8)))
            #expect(found?.successor?.id == TaskID(code))
            #expect(found?.successor?.path == BoardPath("todo/\(start)-\(code).md"))
        }
    }

    @Test func `a long name is shortened`() throws {
        let name = String(repeating: "x", count: 230)
        let found = try succession(
            "title: Roof\ndue: 2026-12-01\nrepeat: every day", at: BoardPath("done/\(name).md"))
        #expect(found?.successor?.path.name.string.hasPrefix("roof-") == true)
    }

    @Test(arguments: [
        ("due: 2027-01-31\nrepeat: every month", "due: 2027-02-28\nrepeat: every month on 31"),
        (
            "due: 2027-01-31\nrepeat: \"FREQ=DAILY;COUNT=3\"",
            "due: 2027-02-01\nrepeat: \"FREQ=DAILY;COUNT=2\""
        ),
        // A rule with nothing to remember keeps its spelling.
        ("due: 2027-01-01\nrepeat: Every  month", "due: 2027-02-01\nrepeat: Every  month"),
        ("repeat: after 3 days", "due: 2026-11-28\nrepeat: after 3 days"),
        ("due: soon\nrepeat: after 3 days", "due: 2026-11-28\nrepeat: after 3 days"),
        (
            "due: 2026-12-24T08:00Z\nrepeat: after 3 days",
            "due: 2026-11-28T08:00Z\nrepeat: after 3 days"
        ),
        // Without a date, intervals count from the finish day.
        (
            "wait: 2026-11-20\nrepeat: after 3 days",
            "due: 2026-11-28\nwait: 2026-11-23\nrepeat: after 3 days"
        ),
        // The rule counts from the day before the task was postponed.
        (
            "due: 2026-12-03\nrepeat: every week\noccurrence: 2026-12-01",
            "due: 2026-12-08\nrepeat: every week"
        ),
        (
            "due: 2026-12-03T18:00\nwait: 2026-11-30\noccurrence: 2026-12-01T09:00\nrepeat: every week",
            "due: 2026-12-08T09:00\nwait: 2026-12-07\nrepeat: every week"
        ),
        ("due: 2026-12-03\nrepeat: every day\noccurrence: x", "due: 2026-12-04\nrepeat: every day"),
        (
            "due: 2026-12-03\nremind: 2026-12-02T08:00, -1d\nrepeat: every day",
            "due: 2026-12-04\nremind: 2026-12-03T08:00, -1d\nrepeat: every day"
        ),
        (
            "due: 2026-12-03\nremind: none\nwait: later\nrepeat: every day",
            "due: 2026-12-04\nremind: none\nwait: later\nrepeat: every day"
        ),
    ])
    func `the next task's dates are computed from the rule`(front: String, expected: String) throws
    {
        let found = try succession(front)
        #expect(text(found?.successor?.document) == "---\n\(expected)\n---\n")
    }

    @Test(arguments: [
        "due: 2026-12-01\nrepeat: FREQ=DAILY;COUNT=1",
        "due: 2026-12-01\nrepeat: FREQ=DAILY;UNTIL=20261201",
    ])
    func `a rule's last task has no successor, and loses the rule`(front: String) throws {
        let found = try #require(try succession(front))
        #expect(found.successor == nil)
        #expect(text(found.finished) == "---\ndue: 2026-12-01\n---\n")
    }

    @Test(arguments: [
        "title: Once\ndue: 2026-12-01", "repeat: every week", "due: soon\nrepeat: every week",
        "due: 2026-12-01\nrepeat: sometimes", "due: 2026-12-01\nrepeat:",
        "due: 2026-12-01\nrepeat: [every week]", "due: 2026-12-01\nrepeat: every week\nrepeat: x",
    ])
    func `a task without a usable rule repeats nothing`(front: String) throws {
        #expect(try succession(front) == nil)
    }

    @Test func `only the listed parts of any file change`() throws {
        var random = SplitMix64(seed: testSeed)
        var count = 0
        for _ in 0..<3_000 {
            let odd = Document(OddFiles.bytes(using: &random))
            guard
                let document = try? odd.setting(Field.repeat.key, to: "every week")
                    .setting(Field.due.key, to: "2026-12-01T15:00")
            else { continue }
            let task = TaskItem(path: "done/a-k3f9m2.md", document: document)
            let found = try? Succession(
                of: task, finishedOn: Sample.day("2026-12-01"), settings: .standard,
                hash: ActionBoard.hash)
            guard let found, let next = found.successor?.document else { continue }
            count += 1
            let message: Comment =
                "seed \(testSeed)\n\(String(decoding: document.bytes, as: UTF8.self))"
            #expect(found.finished.body == document.body, message)
            #expect(
                kept(found.finished, but: ["repeat"]) == kept(document, but: ["repeat"]), message)
            let changed = [
                "due", "wait", "remind", "repeat", "created", "rank", "blocked-by", "conflicts",
                "source", "occurrence",
            ]
            #expect(kept(next, but: changed) == kept(document, but: changed), message)
            #expect(next.checklist.map(\.text) == document.checklist.map(\.text), message)
            #expect(!next.checklist.contains { $0.isTicked }, message)
            #expect(BodyCallouts(next).callouts.isEmpty, message)
            #expect(changed.dropFirst(4).allSatisfy { next.entry(Text($0)) == nil }, message)
        }
        #expect(count > 1_500)
    }

    /// The lines of the entries that stay, without their line breaks.
    private func kept(_ document: Document, but keys: [String]) -> [String] {
        document.entries.filter { !keys.contains($0.key.string) }
            .map { String(decoding: $0.source, as: UTF8.self).filter { !$0.isNewline } }
    }
}
