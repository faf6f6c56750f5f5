import MarkdownDocument

/// The merge of three bodies.
///
/// Callouts and boxes are taken out first, so that neither a kept text nor a tick
/// is an edit of lines; then lines merge, and both are put back.
struct BodyMerge {
    private(set) var bytes: [UInt8] = []
    /// Whether lines of one side gave way to the other's and are kept as a callout.
    private(set) var hasNewCallout = false
    /// Whether lines of ours stay that theirs would replace.
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
    ///   - keepsOurs: whether ours stay wherever both sides changed the same lines.
    ///   - decide: which lines stay where both replaced the same ones.
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
            let lost = row.loser.map {
                Callout(keeping: bodies[$0.side].units[$0.lines], by: $0.writer)
            }
            let behind = (placed[number + 1] ?? []) + (lost.map { [$0] } ?? [])
            output += callouts.new(behind.sorted()).map(Piece.callout)
            if let lost { hasNewCallout = hasNewCallout || !kept.contains(lost) }
        }
        join()
    }
}

/// Lets each callout through once.
private struct CalloutsOnce {
    private var seen: Set<Callout> = []

    mutating func new(_ callouts: [Callout]?) -> [Callout] {
        (callouts ?? []).filter { seen.insert($0).inserted }
    }
}

extension BodyMerge {
    /// The callouts that stay, by the number of rows that stand before them.
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

    /// Behind the line that it followed, or behind what stands in that line's
    /// place, or before it: the first such place of the sides that have it.
    private func notePlaces(
        of side: Side, _ index: KeyPath<MergedRow, Int?>, in places: inout [Callout: Int]
    ) {
        var rowsBefore = 0
        var row = 0
        for placed in bodies[side].callouts {
            while row < merge.rows.count {
                let loser = merge.rows[row].loser
                let lost = loser?.side == side ? loser?.lines.lowerBound : nil
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
    /// The lines of a row with the box that they get and line ends as the whole
    /// body has them.
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

    /// What ends a line that only one side has.
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

    /// Writes the pieces, each line but the last with its end.
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
