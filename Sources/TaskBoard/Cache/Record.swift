import MarkdownDocument

/// A stored record that cannot be read: it was damaged, or written by another
/// program.
package struct DamagedRecord: Error, Equatable, Sendable {
    package init() {}
}

/// A writer of consecutive values, for a ``RecordReader``.
package struct RecordWriter {
    package private(set) var bytes: [UInt8] = []

    package init() {}

    /// - Parameter capacity: The approximate number of bytes.
    package init(capacity: Int) { bytes.reserveCapacity(capacity) }

    package mutating func write(_ number: some FixedWidthInteger) {
        withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
    }

    /// Writes bytes without their count.
    package mutating func write(raw: some Collection<UInt8>) { bytes.append(contentsOf: raw) }

    /// Writes bytes after their count.
    package mutating func write(_ content: [UInt8]) {
        write(UInt32(clamping: content.count))
        bytes.append(contentsOf: content)
    }

    package mutating func write<Element>(
        _ elements: [Element], _ each: (inout RecordWriter, Element) -> Void
    ) {
        write(UInt32(clamping: elements.count))
        for element in elements { each(&self, element) }
    }

    package mutating func write<Value>(
        _ value: Value?, _ each: (inout RecordWriter, Value) -> Void
    ) {
        write(UInt8(value == nil ? 0 : 1))
        if let value { each(&self, value) }
    }
}

/// A reader of the output of a ``RecordWriter``, which never reads past its
/// end.
package struct RecordReader {
    private let bytes: UnsafeRawBufferPointer
    private var at = 0

    package init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    /// - Parameter start: The offset of the first byte.
    init(_ bytes: UnsafeRawBufferPointer, from start: Int) { (self.bytes, at) = (bytes, start) }

    package var isAtEnd: Bool { at == bytes.count }

    @inline(__always)
    package mutating func number<Number: FixedWidthInteger & BitwiseCopyable>(
        _ type: Number.Type = Number.self
    ) throws(DamagedRecord) -> Number {
        let size = MemoryLayout<Number>.size
        guard bytes.count &- at >= size else { throw DamagedRecord() }
        defer { at &+= size }
        return Number(littleEndian: bytes.loadUnaligned(fromByteOffset: at, as: Number.self))
    }

    package mutating func content() throws(DamagedRecord) -> [UInt8] {
        [UInt8](try lent())
    }

    /// Reads bytes without a copy, valid as long as the reader's bytes.
    @inline(__always)
    package mutating func lent() throws(DamagedRecord) -> UnsafeRawBufferPointer {
        let count = Int(try number(UInt32.self))
        guard bytes.count &- at >= count else { throw DamagedRecord() }
        defer { at &+= count }
        return UnsafeRawBufferPointer(rebasing: bytes[at..<(at + count)])
    }

    /// Reads the bytes of several elements without a copy.
    package mutating func lentElements() throws(DamagedRecord) -> LentElements {
        let count = Int(try number(UInt32.self))
        let start = at
        for _ in 0..<count { _ = try lent() }
        return LentElements(
            count: count, bytes: UnsafeRawBufferPointer(rebasing: bytes[start..<at]))
    }

    package mutating func elements<Element>(
        _ each: (inout RecordReader) throws(DamagedRecord) -> Element
    ) throws(DamagedRecord) -> [Element] {
        var elements: [Element] = []
        for _ in 0..<(try number(UInt32.self)) { elements.append(try each(&self)) }
        return elements
    }

    package mutating func optional<Value>(
        _ each: (inout RecordReader) throws(DamagedRecord) -> Value
    ) throws(DamagedRecord) -> Value? {
        try number(UInt8.self) == 0 ? nil : try each(&self)
    }
}

/// Consecutive texts in a record.
package struct LentElements {
    package let count: Int
    fileprivate let bytes: UnsafeRawBufferPointer

    /// No texts.
    init() { (count, bytes) = (0, UnsafeRawBufferPointer(start: nil, count: 0)) }

    fileprivate init(count: Int, bytes: UnsafeRawBufferPointer) {
        (self.count, self.bytes) = (count, bytes)
    }

    package func forEach(_ body: (UnsafeRawBufferPointer) -> Void) {
        var reader = RecordReader(bytes)
        do throws(DamagedRecord) {
            for _ in 0..<count { body(try reader.lent()) }
        } catch {
            // All elements were checked when they were read first.
        }
    }
}

/// The head of a record, with each value at a fixed offset: the values for sorting, and those that
/// lists need from every task.
struct RecordHead {
    /// The first bytes of the rank, which suffice to sort nearly all tasks.
    var orderStart = Rank.Start()
    /// The number of the day until which the task waits.
    var wait: Int64?
    /// The offset of the body in the file's bytes.
    var bodyStart = 0
    var due: (day: Int64, second: Int64?, offset: Int64?)?
    var checklist = (done: UInt32(0), total: UInt32(0))
    var priority: Priority?
    var titleSource = TaskItem.TitleSource.key
    var flags: Flags = []
    var times: Times = []

    struct Flags: OptionSet {
        var rawValue: UInt8

        static let isMalformed = Flags(rawValue: 1)
        static let hasExtra = Flags(rawValue: 2)
        static let mayHoldCallout = Flags(rawValue: 4)
        static let hasConflicts = Flags(rawValue: 8)
        static let hasProblems = Flags(rawValue: 16)
        static let isBlocked = Flags(rawValue: 32)
        static let hasRank = Flags(rawValue: 64)
        static let holdsCodeWords = Flags(rawValue: 128)

        /// The library's implementation uses a table, which is too slow for a
        /// check of every task.
        func contains(_ flags: Flags) -> Bool { rawValue & flags.rawValue == flags.rawValue }
        func isDisjoint(with flags: Flags) -> Bool { rawValue & flags.rawValue == 0 }
    }

    struct Times: OptionSet {
        var rawValue: UInt8

        /// The file has reminders of its own, or `none`.
        static let hasReminders = Times(rawValue: 1)
        static let repeats = Times(rawValue: 2)
        static let statesFinish = Times(rawValue: 4)
        /// The task names a parent.
        static let isPart = Times(rawValue: 8)
        static let hasProject = Times(rawValue: 16)
    }

    init() {}

    static let size = 72

    /// Reads the head at the start of `record`. Each number has a fixed place,
    /// since reading a board reads many.
    init(_ record: UnsafeRawBufferPointer) throws(DamagedRecord) {
        guard record.count >= Self.size else { throw DamagedRecord() }
        func word(_ place: Int) -> UInt64 {
            UInt64(littleEndian: record.loadUnaligned(fromByteOffset: place, as: UInt64.self))
        }
        func number(_ place: Int) -> Int64? {
            let number = Int64(bitPattern: word(place))
            return number == .min ? nil : number
        }
        orderStart = Rank.Start(first: word(0), second: word(8))
        wait = number(16)
        let (day, second, offset) = (number(24), number(32), number(40))
        let (priority, source) = (Int(record[64]), Int(record[65]))
        guard let bodyStart = Int(exactly: word(48)), second.map(Self.isSecond) ?? true,
            offset.map(Self.isOffset) ?? true, priority < Self.priorities.count,
            source < Self.sources.count
        else { throw DamagedRecord() }
        self.bodyStart = bodyStart
        due = day.map { ($0, second, offset) }
        let items = word(56)
        checklist = (UInt32(truncatingIfNeeded: items), UInt32(truncatingIfNeeded: items >> 32))
        self.priority = Self.priorities[priority]
        titleSource = Self.sources[source]
        flags = try Self.flags(of: record)
        times = Times(rawValue: record[67])
    }

    /// Returns true if a record's task names a blocker or a parent.
    static func namesTasks(_ record: UnsafeRawBufferPointer) throws(DamagedRecord) -> Bool {
        try flags(of: record).contains(.isBlocked)
            || Times(rawValue: record[67]).contains(.isPart)
    }

    /// Returns only the flags.
    static func flags(of record: UnsafeRawBufferPointer) throws(DamagedRecord) -> Flags {
        guard record.count >= size else { throw DamagedRecord() }
        return Flags(rawValue: record[66])
    }

    func write(to record: inout RecordWriter) {
        record.write(orderStart.first)
        record.write(orderStart.second)
        record.write(wait ?? .min)
        record.write(due?.day ?? .min)
        record.write(due?.second ?? .min)
        record.write(due?.offset ?? .min)
        record.write(UInt64(bodyStart))
        record.write(checklist.done)
        record.write(checklist.total)
        record.write(UInt8(Self.priorities.firstIndex(of: priority) ?? 0))
        record.write(UInt8(Self.sources.firstIndex(of: titleSource) ?? 0))
        record.write(flags.rawValue)
        record.write(times.rawValue)
        record.write(raw: repeatElement(0, count: 4))
    }

    private static func isSecond(_ second: Int64) -> Bool { (0..<86_400).contains(second) }
    private static func isOffset(_ offset: Int64) -> Bool { (-86_400...86_400).contains(offset) }

    private static let priorities: [Priority?] = [nil, .high, .medium, .low]
    private static let sources: [TaskItem.TitleSource] = [.key, .heading, .fileName]
}

/// The fields of a task that lists show, borrowed from its record without
/// allocations. It must not outlive the call that passes it.
package struct CardFields {
    package private(set) var title = UnsafeRawBufferPointer(start: nil, count: 0)
    /// The due date as in the file; empty without one.
    package private(set) var due = UnsafeRawBufferPointer(start: nil, count: 0)
    package private(set) var tags = LentElements()
    package private(set) var assignees = LentElements()
    private var head = RecordHead()

    init() {}

    init(_ record: UnsafeRawBufferPointer) throws(DamagedRecord) {
        head = try RecordHead(record)
        var reader = RecordReader(record, from: RecordHead.size)
        // The ID and the rank.
        _ = try reader.lent()
        _ = try reader.lent()
        title = try reader.lent()
        due = try reader.lent()
        tags = try reader.lentElements()
        assignees = try reader.lentElements()
    }

    /// The due date with its text.
    package var dueDate: DueDate? { head.dueDate(Text(due)) }
    package var dueDay: Day? { head.due.map { Day(number: Int($0.day)) } }
    package var hasTimeOfDay: Bool { head.due?.second != nil }
    package var priority: Priority? { head.priority }
    package var checklist: (done: UInt32, total: UInt32) { head.checklist }
    package var isMalformed: Bool { head.flags.contains(.isMalformed) }
    /// True if the file itself has problems, apart from those that depend on
    /// the board.
    package var hasProblems: Bool { head.flags.contains(.hasProblems) }
    package var mayHaveConflicts: Bool {
        !head.flags.isDisjoint(with: [.hasConflicts, .mayHoldCallout])
    }
    /// True if the file has reminders of its own, or `none`.
    package var hasReminders: Bool { head.times.contains(.hasReminders) }
    package var repeats: Bool { head.times.contains(.repeats) }
    /// True if the file states when the task was finished.
    package var statesFinish: Bool { head.times.contains(.statesFinish) }
    package var namesBlockers: Bool { head.flags.contains(.isBlocked) }
}

extension TaskID {
    /// Returns true if a record's task may name this one as its blocker or its parent; true for a
    /// record that cannot be read.
    package func mayBeReferenced(byTaskOf record: UnsafeRawBufferPointer) -> Bool {
        do throws(DamagedRecord) {
            guard try RecordHead.namesTasks(record) else { return false }
        } catch {
            return true
        }
        let bytes = text.utf8
        return bytes.isEmpty
            || record.indices.dropLast(bytes.count - 1).contains {
                record[$0] == bytes[0] && record[$0...].starts(with: bytes)
            }
    }
}

extension RecordHead {
    /// Returns the due date with its text in the file.
    func dueDate(_ text: Text) -> DueDate? {
        due.map { due in
            DueDate(
                text: text, day: Day(number: Int(due.day)), secondOfDay: due.second.map(Int.init),
                offset: due.offset.map(Int.init))
        }
    }
}
