import Testing

@testable import TaskBoard

/// Merges of single task files, as git's merge driver does them.
struct MergeFilesTests {
    private func merged(
        base: String?, ours: String, theirs: String, isTask: Bool = true
    ) -> (text: String, isClean: Bool) {
        let result = mergeFiles(
            base: base.map { Array($0.utf8) }, ours: Array(ours.utf8), theirs: Array(theirs.utf8),
            isTask: isTask)
        return (String(decoding: result.bytes, as: UTF8.self), result.isClean)
    }

    @Test(arguments: [
        (
            "---\ndue: 1\n---\na\n", "---\ndue: 2\n---\na\n", "---\ndue: 1\n---\nb\n",
            "---\ndue: 2\n---\nb\n"
        ),
        (
            "---\ndue: 1\n---\n", "---\ndue: 2\n---\n", "---\ndue: 3\n---\n",
            "---\ndue: 2\nconflicts:\n  - {key: due, value: '3'}\n---\n"
        ),
        ("a\n", "b\n", "c\n", "b\n> [!conflict] another wrote instead\n> c\n\n"),
        (
            "---\ntags: [a]\n---\n", "---\ntags: [a, b]\n---\n", "---\ntags: [a, c]\n---\n",
            "---\ntags: [a, b, c]\n---\n"
        ),
        (
            "- [ ] a\n- [ ] b\n", "- [x] a\n- [ ] b\n", "- [ ] a\n- [x] b\n",
            "- [x] a\n- [x] b\n"
        ),
    ])
    func `a task merges by the field rules, and the first side by bytes stays`(
        base: String, ours: String, theirs: String, expected: String
    ) {
        #expect(merged(base: base, ours: ours, theirs: theirs) == (expected, true))
        #expect(merged(base: base, ours: theirs, theirs: ours) == (expected, true))
    }

    /// Both sides have the same line break after the opening fence, but not
    /// after the closing one.
    @Test func `mixed line breaks in one front matter merge the same from either side`() {
        let base = "---\ntitle: a\n---\r\nx\n"
        let ours = "---\r\ntitle: b\r\n---\r\nx\r\n"
        let theirs = "---\r\ntitlo: c\n---\nx\r\ny\n"
        #expect(
            merged(base: base, ours: ours, theirs: theirs)
                == merged(base: base, ours: theirs, theirs: ours))
    }

    @Test func `comments and blank lines use the file's line endings`() {
        let text = "---\ntitle: A\n# note\n\ndue: 2026-12-01\n---\nx\n"
        for isCRLF in [false, true] {
            let versions = [
                text, text.replacing("A", with: "B"), text.replacing("-01", with: "-02"),
                text.replacing("A", with: "B").replacing("-01", with: "-02"),
            ].map { isCRLF ? $0.replacing("\n", with: "\r\n") : $0 }
            #expect(
                merged(base: versions[0], ours: versions[1], theirs: versions[2]) == (
                    versions[3], true
                ))
            #expect(
                merged(base: versions[0], ours: versions[2], theirs: versions[1]) == (
                    versions[3], true
                ))
        }
    }

    @Test func `git's markers are on separate lines`() {
        let result = merged(base: "x", ours: "a", theirs: "b", isTask: false)
        #expect(!result.isClean)
        #expect(result.text == "<<<<<<< ours\na\n=======\nb\n>>>>>>> theirs\n")
    }

    @Test func `a result that does not fit in one file is left to git`() {
        let broken = "---\ntitle: a: b\n---\n"
        let result = merged(base: "a\n", ours: broken, theirs: "c\n")
        #expect(!result.isClean)
        #expect(result.text == "<<<<<<< ours\n\(broken)=======\nc\n>>>>>>> theirs\n")
        #expect(merged(base: "a\n", ours: broken, theirs: "a\n") == (broken, true))
    }

    @Test func `other text merges by line or is left to git`() {
        #expect(
            merged(base: "a\nb\nc\n", ours: "A\nb\nc\n", theirs: "a\nb\nC\n", isTask: false) == (
                "A\nb\nC\n", true
            ))
        #expect(
            merged(base: "a\nb\n", ours: "a\nx\n", theirs: "a\ny\n", isTask: false)
                == ("a\n<<<<<<< ours\nx\n=======\ny\n>>>>>>> theirs\n", false))
        #expect(merged(base: nil, ours: "x\n", theirs: "x\n", isTask: false) == ("x\n", true))
    }
}
