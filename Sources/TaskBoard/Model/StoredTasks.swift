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
    let records: RecordBytes
    let state: Text
    let isFinished: Bool

    /// - Parameter state: What the settings make of the first folder.
    package init(_ files: any StoredTasks, state: Text, isFinished: Bool) {
        (self.files, records, self.state, self.isFinished) = (
            files, files.records, state, isFinished
        )
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
package final class RecordBytes: Sendable {
    package let bytes: [UInt8]

    package init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Lends a part; what is not there comes out empty.
    func lend<Result>(
        _ range: Range<Int>, _ body: (UnsafeRawBufferPointer) throws(DamagedRecord) -> Result
    ) throws(DamagedRecord) -> Result {
        try bytes.withUnsafeBufferPointer { bytes throws(DamagedRecord) in
            let isThere = range.lowerBound >= 0 && range.upperBound <= bytes.count
            let part = bytes[isThere ? range : 0..<0]
            return try body(UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: part)))
        }
    }
}
