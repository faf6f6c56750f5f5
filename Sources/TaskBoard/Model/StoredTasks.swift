/// Records of tasks that were read before, and the bytes of their files.
package protocol StoredTasks: AnyObject, Sendable {
    /// All records in one piece.
    var records: [UInt8] { get }

    /// The bytes of a task's file as they were read, or where these are lost as they
    /// are now.
    func contents(at place: Int, of path: BoardPath) -> ArraySlice<UInt8>
}

extension StoredTasks {
    /// Reads one record.
    func reading<Result>(
        _ record: Range<Int>,
        _ body: (inout RecordReader) throws(DamagedRecord) -> Result
    ) throws(DamagedRecord) -> Result {
        guard record.lowerBound >= 0, record.upperBound <= records.count else {
            throw DamagedRecord()
        }
        let result = records.withUnsafeBytes { bytes -> Swift.Result<Result, DamagedRecord> in
            var reader = RecordReader(UnsafeRawBufferPointer(rebasing: bytes[record]))
            return Swift.Result { () throws(DamagedRecord) in try body(&reader) }
        }
        return try result.get()
    }
}
