import MarkdownDocument

/// The merge of checklist boxes: each remaining item merges the boxes of the
/// items that it descends from.
struct BoxMerge {
    private let bodies: ThreeWay<BodyParts>
    private let ours: Descent
    private let theirs: Descent
    private let occurrences: ThreeWay<Occurrences>

    init(_ bodies: ThreeWay<BodyParts>, _ merge: LineMerge<Text>) {
        self.bodies = bodies
        ours = Descent(merge.ourDiff, old: bodies.base.units, new: bodies.ours.units)
        theirs = Descent(merge.theirDiff, old: bodies.base.units, new: bodies.theirs.units)
        occurrences = bodies.map { Occurrences($0.units) }
    }

    /// Returns the box of a row: the character's place in the line, and the
    /// character; nil for a line without one.
    func box(of row: MergedRow) -> (place: Int, mark: UInt8)? {
        let side: Side = row.ours == nil ? .theirs : .ours
        // The same line may be an item on one side and part of a comment on the
        // other.
        let place =
            row.ours.flatMap { bodies.ours.units[$0].box }
            ?? row.theirs.flatMap { bodies.theirs.units[$0].box }
        guard let own = row.ours ?? row.theirs, let place else { return nil }
        let name = occurrences[side].name(own)
        let ancestor =
            row.base ?? row.ours.flatMap { ours.base[$0] } ?? row.theirs.flatMap { theirs.base[$0] }
        let item = { (descent: Descent, same: Occurrences) in
            ancestor.map { descent.side[$0] } ?? same[name]
        }
        let mark = merged(
            base: bodies.base.mark(ancestor ?? occurrences.base[name], place),
            ours: bodies.ours.mark(row.ours ?? item(ours, occurrences.ours), place),
            theirs: bodies.theirs.mark(row.theirs ?? item(theirs, occurrences.theirs), place))
        return mark.map { (place, $0) }
    }

    /// Merges a mark three-way; if nothing decides, the item is ticked.
    private func merged(base: UInt8?, ours: UInt8?, theirs: UInt8?) -> UInt8? {
        guard let ours, let theirs else { return ours ?? theirs }
        if isTicked(ours) == isTicked(theirs) { return min(ours, theirs) }
        guard let base else { return isTicked(ours) ? ours : theirs }
        return isTicked(base) == isTicked(ours) ? theirs : ours
    }

    private func isTicked(_ mark: UInt8) -> Bool { mark != UInt8(ascii: " ") }
}

extension BodyParts {
    /// Returns the mark of an item, or the character at its place if the line
    /// is not an item.
    fileprivate func mark(_ unit: Int?, _ place: Int) -> UInt8? {
        guard let unit else { return nil }
        let line = units[unit].lines[0].content
        return units[unit].mark ?? (line.indices.contains(place) ? line[place] : nil)
    }
}

/// The items of the base and of a side that are the same: those that the diff
/// matches, and, if a run of lines was replaced by the same number of items,
/// those at the same position.
private struct Descent {
    /// The unit in the base of each unit of the side.
    private(set) var base: [Int: Int] = [:]
    /// The unit of the side of each unit in the base.
    private(set) var side: [Int: Int] = [:]

    init(_ diff: LineDiff, old: [BodyUnit], new: [BodyUnit]) {
        var (x, y) = (0, 0)
        while x < old.count || y < new.count {
            if x < old.count, let match = diff.newIndex[x], match == y {
                pair(x, y)
                (x, y) = (x + 1, y + 1)
                continue
            }
            let olds = run(from: x, diff.newIndex)
            let news = run(from: y, diff.oldIndex)
            let replaced = olds.filter { old[$0].box != nil }
            let written = news.filter { new[$0].box != nil }
            if replaced.count == written.count { zip(replaced, written).forEach { pair($0, $1) } }
            (x, y) = (olds.upperBound, news.upperBound)
        }
    }

    /// Returns the lines from here to the next one that stayed.
    private func run(from start: Int, _ matches: [Int?]) -> Range<Int> {
        start..<(matches[start...].firstIndex { $0 != nil } ?? matches.count)
    }

    private mutating func pair(_ old: Int, _ new: Int) {
        base[new] = old
        side[old] = new
    }
}

/// Lines, identified by their text and the number of equal lines before them.
private struct Occurrences {
    struct Name: Hashable {
        var text: Text
        var number: Int
    }

    private var names: [Name] = []
    private var places: [Name: Int] = [:]

    init(_ units: [BodyUnit]) {
        var counts: [Text: Int] = [:]
        for (place, unit) in units.enumerated() {
            let name = Name(text: unit.text, number: counts[unit.text, default: 0])
            counts[unit.text] = name.number + 1
            names.append(name)
            places[name] = place
        }
    }

    func name(_ place: Int) -> Name { names[place] }
    subscript(name: Name) -> Int? { places[name] }
}
