import Git
import MarkdownDocument
import TaskBoard

/// An index of the commits that may have touched each task, kept in the local state.
///
/// The changes of a commit are fixed, so a task's history is searched only among the commits that
/// touched it, without comparing the trees of other commits. The file `touched` holds the commits
/// in the order of the log, newest first, as far back as they were ever requested. If it is
/// damaged or cannot be read, it is rebuilt.
///
/// The index may contain a false positive (two names with one hash, or a large change) but never
/// lacks a commit: the commit itself is always compared.
final class TouchIndex {
    private let history: History
    private let head: ObjectID
    /// The records in the file, in the order of the log.
    private var known: TouchRecords
    /// The records to add before and after them.
    private var newer = TouchRecords()
    private var older = TouchRecords()
    /// True if the records begin at the head and have no gap.
    private let isInOrder: Bool

    init(_ history: History, head: ObjectID) throws {
        self.history = history
        self.head = head
        known = TouchRecords(try history.localState?.read(Self.name).bytes ?? [])
        guard let line = try Self.line(from: head, to: known.head, history.git) else {
            isInOrder = false
            return
        }
        isInOrder = true
        for commit in line { newer.append(commit.id, try history.touched(by: commit)) }
    }

    private static let name = Array("touched".utf8)
    /// The number of commits beyond which a full walk is no more expensive.
    private static let longestLine = 2_000

    /// Returns the commits from one down to another, newest first, if each has one parent.
    private static func line(
        from head: ObjectID, to old: ObjectID?, _ git: Repository
    ) throws -> [Commit]? {
        guard let old else { return nil }
        var (here, line) = (head, [Commit]())
        while here != old {
            let commit = try git.commit(here)
            guard commit.parents.count == 1, line.count < longestLine else { return nil }
            line.append(commit)
            here = commit.parents[0]
        }
        return line
    }
}

extension TouchIndex {
    /// Visits each commit of the log, newest first, with true if it may have touched any of
    /// some tasks, until `visit` returns false.
    func walk(
        _ ids: Set<TaskID>, _ visit: (ObjectID, _ isTouched: Bool) throws -> Bool
    ) throws {
        let wanted = Set(ids.map(TouchRecords.number))
        try isInOrder ? walkOn(wanted, visit) : walkAnew(wanted, visit)
        write()
    }

    /// Walks the known records, and beyond them if they are not complete.
    private func walkOn(
        _ wanted: Set<UInt32>, _ visit: (ObjectID, Bool) throws -> Bool
    ) throws {
        var seen = 0
        for records in [newer, known] {
            var reader = records.reader()
            while let id = reader.next(wanted) {
                seen += 1
                guard try visit(id, reader.isTouched) else { return }
            }
        }
        guard !known.isComplete else { return }
        var skipped = 0
        try walkGit { id in
            skipped += 1
            return skipped <= seen ? true : try look(at: id, wanted, visit)
        }
    }

    /// Walks in a new order, using the known records of single commits. The records after the last
    /// requested commit stay known.
    private func walkAnew(
        _ wanted: Set<UInt32>, _ visit: (ObjectID, Bool) throws -> Bool
    ) throws {
        let old = known.byCommit()
        known = TouchRecords()
        var isAsked = true
        try walkGit { id in
            guard let numbers = old[id] else {
                guard isAsked else { return false }
                isAsked = try look(at: id, wanted, visit)
                return true
            }
            older.append(id, numbers)
            if isAsked {
                isAsked = try visit(id, numbers.map { !wanted.isDisjoint(with: $0) } ?? true)
            }
            return true
        }
    }

    private func look(
        at id: ObjectID, _ wanted: Set<UInt32>, _ visit: (ObjectID, Bool) throws -> Bool
    ) throws -> Bool {
        let numbers = try history.touched(by: history.git.commit(id))
        older.append(id, numbers)
        return try visit(id, numbers.map { !wanted.isDisjoint(with: $0) } ?? true)
    }

    private func walkGit(_ visit: (ObjectID) throws -> Bool) throws {
        var hasMore = false
        var failure: (any Error)?
        try history.git.walk(from: [head]) { id throws(GitError) in
            do { hasMore = try !visit(id) } catch {
                failure = error
                hasMore = true
            }
            return !hasMore
        }
        if let failure { throw failure }
        known.isComplete = !hasMore
    }

    /// Writes the index. If that is not possible, it is rebuilt each time.
    private func write() {
        let added = newer.count + older.count
        guard added > 0, added << 13 >= known.count, let folder = history.localState else {
            return
        }
        do {
            try folder.note(Self.name, TouchRecords.file([newer, known, older], known.isComplete))
        } catch {
            return
        }
    }
}

extension History {
    /// Returns the names of the tasks that a commit changed relative to its first parent, as
    /// numbers; nil if there are too many to store.
    fileprivate func touched(by commit: Commit) throws -> [UInt32]? {
        let old = try commit.parents.first.map { try git.commit($0).tree }
        let changes = try git.diff(old, commit.tree, below: folder)
        guard changes.count <= TouchRecords.most else { return nil }
        let names = changes.map { BoardPath($0.path).fileName }
        return Set(names.map { TouchRecords.number(TaskID(fileName: $0)) }).sorted()
    }
}

/// Commits with the numbers of the tasks that they touched, in the format of ``TouchIndex``:
/// 20 bytes of ID, a count in two bytes, and four bytes for each number.
struct TouchRecords {
    private(set) var bytes: ArraySlice<UInt8> = []
    private(set) var count = 0
    /// True if the oldest is the very first commit.
    var isComplete = false

    /// The number of tasks beyond which a commit counts as touching everything.
    static let most = 1_000
    private static let everything: UInt16 = .max
    private static let header = Array("pmd touched 1\n".utf8)
    private static let start = header.count + 13

    init() {}

    /// Reads a file; a malformed or damaged one has no records.
    init(_ file: [UInt8]) {
        guard file.count >= Self.start, file.starts(with: Self.header) else { return }
        let sum = file.withUnsafeBytes { bytes in
            (
                UInt64(
                    littleEndian: bytes.loadUnaligned(
                        fromByteOffset: Self.header.count, as: UInt64.self)),
                checksum(UnsafeRawBufferPointer(rebasing: bytes[(Self.header.count + 8)...]))
            )
        }
        guard sum.0 == sum.1 else { return }
        isComplete = file[Self.header.count + 8] == 1
        count = Int(
            file[(Self.header.count + 9)..<Self.start].reversed().reduce(0) {
                $0 << 8 | UInt32($1)
            })
        bytes = file[Self.start...]
    }

    /// Concatenates several records into a file.
    static func file(_ parts: [TouchRecords], _ isComplete: Bool) -> [UInt8] {
        var rest: [UInt8] = [isComplete ? 1 : 0]
        let count = UInt32(truncatingIfNeeded: parts.reduce(0) { $0 + $1.count })
        rest += withUnsafeBytes(of: count.littleEndian, Array.init)
        for part in parts { rest += part.bytes }
        let sum = rest.withUnsafeBytes { checksum($0) }
        return header + withUnsafeBytes(of: sum.littleEndian, Array.init) + rest
    }

    static func number(_ id: TaskID) -> UInt32 {
        UInt32(truncatingIfNeeded: id.text.utf8.withUnsafeBytes { checksum($0) })
    }

    /// The newest commit.
    var head: ObjectID? { ObjectID(bytes: Array(bytes.prefix(20))) }

    /// - Parameter numbers: The numbers; nil for every task.
    mutating func append(_ id: ObjectID, _ numbers: [UInt32]?) {
        bytes += id.bytes
        let count = numbers.map { UInt16($0.count) } ?? Self.everything
        bytes += withUnsafeBytes(of: count.littleEndian, Array.init)
        for number in numbers ?? [] {
            bytes += withUnsafeBytes(of: number.littleEndian, Array.init)
        }
        self.count += 1
    }

    func reader() -> Reader { Reader(bytes: bytes, at: bytes.startIndex) }

    func byCommit() -> [ObjectID: [UInt32]?] {
        var found = [ObjectID: [UInt32]?](minimumCapacity: count)
        var reader = reader()
        while let id = reader.next([]) { found[id] = .some(reader.numbers) }
        return found
    }
}

extension TouchRecords {
    /// Iterates over the records in their order.
    struct Reader {
        let bytes: ArraySlice<UInt8>
        fileprivate(set) var at: Int
        /// True if the last record has one of the wanted numbers.
        private(set) var isTouched = false
        private var first = 0
        private var length: UInt16 = 0

        fileprivate init(bytes: ArraySlice<UInt8>, at: Int) {
            self.bytes = bytes
            self.at = at
        }

        /// Returns the next commit. Afterwards, `isTouched` is true if the commit has any of the
        /// numbers.
        mutating func next(_ wanted: Set<UInt32>) -> ObjectID? {
            guard bytes.endIndex - at >= 22 else { return nil }
            let id = ObjectID(bytes: Array(bytes[at..<(at + 20)]))
            length = UInt16(bytes[at + 20]) | UInt16(bytes[at + 21]) << 8
            first = at + 22
            let count = length == TouchRecords.everything ? 0 : Int(length)
            guard bytes.endIndex - first >= count * 4 else { return nil }
            at = first + count * 4
            isTouched =
                length == TouchRecords.everything
                || (0..<count).contains { wanted.contains(number($0)) }
            return id
        }

        /// The numbers; nil for every task.
        var numbers: [UInt32]? {
            length == TouchRecords.everything ? nil : (0..<Int(length)).map(number)
        }

        private func number(_ index: Int) -> UInt32 {
            let place = first + index * 4
            return UInt32(bytes[place]) | UInt32(bytes[place + 1]) << 8
                | UInt32(bytes[place + 2]) << 16 | UInt32(bytes[place + 3]) << 24
        }
    }
}
