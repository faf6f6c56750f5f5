package import MarkdownDocument

/// A day, or a day and a time, in a file.
///
/// A day is floating: it is the local day of each reader. A time without an offset is floating,
/// too. A time with an offset is the same moment everywhere.
package struct DueDate: Hashable, Sendable {
    /// The text in the file.
    package let text: Text
    package let day: Day
    /// The seconds since midnight, if the date has a time.
    package let secondOfDay: Int?
    /// The seconds ahead of UTC, if the date has an offset.
    package let offset: Int?

    /// Reads `2026-12-01` or `2026-12-01T15:00`, with optional seconds, a blank
    /// in place of `T`, and `Z`, `UTC` or `+09:00`, also after a blank; nil for
    /// anything else. The hour may have one digit, and with an offset it may be
    /// alone. `24:00` is the end of the day.
    package init?(_ text: Text) {
        var reader = DigitReader(text.utf8)
        guard let day = reader.day() else { return nil }
        self.text = text
        guard !reader.isAtEnd else {
            self.day = day
            (secondOfDay, offset) = (nil, nil)
            return
        }
        guard reader.take("T") || reader.take("t") || reader.take(" "),
            let time = reader.timeOfDay()
        else { return nil }
        let isEndOfDay = time.second == 86_400
        self.day = isEndOfDay ? day.adding(days: 1) : day
        guard !isEndOfDay || self.day != day else { return nil }
        secondOfDay = isEndOfDay ? 0 : time.second
        offset = reader.offset()
        guard reader.isAtEnd, time.hasMinutes || offset != nil else { return nil }
    }

    package init(_ day: Day) {
        (self.day, text, secondOfDay, offset) = (day, day.text, nil, nil)
    }

    /// Creates a local time of a day, to the minute.
    package init(_ day: Day, minute: Int) {
        self.day = day
        let time = padded(minute / 60, 2) + [0x3A] + padded(minute % 60, 2)
        text = Text(day.text.utf8 + [UInt8(ascii: "T")] + time)
        secondOfDay = minute * 60
        offset = nil
    }

    /// Returns the same time of another day, in the same spelling and with the same offset.
    package func on(_ day: Day) -> DueDate {
        let written = self.day.text.utf8
        var rest = Array(text.utf8.dropFirst(written.count))
        // The end of the day before, 24:00, is the start of this one.
        if !text.utf8.starts(with: written) { rest.replaceSubrange(1...2, with: "00".utf8) }
        return DueDate(
            text: Text(day.text.utf8 + rest), day: day, secondOfDay: secondOfDay, offset: offset)
    }
}

extension DueDate {
    /// The date in the spelling for a file: as typed where that has a `T`, and
    /// hours and minutes of two digits; else in the usual spelling.
    package var asTyped: DueDate {
        guard let secondOfDay else { return self }
        var written = text.utf8
        if written[10] == 0x20 { written[10] = UInt8(ascii: "T") }
        let isUsual =
            written.count >= 16 && written[13] == UInt8(ascii: ":") && !written.contains(0x20)
            && written.starts(with: day.text.utf8) && !written.contains(UInt8(ascii: "U"))
            && !written.contains(UInt8(ascii: "G"))
        if !isUsual { written = usualSpelling(secondOfDay) }
        return DueDate(text: Text(written), day: day, secondOfDay: secondOfDay, offset: offset)
    }

    private func usualSpelling(_ second: Int) -> [UInt8] {
        let colon = [UInt8(ascii: ":")]
        var bytes = day.text.utf8 + [UInt8(ascii: "T")] + padded(second / 3600, 2) + colon
        bytes += padded(second / 60 % 60, 2)
        if second % 60 != 0 { bytes += colon + padded(second % 60, 2) }
        guard let offset else { return bytes }
        if offset == 0 { return bytes + [UInt8(ascii: "Z")] }
        bytes.append(UInt8(ascii: offset < 0 ? "-" : "+"))
        return bytes + padded(abs(offset) / 3600, 2) + colon + padded(abs(offset) / 60 % 60, 2)
    }
}

extension DueDate {
    /// Returns the moment of the date in the zone of `now`; for a day, its
    /// first.
    package func seconds(_ now: Moment) -> Int64 {
        guard let offset else { return now.seconds(of: day, secondOfDay: secondOfDay ?? 0) }
        return Int64(day.number) * 86_400 + Int64(secondOfDay ?? 0) - Int64(offset)
    }

    /// Returns the day of the date in the zone of `now`.
    package func day(_ now: Moment) -> Day { offset == nil ? day : now.at(seconds(now)).today }

    /// Returns true if the date is past: a day from the next local midnight on,
    /// a time from its minute on.
    package func isPast(_ now: Moment) -> Bool {
        secondOfDay == nil ? day < now.today : seconds(now) <= now.seconds
    }

    /// The seconds since 1970, independent of the zone: a local time counts as
    /// UTC.
    package var universalSeconds: Int64 {
        Int64(day.number) * 86_400 + Int64(secondOfDay ?? 0) - Int64(offset ?? 0)
    }
}

extension DigitReader {
    /// Reads `15:00`, `9:05`, `15:00:30`, `15:00:30.5` or `15`; drops the
    /// fraction. The end of the day is `24:00`.
    fileprivate mutating func timeOfDay() -> (second: Int, hasMinutes: Bool)? {
        guard let hour = digits(2) ?? digits(1), hour <= 24 else { return nil }
        guard take(":") else { return hour < 24 ? (hour * 3600, false) : nil }
        guard let minute = digits(2), minute < 60, let second = second() else { return nil }
        let time = hour * 3600 + minute * 60 + second
        return time <= 86_400 ? (time, true) : nil
    }

    /// Reads `:30` or `:30.5`; 0 if there is none.
    private mutating func second() -> Int? {
        guard take(":") else { return 0 }
        guard let second = digits(2), second <= 60 else { return nil }
        if take(".") {
            guard digits(1) != nil else { return nil }
            while digits(1) != nil {}
        }
        return min(second, 59)
    }

    /// Reads `Z`, `UTC`, `GMT`, `+09:00`, `-0330` or `+09`, also after blanks;
    /// returns nil and reads nothing for anything else.
    fileprivate mutating func offset() -> Int? {
        let start = at
        while take(" ") {}
        if take("Z") || take("z") { return 0 }
        if take("U") && take("T") && take("C") { return 0 }
        if take("G") && take("M") && take("T") { return 0 }
        let isBehind = isNext("-")
        guard take("+") || take("-"), let hours = digits(2), hours < 24 else {
            at = start
            return nil
        }
        let hasColon = take(":")
        let minutes = digits(2)
        guard minutes.map({ $0 < 60 }) ?? !hasColon else {
            at = start
            return nil
        }
        return (hours * 3600 + (minutes ?? 0) * 60) * (isBehind ? -1 : 1)
    }
}
