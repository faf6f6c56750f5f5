package import MarkdownDocument

extension TaskItem {
    /// The version of what ``record`` holds.
    package static let recordFormat: UInt32 = 1

    /// What the task's file says, to make the same task from the same bytes
    /// without parsing them.
    package var record: [UInt8] {
        var writer = RecordWriter()
        contents.write(to: &writer)
        return writer.bytes
    }

    /// A task whose file was read before.
    ///
    /// - Parameters:
    ///   - record: What ``record`` said of it, at this path.
    ///   - bytes: The file's bytes.
    ///   - state: What the settings make of the path's first folder.
    /// - Throws: ``DamagedRecord`` where the record cannot be read.
    package init(
        path: BoardPath, record: UnsafeRawBufferPointer, bytes: ArraySlice<UInt8>, state: Text,
        isFinished: Bool
    ) throws(DamagedRecord) {
        var reader = RecordReader(record)
        self.init(try ReadTask(path, &reader, bytes, state, isFinished: isFinished))
    }

    /// A task as ``init(path:document:settings:)`` makes it, for the tasks of one
    /// folder, whose state is looked up once.
    package init(path: BoardPath, document: Document, state: Text, isFinished: Bool) {
        self.init(ReadTask(path, document, state, isFinished: isFinished))
    }
}
