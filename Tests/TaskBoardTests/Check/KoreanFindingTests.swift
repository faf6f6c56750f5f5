import MarkdownDocument
import TestSupport
import Testing

@testable import TaskBoard

/// Findings of `check` in Korean.
struct KoreanFindingTests {
    @Test(arguments: [
        ("todo/a.md", "due: soon"), ("todo/a.md", "due: [a]"), ("todo/a.md", "tags: {a: 1}"),
        ("todo/a.md", "conflicts: [1]"), ("todo/a.md", "title: a: b"), ("todo/a.md", "state: done"),
        ("later/a.md", "title: a"), ("todo/a.md", "blocked-by: gone"),
        ("todo/a.md", "blocked-by: a"), ("todo/-a.md", "title: a"), ("todo/a?.md", "title: a"),
        ("todo/con.md", "title: a"), ("todo/a\u{200B}.md", "title: a"),
        ("todo/\(String(repeating: "n", count: 201)).md", "title: a"),
        ("todo/a.md", "title: a\n---\n<<<<<<< a\n=======\n>>>>>>> b\n---\n"),
    ])
    func `a finding is Korean, with the facts of the English one`(path: String, lines: String) {
        let bytes = Array("---\n\(lines)\n---\n".utf8)
        let settings = BoardSettings.standard
        let task = TaskItem(
            path: BoardPath(path), document: Document(bytes), settings: settings)
        let findings = Board(settings: settings, tasks: [task]).findings
        #expect(!findings.isEmpty)
        for finding in findings {
            expectKorean(finding.words.korean, meaning: finding.message)
            #expect(finding.sentence(.english) == finding.description)
        }
    }

    @Test func `a body and a column over their limits are reported in Korean`() throws {
        var settings = BoardSettings.standard
        settings.bodyLimit = 2
        settings.limits["todo"] = 0
        let task = TaskItem(
            path: "todo/a.md", document: Document(Array("# A\n\nlong\n".utf8)), settings: settings)
        let findings = Board(settings: settings, tasks: [task]).findings
        #expect(findings.map(\.kind) == [.body, .overLimit])
        for finding in findings { expectKorean(finding.words.korean, meaning: finding.message) }
    }

    @Test func `a wrong value is a problem with its key and the expected value`() throws {
        let task = TaskItem(
            path: "todo/a.md", document: Document(Array("---\ndue: soon\n---\n".utf8)),
            settings: .standard)
        #expect(task.problems.first?.words.korean.hasPrefix("'due' 키의 값이 'soon'입니다") == true)
    }
}
