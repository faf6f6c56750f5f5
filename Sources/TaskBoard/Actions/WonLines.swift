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

    var isEmpty: Bool { lines.isEmpty }

    /// The maximum number of places of a text or a line that are compared. Teammates decide how many
    /// there are.
    private static let maximumPlaces = 100

    /// The maximum length of a chain of texts, each of which lost to the next.
    private static let longestChain = 10

    /// Returns the number of lines at the end of a text that won over others; nil if that is not
    /// known, or if the text has changed since. Marks of checklists may have changed. If several
    /// numbers fit, it is the smallest. What won over lines that won once counts, too.
    func count(over lost: [[UInt8]], at above: ArraySlice<ArraySlice<UInt8>>) -> Int? {
        var texts = [Self.key(lost)]
        for _ in 0..<Self.longestChain {
            let versions = texts.flatMap { lines[$0] ?? [] }
            guard !versions.isEmpty, versions.count <= Self.maximumPlaces else { return nil }
            let count = versions.filter { won in
                won.count <= above.count
                    && above.suffix(won.count).lazy.map(Self.unmarkedLine).elementsEqual(won)
            }.map(\.count).min()
            if let count { return count }
            texts = versions.map { Self.key($0.map(\.utf8)) }
        }
        return nil
    }

    /// Returns the only place of the lines that won over others in a body; nil if they are not
    /// known, or if there is no such place or more than one.
    func place(over lost: [[UInt8]], in body: BodyLineIndex) -> Range<Int>? {
        guard let versions = lines[Self.key(lost)], versions.count == 1,
            let first = versions[0].first, let begins = body.places[first],
            begins.count <= Self.maximumPlaces
        else { return nil }
        let won = versions[0]
        let places = begins.filter { begin in
            body.lines.dropFirst(begin).prefix(won.count).elementsEqual(won) { $0 == $1 }
        }
        return places.count == 1 ? places[0]..<(places[0] + won.count) : nil
    }

    fileprivate static func unmarkedLine(_ line: ArraySlice<UInt8>) -> Text {
        unmarked(BodyLineText(line).content)
    }

    private static func key(_ lines: [[UInt8]]) -> Text { Text(lines.joined(by: .lineFeed)) }

    private static func unmarked(_ line: [UInt8]) -> Text {
        BodyUnit(line, bodyLines(line)[...]).text
    }
}

/// The lines of a body without the marks of checklists, and their places.
struct BodyLineIndex {
    /// Nil for a line of a callout.
    fileprivate let lines: [Text?]
    fileprivate private(set) var places: [Text: [Int]] = [:]

    /// - Parameter lines: Nil for a line of a callout.
    init(_ lines: [ArraySlice<UInt8>?]) {
        self.lines = lines.map { $0.map(WonLines.unmarkedLine) }
        for (number, line) in self.lines.enumerated() {
            if let line { places[line, default: []].append(number) }
        }
    }
}
