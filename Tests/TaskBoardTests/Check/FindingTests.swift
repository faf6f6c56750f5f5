import MarkdownDocument
import MergeSupport
import Testing
import Words

@testable import TaskBoard

/// Problems that `check` finds.
struct FindingTests {
    private func findings(_ files: [String: String], _ settings: String = "") throws -> [Finding] {
        try ActionBoard.make(files, settings).findings
    }

    @Test func `a board without problems has no findings`() throws {
        #expect(
            try findings([
                "todo/a.md": "", "todo/b-k3f9m2.md": "---\ntitle: B\ndue: 2026-12-01\n---\ntext\n",
                "done/2024/우유.md": "# c\n",
            ]).isEmpty)
    }

    @Test func `a view whose query cannot be read is a finding`() throws {
        let views = "views:\n  mine: '@me'\n  soon: due:fridy\n  a: view:b\n  b: not:view:a\n"
        let found = try ActionBoard.make(["todo/a.md": ""], views).settingFindings(now: Sample.now)
        #expect(found.map(\.kind) == [.value, .value, .value])
        let faults: [Finding.Fault] = found.map(\.fault)
        #expect(
            faults.allSatisfy { if case .word(let error) = $0 { error.view != nil } else { false } }
        )
        #expect(found.map(\.path) == Array(repeating: "pmd.yml", count: 3))
    }

    @Test func `a default that is no date is a finding with its setting, and is not declared`()
        throws
    {
        let yaml =
            "fields: {review: {type: date, default: soon}, begin: {type: date, default: fri}}\n"
        let found = try ActionBoard.make([:], yaml).settingFindings(now: Sample.now)
        guard found.count == 1, case .word(let error) = found[0].fault else {
            Issue.record("\(found)")
            return
        }
        #expect(error.word == "fields.review.default")
        #expect(throws: ActionError.self) {
            try ActionBoard.make([:]).declaring(
                "review", as: "date", [Pair(key: "default", value: "soon")],
                in: Document([], kind: .yaml))
        }
    }

    @Test(
        arguments: [
            ("todo/a.md", "---\ntitle: a: b\n---\n", .malformed, 2, true),
            ("todo/a.md", "---\ntitle: x\ndue: soon\n---\n", .value, 3, true),
            ("todo/a.md", "---\nstate: done\n---\n", .state, 2, false),
            ("other/a-k3f9m2.md", "", .unknownState, nil, false),
            ("todo/a.md", "# A\n\n<<<<<<< HEAD\nx\n=======\ny\n>>>>>>> b\n", .markers, 3, false),
            ("todo/a.md", "0123456789!", .body, nil, false),
            ("todo/a.md", "---\ntitle: Fix issue #42\n---\n", .comment, 2, false),
            ("todo/a.md", "---\nx: one\nz: *a\n---\n", .alias, 3, false),
            ("todo/-rf.md", "", .name, nil, false), ("todo/a\u{202E}b.md", "", .name, nil, false),
            ("todo/a\nb.md", "", .name, nil, false), ("todo/CON.md", "", .name, nil, false),
            ("todo/lpt1.old.md", "", .name, nil, false), ("todo/a:b.md", "", .name, nil, false),
            ("todo/ends./a.md", "", .name, nil, false),
            ("todo/\(String(repeating: "a", count: 220)).md", "", .name, nil, false),
        ] as [(String, String, Finding.Kind, Int?, Bool)])
    func `a finding has a place and a kind`(
        _ c: (path: String, text: String, kind: Finding.Kind, line: Int?, isFailure: Bool)
    ) throws {
        let all = try findings([c.path: c.text], "body-limit: 10\n")
        let finding = try #require(all.first { $0.kind == c.kind })
        #expect(finding.path == BoardPath(c.path))
        #expect(finding.line == c.line)
        #expect(finding.isFailure == c.isFailure)
        #expect(!finding.words.english.isEmpty)
        #expect(plainWords(finding.sentence.english) == finding.sentence.english)
    }

    @Test(
        arguments: [
            ("title: Fix issue #42", ["2:18 #42 | Fix issue #42"]),
            ("title: #42", ["2:8 #42 | #42"]),
            ("issue: é #7 now # x", ["2:10 #7 now # x | é #7 now # x"]),
            ("tags:\n- house\n- #bug\n- a #b", ["4:3 #bug | #bug", "5:5 #b | a #b"]),
            ("title: one\n  two #3\ndue: 2026-12-01 #moved", ["3:7 #3 | one\n  two #3"]),
            ("title: a # b", []), ("title: 'a' #b", []), ("title: a#b", []), ("tags: [a] #b", []),
            ("tags:\n  # x\n  - a # y\n  #z", []), ("title: a\n#b\ntags:\n- 'c' #d", []),
            ("due: 2026-12-01 #moved", []), ("title: a ## b", []), ("note: |\n  a #b", []),
        ] as [(String, [String])])
    func `text that YAML reads as a comment is a finding`(lines: String, _ expected: [String])
        throws
    {
        let all = try findings(["todo/a.md": "---\n\(lines)\n---\n"])
        let texts = all.compactMap { finding -> String? in
            guard case .commentedText(_, let text) = finding.fault else { return nil }
            return "\(text.line):\(text.column) \(text.comment) | \(text.whole)"
        }
        #expect(texts == expected)
    }

    @Test func `a single conflict marker line is text`() throws {
        #expect(try findings(["todo/a.md": "```\n<<<<<<< x\n```\n"]).isEmpty)
    }

    @Test func `a name that is not UTF-8 is a finding`() throws {
        let path = BoardPath(Array("todo/a".utf8) + [0xFF] + Array(".md".utf8))
        let board = Board(
            settings: .standard, tasks: [TaskItem(path: path, document: Document([]))])
        #expect(board.findings.map(\.kind) == [.name])
    }

    @Test func `each file with a shared ID lists the others`() throws {
        let all = try findings(["todo/a-k3f9m2.md": "", "doing/b-k3f9m2.md": ""])
        #expect(all.map(\.kind) == [.duplicate, .duplicate])
        #expect(all.map(\.path) == ["doing/b-k3f9m2.md", "todo/a-k3f9m2.md"])
        #expect(all[0].words.english.contains("todo/a-k3f9m2.md"))
    }

    @Test func `a column over its limit is reported`() throws {
        let all = try findings(["doing/a.md": "", "doing/b.md": ""], "limits: {doing: 1}\n")
        #expect(all.map(\.kind) == [.overLimit])
        #expect(all[0].sentence.english == "doing: 2 tasks, but the limit is 1")
        #expect(all[0].id == nil)
    }

    @Test func `findings are sorted by path and line`() throws {
        let all = try findings([
            "todo/b.md": "---\ndue: x\npriority: y\n---\n", "doing/a.md": "---\ndue: x\n---\n",
        ])
        #expect(
            all.map { "\($0.path):\($0.line ?? 0)" } == [
                "doing/a.md:2", "todo/b.md:2", "todo/b.md:3",
            ])
    }
}
