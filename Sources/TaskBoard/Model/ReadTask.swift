import MarkdownDocument
import Synchronization

/// A task's file: what its fields say, and its bytes, which are parsed only when
/// somebody asks for the document.
final class ReadTask: Sendable {
    let id: TaskID
    let path: BoardPath
    let state: Text
    let isFinished: Bool
    let fields: TaskFields
    let order: Rank
    let bytes: ArraySlice<UInt8>
    private let knownChecklist: Checklist?
    private let parsed: Mutex<Document?>

    struct Checklist: Equatable {
        var done: UInt32
        var total: UInt32
    }

    /// Reads a document's fields.
    init(_ path: BoardPath, _ document: Document, _ state: Text, isFinished: Bool) {
        self.path = path
        self.state = state
        self.isFinished = isFinished
        id = TaskID(fileName: path.fileName)
        fields = TaskFields(document, name: path.name, state: state)
        order = fields.rank ?? Rank.implied(created: fields.created?.universalSeconds, id: id)
        bytes = document.bytes[...]
        knownChecklist = nil
        parsed = Mutex(document)
    }

    /// Takes the fields from a record of the same bytes at the same path.
    init(
        _ path: BoardPath, _ record: inout RecordReader, _ bytes: ArraySlice<UInt8>,
        _ state: Text, isFinished: Bool
    ) throws(DamagedRecord) {
        let id = TaskID(stored: try record.text())
        let fields = try TaskFields(&record)
        guard (0...bytes.count).contains(fields.bodyStart) else { throw DamagedRecord() }
        let order = try record.optional { r throws(DamagedRecord) in try r.rank() }
        guard let order = order ?? fields.rank else { throw DamagedRecord() }
        let checklist = Checklist(done: try record.number(), total: try record.number())
        guard record.isAtEnd else { throw DamagedRecord() }
        (self.path, self.state, self.isFinished, self.bytes) = (path, state, isFinished, bytes)
        (self.id, self.fields, self.order) = (id, fields, order)
        knownChecklist = checklist
        parsed = Mutex(nil)
    }

    /// What the second initialiser reads.
    func write(to record: inout RecordWriter) {
        record.write(id.text.utf8)
        fields.write(to: &record)
        record.write(fields.rank == nil ? order : nil) { $0.write($1.text.utf8) }
        let checklist = checklist
        record.write(checklist.done)
        record.write(checklist.total)
    }
}

extension ReadTask {
    var body: ArraySlice<UInt8> { bytes.dropFirst(fields.bodyStart) }

    var document: Document {
        parsed.withLock { parsed in
            if let parsed { return parsed }
            let document = Document(Array(bytes))
            parsed = document
            return document
        }
    }

    var checklist: Checklist {
        if let knownChecklist { return knownChecklist }
        guard !fields.isMalformed, body.contains(UInt8(ascii: "[")) else {
            return Checklist(done: 0, total: 0)
        }
        let items = document.checklist
        return Checklist(
            done: UInt32(clamping: items.count(where: \.isTicked)),
            total: UInt32(clamping: items.count))
    }
}
