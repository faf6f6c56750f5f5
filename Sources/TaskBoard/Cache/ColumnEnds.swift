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
