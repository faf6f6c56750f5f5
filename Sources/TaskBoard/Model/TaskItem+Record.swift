package import MarkdownDocument

extension TaskItem {
    /// The version of what ``record`` holds.
    package static let recordFormat: UInt32 = 2

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
    ///   - files: All that were, with their bytes.
    ///   - record: Where among their records the one is that ``record`` said of it.
    ///   - place: What `files` finds its bytes by.
    ///   - state: What the settings make of the path's first folder.
    /// - Throws: ``DamagedRecord`` where the record does not begin as one.
    package init(
        path: BoardPath, in files: any StoredTasks, record: Range<Int>, place: Int, state: Text,
        isFinished: Bool
    ) throws(DamagedRecord) {
        self.init(
            try ReadTask(
                path, in: files, record: record, place: place, state, isFinished: isFinished))
    }

    /// A task as ``init(path:document:settings:)`` makes it, for the tasks of one
    /// folder, whose state is looked up once.
    package init(path: BoardPath, document: Document, state: Text, isFinished: Bool) {
        self.init(ReadTask(path, document, state, isFinished: isFinished))
    }
}
