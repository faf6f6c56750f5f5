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
    private let source: Source
    private let known: Mutex<Known>

    /// What is known of a task beside its bytes.
    final class Stated: Sendable {
        let fields: TaskFields
        let order: Rank

        init(_ fields: TaskFields, _ order: Rank) { (self.fields, self.order) = (fields, order) }
    }

    /// Where the task comes from.
    private enum Source {
        case file(BoardPath, bytes: [UInt8], state: Text)
        case record(Stored)
    }

    /// Where the bytes are, and the path with the record behind it. A board has many:
    /// the places are kept small.
    private struct Stored {
        let folder: StoredFolder
        let place, pathStart, recordStart, recordEnd: UInt32

        var records: RecordBytes { folder.records }
        var path: Range<Int> { Int(pathStart)..<Int(recordStart) }
        var record: Range<Int> { Int(recordStart)..<Int(recordEnd) }
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
        source = .file(path, bytes: document.bytes, state: state)
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
        let records = folder.records
        guard path.upperBound == record.lowerBound, path.lowerBound >= 0, place >= 0,
            record.upperBound <= records.bytes.count,
            let place = UInt32(exactly: place), let end = UInt32(exactly: record.upperBound)
        else { throw DamagedRecord() }
        let (head, id) = try records.lend(record) { bytes throws(DamagedRecord) in
            var reader = RecordReader(bytes, from: RecordHead.size)
            return (try RecordHead(bytes), TaskID(stored: try reader.lent()))
        }
        (self.id, isFinished) = (id, folder.isFinished)
        (orderStart, waitDay, bodyStart) = (head.orderStart, head.wait, head.bodyStart)
        source = .record(
            Stored(
                folder: folder, place: place, pathStart: UInt32(path.lowerBound),
                recordStart: UInt32(path.upperBound), recordEnd: end))
        known = Mutex(Known())
    }
}

extension ReadTask {
    var state: Text {
        switch source {
        case .file(_, _, let state): state
        case .record(let stored): stored.folder.state
        }
    }

    /// Lends the state's bytes.
    func withState(_ body: (UnsafeRawBufferPointer) -> Void) {
        switch source {
        case .file(_, _, let state): state.utf8.withUnsafeBytes(body)
        case .record(let stored): stored.folder.state.utf8.withUnsafeBytes(body)
        }
    }

    var path: BoardPath {
        switch source {
        case .file(let path, _, _): path
        case .record: withPath { BoardPath($0) }
        }
    }

    func withPath<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        switch source {
        case .file(let path, _, _): return path.bytes.withUnsafeBytes(body)
        case .record(let stored):
            return stored.records.bytes.withUnsafeBytes {
                body(UnsafeRawBufferPointer(rebasing: $0[stored.path]))
            }
        }
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
        switch source {
        case .file(_, let bytes, _): bytes[...]
        case .record(let stored): stored.folder.files.contents(at: Int(stored.place), of: path)
        }
    }

    var body: ArraySlice<UInt8> { bytes.dropFirst(bodyStart) }

    /// What its file is found by among those that were read before; 0 for others.
    var place: Int {
        if case .record(let stored) = source { Int(stored.place) } else { 0 }
    }

    /// Lends the body.
    func withBody<Result>(
        _ lender: ContentsLender, _ body: (UnsafeBufferPointer<UInt8>) -> Result
    ) -> Result {
        let start = bodyStart
        switch source {
        case .file(_, let bytes, _):
            return bytes.withUnsafeBufferPointer { body($0.dropping(start)) }
        case .record(let stored):
            return lender.reader(of: stored.folder.files).withContents(
                at: Int(stored.place), of: { path }, { body($0.dropping(start)) })
        }
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
        if case .record(let stored) = source {
            return try stored.records.lend(stored.record, body)
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
