import MarkdownDocument
import Synchronization

/// A task's file: what its fields say, and its bytes. Of a task that was read
/// before only a few words are looked at until somebody asks for more.
final class ReadTask: Sendable {
    let id: TaskID
    let isFinished: Bool
    /// The first bytes of its rank, which put nearly all tasks in their order.
    let orderStart: Rank.Start
    /// The number of the day until which it waits.
    let waitDay: Int64?
    /// Where the body begins in the file's bytes.
    private let bodyStart: Int
    /// A file that was read now; nil where there is a record.
    private let file: File?
    /// What a record shares with others; it keeps them in memory.
    private let folder: StoredFolder?
    /// The path, with the record behind it. A board has many: the counts are kept small,
    /// and nothing needs to be retained to look here.
    private nonisolated(unsafe) let memory: UnsafeRawPointer?
    private let pathCount, recordCount, storedPlace: UInt32
    private let known: Mutex<Known>

    /// What is known of a task beside its bytes.
    final class Stated: Sendable {
        let fields: TaskFields
        let order: Rank

        init(_ fields: TaskFields, _ order: Rank) { (self.fields, self.order) = (fields, order) }
    }

    /// Apart from the task, so that one with a record is not as large.
    private final class File: Sendable {
        let path: BoardPath
        let bytes: [UInt8]
        let state: Text

        init(_ path: BoardPath, _ bytes: [UInt8], _ state: Text) {
            (self.path, self.bytes, self.state) = (path, bytes, state)
        }
    }

    /// What was made when it was first asked for.
    private struct Known {
        var stated: Stated?
        var opened: Opened?
        var record: [UInt8]?
    }

    private final class Opened: Sendable {
        let document: Document

        init(_ document: Document) { self.document = document }
    }

    /// Reads a document's fields.
    init(_ path: BoardPath, _ document: Document, _ state: Text, isFinished: Bool) {
        self.isFinished = isFinished
        let id = TaskID(fileName: path.fileName)
        self.id = id
        let stated = Self.stated(document, path, state, id)
        orderStart = stated.order.start
        waitDay = stated.fields.wait.map { Int64($0.number) }
        bodyStart = stated.fields.bodyStart
        file = File(path, document.bytes, state)
        (folder, memory, pathCount, recordCount, storedPlace) = (nil, nil, 0, 0, 0)
        known = Mutex(Known(stated: stated, opened: Opened(document)))
    }

    /// A task of which a record is kept.
    ///
    /// - Parameters:
    ///   - path: Where among all records its path lies.
    ///   - record: Where its record does, behind the path.
    ///   - place: What the file's bytes are found by.
    /// - Throws: ``DamagedRecord`` where the record does not begin as one.
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

extension ReadTask {
    var state: Text { folder?.state ?? file?.state ?? Text("") }

    /// Lends the state's bytes.
    func withState(_ body: (UnsafeRawBufferPointer) -> Void) {
        let isLent = withPath { path in
            // The folder's name, unless it could be another normal form of the state's.
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

    /// What the file says, read when it is first asked for.
    var stated: Stated {
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

    /// What its file is found by among those that were read before; 0 for others.
    var place: Int { Int(storedPlace) }

    /// Lends the body.
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

    /// The fields by the record, or where it cannot be read by the file.
    private func readFields() -> Stated {
        do throws(DamagedRecord) {
            return try lendRecord { bytes throws(DamagedRecord) in try Self.stated(bytes) }
        } catch {
            return Self.stated(document, path, state, id)
        }
    }

    /// - Throws: ``DamagedRecord`` where there is none, or it cannot be read.
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

    private static func stated(_ bytes: UnsafeRawBufferPointer) throws(DamagedRecord) -> Stated {
        let head = try RecordHead(bytes)
        var record = RecordReader(bytes, from: RecordHead.size)
        _ = try record.lent()
        let order = try record.rank()
        let fields = try TaskFields(head, order: order, &record)
        guard record.isAtEnd else { throw DamagedRecord() }
        return Stated(fields, order)
    }

    private static func stated(
        _ document: Document, _ path: BoardPath, _ state: Text, _ id: TaskID
    ) -> Stated {
        let fields = TaskFields(document, name: path.name, state: state)
        let order = fields.rank ?? Rank.implied(created: fields.created?.universalSeconds, id: id)
        return Stated(fields, order)
    }
}

extension ReadTask {
    /// What the second initialiser reads, made of the fields.
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

    /// Keeps the record and the file's bytes, and of all that was made of these nothing: most
    /// tasks of a board are asked for no more than their record says.
    func condense() {
        _ = record
        known.withLock { ($0.stated, $0.opened) = (nil, nil) }
    }

    /// How many items of the checklist are ticked, and how many there are.
    private var checklistItems: (done: UInt32, total: UInt32) {
        let count = opened.document.checklistCount
        return (UInt32(clamping: count.done), UInt32(clamping: count.total))
    }

    /// Lends what lists show: nothing else is read for it.
    func withGlance<Result>(_ body: (TaskGlance) -> Result) -> Result {
        do throws(DamagedRecord) {
            return try lendRecord { bytes throws(DamagedRecord) in body(try TaskGlance(bytes)) }
        } catch {
            // Made of the file.
        }
        return record.withUnsafeBytes { bytes in
            do throws(DamagedRecord) { return body(try TaskGlance(bytes)) } catch {
                preconditionFailure("a record that was just written can be read")
            }
        }
    }

    /// Whether ``TaskItem/holdsCodeWords``; true where no record tells.
    var mayHoldCodeWords: Bool {
        do throws(DamagedRecord) {
            return try lendRecord { bytes throws(DamagedRecord) in
                try RecordHead.flags(of: bytes).contains(.holdsCodeWords)
            }
        } catch {
            return true
        }
    }

    /// Lends the title.
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
            // Made of the file.
        }
        return stated.fields.title.utf8.withUnsafeBytes(body)
    }

    /// Lends the text of its rank.
    func withOrder<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        do throws(DamagedRecord) {
            return try lendRecord { bytes throws(DamagedRecord) in
                guard bytes.count >= RecordHead.size else { throw DamagedRecord() }
                var reader = RecordReader(bytes, from: RecordHead.size)
                _ = try reader.lent()
                return body(try reader.lent())
            }
        } catch {
            // Made of the file.
        }
        return stated.order.text.utf8.withUnsafeBytes(body)
    }
}

/// What lends one thread the contents of tasks.
final class ContentsLender {
    private var files: (any StoredTasks)?
    private var known: (any ContentsReader)?

    /// All tasks of a board come from one place.
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
