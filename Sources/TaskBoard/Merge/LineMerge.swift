/// A line of a merge's result, by its lines on the two sides.
struct MergedRow: Equatable {
    var base: Int?
    var ours: Int?
    var theirs: Int?
    /// The other side's lines that lost, on the last of the lines that won.
    var conflict: LostLines?
}

struct LostLines: Equatable {
    var side: Side
    var lines: Range<Int>
    var writer: Writer
}

/// The two sides' replacements of the same lines.
struct LineConflict<Line> {
    var base: ArraySlice<Line>
    var ours: ArraySlice<Line>
    var theirs: ArraySlice<Line>
}

/// The side whose lines stay, and the writer of the others.
struct LineDecision {
    var winner: Side
    var otherWriter: Writer
}

/// A three-way merge of lines.
///
/// Lines that both sides kept divide the rest into chunks, and a chunk takes
/// the side that changed it. If both sides inserted at one place, both
/// insertions stay, the smaller first. An edit beats a deletion. Only if both
/// sides replaced the same lines by something different does the caller decide.
struct LineMerge<Line: Hashable & Comparable> {
    private(set) var rows: [MergedRow] = []
    /// True if no chunk was changed by both sides in different ways.
    private(set) var isClean = true
    /// True if lines of ours stay although theirs would replace them, since
    /// others changed them too.
    private(set) var hasSkipped = false
    let ourDiff: LineDiff
    let theirDiff: LineDiff

    private let base: [Line]
    private let ours: [Line]
    private let theirs: [Line]

    private let keepsOurs: Bool

    private typealias Decide = (LineConflict<Line>) throws -> LineDecision

    /// - Parameters:
    ///   - keepsOurs: True if ours stay if both sides changed the same lines,
    ///     as in an undo, in which theirs is the old version.
    ///   - decide: Selects the side whose lines stay if both replaced the same
    ///     ones.
    init(
        _ lines: ThreeWay<[Line]>, keepsOurs: Bool = false,
        decide: (LineConflict<Line>) throws -> LineDecision
    ) rethrows {
        self.keepsOurs = keepsOurs
        base = lines.base
        ours = lines.ours
        theirs = lines.theirs
        ourDiff = LineDiff(from: base, to: ours)
        theirDiff = LineDiff(from: base, to: theirs)
        try mergeChunks(decide)
    }

    private mutating func mergeChunks(_ decide: Decide) rethrows {
        var start = (base: 0, ours: 0, theirs: 0)
        for index in base.indices {
            guard let x = ourDiff.newIndex[index], let y = theirDiff.newIndex[index] else {
                continue
            }
            try merge(
                Chunk(
                    base: start.base..<index, ours: start.ours..<x, theirs: start.theirs..<y),
                decide)
            rows.append(MergedRow(base: index, ours: x, theirs: y))
            start = (index + 1, x + 1, y + 1)
        }
        try merge(
            Chunk(
                base: start.base..<base.count, ours: start.ours..<ours.count,
                theirs: start.theirs..<theirs.count),
            decide)
    }

    private mutating func merge(_ chunk: Chunk, _ decide: Decide) rethrows {
        let (o, a, b) = (base[chunk.base], ours[chunk.ours], theirs[chunk.theirs])
        if a.elementsEqual(b) {
            append(both: chunk.ours, chunk.theirs)
        } else if b.elementsEqual(o) {
            append(.ours, chunk.ours)
        } else if a.elementsEqual(o) {
            append(.theirs, chunk.theirs)
        } else {
            isClean = false
            try mergeConflict(chunk, decide)
        }
    }

    /// Keeps the common lines at the start and the end once, and decides the
    /// rest.
    private mutating func mergeConflict(_ chunk: Chunk, _ decide: Decide) rethrows {
        var (o, a, b) = (chunk.base, chunk.ours, chunk.theirs)
        while let x = a.first, let y = b.first, ours[x] == theirs[y] {
            if let first = o.first, base[first] == ours[x] { o = o.dropFirst() }
            a = a.dropFirst()
            b = b.dropFirst()
        }
        append(both: chunk.ours.lowerBound..<a.lowerBound, chunk.theirs.lowerBound..<b.lowerBound)
        while let x = a.last, let y = b.last, ours[x] == theirs[y] {
            if let last = o.last, base[last] == ours[x] { o = o.dropLast() }
            a = a.dropLast()
            b = b.dropLast()
        }
        try resolve(Chunk(base: o, ours: a, theirs: b), decide)
        append(both: a.upperBound..<chunk.ours.upperBound, b.upperBound..<chunk.theirs.upperBound)
    }

    private mutating func resolve(_ chunk: Chunk, _ decide: Decide) rethrows {
        if keepsOurs, !chunk.base.isEmpty { return mergeSkipped(chunk) }
        guard !chunk.ours.isEmpty, !chunk.theirs.isEmpty else {
            append(.ours, chunk.ours)
            append(.theirs, chunk.theirs)
            return
        }
        let conflict = LineConflict(
            base: base[chunk.base], ours: ours[chunk.ours], theirs: theirs[chunk.theirs])
        guard chunk.base.isEmpty else {
            let decision = try decide(conflict)
            append(decision.winner, chunk[decision.winner])
            rows[rows.count - 1].conflict = LostLines(
                side: decision.winner.other, lines: chunk[decision.winner.other],
                writer: decision.otherWriter)
            return
        }
        let first: Side = conflict.ours.lexicographicallyPrecedes(conflict.theirs) ? .ours : .theirs
        append(first, chunk[first])
        append(first.other, chunk[first.other])
    }

    /// Keeps lines that ours inserted between the base's lines, while theirs replaces the base's
    /// lines. If ours changed one of the base's lines, all of ours stay.
    private mutating func mergeSkipped(_ chunk: Chunk) {
        let diff = ourDiff
        let isKnown = { diff.oldIndex[$0].map(chunk.base.contains) ?? false }
        let hasAll = chunk.base.allSatisfy {
            diff.newIndex[$0].map(chunk.ours.contains) ?? false
        }
        guard hasAll || chunk.theirs.isEmpty else {
            hasSkipped = true
            return append(.ours, chunk.ours)
        }
        var rest = chunk.theirs
        let isPaired = chunk.theirs.count == chunk.base.count
        for index in chunk.ours {
            guard isKnown(index) else {
                append(.ours, index..<(index + 1))
                continue
            }
            let taken = isPaired ? min(1, rest.count) : rest.count
            append(.theirs, rest.prefix(taken))
            rest = rest.dropFirst(taken)
        }
        if !hasAll { hasSkipped = true }
    }

    private mutating func append(_ side: Side, _ range: Range<Int>) {
        for index in range {
            rows.append(side == .ours ? MergedRow(ours: index) : MergedRow(theirs: index))
        }
    }

    private mutating func append(both ours: Range<Int>, _ theirs: Range<Int>) {
        for (x, y) in zip(ours, theirs) { rows.append(MergedRow(ours: x, theirs: y)) }
    }
}

/// The corresponding ranges of the three sequences.
private struct Chunk {
    var base: Range<Int>
    var ours: Range<Int>
    var theirs: Range<Int>

    subscript(side: Side) -> Range<Int> { side == .ours ? ours : theirs }
}
