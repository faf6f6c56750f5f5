import Glibc

/// Formats dates for the terminal.
///
/// They follow the locale for times, or else ISO 8601. A text that is not a date is
/// returned unchanged.
struct DateWords: Sendable {
    // A locale is never freed: it lives as long as the process and is only read.
    private nonisolated(unsafe) let locale: locale_t?

    /// True if the format of dates differs from that in files.
    var hasLocale: Bool { locale != nil }

    /// Reads `LC_ALL`, `LC_TIME` and `LANG`; "C" and "POSIX" count as no locale.
    init(environment: (String) -> String?) {
        let name = ["LC_ALL", "LC_TIME", "LANG"].lazy.compactMap(environment)
            .first { !$0.isEmpty }
        guard let name, name != "POSIX", name != "C", !name.hasPrefix("C.") else {
            locale = nil
            return
        }
        locale = newlocale(1 << LC_TIME, name, nil)
    }

    /// A due date in short form: a day, or a day and a time.
    func short(_ due: String) -> String {
        guard let date = CivilDate(due) else { return due }
        guard let locale else { return date.day + date.time.map { " " + $0 }.joined }
        return date.formatted("%x", locale) + date.time.map { " " + $0 }.joined
    }

    /// The same with the weekday, and with the year only if it is not the current one.
    func long(_ due: String, thisYear: Int) -> String {
        guard let date = CivilDate(due) else { return due }
        let format = locale != nil ? "%a %x" : date.year == thisYear ? "%a %-d %b" : "%a %-d %b %Y"
        return date.formatted(format, locale) + date.time.map { " " + $0 }.joined
    }
}

extension Optional<String> {
    fileprivate var joined: String { self ?? "" }
}

/// A calendar date, and the text of its time.
private struct CivilDate {
    let day: String
    let year: Int
    let month: Int
    let dayOfMonth: Int
    let time: String?

    /// Parses `2026-12-01` or `2026-12-01T15:00`, with an optional offset.
    init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard bytes.count >= 10, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"),
            let year = Self.number(bytes[0..<4]), let month = Self.number(bytes[5..<7]),
            let dayOfMonth = Self.number(bytes[8..<10]), (1...12).contains(month),
            (1...31).contains(dayOfMonth)
        else { return nil }
        (self.year, self.month, self.dayOfMonth) = (year, month, dayOfMonth)
        day = String(decoding: bytes[..<10], as: UTF8.self)
        guard bytes.count > 10 else {
            time = nil
            return
        }
        guard bytes[10] == UInt8(ascii: "T") || bytes[10] == UInt8(ascii: " ") else { return nil }
        time = String(decoding: bytes[11...], as: UTF8.self)
    }

    private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
        guard digits.allSatisfy({ (48...57).contains($0) }) else { return nil }
        return digits.reduce(0) { $0 * 10 + Int($1 - 48) }
    }

    func formatted(_ format: String, _ locale: locale_t?) -> String {
        var parts = tm()
        parts.tm_year = Int32(year - 1900)
        parts.tm_mon = Int32(month - 1)
        parts.tm_mday = Int32(dayOfMonth)
        // Noon in UTC gives the weekday, whatever the zone of this machine.
        parts.tm_hour = 12
        timegm(&parts)
        var buffer = [CChar](repeating: 0, count: 128)
        let count =
            locale.map { strftime_l(&buffer, buffer.count, format, &parts, $0) }
            ?? strftime(&buffer, buffer.count, format, &parts)
        // In a locale without UTF-8, bytes would be shown as numbers.
        let text = String(validating: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return text.map { $0.isEmpty ? day : safe($0) } ?? day
    }
}
