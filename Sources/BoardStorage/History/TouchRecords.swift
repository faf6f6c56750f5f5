import Git
import MarkdownDocument
import TaskBoard

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
