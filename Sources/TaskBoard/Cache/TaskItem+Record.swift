package import MarkdownDocument

extension TaskItem {
    /// The version of the format of ``record``. It depends on the keys that pmd knows, since
    /// another release may treat a key as the user's own.
    package static let recordFormat = Field.keys.reduce(10) { version, field in
        field.key.utf8.reduce(version) { ($0 ^ UInt32($1)) &* 16_777_619 }
    }

    /// The fields of the task's file, from which the same task can be created
    /// without parsing the bytes.
    package var record: [UInt8] { contents.record }

    /// Creates the record now, and releases everything that can be created
    /// again from it or from the file's bytes.
    package func condense() { contents.condense() }

    /// Creates a task whose file was read before.
    ///
    /// - Parameters:
    ///   - path: The range of its path among the records.
    ///   - record: The range of its ``record``.
    ///   - place: The key to its bytes.
    ///   - folder: The values that it shares with others.
    /// - Throws: ``DamagedRecord`` if the head of the record is malformed.
    package init(
        path: Range<Int>, record: Range<Int>, place: Int, in folder: StoredFolder
    ) throws(DamagedRecord) {
        self.init(try LazyTask(path, record: record, place: place, in: folder))
    }

    /// Creates a task like ``init(path:document:settings:)``, for the tasks of
    /// one folder, whose state is looked up once.
    package init(path: BoardPath, document: Document, state: Text, isFinished: Bool) {
        self.init(LazyTask(path, document: document, state: state, isFinished: isFinished))
    }
}
