/// The line merge of files that are not tasks.
enum TextMerge {
    /// The size past which files are not merged by line, as larger tasks are
    /// not read.
    private static let largest = 1 << 20

    /// Returns the merged bytes, if no place was changed by both sides.
    static func clean(_ bytes: ThreeWay<[UInt8]?>) -> [UInt8]? {
        if let agreed = bytes.agreed { return agreed }
        let files = bytes.map { $0 ?? [] }
        guard isText(files.base), isText(files.ours), isText(files.theirs) else { return nil }
        let lines = files.map(lines)
        let merge = LineMerge(lines) { _ in LineDecision(winner: .ours, otherWriter: .unknown) }
        guard merge.isClean else { return nil }
        // A line without a line break is the last of its side, and the other
        // side has no lines after it: that would have been a conflict.
        return merge.rows.compactMap { row in
            row.ours.map { lines.ours[$0] } ?? row.theirs.map { lines.theirs[$0] }
        }.flatMap(\.bytes)
    }

    /// Returns both sides between git's markers, except for their common lines
    /// at the start and the end.
    static func marked(_ ours: [UInt8], _ theirs: [UInt8]) -> [UInt8] {
        let (a, b) = (lines(ours), lines(theirs))
        let head = zip(a, b).prefix { $0 == $1 }.count
        let tail = zip(a.dropFirst(head).reversed(), b.dropFirst(head).reversed())
            .prefix { $0 == $1 }.count
        var bytes = a[..<head].flatMap(\.bytes)
        let add = { (bytes: inout [UInt8], marker: String, lines: ArraySlice<Line>) in
            if let last = bytes.last, last != .newline { bytes.append(.newline) }
            bytes += Array("\(marker)\n".utf8) + lines.flatMap(\.bytes)
        }
        add(&bytes, "<<<<<<< ours", a[head..<(a.count - tail)])
        add(&bytes, "=======", b[head..<(b.count - tail)])
        add(&bytes, ">>>>>>> theirs", a[(a.count - tail)...])
        return bytes
    }

    private static func lines(_ bytes: [UInt8]) -> [Line] {
        lineRanges(of: bytes, in: bytes.indices).map { Line(Array(bytes[$0])) }
    }

    private static func isText(_ bytes: [UInt8]) -> Bool {
        bytes.count <= largest && !bytes.contains(0)
    }

    /// A line with its line break.
    struct Line: Hashable, Comparable {
        var bytes: [UInt8]

        init(_ bytes: [UInt8]) { self.bytes = bytes }

        static func < (a: Line, b: Line) -> Bool { a.bytes.lexicographicallyPrecedes(b.bytes) }
    }
}
