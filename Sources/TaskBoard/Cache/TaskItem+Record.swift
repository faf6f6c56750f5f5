package import MarkdownDocument

extension TaskItem {
    /// The version of what ``record`` holds. It depends on the keys that pmd knows: another
    /// release may take a key for the user's own.
    package static let recordFormat = Field.keys.reduce(5) { version, field in
        field.key.utf8.reduce(version) { ($0 ^ UInt32($1)) &* 16_777_619 }
    }

    /// What the task's file says, to make the same task from the same bytes
    /// without parsing them.
    package var record: [UInt8] { contents.record }

    /// Makes the record now, and keeps nothing else that can be made of it or of the
    /// file's bytes again.
    package func condense() { contents.condense() }

    /// A task whose file was read before.
    ///
    /// - Parameters:
    ///   - path: Where its path lies among the records.
    ///   - record: Where the record does that ``record`` said of it.
    ///   - place: What its bytes are found by.
    ///   - folder: What it shares with others.
    /// - Throws: ``DamagedRecord`` where the record does not begin as one.
    package init(
        path: Range<Int>, record: Range<Int>, place: Int, in folder: StoredFolder
    ) throws(DamagedRecord) {
        self.init(try ReadTask(path, record: record, place: place, in: folder))
    }

    /// A task as ``init(path:document:settings:)`` makes it, for the tasks of one
    /// folder, whose state is looked up once.
    package init(path: BoardPath, document: Document, state: Text, isFinished: Bool) {
        self.init(ReadTask(path, document, state, isFinished: isFinished))
    }
}
