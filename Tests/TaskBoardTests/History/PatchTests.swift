import MarkdownDocument
import Testing

@testable import TaskBoard

/// Patches of the log, value by value.
struct PatchTests {
    private static let roof =
        "---\ntitle: Roof\ndue: 2026-12-01\ntags: [a, b]\n---\n1\n2\n3\n4\n5\n6\n7\n8\n9\n- [ ] tiles\n"

    private func task(_ text: String, at path: BoardPath = "todo/a.md") -> TaskItem {
        TaskItem(path: path, document: Document(Array(text.utf8)))
    }

    /// The lines of a patch, each with one character for its sign.
    private func lines(from old: TaskItem?, to new: TaskItem?) -> [String] {
        Patch(from: old, to: new).lines.map { line in
            let sign =
                switch line.sign {
                case .removed: "-"
                case .added: "+"
                case .context: " "
                case .name: "="
                case .gap: "…"
                case .noLineBreak: "\\"
                }
            return sign + line.text.string
        }
    }

    private func lines(_ changes: (String, String)...) -> [String] {
        let new = changes.reduce(Self.roof) { $0.replacing($1.0, with: $1.1) }
        return lines(from: task(Self.roof), to: task(new))
    }

    @Test func `each value has an old and a new line`() {
        #expect(
            lines(
                ("2026-12-01", "2026-12-03"), ("[a, b]", "[a, c]"),
                ("title", "priority: high\ntitle"))
                == [
                    "+priority: high", "-due: 2026-12-01", "+due: 2026-12-03", "-tags: a, b",
                    "+tags: a, c",
                ])
        #expect(
            lines(from: task(Self.roof), to: task(Self.roof, at: "done/a.md"))
                == ["-state: todo", "+state: done"])
        #expect(
            lines(from: task(Self.roof), to: task(Self.roof, at: "todo/b.md"))
                == ["-path: todo/a.md", "+path: todo/b.md"])
    }

    @Test func `a body is compared line by line, with three lines of context`() {
        #expect(
            lines(("1\n2", "1\nx"), ("[ ]", "[x]")) == [
                "=body:", " 1", "-2", "+x", " 3", " 4", " 5", "…", " 7", " 8", " 9",
                "-- [ ] tiles", "+- [x] tiles",
            ])
        #expect(
            lines(("tiles\n", "tiles")) == [
                "=body:", " 7", " 8", " 9", "-- [ ] tiles", "+- [ ] tiles", "\\",
            ])
    }

    @Test func `a task that was added or removed has all its values`() {
        let small = task("---\ntitle: A\n---\ntext")
        #expect(lines(from: nil, to: small) == ["+state: todo", "+title: A", "=body:", "+text"])
        #expect(lines(from: small, to: nil) == ["-state: todo", "-title: A", "=body:", "-text"])
        #expect(lines(from: nil, to: nil).isEmpty)
        #expect(lines(from: small, to: small).isEmpty)
    }

    @Test func `unreadable files and bytes without meaning are compared as a file`() {
        #expect(
            lines(("[a, b]", "[a,b]")) == [
                "=file:", " ---", " title: Roof", " due: 2026-12-01", "-tags: [a, b]",
                "+tags: [a,b]", " ---", " 1", " 2",
            ])
        #expect(
            lines(from: task("---\nx: 1\n---\n"), to: task("---\nx: [\n---\n"))
                == ["=file:", " ---", "-x: 1", "+x: [", " ---"])
    }

    @Test func `a value of several lines is compared by line`() {
        let records = "conflicts:\n  - {key: due, value: x}\n  - {key: due, value: y}\n"
        let old = "---\n\(records)---\n"
        #expect(
            lines(from: task(old), to: task(old.replacing("value: y", with: "value: z")))
                .filter { $0.first != " " } == [
                    "=conflicts:", "-  - {key: due, value: y}", "+  - {key: due, value: z}",
                ])
    }

    @Test func `changed line endings are shown, unchanged ones are not`() {
        let old = "a\r\nb\r\n"
        #expect(lines(from: task(old), to: task("a\r\nc\r\n")) == ["=body:", " a", "-b", "+c"])
        #expect(lines(from: task(old), to: task("a\nb\n")).contains("-a\r"))
    }
}
