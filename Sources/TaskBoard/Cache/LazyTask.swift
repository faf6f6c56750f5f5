import MarkdownDocument
import Synchronization

/// A task's file: its fields and its bytes. Cached fields are decoded on first
/// use.
final class LazyTask: Sendable {
    let id: TaskID
    let isFinished: Bool
    /// The first bytes of the rank, which suffice to sort nearly all tasks.
    let orderStart: Rank.Start
    /// The number of the day until which the task waits.
    let waitDay: Int64?
    /// The offset of the body in the file's bytes.
    private let bodyStart: Int
    /// The file, if it was just read; nil if there is a record.
    private let file: File?
    /// The values that records share, which keeps them in memory.
    private let folder: StoredFolder?
    /// The path, followed by the record. A board has many, so the counts are
    /// small, and access requires no retain.
    private nonisolated(unsafe) let memory: UnsafeRawPointer?
    private let pathCount, recordCount, storedPlace: UInt32
    private let known: Mutex<Known>

    /// The fields and the rank of a task.
    final class ParsedFields: Sendable {
        let fields: TaskFields
        let order: Rank

        init(_ fields: TaskFields, _ order: Rank) { (self.fields, self.order) = (fields, order) }
    }

    /// A class of its own, so that a task with a record is smaller.
    private final class File: Sendable {
        let path: BoardPath
        let bytes: [UInt8]
        let state: Text

        init(path: BoardPath, bytes: [UInt8], state: Text) {
            (self.path, self.bytes, self.state) = (path, bytes, state)
        }
    }

    /// The values that were created on first use.
    private struct Known {
        var stated: ParsedFields?
        var opened: Opened?
        var record: [UInt8]?
    }

    private final class Opened: Sendable {
        let document: Document

        init(_ document: Document) { self.document = document }
    }

    /// Reads a document's fields.
    init(_ path: BoardPath, document: Document, state: Text, isFinished: Bool) {
        self.isFinished = isFinished
        let id = TaskID(fileName: path.fileName)
        self.id = id
        let stated = Self.stated(document, path: path, state: state, id: id)
        orderStart = stated.order.start
        waitDay = stated.fields.wait.map { Int64($0.number) }
        bodyStart = stated.fields.bodyStart
        file = File(path: path, bytes: document.bytes, state: state)
        (folder, memory, pathCount, recordCount, storedPlace) = (nil, nil, 0, 0, 0)
        known = Mutex(Known(stated: stated, opened: Opened(document)))
    }

    /// Creates a task from its record.
    ///
    /// - Parameters:
    ///   - path: The range of its path among all records.
    ///   - record: The range of its record, after the path.
    ///   - place: The key to the file's bytes.
    /// - Throws: ``DamagedRecord`` if the head of the record is malformed.
    init(
        _ path: Range<Int>, record: Range<Int>, place: Int, in folder: StoredFolder
    ) throws(DamagedRecord) {
        let records = folder.bytes
        guard path.upperBound == record.lowerBound, path.lowerBound >= 0,
            record.upperBound <= records.count, let place = UInt32(exactly: place),
            let pathCount = UInt32(exactly: path.count),
            let recordCount = UInt32(exactly: record.count)
        else { throw DamagedRecord() }
        let bytes = UnsafeRawBufferPointer(rebasing: records[record])
        let head = try RecordHead(bytes)
        var reader = RecordReader(bytes, from: RecordHead.size)
        (id, isFinished) = (TaskID(stored: try reader.lent()), folder.isFinished)
        (orderStart, waitDay, bodyStart) = (head.orderStart, head.wait, head.bodyStart)
        (file, self.folder, memory) = (
            nil, folder, records.baseAddress.map { $0 + path.lowerBound }
        )
        (self.pathCount, self.recordCount, storedPlace) = (pathCount, recordCount, place)
        known = Mutex(Known())
    }
}

extension LazyTask {
    var state: Text { folder?.state ?? file?.state ?? Text("") }

    /// Calls `body` with the state's bytes.
    func withState(_ body: (UnsafeRawBufferPointer) -> Void) {
        let isLent = withPath { path in
            // The folder's name, unless it could be in another normal form than
            // the state's.
            let name = UnsafeRawBufferPointer(rebasing: path.prefix { $0 != .slash })
            guard name.count < path.count, name.allSatisfy({ $0 < 0x80 }) else { return false }
            body(name)
            return true
        }
        if !isLent { state.utf8.withUnsafeBytes(body) }
    }

    var path: BoardPath { file?.path ?? withPath { BoardPath($0) } }

    func withPath<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        if let file { return file.path.bytes.withUnsafeBytes(body) }
        return body(UnsafeRawBufferPointer(start: memory, count: Int(pathCount)))
    }

    /// The fields of the file, read on first use.
    var stated: ParsedFields {
        if let stated = known.withLock({ $0.stated }) { return stated }
        let stated = readFields()
        return known.withLock { known in
            known.stated = known.stated ?? stated
            return known.stated ?? stated
        }
    }

    /// The file's bytes.
    var bytes: ArraySlice<UInt8> {
        file?.bytes[...] ?? folder?.files.contents(at: place, of: path) ?? []
    }

    var body: ArraySlice<UInt8> { bytes.dropFirst(bodyStart) }

    /// The key to the file among the stored ones; 0 for others.
    var place: Int { Int(storedPlace) }

    /// Calls `body` with the bytes of the body.
    func withBody<Result>(
        _ lender: ContentsLender, _ body: (UnsafeBufferPointer<UInt8>) -> Result
    ) -> Result {
        let start = bodyStart
        guard let folder else {
            return bytes.withUnsafeBufferPointer { body($0.dropping(start)) }
        }
        return lender.reader(of: folder.files).withContents(
            at: place, of: { path }, { body($0.dropping(start)) })
    }

    var document: Document { opened.document }

    private var opened: Opened {
        known.withLock { known in
            if let opened = known.opened { return opened }
            let opened = Opened(Document(Array(bytes)))
            known.opened = opened
            return opened
        }
    }

    /// Returns the fields from the record, or from the file if the record
    /// cannot be read.
    private func readFields() -> ParsedFields {
        do throws(DamagedRecord) {
            return try lendRecord { bytes throws(DamagedRecord) in try Self.stated(bytes) }
        } catch {
            return Self.stated(document, path: path, state: state, id: id)
        }
    }

    /// - Throws: ``DamagedRecord`` if there is no record, or it cannot be read.
    private func lendRecord<Result>(
        _ body: (UnsafeRawBufferPointer) throws(DamagedRecord) -> Result
    ) throws(DamagedRecord) -> Result {
        if let memory {
            return try body(
                UnsafeRawBufferPointer(start: memory + Int(pathCount), count: Int(recordCount)))
        }
        guard let record = known.withLock({ $0.record }) else { throw DamagedRecord() }
        return try record.withUnsafeBufferPointer { record throws(DamagedRecord) in
            try body(UnsafeRawBufferPointer(record))
        }
    }

    private static func stated(_ bytes: UnsafeRawBufferPointer) throws(DamagedRecord)
        -> ParsedFields
    {
        let head = try RecordHead(bytes)
        var record = RecordReader(bytes, from: RecordHead.size)
        _ = try record.lent()
        let order = try record.rank()
        let fields = try TaskFields(head, order: order, &record)
        guard record.isAtEnd else { throw DamagedRecord() }
        return ParsedFields(fields, order)
    }

    private static func stated(
        _ document: Document, path: BoardPath, state: Text, id: TaskID
    ) -> ParsedFields {
        let fields = TaskFields(document, name: path.name, state: state)
        let order = fields.rank ?? Rank.implied(created: fields.created?.universalSeconds, id: id)
        return ParsedFields(fields, order)
    }
}

extension LazyTask {
    /// The record that the second initializer reads, created from the fields.
    var record: [UInt8] {
        if let record = known.withLock({ $0.record }) { return record }
        let (stated, items) = (stated, checklistItems)
        var writer = RecordWriter(capacity: 256)
        var head = RecordHead(stated.fields, order: stated.order, checklist: items)
        if TaskItem(self).holdsCodeWords { head.flags.insert(.holdsCodeWords) }
        head.write(to: &writer)
        writer.write(id.text.utf8)
        writer.write(stated.order.text.utf8)
        stated.fields.write(to: &writer)
        let record = writer.bytes
        known.withLock { $0.record = record }
        return record
    }

    /// Releases everything except the record and the file's bytes, since most tasks of a board are
    /// only read through their records.
    func condense() {
        _ = record
        known.withLock { ($0.stated, $0.opened) = (nil, nil) }
    }

    /// The number of ticked checklist items, and of all items.
    private var checklistItems: (done: UInt32, total: UInt32) {
        let count = opened.document.checklistCount
        return (UInt32(clamping: count.done), UInt32(clamping: count.total))
    }

    /// Returns a value read from the record, or from one made from the file if the record cannot be
    /// read.
    private func fromRecord<Result>(
        _ read: (UnsafeRawBufferPointer) throws(DamagedRecord) -> Result
    ) -> Result {
        do throws(DamagedRecord) { return try lendRecord(read) } catch {
            // Falls back to a record made from the file.
        }
        return record.withUnsafeBytes { bytes in
            do throws(DamagedRecord) { return try read(bytes) } catch {
                preconditionFailure("a record that was just written can be read")
            }
        }
    }

    /// Calls `body` with the fields that lists show, without reading others.
    func withGlance<Result>(_ body: (CardFields) -> Result) -> Result {
        fromRecord { bytes throws(DamagedRecord) in body(try CardFields(bytes)) }
    }

    /// Calls `body` with the numbers and flags of the record, without reading its texts.
    func withHead<Result>(_ body: (RecordHead) -> Result) -> Result {
        fromRecord { bytes throws(DamagedRecord) in body(try RecordHead(bytes)) }
    }

    /// The flags of the record.
    var flags: RecordHead.Flags {
        fromRecord { bytes throws(DamagedRecord) in try RecordHead.flags(of: bytes) }
    }

    /// The fields that urgency depends on, without their texts.
    var urgencyFields: UrgencyFields {
        fromRecord { bytes throws(DamagedRecord) in try UrgencyFields(bytes) }
    }

    /// True if ``TaskItem/holdsCodeWords`` may be true; true without a record.
    var mayHoldCodeWords: Bool {
        do throws(DamagedRecord) {
            return try lendRecord { bytes throws(DamagedRecord) in
                try RecordHead.flags(of: bytes).contains(.holdsCodeWords)
            }
        } catch {
            return true
        }
    }

    /// Calls `body` with the title.
    func withTitle<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        do throws(DamagedRecord) {
            return try lendRecord { bytes throws(DamagedRecord) in
                guard bytes.count >= RecordHead.size else { throw DamagedRecord() }
                var reader = RecordReader(bytes, from: RecordHead.size)
                // The ID and the rank.
                _ = try reader.lent()
                _ = try reader.lent()
                return body(try reader.lent())
            }
        } catch {
            // Falls back to a record made from the file.
        }
        return stated.fields.title.utf8.withUnsafeBytes(body)
    }

    /// Calls `body` with the text of the rank.
    func withOrder<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        do throws(DamagedRecord) {
            return try lendRecord { bytes throws(DamagedRecord) in
                guard bytes.count >= RecordHead.size else { throw DamagedRecord() }
                var reader = RecordReader(bytes, from: RecordHead.size)
                _ = try reader.lent()
                return body(try reader.lent())
            }
        } catch {
            // Falls back to a record made from the file.
        }
        return stated.order.text.utf8.withUnsafeBytes(body)
    }
}

/// The access of one thread to the contents of tasks.
package final class ContentsLender {
    private var files: (any StoredTasks)?
    private var known: (any ContentsReader)?

    package init() {}

    /// Returns the one reader, since all tasks of a board have the same source.
    fileprivate func reader(of files: any StoredTasks) -> any ContentsReader {
        if let known, self.files === files { return known }
        let reader = files.reader()
        (self.files, known) = (files, reader)
        return reader
    }
}

extension UnsafeBufferPointer {
    fileprivate func dropping(_ count: Int) -> UnsafeBufferPointer {
        UnsafeBufferPointer(rebasing: dropFirst(count))
    }
}
