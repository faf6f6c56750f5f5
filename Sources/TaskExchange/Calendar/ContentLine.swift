import Cical
import MarkdownDocument
import TaskBoard

/// An iCalendar line that libical can read.
struct ContentLine: Sendable {
    /// In uppercase.
    let name: String
    /// The raw value.
    let value: Text
    /// The number of its first line in the file, counted from one.
    let number: Int
    /// The value as a date, without the zone given as a parameter; nil for an invalid day and for
    /// other values.
    let date: DueDate?
    private let parameters: [String: Text]

    /// The parameters read by pmd.
    private static let read = ["TZID", "RELTYPE", "RELATED", "RANGE"]

    /// The maximum size of a name with its parameters, in bytes: libical compares all pairs of
    /// parameters.
    private static let longestHead = 4096

    /// - Throws: ``RecordProblem`` for a line that libical cannot read.
    init(_ raw: RawLine) throws(RecordProblem) {
        (name, value, number) = (raw.name, Text(raw.value), raw.number)
        // pmd has its own rule engine, which reports unsupported rules.
        guard name != "RRULE" else {
            (date, parameters) = (nil, [:])
            return
        }
        guard raw.head.count <= Self.longestHead, !raw.value.isEmpty, !raw.value.contains(0),
            let line = (raw.head + [0x3A] + raw.value + [0]).withUnsafeBufferPointer({ bytes in
                bytes.withMemoryRebound(to: CChar.self) { cical_line_new($0.baseAddress) }
            })
        else { throw .notAContentLine }
        defer { cical_line_free(line) }
        date = DueDate(ofLine: line)
        var parameters: [String: Text] = [:]
        if raw.head.count > name.utf8.count {
            for key in Self.read {
                guard let value = cical_line_parameter(line, key) else { continue }
                defer { cical_text_free(value) }
                parameters[key] = Text(Array(String(cString: value).utf8))
            }
        }
        self.parameters = parameters
    }

    /// The value of a parameter without quotes: `TZID`, `RELTYPE`, `RELATED` or `RANGE`.
    subscript(parameter: String) -> Text? { parameters[parameter] }

    /// Returns true if another line has the same content, wherever it is.
    func isSame(as other: ContentLine) -> Bool {
        name == other.name && value == other.value && parameters == other.parameters
    }

    /// The value as text, without escapes.
    var text: Text { CalendarText.unescaped(value.utf8) }

    /// The elements between commas, without escapes.
    var texts: [Text] { CalendarText.elements(value).map { CalendarText.unescaped($0) } }
}

/// A line as parsed without libical, which does not track line numbers.
struct RawLine {
    /// In uppercase.
    let name: String
    /// The name and the parameters.
    let head: [UInt8]
    let value: [UInt8]
    let number: Int

    /// - Returns: Nil for a line without a name or a colon.
    init?(_ line: [UInt8], number: Int) {
        let name = line.prefix {
            (0x30...0x39).contains($0) || (0x61...0x7A).contains($0 | 0x20)
                || $0 == UInt8(ascii: "-")
        }
        var isQuoted = false
        let colon = line.firstIndex { byte in
            if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
            return byte == UInt8(ascii: ":") && !isQuoted
        }
        guard !name.isEmpty, let colon,
            name.count == colon || line[name.count] == UInt8(ascii: ";")
        else { return nil }
        self.name = String(decoding: name, as: UTF8.self).uppercased()
        head = Array(line[..<colon])
        value = Array(line[(colon + 1)...])
        self.number = number
    }

    private init(_ raw: RawLine, value: [UInt8]) {
        (name, head, number, self.value) = (raw.name, raw.head, raw.number, value)
    }

    /// A line for each date of a list. libical silently stops after 500.
    var ofEachDate: [RawLine] {
        value.split(separator: UInt8(ascii: ",")).map { RawLine(self, value: $0.trimmed) }
    }
}

extension DueDate {
    /// The date of a line: a day, a local time, or a time in UTC.
    fileprivate init?(ofLine line: OpaquePointer) {
        var date = cical_date()
        guard cical_line_date(line, &date), (1...9999).contains(date.year) else { return nil }
        let day =
            [date.year / 100, date.year % 100].map { twoDigits(Int($0)) }.joined()
            + [date.month, date.day].map { "-" + twoDigits(Int($0)) }.joined()
        guard date.has_time else {
            self.init(Text(day))
            return
        }
        let time = [date.hour, date.minute].map { twoDigits(Int($0)) }.joined(separator: ":")
        let second = date.second == 0 ? "" : ":" + twoDigits(Int(date.second))
        self.init(Text(day + "T" + time + second + (date.is_utc ? "Z" : "")))
    }
}

/// The unfolded lines of a file.
struct UnfoldedLines {
    private let bytes: [UInt8]
    private var at = 0
    private var number = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Returns the next nonblank line, and its number.
    mutating func next() -> (line: [UInt8], number: Int)? {
        while at < bytes.count {
            var line = takeLine()
            let first = number
            while at < bytes.count, bytes[at] == 0x20 || bytes[at] == 0x09 {
                at += 1
                line += takeLine()
            }
            if line.contains(where: { $0 != 0x20 && $0 != 0x09 }) { return (Array(line), first) }
        }
        return nil
    }

    private mutating func takeLine() -> ArraySlice<UInt8> {
        let end = bytes[at...].firstIndex(of: 0x0A) ?? bytes.count
        var line = bytes[at..<end]
        if line.last == 0x0D { line.removeLast() }
        at = end + 1
        number += 1
        return line
    }
}
