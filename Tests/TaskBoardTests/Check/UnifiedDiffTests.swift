import MarkdownDocument
import Testing

@testable import TaskBoard

/// Unified diffs between two texts.
struct UnifiedDiffTests {
    private func diff(_ old: String, _ new: String) -> String {
        let path: BoardPath = "x.md"
        return String(
            decoding: unifiedDiff(from: (path, Array(old.utf8)), to: (path, Array(new.utf8))),
            as: UTF8.self)
    }

    @Test func `equal texts have no diff`() { #expect(diff("a\n", "a\n") == "") }

    @Test func `a changed line has three lines of context`() {
        #expect(
            diff("1\n2\n3\n4\n5\n6\n7\n8\n9\n", "1\n2\n3\n4\nx\n6\n7\n8\n9\n") == """
                --- a/x.md
                +++ b/x.md
                @@ -2,7 +2,7 @@
                 2
                 3
                 4
                -5
                +x
                 6
                 7
                 8

                """)
    }

    @Test func `distant changes are two hunks, near ones are one`() {
        let lines = (1...20).map { "\($0)\n" }
        var far = lines
        (far[0], far[19]) = ("x\n", "y\n")
        #expect(diff(lines.joined(), far.joined()).components(of: "@@ -") == 2)
        var near = lines
        (near[5], near[11]) = ("x\n", "y\n")
        #expect(diff(lines.joined(), near.joined()).components(of: "@@ -") == 1)
    }

    @Test func `a missing final line break is reported`() {
        #expect(
            diff("a", "b\n") == """
                --- a/x.md
                +++ b/x.md
                @@ -1 +1 @@
                -a
                \\ No newline at end of file
                +b

                """)
    }

    @Test func `an empty side begins at line zero`() {
        #expect(diff("", "a\nb\n").contains("@@ -0,0 +1,2 @@\n+a\n+b\n"))
        #expect(diff("a\nb\n", "").contains("@@ -1,2 +0,0 @@\n-a\n-b\n"))
    }
}

extension String {
    fileprivate func components(of part: String) -> Int {
        split(separator: part, omittingEmptySubsequences: false).count - 1
    }
}
