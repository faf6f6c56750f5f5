package import MarkdownDocument

/// Tasks that were read before: records of their fields, and the bytes of their
/// files.
package protocol StoredTasks: AnyObject, Sendable {
    /// The paths and records of all tasks, in one buffer.
    var records: RecordBytes { get }

    /// Returns the bytes of a task's file as they were read, or, if these are
    /// lost, the current bytes.
    func contents(at place: Int, of path: BoardPath) -> ArraySlice<UInt8>

    /// Returns a reader of many files for one thread.
    func reader() -> any ContentsReader
}

/// The values that stored tasks in one folder share.
package final class StoredFolder: Sendable {
    let files: any StoredTasks
    private let records: RecordBytes
    /// The records, valid as long as this object.
    nonisolated(unsafe) let bytes: UnsafeRawBufferPointer
    let state: Text
    let isFinished: Bool

    /// - Parameter state: The state of the first folder by the settings.
    package init(_ files: any StoredTasks, state: Text, isFinished: Bool) {
        (self.files, self.state, self.isFinished) = (files, state, isFinished)
        records = files.records
        bytes = records.bytes
    }
}

/// A reader of files' bytes, used by one thread. It is fastest in the order of
/// their places.
package protocol ContentsReader: AnyObject {
    /// Calls `body` with the bytes of ``StoredTasks/contents(at:of:)``.
    func withContents<Result>(
        at place: Int, of path: () -> BoardPath, _ body: (UnsafeBufferPointer<UInt8>) -> Result
    ) -> Result
}

/// Read-only memory that many tasks share.
///
/// It is not an array, since two threads that read one array both update its
/// reference count, and wait for each other at every access.
package final class RecordBytes: Sendable {
    /// The bytes, valid as long as this object.
    package nonisolated(unsafe) let bytes: UnsafeRawBufferPointer

    /// - Parameter fill: Writes the bytes, and returns their number.
    package init(capacity: Int, _ fill: (UnsafeMutableRawBufferPointer) -> Int) {
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: capacity, alignment: 16)
        bytes = UnsafeRawBufferPointer(rebasing: memory[..<fill(memory)])
    }

    package convenience init(_ bytes: [UInt8]) {
        self.init(capacity: bytes.count) { memory in
            memory.copyBytes(from: bytes)
            return bytes.count
        }
    }

    deinit { bytes.deallocate() }
}

/// The tasks that may be the first or the last of their column, judged by their
/// records.
package struct ColumnEnds {
    private var first: Rank.Start?
    private var last: Rank.Start?

    package init() {}

    /// Returns true if a task may be at an end, since it is not between two
    /// others that were checked before. Always true for a record that cannot be
    /// read.
    package mutating func mayEnd(_ record: UnsafeRawBufferPointer) -> Bool {
        do throws(DamagedRecord) {
            let start = try RecordHead(record).orderStart
            let isFirst = first.map { start == $0 || start < $0 } ?? true
            let isLast = last.map { start == $0 || $0 < start } ?? true
            if isFirst { first = start }
            if isLast { last = start }
            return isFirst || isLast
        } catch {
            return true
        }
    }
}
