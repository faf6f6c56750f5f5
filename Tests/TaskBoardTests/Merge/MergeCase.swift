import MarkdownDocument
import MergeSupport
import Testing

@testable import TaskBoard

/// Three versions of a board and their merge result.
///
/// Ann's side is written on 21 November 2026, Bob's, "theirs", a day later. Every
/// case is merged from both sides.
struct MergeCase: CustomTestStringConvertible, Sendable {
    static let baseTime: Int64 = 1_795_132_800
    static let annTime: Int64 = 1_795_220_040
    static let bobTime: Int64 = 1_795_334_400

    var rule: String
    var base: [String: String]?
    var ours: [String: String]
    var theirs: [String: String]
    var merged: [String: String]

    var testDescription: String { rule }

    init(
        _ rule: String, base: [String: String]?, ours: [String: String],
        theirs: [String: String], merged: [String: String]
    ) {
        self.rule = rule
        self.base = base
        self.ours = ours
        self.theirs = theirs
        self.merged = merged
    }

    /// A case about one task, which is not moved.
    init(_ rule: String, _ base: String, ours: String, theirs: String, merged: String) {
        let path = "todo/roof-k3f9m2.md"
        self.init(
            rule, base: [path: base], ours: [path: ours], theirs: [path: theirs],
            merged: [path: merged])
    }

    /// A case about one task's front matter, over the same body.
    init(fields rule: String, _ base: String, ours: String, theirs: String, merged: String) {
        let file = { (fields: String) in fields.isEmpty ? "text\n" : "---\n\(fields)---\ntext\n" }
        self.init(
            rule, file(base), ours: file(ours), theirs: file(theirs), merged: file(merged))
    }

    /// Merges from both sides and compares with the expected result.
    func check() throws {
        let history = MemoryHistory()
        let root = base.map { history.commit($0, time: Self.baseTime) }
        let parents = root.map { [$0] } ?? []
        let a = history.commit(ours, parents: parents, time: Self.annTime, author: "Ann")
        let b = history.commit(theirs, parents: parents, time: Self.bobTime, author: "Bob")
        let result = try merge(a, b, in: history)
        #expect(try merge(b, a, in: history).isSame(as: result), "one side was asked first")
        let actual = try history.texts(of: result)
        #expect(actual == merged)
        let isBodyTold = result.newConflicts.contains { $0.key == Records.body }
        #expect(isBodyTold == hasNewCallout, "what a body lost is told")
    }

    /// Whether the merged bodies keep lines that neither side has as a callout.
    private var hasNewCallout: Bool {
        let openings = { (files: [String: String]) in
            files.values.joined(separator: "\n").split(separator: "\n")
                .filter { $0.contains("> [!conflict]") }
        }
        let known = openings(ours) + openings(theirs)
        return openings(merged).contains { !known.contains($0) }
    }
}

extension MemoryHistory {
    /// Returns the files of a result as text.
    func texts(of result: MergeResult) throws -> [String: String] {
        let files = try bytes(in: commit(result))
        return Dictionary(
            uniqueKeysWithValues: files.map {
                ($0.key.string, String(decoding: $0.value, as: UTF8.self))
            })
    }
}

/// Returns the first digits of the hash that the history in memory gives these
/// bytes.
func digits(_ bytes: [UInt8]) -> String { hex(MemoryHistory().hash(bytes).prefix(4)) }
func digits(_ text: String) -> String { digits(Array(text.utf8)) }
