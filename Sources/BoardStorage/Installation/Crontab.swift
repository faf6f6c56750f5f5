import Git
import Programs
import TaskBoard

/// A crontab with a job's line between two comments. All other bytes stay unchanged.
struct Crontab: Equatable {
    /// The command that a line runs, and its board.
    struct Entry: Hashable {
        let job: ScheduledJob
        let board: String

        /// The comments around the line.
        var comments: (begin: String, end: String) {
            ("# BEGIN pmd \(job.rawValue) \(board)", "# END pmd \(job.rawValue) \(board)")
        }
    }

    private(set) var bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Returns the lines that run a command. cron reads `%` as the end of a command unless a `\`
    /// precedes it.
    static func block(running command: String, for entry: Entry) -> String {
        let line = "\(entry.job.crontabTimes ?? "") " + command.replacingBytes(of: "%", with: "\\%")
        return "\(entry.comments.begin)\n\(line)\n\(entry.comments.end)\n"
    }

    /// Returns the crontab with a block in place of the old one, or at the end.
    ///
    /// - Returns: Nil if a block differs from the form that pmd writes.
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

    /// Returns the crontab without a block; nil if a block differs from the form that pmd writes.
    func without(_ entry: Entry) -> Crontab? {
        guard let ranges = ranges(of: entry) else { return nil }
        var changed = bytes
        for range in ranges.reversed() { changed.removeSubrange(range) }
        return Crontab(changed)
    }

    /// Returns true if it has a block, in any condition.
    func has(_ entry: Entry) -> Bool { ranges(of: entry).map { !$0.isEmpty } ?? true }

    /// Returns true if a block differs from the form that pmd writes.
    func isBroken(at entry: Entry) -> Bool { ranges(of: entry) == nil }

    /// The entries that have blocks.
    var entries: [Entry] {
        bytes.split(separator: 0x0A).compactMap { line in
            guard let text = String(validating: Self.content(of: line), as: UTF8.self) else {
                return nil
            }
            let words = text.split(separator: " ", maxSplits: 4, omittingEmptySubsequences: false)
            guard words.count == 5, words[0] == "#", words[1] == "BEGIN", words[2] == "pmd",
                let job = ScheduledJob(rawValue: String(words[3])), words[4].hasPrefix("/"),
                !words[4].utf8.contains(where: { $0 < 0x20 })
            else { return nil }
            return Entry(job: job, board: String(words[4]))
        }
    }

    /// Returns the program that the line of a block runs; nil if the line was edited.
    func program(of entry: Entry) -> String? {
        guard let range = ranges(of: entry)?.first else { return nil }
        let line = bytes[range].split(separator: 0x0A).dropFirst().first ?? []
        let start = Array("\(entry.job.crontabTimes ?? "") ".utf8)
        guard line.starts(with: start) else { return nil }
        let command = String(decoding: Self.content(of: line).dropFirst(start.count), as: UTF8.self)
            .replacingBytes(of: "\\%", with: "%")
        // A path with a backslash is not installed, so a shell and systemd quote alike.
        return SystemdUnits.words(of: command).first
    }

    /// Returns a line without the carriage return of an editor on another system.
    private static func content(of line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        line.last == 0x0D ? line.dropLast() : line
    }

    /// Returns the ranges of an entry's blocks; nil if one is not two comments around one line.
    private func ranges(of entry: Entry) -> [Range<Int>]? {
        let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
        let contents = lines.map(Self.content)
        let (begin, end) = (Array(entry.comments.begin.utf8), Array(entry.comments.end.utf8))
        let others = ["# BEGIN pmd ", "# END pmd "].map { Array($0.utf8) }
        var ranges: [Range<Int>] = []
        for index in lines.indices where contents[index].elementsEqual(begin) {
            // Other lines are the user's, or another board's.
            guard index + 2 < lines.count, contents[index + 2].elementsEqual(end),
                !others.contains(where: contents[index + 1].starts)
            else { return nil }
            ranges.append(lines[index].startIndex..<min(lines[index + 2].endIndex + 1, bytes.count))
        }
        return ranges
    }
}

/// The crontab of this user, read and written by the program `crontab`.
struct UserCrontab {
    /// The job to report in the error for a missing program.
    let job: ScheduledJob
    let environment: [String]

    /// The maximum number of bytes to read; a longer crontab would be cut off.
    private static let limit = 1 << 24

    init(for job: ScheduledJob, _ environment: Environment) {
        self.job = job
        // The program's messages are parsed.
        self.environment = environment.list(replacing: ["LC_ALL": "C"])
    }

    /// Reads the crontab; it is empty if there is none.
    ///
    /// - Throws: ``BoardError`` (69) without cron, or if this user may not use it.
    func read() throws(BoardError) -> Crontab {
        let end = try run(["-l"])
        guard end.output.count < Self.limit else {
            throw .installation(.programFailed("crontab", words: "it has more than 16 MiB"))
        }
        if end.status == 0, !end.isTimedOut { return Crontab(end.output) }
        guard Self.words(of: end).contains("no crontab for") else { throw failed(end) }
        return Crontab([])
    }

    /// Reads the crontab, if there is a cron that runs it for this user.
    ///
    /// - Throws: ``BoardError`` (69) if it cannot be read.
    func readIfAny() throws(BoardError) -> Crontab? {
        do {
            return try read()
        } catch {
            guard case .installation(let reason) = error.reason else { throw error }
            switch reason {
            case .noProgram: return nil
            case .programFailed(_, let words) where words.contains("not allowed"): return nil
            default: throw error
            }
        }
    }

    /// Replaces the crontab.
    func write(_ crontab: Crontab) throws(BoardError) {
        let end = try run(["-"], input: crontab.bytes)
        guard end.status == 0, !end.isTimedOut else { throw failed(end) }
        // Some programs of this name write a header of their own above it.
        let kept = try read().bytes
        guard kept.suffix(crontab.bytes.count).elementsEqual(crontab.bytes) else {
            throw .installation(
                .programFailed("crontab", words: "it did not keep what it was given"))
        }
    }

    private func run(
        _ arguments: [Argument], input: [UInt8] = []
    ) throws(BoardError) -> ProgramRun {
        do throws(GitError) {
            return try Git.run(
                "crontab", arguments, input: input, environment: environment, within: 30,
                keeping: Self.limit)
        } catch {
            guard error.kind == .notFound else { throw BoardError(error) }
            throw .installation(.noProgram("crontab", command: job.rawValue))
        }
    }

    private func failed(_ end: ProgramRun) -> BoardError {
        guard !end.isTimedOut else {
            return .installation(.programFailed("crontab", words: "it did not end in 30 seconds"))
        }
        let words = plainWords(Self.words(of: end))
        return .installation(
            .programFailed("crontab", words: words.isEmpty ? "status \(end.status)" : words))
    }

    private static func words(of end: ProgramRun) -> String {
        String(decoding: end.errors.prefix(400), as: UTF8.self)
    }
}
