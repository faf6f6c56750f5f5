package import MarkdownDocument

/// Tasks that were read before: records of what their files say, and the bytes of
/// these.
package protocol StoredTasks: AnyObject, Sendable {
    /// The paths and records of all, in one piece.
    var records: RecordBytes { get }

    /// The bytes of a task's file as they were read, or where these are lost as they
    /// are now.
    func contents(at place: Int, of path: BoardPath) -> ArraySlice<UInt8>

    /// What lends one thread the bytes of many.
    func reader() -> any ContentsReader
}

/// What tasks share that were read before and lie in one folder.
package final class StoredFolder: Sendable {
    let files: any StoredTasks
    private let records: RecordBytes
    /// The records, valid as long as this lives.
    nonisolated(unsafe) let bytes: UnsafeRawBufferPointer
    let state: Text
    let isFinished: Bool

    /// - Parameter state: What the settings make of the first folder.
    package init(_ files: any StoredTasks, state: Text, isFinished: Bool) {
        (self.files, self.state, self.isFinished) = (files, state, isFinished)
        records = files.records
        bytes = records.bytes
    }
}

/// Lends files' bytes one after the other, cheapest in the order of their places. One
/// thread uses it.
package protocol ContentsReader: AnyObject {
    /// The same bytes as ``StoredTasks/contents(at:of:)``.
    func withContents<Result>(
        at place: Int, of path: () -> BoardPath, _ body: (UnsafeBufferPointer<UInt8>) -> Result
    ) -> Result
}

/// Memory that many tasks share and only read.
///
/// It is no array: two threads that look at one array both count in one place that they
/// do, and wait for each other at every look.
package final class RecordBytes: Sendable {
    /// Valid as long as this lives.
    package nonisolated(unsafe) let bytes: UnsafeRawBufferPointer

    /// - Parameter fill: Writes the bytes, and answers how many there are.
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
