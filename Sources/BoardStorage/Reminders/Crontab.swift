/// A crontab with the line of one board between two comments. All its other bytes stay as they are.
struct Crontab: Equatable {
    private(set) var bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// The lines between which a board's line is.
    static func comments(of board: String) -> (begin: String, end: String) {
        ("# BEGIN pmd remind \(board)", "# END pmd remind \(board)")
    }

    /// Returns the lines that run a command every minute for a board. cron reads `%` as the end of
    /// a command unless a `\` is before it.
    static func block(running command: String, for board: String) -> String {
        let comments = comments(of: board)
        let line = "* * * * * " + command.replacing("%", with: "\\%")
        return "\(comments.begin)\n\(line)\n\(comments.end)\n"
    }

    /// Returns the crontab with a block in place of the board's old one, or at the end.
    ///
    /// - Returns: Nil if a first comment has no second one.
    func with(_ block: String, for board: String) -> Crontab? {
        guard let ranges = ranges(of: board) else { return nil }
        guard let first = ranges.first else {
            let separator = bytes.isEmpty || bytes.last == 0x0A ? [] : [0x0A as UInt8]
            return Crontab(bytes + separator + Array(block.utf8))
        }
        var changed = bytes
        for range in ranges.dropFirst().reversed() { changed.removeSubrange(range) }
        changed.replaceSubrange(first, with: Array(block.utf8))
        return Crontab(changed)
    }

    /// Returns the crontab without the board's block; nil if a first comment has no second one.
    func without(_ board: String) -> Crontab? {
        guard let ranges = ranges(of: board) else { return nil }
        var changed = bytes
        for range in ranges.reversed() { changed.removeSubrange(range) }
        return Crontab(changed)
    }

    /// Returns true if it has a block of the board.
    func has(_ board: String) -> Bool { ranges(of: board).map { !$0.isEmpty } ?? true }

    /// The ranges of the board's blocks; nil if one has no end.
    private func ranges(of board: String) -> [Range<Int>]? {
        let comments = Self.comments(of: board)
        var ranges: [Range<Int>] = []
        var begin: Int?
        var start = 0
        for line in bytes.split(separator: 0x0A, omittingEmptySubsequences: false) {
            // If another one follows, the first has no end, and the lines between are the user's.
            if line.elementsEqual(comments.begin.utf8) { begin = start }
            if line.elementsEqual(comments.end.utf8), let first = begin {
                ranges.append(first..<min(line.endIndex + 1, bytes.count))
                begin = nil
            }
            start = line.endIndex + 1
        }
        return begin == nil ? ranges : nil
    }
}
