import MarkdownDocument
import TestSupport
import Testing

@testable import TaskBoard

/// Task IDs read from file names.
struct TaskIDTests {
    @Test(arguments: [
        ("fix-roof-k3f9m2.md", "k3f9m2"),
        ("우유-사기-x7q2bd.md", "x7q2bd"),
        ("-k3f9m2.md", "k3f9m2"),
        ("k3f9m2.md", "k3f9m2"),
        // Digits and letters alternate only once: a version or a year, not a code.
        ("draft-pr2345.md", "draft-pr2345"),
        ("draft-bcd234.md", "draft-bcd234"),
        ("draft-bcdfgh.md", "draft-bcdfgh"),
        ("draft-234567.md", "draft-234567"),
        // Vowels, 0, 1, l, y and capitals are not in the alphabet.
        ("draft-k3f9a2.md", "draft-k3f9a2"),
        ("draft-k3f9m1.md", "draft-k3f9m1"),
        ("draft-k3f0m2.md", "draft-k3f0m2"),
        ("draft-k3f9l2.md", "draft-k3f9l2"),
        ("draft-K3F9M2.md", "draft-k3f9m2"),
        // Exactly six characters, after a dash.
        ("draft-k3f9m.md", "draft-k3f9m"),
        ("draft-k3f9m2b.md", "draft-k3f9m2b"),
        ("draft_k3f9m2.md", "draft_k3f9m2"),
        ("Call Bank.md", "call bank"),
        ("ÄRGER.md", "ärger"),
        ("Straße.md", "strasse"),
        ("a.md.md", "a.md"),
        (".md", ".md"),
        ("notes", "notes"),
        ("", ""),
    ])
    func `the ID is the code at the end of the name, or the whole name`(
        fileName: String, id: String
    ) {
        #expect(TaskID(fileName: Array(fileName.utf8)).text == Text(id))
    }

    @Test(arguments: [
        ("caf\u{E9}.md", "cafe\u{301}.md"), ("우유.md", "\u{110B}\u{116E}\u{110B}\u{1172}.md"),
        ("TODO.md", "todo.md"), ("Å.md", "\u{212B}.md"),
    ])
    func `names without a code are equal in any normal form and case`(one: String, other: String) {
        #expect(Array(one.utf8) != Array(other.utf8))
        #expect(TaskID(fileName: Array(one.utf8)) == TaskID(fileName: Array(other.utf8)))
    }

    @Test func `a name that is not UTF-8 has an ID of its own`() {
        let id = TaskID(fileName: [0xFF, 0x41] + Array(".md".utf8))
        #expect(id.text.utf8 == [0xFF, 0x41])
        #expect(id != TaskID(fileName: [0xFE, 0x41] + Array(".md".utf8)))
    }

    @Test func `a typed code may be in capitals`() {
        #expect(TaskID("K3F9M2") == TaskID(fileName: Array("x-k3f9m2.md".utf8)))
    }

    @Test func `only codes are parsed as codes`() {
        #expect(TaskID("k3f9m2").isCode)
        #expect(!TaskID("call-bank").isCode)
    }
}

/// Many tasks that are searched for among many file names.
struct TaskIDSetTests {
    private static let names = [
        "roof-k3f9m2.md", "other-k3f9m2.md", "call-bank.md", "Call-Bank.md", "\u{C4}RGER.md",
        "straße.md", "draft-k3f9m.md", "pmd.yml", "k3f9m2.md", "ab", "", "a.md.md",
    ]

    @Test(arguments: [1, 200])
    func `a name that has the ID of a task may be that task`(count: Int) {
        let others = (1..<count).map { TaskID(fileName: Array("other-task-\($0).md".utf8)) }
        for wanted in Self.names where wanted.hasSuffix(".md") {
            let ids = Set(others + [TaskID(fileName: Array(wanted.utf8))])
            for name in Self.names where name.hasSuffix(".md") {
                let isOne = ids.contains(TaskID(fileName: Array(name.utf8)))
                let mayBe = Array(name.utf8).withUnsafeBytes { ids.mayInclude($0) }
                #expect(mayBe || !isOne, "\(name) and \(wanted)")
            }
        }
    }

    @Test(arguments: [1, 200])
    func `a plain name of another task is none of the tasks`(count: Int) {
        let ids = Set((0..<count).map { TaskID(fileName: Array("task-\($0).md".utf8)) })
        for name in ["task-1000.md", "roof-k3f9m2.md", "pmd.yml", "", "md"] {
            #expect(!Array(name.utf8).withUnsafeBytes { ids.mayInclude($0) }, "\(name)")
        }
    }
}

/// Task codes, random and derived.
struct TaskCodeTests {
    @Test func `random codes are valid and distinct, and skip codes in use`() {
        var generator = SplitMix64(seed: 1)
        var used = Set<TaskID>()
        for _ in 0..<5_000 {
            let code = TaskCode.random(using: &generator, excluding: used)
            #expect(TaskCode.isValid(code.utf8))
            #expect(TaskID(fileName: Array("slug-\(code).md".utf8)).text == code)
            #expect(used.insert(TaskID(code)).inserted)
        }
        var again = SplitMix64(seed: 1)
        let first = TaskCode.random(using: &again)
        var third = SplitMix64(seed: 1)
        #expect(TaskCode.random(using: &third, excluding: [TaskID(first)]) != first)
    }

    // The hashes as numbers in base 27, by an independent calculation:
    //   python3 -c "n = int(H, 16); ..." over '23456789bcdfghjkmnpqrstvwxz'
    @Test(arguments: CodeExamples.all)
    func `a derived code is the hash of the bytes in the alphabet`(hash: String, code: String) {
        let bytes = stride(from: 0, to: hash.utf8.count, by: 2).map { start in
            UInt8(hash.dropFirst(start).prefix(2), radix: 16) ?? 0
        }
        #expect(TaskCode.derived(from: bytes) == Text(code))
    }

    @Test func `the next code is derived if the first is in use`() {
        let hash = (1...20).map { UInt8($0) }
        let first = TaskCode.derived(from: hash)
        let second = TaskCode.derived(from: hash, excluding: [TaskID(first)])
        #expect(second != first)
        #expect(TaskCode.isValid(second.utf8))
    }

    @Test func `a hash whose digits contain no code still gets one`() {
        let code = TaskCode.derived(from: [UInt8](repeating: 0, count: 20))
        #expect(TaskCode.isValid(code.utf8))
        #expect(code == TaskCode.derived(from: [UInt8](repeating: 0, count: 20)))
    }
}
