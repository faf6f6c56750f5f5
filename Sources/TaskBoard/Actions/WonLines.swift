package import MarkdownDocument

/// The lines that won a merge, by the lines that lost.
///
/// A callout keeps only the lines that lost; the file does not tell how many of those above it won.
/// The versions that were merged do.
package struct WonLines: Equatable, Sendable {
    /// More than one for a text that lost in several places.
    private var lines: [Text: [[Text]]] = [:]

    package init() {}

    /// The lines of all chunks that both versions replaced by something different.
    ///
    /// Since a callout tells which of the two lost, each counts as the one that won over the other.
    ///
    /// - Parameter base: nil if both versions added the task.
    package init(base: Document?, _ ours: Document, _ theirs: Document) {
        let bodies = ThreeWay(base: base?.body ?? [], ours: ours.body, theirs: theirs.body)
            .map { BodyParts(Array($0)) }
        var lines: [Text: [[Text]]] = [:]
        _ = LineMerge(bodies.map { $0.units.map(\.text) }) { chunk in
            let (a, b) = (
                bodies.ours.units[chunk.ours.indices].flatMap(\.lines).map(\.content),
                bodies.theirs.units[chunk.theirs.indices].flatMap(\.lines).map(\.content)
            )
            lines[Self.key(a), default: []].append(b.map(Self.unmarked))
            lines[Self.key(b), default: []].append(a.map(Self.unmarked))
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
    /// known, or if the text has changed since. Marks of checklists may have changed. If several
    /// numbers fit, it is the smallest.
    func count(over lost: [[UInt8]], at above: ArraySlice<ArraySlice<UInt8>>) -> Int? {
        (lines[Self.key(lost)] ?? []).filter { won in
            won.count <= above.count && above.suffix(won.count).map(Self.unmarkedLine) == won
        }.map(\.count).min()
    }

    /// Returns the only place of the lines that won over others in a text; nil if they are not
    /// known, or if there is no such place or more than one.
    ///
    /// - Parameter text: The lines; nil for one of a callout.
    func place(over lost: [[UInt8]], in text: [ArraySlice<UInt8>?]) -> Range<Int>? {
        guard let versions = lines[Self.key(lost)], versions.count == 1, !versions[0].isEmpty
        else { return nil }
        let won = versions[0].map(Optional.some)
        let unmarked = text.map { $0.map(Self.unmarkedLine) }
        let places = unmarked.indices.filter { unmarked[$0...].starts(with: won) }
        return places.count == 1 ? places[0]..<(places[0] + won.count) : nil
    }

    private static func unmarkedLine(_ line: ArraySlice<UInt8>) -> Text {
        unmarked(BodyLineText(line).content)
    }

    private static func key(_ lines: [[UInt8]]) -> Text { Text(lines.joined(by: .lineFeed)) }

    private static func unmarked(_ line: [UInt8]) -> Text {
        BodyUnit(line, bodyLines(line)[...]).text
    }
}
