import MarkdownDocument

/// The time, the author and the ID of the commit that wrote a value.
struct Writer: Equatable {
    var time: Int64
    var author: Text
    var commit: HashID
    /// True if the value was not written by a user, but by pmd when it acted on the completion of
    /// a repeating task.
    private(set) var isOwn = false

    /// The writer of values that pmd wrote.
    static let pmd: Writer = {
        var writer = unknown
        writer.isOwn = true
        return writer
    }()

    /// The writer of a value that no commit outside the common history wrote.
    static let unknown = Writer(time: 0, author: Text(""), commit: [])

    /// Returns the time of a commit, or 0 if the clock was too far off to be meaningful. The bound
    /// also prevents overflow of sums.
    static func credible(_ time: Int64) -> Int64 { time < 0 || time > 1 << 40 ? 0 : time }

    init(time: Int64, author: Text, commit: HashID) {
        self.time = Self.credible(time)
        // The name is written to files, which require UTF-8 and names on one line.
        self.author = Text(Text(author.utf8.filter { $0 >= 0x20 && $0 != 0x7F }).string)
        self.commit = commit
    }

    var isUnknown: Bool { commit.isEmpty }

    /// Returns true if this is the later of two, with the same result on every
    /// clone.
    func isLater(than other: Writer) -> Bool {
        if time != other.time { return time > other.time }
        return other.commit.lexicographicallyPrecedes(commit)
    }
}

extension Writer {
    /// The UTC time, such as `2026-11-21T00:14:00Z`; empty for an unknown
    /// writer.
    var moment: Text {
        guard !isUnknown else { return Text("") }
        let seconds = time % 86_400
        let clock = [seconds / 3600, seconds / 60 % 60, seconds % 60].map { padded($0, 2) }
        return Text("\(day)T\(clock.joined(separator: ":"))Z")
    }

    /// The UTC day, such as `2026-11-21`.
    var day: String {
        // Days are counted from 0000-03-01, so that a leap day ends its year.
        let days = time / 86_400 + 719_468
        let (era, ofEra) = (days / 146_097, days % 146_097)
        let year = (ofEra - ofEra / 1460 + ofEra / 36_524 - ofEra / 146_096) / 365
        let ofYear = ofEra - (365 * year + year / 4 - year / 100)
        let month = (5 * ofYear + 2) / 153
        let day = ofYear - (153 * month + 2) / 5 + 1
        let isNextYear = month >= 10
        return [
            padded(era * 400 + year + (isNextYear ? 1 : 0), 4),
            padded(isNextYear ? month - 9 : month + 3, 2), padded(day, 2),
        ].joined(separator: "-")
    }

    private func padded(_ number: Int64, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}

/// The version of a file in a commit.
struct FileVersion: Hashable {
    var path: BoardPath
    var file: TreeFile
}

/// The subject of a search: the files with one ID, or the file at one path.
enum Subject: Hashable {
    case task(TaskID)
    case file(BoardPath)
}

/// A search for the commits that wrote a side's values, among those that the bases do not contain.
///
/// pmd's own merges write no value: the search follows a value to every parent that has it.
/// Nothing is read before the first query.
final class WriterSearch {
    private let head: HashID
    private let bases: [HashID]
    private let history: MergeHistory
    private let isTask: (BoardPath, TreeFile) -> Bool
    private var graph: CommitGraph?
    private var index: TouchedCommits?

    init(
        _ head: HashID, hiding bases: [HashID], in history: MergeHistory,
        isTask: @escaping (BoardPath, TreeFile) -> Bool
    ) {
        self.head = head
        self.bases = bases
        self.history = history
        self.isTask = isTask
    }

    /// Returns the newest user commit that wrote the subject's value, or an
    /// unknown writer.
    ///
    /// - Parameters:
    ///   - includes: Restricts a subject that several files share.
    ///   - resolved: True if the step from the first version to the second
    ///     resolved a conflict, and so confirms the value that stays.
    ///   - isSame: True if a version has the value in question; `nil` is a
    ///     board without the file.
    func writer(
        of subject: Subject, includes: (BoardPath) -> Bool = { _ in true },
        resolved: ((FileVersion, FileVersion) throws -> Bool)? = nil,
        where isSame: (FileVersion?) throws -> Bool
    ) throws -> Writer {
        var walk = WriterWalk(try makeIndex(), subject)
        return try walk.newestWriter { touch in
            let touch = touch.limited(to: includes)
            if touch.isEmpty { return (true, false) }
            if touch.old.isEmpty { return (try isSame(nil), false) }
            let isSame = try touch.old.contains { try isSame($0) }
            guard let resolved, touch.old.count == 1, touch.new.count == 1 else {
                return (isSame, false)
            }
            return (isSame, try resolved(touch.old[0], touch.new[0]))
        }
    }

    /// Returns true if any commit is an undo or restores something.
    func hasReturns() throws -> Bool { try commits().commits.contains(where: \.isReturn) }

    /// Returns the versions of the subject before the first commits that
    /// changed it; there are several if lines of history began with different
    /// versions.
    func beginnings(
        of subject: Subject, includes: (BoardPath) -> Bool = { _ in true }
    ) throws -> Set<FileVersion> {
        let touches = try makeIndex().all(subject).map { $0.limited(to: includes) }
        return Set(touches.flatMap(\.old)).subtracting(touches.flatMap(\.new))
    }

    /// Returns true if any commit acts on the completion of a repeating task.
    func hasSuccessions() throws -> Bool { try commits().commits.contains(where: \.isSuccession) }

    /// Returns the versions of the subject with which pmd created it, as the successor of a
    /// repeating task.
    func successors(
        of subject: Subject, includes: (BoardPath) -> Bool = { _ in true }
    ) throws -> Set<FileVersion> {
        let touches = try makeIndex().all(subject, where: \.isSuccession)
            .map { $0.limited(to: includes) }
        return Set(touches.filter(\.old.isEmpty).flatMap(\.new))
    }

    /// Returns true if a user removed the subject. An undo does not count: it only reverts the
    /// creation.
    func wasRemoved(_ subject: Subject) throws -> Bool {
        try makeIndex().all(subject) { !$0.isMerge && !$0.isSuccession && !$0.isReturn }
            .contains { !$0.old.isEmpty && $0.new.isEmpty }
    }

    private func commits() throws -> CommitGraph {
        let graph = try self.graph ?? CommitGraph(head, hiding: bases, in: history)
        self.graph = graph
        return graph
    }

    private func makeIndex() throws -> TouchedCommits {
        let index = try self.index ?? TouchedCommits(commits(), history, isTask: isTask)
        self.index = index
        return index
    }
}
