import MarkdownDocument

/// The offsets of a time zone, read from a file of the system's zone database.
///
/// The format is TZif, version 2 or newer (RFC 9636).
package struct ZoneRules: Sendable {
    private var transitions: [(time: Int64, offset: Int)] = []
    /// The offset before the first transition.
    private var first = 0
    /// The rule after the last transition; nil if the last offset stays.
    private var footer: PosixZone?

    /// Creates rules with the same offset at all times, in seconds east of UTC.
    package init(offset: Int) { first = offset }

    /// - Returns: nil for bytes that are not a zone file.
    package init?(_ bytes: [UInt8]) {
        guard let old = ZoneFileHeader(bytes[...]), old.version >= UInt8(ascii: "2"),
            let new = ZoneFileHeader(bytes.dropFirst(old.length(timeBytes: 4))),
            let block = ZoneFileBlock(bytes, old.length(timeBytes: 4), new)
        else { return nil }
        (first, transitions) = (block.first, block.transitions)
        let rest = bytes.dropFirst(old.length(timeBytes: 4) + new.length(timeBytes: 8))
        guard rest.first == .newline, let end = rest.dropFirst().firstIndex(of: .newline) else {
            return nil
        }
        let text = rest[(rest.startIndex + 1)..<end]
        guard !text.isEmpty else { return }
        guard let footer = PosixZone(text) else { return nil }
        self.footer = footer
    }

    /// Returns the seconds that local time is ahead of UTC at a moment of UTC.
    package func offset(at seconds: Int64) -> Int {
        guard let last = transitions.last, seconds < last.time else {
            return footer?.offset(at: seconds) ?? transitions.last?.offset ?? first
        }
        var (low, high) = (0, transitions.count)
        while low < high {
            let middle = (low + high) / 2
            if transitions[middle].time <= seconds { low = middle + 1 } else { high = middle }
        }
        return low == 0 ? first : transitions[low - 1].offset
    }
}

/// The header of a block of a zone file.
private struct ZoneFileHeader {
    static let size = 44

    let version: UInt8
    private let counts: [Int]

    init?(_ bytes: ArraySlice<UInt8>) {
        guard bytes.count >= Self.size, bytes.starts(with: "TZif".utf8) else { return nil }
        version = bytes[bytes.startIndex + 4]
        counts = (0..<6).map { index in
            bytes.dropFirst(20 + 4 * index).prefix(4).reduce(0) { $0 << 8 | Int($1) }
        }
        guard counts.allSatisfy({ $0 < 1 << 16 }), times == 0 || types > 0 else { return nil }
    }

    var times: Int { counts[3] }
    var types: Int { counts[4] }

    /// Returns the number of bytes of the header and its block.
    func length(timeBytes: Int) -> Int {
        let leaps = counts[2] * (timeBytes + 4)
        return Self.size + times * (timeBytes + 1) + types * 6 + counts[5] + leaps + counts[0]
            + counts[1]
    }
}

/// The block of a zone file whose times have 64 bits.
private struct ZoneFileBlock {
    var transitions: [(time: Int64, offset: Int)] = []
    let first: Int

    init?(_ bytes: [UInt8], _ start: Int, _ header: ZoneFileHeader) {
        guard header.types > 0, bytes.count >= start + header.length(timeBytes: 8) else {
            return nil
        }
        let times = start + ZoneFileHeader.size
        let indices = times + 8 * header.times
        let types = indices + header.times
        let offset = { (type: Int) in
            Int(
                Int32(
                    truncatingIfNeeded: bytes[(types + 6 * type)...].prefix(4)
                        .reduce(0) { $0 << 8 | Int($1) }))
        }
        first = offset(0)
        for index in 0..<header.times {
            let time = bytes[(times + 8 * index)...].prefix(8).reduce(UInt64(0)) {
                $0 << 8 | UInt64($1)
            }
            let type = Int(bytes[indices + index])
            guard type < header.types else { return nil }
            transitions.append((Int64(bitPattern: time), offset(type)))
        }
        let pairs = zip(transitions, transitions.dropFirst())
        guard pairs.allSatisfy({ $0.time <= $1.time }) else { return nil }
        guard (transitions.map(\.offset) + [first]).allSatisfy({ abs($0) <= 26 * 3_600 }) else {
            return nil
        }
    }
}

/// The rule for all years after a zone file's last transition, such as
/// `CET-1CEST,M3.5.0,M10.5.0/3` (POSIX.1, `TZ`, with the hours of RFC 9636).
private struct PosixZone: Sendable {
    private struct Summer: Sendable {
        let offset: Int
        let start, end: Change
    }

    /// When the clocks change, every year.
    private struct Change: Sendable {
        enum Date: Sendable {
            /// A weekday of a month, Sunday 0; week 5 is the last one.
            case weekday(month: Int, week: Int, day: Int)
            /// A day of the year, counted from 1 without 29 February.
            case dayWithoutLeap(Int)
            /// A day of the year, counted from 0.
            case day(Int)
        }

        let date: Date
        /// Seconds after local midnight, before the change.
        let time: Int
    }

    private let standard: Int
    private var summer: Summer?

    init?(_ text: ArraySlice<UInt8>) {
        var reader = Reader(rest: text)
        guard reader.skipName(), let west = reader.time() else { return nil }
        standard = -west
        if reader.rest.isEmpty { return }
        guard reader.skipName() else { return nil }
        var ahead = standard + 3_600
        if reader.rest.first != UInt8(ascii: ",") {
            guard let west = reader.time() else { return nil }
            ahead = -west
        }
        guard reader.skip(","), let start = reader.change(), reader.skip(","),
            let end = reader.change(), reader.rest.isEmpty
        else { return nil }
        summer = Summer(offset: ahead, start: start, end: end)
    }

    func offset(at seconds: Int64) -> Int {
        guard let summer else { return standard }
        let year = Day(localSeconds: seconds &+ Int64(standard)).year
        let start = Self.seconds(of: summer.start, in: year) - Int64(standard)
        let end = Self.seconds(of: summer.end, in: year) - Int64(summer.offset)
        let isSummer =
            start < end ? start <= seconds && seconds < end : !(end <= seconds && seconds < start)
        return isSummer ? summer.offset : standard
    }

    /// Returns the local seconds since 1970 at which clocks change in a year.
    private static func seconds(of change: Change, in year: Int) -> Int64 {
        let newYear = Day(year: year, month: 1, day: 1)!
        let day: Day
        switch change.date {
        case .day(let number): day = newYear.adding(days: number)
        case .dayWithoutLeap(let number):
            let isLeap = Day(year: year, month: 2, day: 29) != nil
            day = newYear.adding(days: number - 1 + (isLeap && number > 59 ? 1 : 0))
        case .weekday(let month, let week, let weekday):
            let first = Day(year: year, month: month, day: 1)!
            let earliest = first.adding(days: (weekday - first.weekday % 7 + 7) % 7)
            let found = earliest.adding(days: 7 * (week - 1))
            day = found.month == month ? found : found.adding(days: -7)
        }
        return Int64(day.number) * 86_400 + Int64(change.time)
    }

    private struct Reader {
        var rest: ArraySlice<UInt8>

        mutating func skip(_ sign: Unicode.Scalar) -> Bool {
            guard rest.first == UInt8(ascii: sign) else { return false }
            rest = rest.dropFirst()
            return true
        }

        /// Reads past `CET` or `<+03>`.
        mutating func skipName() -> Bool {
            if skip("<") {
                rest = rest.drop { $0 != UInt8(ascii: ">") }
                return skip(">")
            }
            let before = rest.count
            rest = rest.drop {
                (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0)
            }
            return rest.count < before
        }

        mutating func number() -> Int? {
            let digits = rest.prefix { $0.isASCIIDigit }
            guard (1...4).contains(digits.count) else { return nil }
            rest = rest.dropFirst(digits.count)
            return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
        }

        /// Reads `-3`, `5:30` or `12:45:30` in seconds.
        mutating func time() -> Int? {
            let isNegative = skip("-")
            if !isNegative { _ = skip("+") }
            guard let hours = number(), hours <= 167 else { return nil }
            var seconds = hours * 3_600
            for unit in [60, 1] where skip(":") {
                guard let part = number(), part < 60 else { return nil }
                seconds += part * unit
            }
            return isNegative ? -seconds : seconds
        }

        mutating func change() -> Change? {
            guard let date = date() else { return nil }
            guard skip("/") else { return Change(date: date, time: 7_200) }
            return time().map { Change(date: date, time: $0) }
        }

        private mutating func date() -> Change.Date? {
            if skip("M") {
                guard let month = number(), (1...12).contains(month), skip("."),
                    let week = number(), (1...5).contains(week), skip("."),
                    let day = number(), (0...6).contains(day)
                else { return nil }
                return .weekday(month: month, week: week, day: day)
            }
            if skip("J") {
                guard let day = number(), (1...365).contains(day) else { return nil }
                return .dayWithoutLeap(day)
            }
            guard let day = number(), (0...365).contains(day) else { return nil }
            return .day(day)
        }
    }
}
