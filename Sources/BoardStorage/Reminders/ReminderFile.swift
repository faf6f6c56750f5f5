import Glibc
import MarkdownDocument
import TaskBoard

/// The file of a clone's reminders in its local state, one fact a line:
///
///     channel CHANNEL FIRST-RUN FAILURE-REPORTED
///     run SECONDS
///     announced CHANNEL SECONDS ID DUE ELEMENT
///     snooze SECONDS ID DUE
///
/// The parts are separated by tabs, and other bytes than visible ASCII are written as `%0A`, so
/// that any text of a task can be read back. A line that cannot be read loses no other.
enum ReminderFile {
    static let name = Array("reminders".utf8)
    private static let limit = 1 << 26

    /// Reads the record of a clone.
    ///
    /// - Throws: ``SystemError`` for a file that is there and cannot be read, since a new record
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
        try folder.replace(name, bytes(record), mode: 0o600)
    }
}

extension ReminderFile {
    static func bytes(_ record: ReminderRecord) -> [UInt8] {
        var lines = record.channels.map { channel, state in
            line(
                "channel", channel.name, Text("\(state.firstRun)"),
                Text(state.failureReported.map { "\($0)" } ?? ""))
        }
        if let run = record.lastRun { lines.append(line("run", Text("\(run)"))) }
        lines += record.announced.map { announced, seconds in
            let key = announced.key
            return line(
                "announced", announced.channel.name, Text("\(seconds)"), key.id.text, key.due,
                key.element)
        }
        lines += record.snoozes.map { line("snooze", Text("\($1)"), $0.id.text, $0.due) }
        return lines.sorted().flatMap { $0.utf8 + [0x0A] }
    }

    private static func line(_ parts: Text...) -> Text {
        Text(parts.map { escaped($0) }.joined(separator: [UInt8(ascii: "\t")]))
    }

    private static func escaped(_ text: Text) -> [UInt8] {
        let digits = Array("0123456789ABCDEF".utf8)
        return text.utf8.flatMap { byte in
            (0x21..<0x7F).contains(byte) && byte != UInt8(ascii: "%")
                ? [byte] : [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
        }
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
        case ("channel", 4):
            guard let firstRun = time(parts[2]) else { return }
            record.channels[ReminderChannel(parts[1])] = ReminderRecord.Channel(
                firstRun: firstRun, failureReported: time(parts[3]))
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

    /// Returns the text that was escaped; nil for a malformed escape.
    private static func unescaped(_ bytes: ArraySlice<UInt8>) -> Text? {
        var text: [UInt8] = []
        var rest = bytes
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                text.append(byte)
                continue
            }
            let digits = String(decoding: rest.prefix(2), as: UTF8.self)
            guard rest.count >= 2, let value = UInt8(digits, radix: 16) else { return nil }
            text.append(value)
            rest = rest.dropFirst(2)
        }
        return Text(text)
    }
}
