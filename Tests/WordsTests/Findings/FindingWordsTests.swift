import MarkdownDocument
import TaskBoard
import TestSupport
import Testing
import Words

/// The sentences of findings and of the problems of a file.
struct FindingWordsTests {
    @Test(arguments: [
        ("todo/a.md", "due: soon"), ("todo/a.md", "due: [a]"), ("todo/a.md", "tags: {a: 1}"),
        ("todo/a.md", "conflicts: [1]"), ("todo/a.md", "title: a: b"), ("todo/a.md", "state: done"),
        ("later/a.md", "title: a"), ("todo/a.md", "blocked-by: gone"),
        ("todo/a.md", "title: a #1"), ("todo/a.md", "x: *a"), ("todo/a.md", "tags:\n- #it's"),
        ("todo/a.md", "blocked-by: a"), ("todo/-a.md", "title: a"), ("todo/a?.md", "title: a"),
        ("todo/con.md", "title: a"), ("todo/a\u{200B}.md", "title: a"),
        ("todo/\(String(repeating: "n", count: 201)).md", "title: a"),
        ("todo/a.md", "title: a\n---\n<<<<<<< a\n=======\n>>>>>>> b\n---\n"),
    ])
    func `a finding is in Korean, with the same facts as in English`(path: String, lines: String) {
        let bytes = Array("---\n\(lines)\n---\n".utf8)
        let settings = BoardSettings.standard
        let task = TaskItem(
            path: BoardPath(path), document: Document(bytes), settings: settings)
        let findings = Board(settings: settings, tasks: [task]).findings
        #expect(!findings.isEmpty)
        for finding in findings {
            expectKorean(finding.words.korean, meaning: finding.words.english)
        }
    }

    @Test func `a body and a column over their limits are reported in Korean`() {
        var settings = BoardSettings.standard
        settings.bodyLimit = 2
        settings.limits["todo"] = 0
        let task = TaskItem(
            path: "todo/a.md", document: Document(Array("# A\n\nlong\n".utf8)), settings: settings)
        let findings = Board(settings: settings, tasks: [task]).findings
        #expect(findings.map(\.kind) == [.body, .overLimit])
        for finding in findings {
            expectKorean(finding.words.korean, meaning: finding.words.english)
        }
    }

    @Test(arguments: [
        Finding.Fault.settings(SettingsError(.noStates, key: "states")), .unread(.folder),
        .unread(.link), .unread(.notPermitted), .unread(.notRegular), .unread(.notAFolder),
        .unread(.tooLarge(mebibytes: 1)), .repeatNeedsDue,
        .conflictFile(settings: []), .conflictFile(settings: ["fields.effort"]),
        .conflictFile(settings: ["a", "b", "c", "d", "e", "f"]),
        .word(WordError("x1", .unclosedQuote, view: "mine")),
        .formerKey("stage", now: "phase", hasBoth: false),
        .formerKey("stage", now: "phase", hasBoth: true),
        .name(NameFault(Text([0xE9]), .notUTF8)), .name(NameFault("a.", .reserved)),
    ])
    func `a finding outside of task files is reported in Korean`(_ fault: Finding.Fault) {
        let words = Finding(fault, at: "todo/a.md", id: nil).words
        expectKorean(words.korean, meaning: words.english)
    }

    @Test(arguments: [
        Problem.Fault.renamedState("doing", to: "work"),
        .unknownState("later", isRetired: false, known: ["todo", "done"]),
        .unknownState("later", isRetired: true, known: ["todo", "done"]),
        .duplicateID(TaskID("k3f9m2"), others: ["todo/b-k3f9m2.md", "todo/a-k3f9m2.md"]),
        .notARule(key: "repeat", "every moon", expected: .interval),
        .notARule(key: "repeat", "weekly", expected: .rule),
    ])
    func `a problem is explained in Korean`(_ fault: Problem.Fault) {
        expectKorean(fault.words.korean, meaning: fault.words.english)
    }

    @Test func `a wrong value is a problem with its key and the expected value`() {
        let task = TaskItem(
            path: "todo/a.md", document: Document(Array("---\ndue: soon\n---\n".utf8)),
            settings: .standard)
        #expect(task.problems.first?.words.korean.hasPrefix("'due' 키의 값이 'soon'입니다") == true)
    }

    @Test func `files with the same ID are listed in order`() {
        let fault = Problem.Fault.duplicateID(
            TaskID("k3f9m2"), others: ["todo/b-k3f9m2.md", "todo/a-k3f9m2.md"])
        #expect(
            fault.words.english
                == "the ID 'k3f9m2' is also used by todo/a-k3f9m2.md, todo/b-k3f9m2.md")
    }

    @Test func `a sentence begins with the position, as in compiler messages`() {
        let finding = Finding(.repeatNeedsDue, at: "todo/a.md", id: nil, line: 3, column: 1)
        #expect(finding.sentence.english == "todo/a.md:3:1: " + finding.words.english)
        #expect(finding.sentence.korean == "todo/a.md:3:1: " + finding.words.korean)
    }
}
