import Glibc
import MarkdownDocument
import TaskBoard

/// The file of a clone's reminders in its local state, one fact per line:
///
///     channel CHANNEL FIRST-RUN FAILURE-REPORTED [NEWEST-COMMIT]
///     run SECONDS
///     announced CHANNEL SECONDS ID DUE ELEMENT
///     snooze SECONDS ID DUE
///
/// The parts are escaped and separated by tabs. An unreadable line does not affect the others.
enum ReminderFile {
    static let name = Array("reminders".utf8)
    private static let limit = 1 << 26

    /// Reads the record of a clone.
    ///
    /// - Throws: ``SystemError`` for an existing file that cannot be read, since a new record
    ///   would replace it.
    static func read(in folder: Folder) throws(SystemError) -> ReminderRecord {
        switch try folder.read(name, limit: limit) {
        case .absent: return ReminderRecord()
        case .file(let bytes, _): return record(bytes)
        case .unread, .other:
            throw SystemError(number: EACCES, operation: .read, path: folder.fullPath(name))
        }
    }

    static func write(_ record: ReminderRecord, in folder: Folder) throws(SystemError) {
        var (record, bytes) = (record, bytes(record))
        while bytes.count > limit, !record.announced.isEmpty {
            record.forgetOldest(keeping: record.announced.count / 2)
            bytes = self.bytes(record)
        }
        try folder.replace(name, bytes, mode: 0o600)
    }
}

extension ReminderFile {
    static func bytes(_ record: ReminderRecord) -> [UInt8] {
        var lines = record.channels.map { channel, state in
            line(
                ["channel", channel.name, time(state.firstRun), time(state.failureReported)]
                    + (state.newestCommit.map { [time($0)] } ?? []))
        }
        if let run = record.lastRun { lines.append(line(["run", time(run)])) }
        lines += record.announced.map { announced, seconds in
            let key = announced.key
            return line([
                "announced", announced.channel.name, time(seconds), key.id.text, key.due,
                key.element,
            ])
        }
        lines += record.snoozes.map { line(["snooze", time($1), $0.id.text, $0.due]) }
        return lines.sorted().flatMap { $0.utf8 + [0x0A] }
    }

    private static func time(_ seconds: Int64?) -> Text { Text(seconds.map(String.init) ?? "") }

    private static func line(_ parts: [Text]) -> Text {
        Text(parts.map { escaped($0) }.joined(separator: [UInt8(ascii: "\t")]))
    }
}

extension ReminderFile {
    static func record(_ bytes: [UInt8]) -> ReminderRecord {
        var record = ReminderRecord()
        for line in bytes.split(separator: 0x0A) {
            let parts = line.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false)
                .compactMap { unescaped($0) }
            take(parts, into: &record)
        }
        return record
    }

    private static func take(_ parts: [Text], into record: inout ReminderRecord) {
        switch (parts.first?.string, parts.count) {
        case ("channel", 4...5):
            guard let firstRun = time(parts[2]) else { return }
            record.channels[ReminderChannel(parts[1])] = ReminderRecord.Channel(
                firstRun: firstRun, failureReported: time(parts[3]),
                newestCommit: parts.count == 5 ? time(parts[4]) : nil)
        case ("run", 2): record.lastRun = time(parts[1]) ?? record.lastRun
        case ("announced", 6):
            guard let seconds = time(parts[2]) else { return }
            let key = ReminderKey(id: TaskID(parts[3]), due: parts[4], element: parts[5])
            let channel = ReminderChannel(parts[1])
            record.announced[ReminderRecord.Announced(channel, key)] = seconds
        case ("snooze", 4):
            guard let seconds = time(parts[1]) else { return }
            record.snoozes[ReminderRecord.Dated(id: TaskID(parts[2]), due: parts[3])] = seconds
        default: return
        }
    }

    /// Returns a time in seconds since 1970, from the year 1 to 9999, so that a difference of two
    /// never overflows; nil for any other.
    private static func time(_ text: Text) -> Int64? {
        Int64(text.string).flatMap { (-62_135_596_800...253_402_300_799).contains($0) ? $0 : nil }
    }
}
