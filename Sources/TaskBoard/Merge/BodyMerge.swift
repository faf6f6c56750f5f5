import MarkdownDocument

/// The merge of three bodies.
///
/// Callouts and boxes are taken out first, so that neither a callout nor a tick
/// is an edit of lines. Then the lines merge, and both are put back.
struct BodyMerge {
    private(set) var bytes: [UInt8] = []
    /// True if lines of one side lost and became a callout.
    private(set) var hasNewCallout = false
    /// True if lines of ours stay although theirs would replace them.
    var hasSkipped: Bool { merge.hasSkipped }

    private let bodies: ThreeWay<BodyParts>
    private let usesCRLF: ThreeWay<Bool>
    private let merge: LineMerge<Text>
    private var output: [Piece] = []

    private enum Piece {
        case line(BodyLineText)
        case callout(Callout)
    }

    /// - Parameters:
    ///   - keepsOurs: True if ours stay if both sides changed the same lines.
    ///   - decide: Selects the lines that stay if both sides replaced the same
    ///     ones.
    init(
        _ bodies: ThreeWay<BodyParts>, usesCRLF: ThreeWay<Bool>, keepsOurs: Bool = false,
        decide: (LineConflict<Text>) throws -> LineDecision
    ) rethrows {
        self.bodies = bodies
        self.usesCRLF = usesCRLF
        merge = try LineMerge(
            bodies.map { $0.units.map(\.text) }, keepsOurs: keepsOurs, decide: decide)
        assemble()
    }

    private mutating func assemble() {
        let boxes = BoxMerge(bodies, merge)
        let (kept, placed) = placeCallouts()
        var callouts = CalloutsOnce()
        output += callouts.new(placed[0]).map(Piece.callout)
        for (number, row) in merge.rows.enumerated() {
            output += lines(of: row, boxes.box(of: row)).map(Piece.line)
            let lost = row.conflict.map {
                Callout(keeping: bodies[$0.side].units[$0.lines], by: $0.writer)
            }
            let behind = (placed[number + 1] ?? []) + (lost.map { [$0] } ?? [])
            output += callouts.new(behind.sorted()).map(Piece.callout)
            if let lost { hasNewCallout = hasNewCallout || !kept.contains(lost) }
        }
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
        notePlaces(of: .ours, \.ours, in: &places)
        notePlaces(of: .theirs, \.theirs, in: &places)
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
    private func notePlaces(
        of side: Side, _ index: KeyPath<MergedRow, Int?>, in places: inout [Callout: Int]
    ) {
        var rowsBefore = 0
        var row = 0
        for placed in bodies[side].callouts {
            while row < merge.rows.count {
                let conflict = merge.rows[row].conflict
                let lost = conflict?.side == side ? conflict?.lines.lowerBound : nil
                if let line = merge.rows[row][keyPath: index] ?? lost {
                    guard line < placed.place else { break }
                    rowsBefore = row + 1
                }
                row += 1
            }
            places[placed.callout] = min(rowsBefore, places[placed.callout] ?? rowsBefore)
        }
    }
}

extension BodyMerge {
    /// Returns the lines of a row with their merged box and the line breaks of
    /// the whole body.
    private func lines(
        of row: MergedRow, _ box: (place: Int, mark: UInt8)?
    ) -> [BodyLineText] {
        let ours = row.ours.map { bodies.ours.units[$0] }
        let theirs = row.theirs.map { bodies.theirs.units[$0] }
        guard let unit = ours ?? theirs else { return [] }
        var lines = unit.lines
        if let box { lines[0].content[box.place] = box.mark }
        let side: Side = ours == nil ? .theirs : .ours
        for index in lines.indices {
            lines[index].ending =
                if let ours, let theirs {
                    ending(
                        ours.lines[index].ending, theirs.lines[index].ending,
                        base: row.base.map { bodies.base.units[$0].lines[index].ending })
                } else {
                    ending(lines[index].ending, of: side)
                }
        }
        return lines
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
        var previous: BodyLineText?
        for piece in output {
            let lines =
                switch piece {
                case .line(let line): [line]
                case .callout(let callout):
                    callout.lines(indent: previous?.indent ?? [], ending: lineBreak)
                }
            if bytes.last.map({ $0 != .newline }) ?? false { bytes += lineBreak }
            for line in lines { bytes += line.content + line.ending }
            if case .line(let line) = piece { previous = line }
        }
    }
}
