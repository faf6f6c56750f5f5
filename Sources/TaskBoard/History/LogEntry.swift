/// One change of one task in the log.
package struct LogEntry: Sendable {
    /// 40 hexadecimal digits.
    package let commit: String
    /// The author's time in seconds since 1970, and its offset in minutes east
    /// of UTC.
    package let time: Int64
    package let offset: Int32
    package let author: String
    package let change: TaskChange

    package init(
        commit: String, time: Int64, offset: Int32, author: String, change: TaskChange
    ) {
        self.commit = commit
        self.time = time
        self.offset = offset
        self.author = author
        self.change = change
    }
}
