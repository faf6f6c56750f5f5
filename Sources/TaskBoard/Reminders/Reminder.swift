package import MarkdownDocument

/// One reminder of a task: an element of its `remind`.
///
/// | element | moment |
/// |---|---|
/// | `-1d`, `1d`, `-2w` | days or weeks before the due date, at the same local time |
/// | `-2h`, `30m` | hours or minutes before the due date |
/// | `+1d`, `+2h` | after the due date |
/// | `08:00` | that time of the due day |
/// | `2027-03-01T08:00` | that moment |
///
/// A due date without a time counts as the time of `remind` in `pmd.yml`.
package enum Reminder: Hashable, Sendable {
    /// Calendar days from the due date.
    case days(Int)
    /// Seconds from the due date.
    case seconds(Int)
    /// A minute of the due day.
    case time(Int)
    case moment(DueDate)

    /// The reminder of a task without `remind`: its due date.
    package static let standard = Reminder.seconds(0)
    /// The only element of a task without reminders.
    package static let none: Text = "none"

    /// Reads an element; nil for anything else, `none` among it.
    package init?(_ text: Text) {
        if let minute = minuteOfDay(text) {
            self = .time(minute)
        } else if let date = DueDate(text) {
            self = .moment(date)
        } else {
            self.init(distance: text)
        }
    }

    /// Reads a distance from the due date. Without a sign it is before that date.
    init?(distance text: Text) {
        let hasSign = [UInt8(ascii: "-"), UInt8(ascii: "+")].contains(text.utf8.first)
        let rest = text.utf8.dropFirst(hasSign ? 1 : 0)
        guard let unit = rest.last, let count = decimal(rest.dropLast(), in: 0...9999) else {
            return nil
        }
        let signed = text.utf8.first == UInt8(ascii: "+") ? count : -count
        switch unit {
        case UInt8(ascii: "m"): self = .seconds(signed * 60)
        case UInt8(ascii: "h"): self = .seconds(signed * 3600)
        case UInt8(ascii: "d"): self = .days(signed)
        case UInt8(ascii: "w"): self = .days(signed * 7)
        default: return nil
        }
    }

    /// The element as pmd writes it.
    package var text: Text {
        switch self {
        case .moment(let date): date.text
        case .time(let minute): timeOfDay(minute)
        case .days(let count): Self.distance(count, [("w", 7), ("d", 1)])
        case .seconds(let count): Self.distance(count, [("h", 3600), ("m", 60)])
        }
    }

    /// Returns a distance in the largest unit that divides it.
    private static func distance(_ count: Int, _ units: [(name: String, length: Int)]) -> Text {
        let unit = units.first { count != 0 && count % $0.length == 0 } ?? units[units.count - 1]
        let sign = count > 0 ? "+" : count < 0 ? "-" : ""
        return Text("\(sign)\(abs(count) / unit.length)\(unit.name)")
    }
}

extension Reminder {
    /// Returns the seconds since 1970 at which the reminder is announced; nil if it counts from a
    /// missing due date.
    ///
    /// - Parameters:
    ///   - minute: The minute for a date without a time, `remind` in `pmd.yml`.
    ///   - now: Any moment in the reader's zone.
    package func seconds(due: DueDate?, minute: Int, now: Moment) -> Int64? {
        if case .moment(let date) = self { return Self.seconds(date, minute, now) }
        guard let due else { return nil }
        let base = Self.seconds(due, minute, now)
        switch self {
        case .moment: return base
        case .seconds(let count): return base + Int64(count)
        case .time(let minute): return now.seconds(of: due.day(now), secondOfDay: minute * 60)
        case .days(let count):
            guard count != 0 else { return base }
            // Uses wall-clock time, even if the due date itself falls into a gap.
            let isFloating = due.offset == nil
            let local = isFloating ? 0 : Int((now.at(base).localSeconds % 86_400 + 86_400) % 86_400)
            let second = isFloating ? due.secondOfDay ?? minute * 60 : local
            return now.seconds(of: due.day(now).adding(days: count), secondOfDay: second)
        }
    }

    private static func seconds(_ date: DueDate, _ minute: Int, _ now: Moment) -> Int64 {
        date.secondOfDay == nil
            ? now.seconds(of: date.day, secondOfDay: minute * 60) : date.seconds(now)
    }
}

extension Reminder {
    /// Reads a typed element: one as in a file, `30min`, `2days`, a time such as `8am`, or a date
    /// such as `tomorrow-8:00`; nil for anything else.
    ///
    /// Words that begin with a distance are never read as a date, since that would count from now
    /// instead of from the due date.
    init?(typed words: Text, now: Moment) {
        if let reminder = Reminder(words) ?? Reminder(spelled: words) {
            self = reminder
        } else if let minute = clockTime(words) {
            self = .time(minute)
        } else if Self.beginsWithDistance(words) {
            return nil
        } else if let date = DueDate(typed: words, now: now) {
            self = .moment(date)
        } else {
            return nil
        }
    }

    /// Reads minutes: `30m`, or `30min` as in other typed dates.
    init?(minutes words: Text) {
        let unit = ["min", "m"].first { words.utf8.reversed().starts(with: $0.utf8.reversed()) }
        guard let unit else { return nil }
        self.init(distance: Text(words.utf8.dropLast(unit.utf8.count - 1)))
    }

    /// The units of a distance in full, with the letter that a file has.
    private static let units = [
        "m": ["m", "min", "mins", "minute", "minutes", "분"],
        "h": ["h", "hr", "hrs", "hour", "hours", "시간"], "d": ["d", "day", "days", "일"],
        "w": ["w", "week", "weeks", "주", "주일"],
    ]

    /// Reads a distance whose unit is spelled out, such as `2days`, `1일 전` or `1일 후`.
    private init?(spelled words: Text) {
        let (number, typed) = Self.numberAndUnit(words)
        let direction = ["전": "-", "후": "+", "뒤": "+"].first { typed.hasSuffix($0.key) }
        // A sign already says the direction.
        if direction != nil, number.first?.isASCIIDigit != true { return nil }
        let unit = direction == nil ? typed : typed.dropLast().filter { !$0.isWhitespace }
        guard let letter = Self.units.first(where: { $0.value.contains(unit) })?.key else {
            return nil
        }
        self.init(distance: Text(Array((direction?.value ?? "").utf8) + number + letter.utf8))
    }

    /// Returns true for a number and a unit, with any text after them: `1month`, `1d-9:00`.
    static func beginsWithDistance(_ words: Text) -> Bool {
        let unit = numberAndUnit(words).unit.prefix { $0.isLetter }
        return units.values.joined().contains(String(unit))
            || ["month", "months", "mo", "y", "year", "years"].contains(String(unit))
    }

    /// Splits `2days` or `2 days` after the number. The unit is in lower case.
    private static func numberAndUnit(_ words: Text) -> (number: [UInt8], unit: String) {
        let hasSign = [UInt8(ascii: "-"), UInt8(ascii: "+")].contains(words.utf8.first)
        let digits = words.utf8.dropFirst(hasSign ? 1 : 0).prefix(while: \.isASCIIDigit)
        guard !digits.isEmpty else { return ([], "") }
        let number = words.utf8.prefix((hasSign ? 1 : 0) + digits.count)
        let rest = words.utf8.dropFirst(number.count).drop(while: \.isBlank)
        return (Array(number), String(decoding: rest, as: UTF8.self).lowercased())
    }

    /// Returns true if two elements mean the same: `1d` means `-1d`.
    static func areSame(_ a: Text, _ b: Text) -> Bool {
        a == b || Reminder(a).map { $0 == Reminder(b) } == true
    }
}

extension TaskItem {
    /// The task's reminders, each with its element as written; without `remind`, the element is
    /// empty. There are at most 32, so that a file with thousands does not fill the record of a
    /// clone.
    package var reminders: [(element: Text, reminder: Reminder)] {
        let elements = texts(of: .remind)
        if elements.isEmpty { return due == nil ? [] : [("", .standard)] }
        return elements.prefix(32).compactMap { element in Reminder(element).map { (element, $0) } }
    }
}

/// A part of the day in which nothing is announced, such as from 22:00 to 07:00.
package struct QuietHours: Hashable, Sendable {
    /// The minutes of the day at which the quiet hours start and end.
    package let start: Int
    package let end: Int

    /// Reads `22:00-07:00`; nil for anything else.
    package init?(_ text: Text) {
        let parts = text.utf8.split(separator: .dash, omittingEmptySubsequences: false)
        guard parts.count == 2, let start = minuteOfDay(Text(trimmed(parts[0]))),
            let end = minuteOfDay(Text(trimmed(parts[1]))), start != end
        else { return nil }
        (self.start, self.end) = (start, end)
    }

    /// Returns the moment at which a quiet time ends; nil if it is not quiet at `seconds`.
    package func end(at seconds: Int64, _ now: Moment) -> Int64? {
        let moment = now.at(seconds)
        let minute = moment.minuteOfDay
        let isQuiet =
            start < end ? (start..<end).contains(minute) : minute >= start || minute < end
        guard isQuiet else { return nil }
        let day = minute < end ? moment.today : moment.today.adding(days: 1)
        return max(now.seconds(of: day, secondOfDay: end * 60), seconds + 1)
    }
}
