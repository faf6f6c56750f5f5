import MarkdownDocument

/// The merge of three bodies.
///
/// Callouts and marks are taken out first, so that neither a callout nor a tick
/// is an edit of lines. Then the lines merge, and both are put back.
struct BodyMerge {
    private(set) var bytes: [UInt8] = []
    /// True if lines or marks of one side lost and became a callout.
    var hasNewCallout: Bool { !newCallouts.isEmpty }
    /// True if both sides changed the same lines or the same mark differently.
    var hasConflict: Bool { hasNewCallout || merge.rows.contains { $0.conflict != nil } }
    /// True if lines of ours stay although theirs would replace them.
    var hasSkipped: Bool { merge.hasSkipped }
    /// The items of an undo whose marks stay as they are.
    private(set) var skippedItems: [Text] = []

    private let bodies: ThreeWay<BodyParts>
    private let usesCRLF: ThreeWay<Bool>
    private let merge: LineMerge<Text>
    private let marks: MarkMerge
    /// True if ours stay, as in an undo, in which theirs is the old version.
    private let keepsOurs: Bool
    private var output: [Piece] = []
    private var newCallouts: Set<Callout> = []
    /// The line of each row in the result.
    private var rowLines: [Int: Int] = [:]

    private enum Piece {
        case line(BodyLineText, row: Int?, isListItem: Bool)
        case callout(Callout)
    }

    /// - Parameter referee: Selects the lines and the marks that stay if both sides
    ///   replaced the same ones.
    init(
        _ bodies: ThreeWay<BodyParts>, usesCRLF: ThreeWay<Bool>, resolver: ConflictResolver
    ) throws {
        self.bodies = bodies
        self.usesCRLF = usesCRLF
        keepsOurs = resolver.keepsOurs
        merge = try LineMerge(
            bodies.map { $0.units.map(\.text) }, keepsOurs: keepsOurs, decide: resolver.decide)
        marks = try MarkMerge(bodies, merge, resolver)
        try assemble()
    }

    private mutating func assemble() throws {
        let (kept, placed) = placeCallouts()
        write(kept, placed, lost: try marks.lost())
        let changed = marks.changedRows
        guard !changed.isEmpty || !newCallouts.isEmpty else { return }
        let buried = changed.intersection(rowsWithoutItem())
        if !buried.isEmpty { write(kept, placed, lost: try marks.lost(besides: buried)) }
        raiseHiddenCallouts()
    }

    /// Writes all rows, with the callouts behind them. In an undo, which never writes callouts,
    /// the items of ours that would be dropped with their marks stay instead.
    private mutating func write(
        _ kept: Set<Callout>, _ placed: [Int: [Callout]], lost: [LostMark]
    ) {
        (output, newCallouts) = ([], [])
        var placed = placed
        var items: [Int: [Int]] = [:]
        if keepsOurs {
            skippedItems = Array(Set(lost.map(\.line))).sorted()
            items = itemsThatStay(lost)
        } else {
            addCallouts(for: lost, besides: kept, to: &placed)
        }
        var callouts = CalloutsOnce()
        for number in 0...merge.rows.count {
            var behind = placed[number] ?? []
            if number > 0 {
                let row = merge.rows[number - 1]
                append(row, number - 1)
                let lines = row.conflict.map {
                    Callout(keeping: bodies[$0.side].units[$0.lines], by: $0.writer)
                }
                if let lines, !kept.contains(lines) { newCallouts.insert(lines) }
                behind += lines.map { [$0] } ?? []
            }
            output += callouts.new(behind.sorted()).map(Piece.callout)
            for unit in items[number] ?? [] {
                let item = bodies.ours.units[unit]
                append(item.lines, row: nil, isListItem: item.isListItem)
            }
        }
        join()
    }
}

extension BodyMerge {
    /// Adds the callouts for lost marks. A callout that says the same, or that a side removed, is
    /// not written again.
    private mutating func addCallouts(
        for lost: [LostMark], besides kept: Set<Callout>, to placed: inout [Int: [Callout]]
    ) {
        let told = Set(kept.compactMap { $0.mark?.line })
        let removed = Set(bodies.base.callouts.map(\.callout))
        var places: [Text: (callout: Callout, place: Int)] = [:]
        for side in [Side.ours, .theirs] {
            let own = lost.filter { $0.side == side }.sorted { $0.unit < $1.unit }
            for (mark, place) in zip(own, rowsBefore(own.map(\.unit), of: side)) {
                let callout = Callout(mark)
                if told.contains(mark.line) || removed.contains(callout) { continue }
                if let other = places[mark.line],
                    (other.callout, other.place) < (callout, place)
                {
                    continue
                }
                places[mark.line] = (callout, place)
            }
        }
        for (callout, place) in places.values {
            placed[place, default: []].append(callout)
            newCallouts.insert(callout)
        }
    }

    /// Returns the items of ours that would be dropped, by the number of rows before them.
    private func itemsThatStay(_ lost: [LostMark]) -> [Int: [Int]] {
        let units = lost.filter { $0.side == .ours }.map(\.unit).sorted()
        var items: [Int: [Int]] = [:]
        for (unit, place) in zip(units, rowsBefore(units, of: .ours)) {
            items[place, default: []].append(unit)
        }
        return items
    }

    /// Returns the rows whose lines are not checklist items in the result.
    private func rowsWithoutItem() -> Set<Int> {
        let lines = bodyLines(bytes)
        return Set(
            rowLines.filter { !lines.indices.contains($0.value) || lines[$0.value].mark == nil }
                .map(\.key))
    }

    /// Moves new callouts that would be a part of code or of a comment to the top, where they never
    /// are.
    private mutating func raiseHiddenCallouts() {
        guard !newCallouts.isEmpty else { return }
        var visible: Set<Callout> = []
        let lines = bodyLines(bytes)
        for block in lines.split(whereSeparator: { $0.kind != .callout }) {
            for callout in Dictionary(grouping: block, by: \.block).values {
                visible.insert(Callout(callout.map { BodyLineText(bytes[$0.range]) }))
            }
        }
        let hidden = newCallouts.subtracting(visible)
        guard !hidden.isEmpty else { return }
        output.removeAll { piece in
            if case .callout(let callout) = piece { return hidden.contains(callout) }
            return false
        }
        output.insert(contentsOf: hidden.sorted().map(Piece.callout), at: 0)
        join()
    }
}

/// A filter that lets each callout pass once.
private struct CalloutsOnce {
    private var seen: Set<Callout> = []

    mutating func new(_ callouts: [Callout]?) -> [Callout] {
        (callouts ?? []).filter { seen.insert($0).inserted }
    }
}

extension BodyMerge {
    /// Returns the callouts that stay, by the number of rows before them.
    private func placeCallouts() -> (kept: Set<Callout>, byRow: [Int: [Callout]]) {
        let kept = bodies.map { Set($0.callouts.map(\.callout)) }.union
        var places: [Callout: Int] = [:]
        notePlaces(of: .ours, in: &places)
        notePlaces(of: .theirs, in: &places)
        var placed: [Int: [Callout]] = [:]
        for (callout, place) in places.sorted(by: { $0.key < $1.key }) where kept.contains(callout)
        {
            placed[place, default: []].append(callout)
        }
        return (kept, placed)
    }

    /// Notes the places for a callout: after the line that it followed, after
    /// the replacement of that line, or before it, whichever comes first among
    /// the sides that have the callout.
    private func notePlaces(of side: Side, in places: inout [Callout: Int]) {
        let callouts = bodies[side].callouts
        for (placed, rows) in zip(callouts, rowsBefore(callouts.map(\.place), of: side)) {
            places[placed.callout] = min(rows, places[placed.callout] ?? rows)
        }
    }

    /// Returns the number of rows up to the last one before each of these lines of a side, which
    /// are sorted.
    private func rowsBefore(_ lines: [Int], of side: Side) -> [Int] {
        var rowsBefore = 0
        var row = 0
        return lines.map { place in
            while row < merge.rows.count {
                let conflict = merge.rows[row].conflict
                let lost = conflict?.side == side ? conflict?.lines.lowerBound : nil
                if let line = merge.rows[row][side] ?? lost {
                    guard line < place else { break }
                    rowsBefore = row + 1
                }
                row += 1
            }
            return rowsBefore
        }
    }
}

extension BodyMerge {
    /// Appends the lines of a row with their merged mark and the line breaks of
    /// the whole body.
    private mutating func append(_ row: MergedRow, _ number: Int) {
        let ours = row.ours.map { bodies.ours.units[$0] }
        let theirs = row.theirs.map { bodies.theirs.units[$0] }
        let content = marks.contents[number]
        guard let unit = content == .ours ? ours : theirs else { return }
        var lines = unit.lines(with: marks.marks[number])
        for index in lines.indices {
            lines[index].ending =
                if let ours, let theirs {
                    ending(
                        ours.lines[index].ending, theirs.lines[index].ending,
                        base: row.base.map { bodies.base.units[$0].lines[index].ending })
                } else {
                    ending(lines[index].ending, of: content)
                }
        }
        // A line may be in a list on one side, and in a comment on the other.
        let isListItem = [ours, theirs].allSatisfy { $0?.isListItem ?? true }
        append(lines, row: number, isListItem: isListItem)
    }

    private mutating func append(_ lines: [BodyLineText], row: Int?, isListItem: Bool) {
        for (index, line) in lines.enumerated() {
            let isFirst = index == 0
            output.append(
                .line(line, row: isFirst ? row : nil, isListItem: isFirst && isListItem))
        }
    }

    /// Returns the line break of a line that only one side has.
    private func ending(_ ending: [UInt8], of side: Side) -> [UInt8] {
        guard !ending.isEmpty, usesCRLF[side] != usesCRLF.changed else { return ending }
        return lineBreak
    }

    private func ending(_ ours: [UInt8], _ theirs: [UInt8], base: [UInt8]?) -> [UInt8] {
        if ours == theirs { return ours }
        if ours == base { return theirs }
        if theirs == base { return ours }
        return ours.isEmpty || theirs.isEmpty ? ours + theirs : lineBreak
    }

    private var lineBreak: [UInt8] {
        usesCRLF.changed ? [.carriageReturn, .newline] : [.newline]
    }

    /// Writes the pieces, each line except the last with its line break.
    private mutating func join() {
        (bytes, rowLines) = ([], [:])
        let nextIndents = indentsOfNextItems()
        var previous: BodyLineText?
        var count = 0
        for (number, piece) in output.enumerated() {
            let lines: [BodyLineText]
            switch piece {
            case .line(let line, let row, _):
                lines = [line]
                if let row { rowLines[row] = count }
                previous = line
            case .callout(let callout):
                let indent = Self.indent(behind: previous, before: nextIndents[number])
                lines = callout.lines(indent: indent, ending: lineBreak)
            }
            if bytes.last.map({ $0 != .newline }) ?? false { bytes += lineBreak }
            for line in lines { bytes += line.content + line.ending }
            count += lines.count
        }
    }

    /// Returns the indentation of the next line for each piece, if that line is a list item.
    private func indentsOfNextItems() -> [ArraySlice<UInt8>?] {
        var next: ArraySlice<UInt8>?
        let indents = output.reversed().map { piece in
            let indent = next
            if case .line(let line, _, let isListItem) = piece, !line.isBlank {
                next = isListItem ? line.indent : nil
            }
            return indent
        }
        return indents.reversed()
    }

    /// Returns the indentation of a callout: that of the line that it follows. If an item nested in
    /// that line comes next, it is the item's: a callout further left would end the list.
    private static func indent(
        behind previous: BodyLineText?, before next: ArraySlice<UInt8>?
    ) -> ArraySlice<UInt8> {
        guard let previous else { return [] }
        guard let next, width(next) > width(previous.indent) else { return previous.indent }
        return next
    }

    private static func width(_ indent: ArraySlice<UInt8>) -> Int {
        indent.reduce(0) { $1 == 0x09 ? $0 + 4 - $0 % 4 : $0 + 1 }
    }
}
