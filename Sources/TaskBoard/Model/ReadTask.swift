import MarkdownDocument
import Synchronization

/// A task's file: what its fields say, and its bytes. Of a task that was read
/// before only a few words are looked at until somebody asks for more.
final class ReadTask: Sendable {
    let id: TaskID
    let path: BoardPath
    let state: Text
    let isFinished: Bool
    /// The first bytes of its rank, which put most tasks in their order.
    let orderStart: UInt64
    /// The number of the day until which it waits.
    let waitDay: Int64?
    /// Where the body begins in the file's bytes.
    private let bodyStart: Int
    private let stored: Stored?
    private let lazyFields: Mutex<Stated?>
    private let lazyDocument: Mutex<Document?>

    struct Checklist: Equatable {
        var done: UInt32
        var total: UInt32
    }

    /// What is known of a task beside its bytes.
    final class Stated: Sendable {
        let fields: TaskFields
        let order: Rank
        /// Nil where the document has to be asked.
        let checklist: Checklist?

        init(_ fields: TaskFields, _ order: Rank, _ checklist: Checklist?) {
            (self.fields, self.order, self.checklist) = (fields, order, checklist)
        }
    }

    /// Where the record and the bytes are.
    private struct Stored {
        let files: any StoredTasks
        let record: Range<Int>
        let place: Int
    }

    /// Reads a document's fields.
    init(_ path: BoardPath, _ document: Document, _ state: Text, isFinished: Bool) {
        self.path = path
        self.state = state
        self.isFinished = isFinished
        let id = TaskID(fileName: path.fileName)
        self.id = id
        let known = Self.fields(document, path, state, id)
        orderStart = known.order.start
        waitDay = known.fields.wait.map { Int64($0.number) }
        bodyStart = known.fields.bodyStart
        stored = nil
        lazyFields = Mutex(known)
        lazyDocument = Mutex(document)
    }

    /// A task of which a record is kept.
    ///
    /// - Parameters:
    ///   - record: Where it lies among all records.
    ///   - place: What `files` finds the file's bytes by.
    /// - Throws: ``DamagedRecord`` where the record does not begin as one.
    init(
        _ path: BoardPath, in files: any StoredTasks, record: Range<Int>, place: Int,
        _ state: Text, isFinished: Bool
    ) throws(DamagedRecord) {
        let start = try files.reading(record) { r throws(DamagedRecord) in try RecordStart(&r) }
        (self.path, self.state, self.isFinished) = (path, state, isFinished)
        (id, orderStart) = (start.id, start.orderStart)
        (waitDay, bodyStart) = (start.wait, start.bodyStart)
        stored = Stored(files: files, record: record, place: place)
        lazyFields = Mutex(nil)
        lazyDocument = Mutex(nil)
    }

    /// The same task of which nothing more than that was read yet.
    init(again task: ReadTask) {
        (id, path, state, isFinished) = (task.id, task.path, task.state, task.isFinished)
        (orderStart, waitDay, bodyStart) = (task.orderStart, task.waitDay, task.bodyStart)
        stored = task.stored
        lazyFields = Mutex(nil)
        lazyDocument = Mutex(task.stored == nil ? task.document : nil)
    }

    /// What the second initialiser reads.
    func write(to record: inout RecordWriter) {
        record.write(id.text.utf8)
        let stated = stated
        record.write(stated.order.text.utf8)
        record.write(waitDay ?? .min)
        record.write(Int64(bodyStart))
        stated.fields.write(to: &record)
        let checklist = checklist
        record.write(checklist.done)
        record.write(checklist.total)
    }
}

/// What a record begins with.
private struct RecordStart {
    let id: TaskID
    let orderStart: UInt64
    let wait: Int64?
    let bodyStart: Int

    init(_ record: inout RecordReader) throws(DamagedRecord) {
        id = TaskID(stored: try record.text())
        orderStart = try record.withContent { Rank.start(of: $0) }
        let wait = try record.number(Int64.self)
        self.wait = wait == .min ? nil : wait
        let bodyStart = try record.number(Int64.self)
        guard bodyStart >= 0 else { throw DamagedRecord() }
        self.bodyStart = Int(bodyStart)
    }

    /// Goes on to the title, the first of the fields.
    static func skip(_ record: inout RecordReader) throws(DamagedRecord) {
        try record.skipContent()
        try record.skipContent()
        _ = try record.number(Int64.self)
        _ = try record.number(Int64.self)
    }
}

extension ReadTask {
    /// What the file says, read when it is first asked for.
    var stated: Stated {
        lazyFields.withLock { known in
            if let known { return known }
            let read = readFields()
            known = read
            return read
        }
    }

    /// The file's bytes.
    var bytes: ArraySlice<UInt8> {
        guard let stored else { return document.bytes[...] }
        return stored.files.contents(at: stored.place, of: path)
    }

    var body: ArraySlice<UInt8> { bytes.dropFirst(bodyStart) }

    /// The title, without reading the other fields.
    func withTitle<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        if let stored {
            do throws(DamagedRecord) {
                return try stored.files.reading(stored.record) { r throws(DamagedRecord) in
                    try RecordStart.skip(&r)
                    return try r.withContent { body($0.bindMemory(to: UInt8.self)) }
                }
            } catch {
                // The fields are read from the file.
            }
        }
        return stated.fields.title.utf8.withUnsafeBufferPointer(body)
    }

    var document: Document {
        lazyDocument.withLock { known in
            if let known { return known }
            let document = Document(Array(bytes))
            known = document
            return document
        }
    }

    var checklist: Checklist {
        let stated = stated
        if let checklist = stated.checklist { return checklist }
        guard !stated.fields.isMalformed, body.contains(UInt8(ascii: "[")) else {
            return Checklist(done: 0, total: 0)
        }
        let items = document.checklist
        return Checklist(
            done: UInt32(clamping: items.count(where: \.isTicked)),
            total: UInt32(clamping: items.count))
    }

    /// The fields by the record, or where it cannot be read by the file.
    private func readFields() -> Stated {
        guard let stored else { return Self.fields(document, path, state, id) }
        do throws(DamagedRecord) {
            return try stored.files.reading(stored.record) { r throws(DamagedRecord) in
                try Self.fields(&r)
            }
        } catch {
            return Self.fields(document, path, state, id)
        }
    }

    private static func fields(_ record: inout RecordReader) throws(DamagedRecord) -> Stated {
        try record.skipContent()
        let order = try record.rank()
        _ = try record.number(Int64.self)
        _ = try record.number(Int64.self)
        let fields = try TaskFields(&record)
        let checklist = Checklist(done: try record.number(), total: try record.number())
        guard record.isAtEnd else { throw DamagedRecord() }
        return Stated(fields, fields.rank ?? order, checklist)
    }

    private static func fields(
        _ document: Document, _ path: BoardPath, _ state: Text, _ id: TaskID
    ) -> Stated {
        let fields = TaskFields(document, name: path.name, state: state)
        let order = fields.rank ?? Rank.implied(created: fields.created?.universalSeconds, id: id)
        return Stated(fields, order, nil)
    }
}
