package import MarkdownDocument

/// A day, or a day and a time, in a file.
///
/// A day floats: it is the local day of each reader. So is a time without an
/// offset. A time with an offset is the same moment everywhere.
package struct DueDate: Hashable, Sendable {
    /// The text in the file.
    package let text: Text
    package let day: Day
    /// The seconds since midnight, if the date has a time.
    package let secondOfDay: Int?
    /// The seconds ahead of UTC, if the date has an offset.
    package let offset: Int?

    /// Reads `2026-12-01` or `2026-12-01T15:00`, with optional seconds, a blank
    /// in place of `T`, and `Z` or `+09:00`; nil for anything else.
    package init?(_ text: Text) {
        var reader = DigitReader(text.utf8)
        guard let day = reader.day() else { return nil }
        self.text = text
        self.day = day
        guard !reader.isAtEnd else {
            (secondOfDay, offset) = (nil, nil)
            return
        }
        guard reader.take("T") || reader.take("t") || reader.take(" "),
            let second = reader.secondOfDay()
        else { return nil }
        secondOfDay = second
        offset = reader.offset()
        guard reader.isAtEnd else { return nil }
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
        let rest = text.utf8.dropFirst(self.day.text.utf8.count)
        return DueDate(
            text: Text(day.text.utf8 + rest), day: day, secondOfDay: secondOfDay, offset: offset)
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
    /// Reads `15:00`, `15:00:30` or `15:00:30.5`; drops the fraction.
    fileprivate mutating func secondOfDay() -> Int? {
        guard let hour = digits(2), hour < 24, take(":"), let minute = digits(2), minute < 60
        else { return nil }
        var second = 0
        if take(":") {
            guard let value = digits(2), value <= 60 else { return nil }
            second = min(value, 59)
            if take(".") {
                guard digits(1) != nil else { return nil }
                while digits(1) != nil {}
            }
        }
        return hour * 3600 + minute * 60 + second
    }

    /// Reads `Z`, `+09:00`, `-0330` or `+09`; returns nil and reads nothing for
    /// anything else.
    fileprivate mutating func offset() -> Int? {
        if take("Z") || take("z") { return 0 }
        let start = at
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
