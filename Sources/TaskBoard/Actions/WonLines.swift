package import MarkdownDocument

/// The lines that won a merge, by the lines that lost.
///
/// A callout keeps only the lines that lost; the file does not tell how many of those above it won.
/// The versions that were merged do.
package struct WonLines: Equatable, Sendable {
    private var lines: [Text: [Text]] = [:]

    package init() {}

    /// The lines of all chunks that both versions replaced by something different.
    ///
    /// Since a callout tells which of the two lost, each counts as the one that won over the other.
    ///
    /// - Parameter base: nil if both versions added the task.
    package init(base: Document?, _ ours: Document, _ theirs: Document) {
        let bodies = ThreeWay(base: base?.body ?? [], ours: ours.body, theirs: theirs.body)
            .map { BodyParts(Array($0)) }
        var lines: [Text: [Text]] = [:]
        _ = LineMerge(bodies.map { $0.units.map(\.text) }) { chunk in
            let (a, b) = (
                bodies.ours.units[chunk.ours.indices].flatMap(\.lines).map(\.content),
                bodies.theirs.units[chunk.theirs.indices].flatMap(\.lines).map(\.content)
            )
            lines[Self.key(a)] = b.map(Self.unmarked)
            lines[Self.key(b)] = a.map(Self.unmarked)
            return LineDecision(winner: .ours, otherWriter: .unknown)
        }
        self.lines = lines
    }

    /// Adds the lines that won over one text; returns false if those are not known.
    package mutating func add(over lost: Text, from other: WonLines) -> Bool {
        guard let won = other.lines[lost] else { return false }
        lines[lost] = won
        return true
    }

    /// Returns the number of lines at the end of a text that won over others; nil if that is not
    /// known, or if the text has changed since. Marks of checklists may have changed.
    func count(over lost: [[UInt8]], at above: [ArraySlice<UInt8>]) -> Int? {
        guard let won = lines[Self.key(lost)], won.count <= above.count else { return nil }
        let last = above.suffix(won.count).map { Self.unmarked(BodyLineText($0).content) }
        return last == won ? won.count : nil
    }

    private static func key(_ lines: [[UInt8]]) -> Text { Text(lines.joined(by: .lineFeed)) }

    private static func unmarked(_ line: [UInt8]) -> Text {
        BodyUnit(line, bodyLines(line)[...]).text
    }
}
