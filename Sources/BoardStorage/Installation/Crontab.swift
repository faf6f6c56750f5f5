/// A crontab with the line of a job between two comments. All its other bytes stay as they are.
struct Crontab: Equatable {
    /// The command that a line runs, and its board.
    struct Entry: Hashable {
        let job: ScheduledJob
        let board: String

        /// The lines between which its line is.
        var comments: (begin: String, end: String) {
            ("# BEGIN pmd \(job.rawValue) \(board)", "# END pmd \(job.rawValue) \(board)")
        }
    }

    private(set) var bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Returns the lines that run a command. cron reads `%` as the end of a command unless a `\` is
    /// before it.
    static func block(running command: String, for entry: Entry) -> String {
        let line = "\(entry.job.crontabTimes ?? "") " + command.replacing("%", with: "\\%")
        return "\(entry.comments.begin)\n\(line)\n\(entry.comments.end)\n"
    }

    /// Returns the crontab with a block in place of the old one, or at the end.
    ///
    /// - Returns: Nil if a first comment has no second one.
    func with(_ block: String, for entry: Entry) -> Crontab? {
        guard let ranges = ranges(of: entry) else { return nil }
        guard let first = ranges.first else {
            let separator = bytes.isEmpty || bytes.last == 0x0A ? [] : [0x0A as UInt8]
            return Crontab(bytes + separator + Array(block.utf8))
        }
        var changed = bytes
        for range in ranges.dropFirst().reversed() { changed.removeSubrange(range) }
        changed.replaceSubrange(first, with: Array(block.utf8))
        return Crontab(changed)
    }

    /// Returns the crontab without a block; nil if a first comment has no second one.
    func without(_ entry: Entry) -> Crontab? {
        guard let ranges = ranges(of: entry) else { return nil }
        var changed = bytes
        for range in ranges.reversed() { changed.removeSubrange(range) }
        return Crontab(changed)
    }

    /// Returns true if it has a block, or the beginning of one.
    func has(_ entry: Entry) -> Bool { ranges(of: entry).map { !$0.isEmpty } ?? true }

    /// Returns true if a first comment has no second one.
    func isBroken(at entry: Entry) -> Bool { ranges(of: entry) == nil }

    /// The entries that it has blocks of.
    var entries: [Entry] {
        bytes.split(separator: 0x0A).compactMap { line in
            let words = String(decoding: Self.content(of: line), as: UTF8.self)
                .split(separator: " ", maxSplits: 4, omittingEmptySubsequences: false)
            guard words.count == 5, words[0] == "#", words[1] == "BEGIN", words[2] == "pmd",
                let job = ScheduledJob(rawValue: String(words[3]))
            else { return nil }
            return Entry(job: job, board: String(words[4]))
        }
    }

    /// Returns the program that the line of a block runs; nil if it cannot be read.
    func program(of entry: Entry) -> String? {
        guard let range = ranges(of: entry)?.first else { return nil }
        let line = bytes[range].split(separator: 0x0A).dropFirst().first ?? []
        let command = String(decoding: line, as: UTF8.self)
            .dropFirst((entry.job.crontabTimes ?? "").count + 1).replacing("\\%", with: "%")
        // A path with a backslash is not installed, so a shell and systemd quote alike.
        return SystemdUnits.words(of: command).first
    }

    /// A line without the carriage return of an editor of another system.
    private static func content(of line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        line.last == 0x0D ? line.dropLast() : line
    }

    /// The ranges of an entry's blocks; nil if one has no end.
    private func ranges(of entry: Entry) -> [Range<Int>]? {
        let comments = entry.comments
        var ranges: [Range<Int>] = []
        var begin: Int?
        var start = 0
        for line in bytes.split(separator: 0x0A, omittingEmptySubsequences: false) {
            let content = Self.content(of: line)
            // If another one follows, the first has no end, and the lines between are the user's.
            if content.elementsEqual(comments.begin.utf8) { begin = start }
            if content.elementsEqual(comments.end.utf8), let first = begin {
                ranges.append(first..<min(line.endIndex + 1, bytes.count))
                begin = nil
            }
            start = line.endIndex + 1
        }
        return begin == nil ? ranges : nil
    }
}
