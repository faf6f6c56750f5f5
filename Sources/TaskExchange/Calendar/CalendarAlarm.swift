import MarkdownDocument
import TaskBoard

/// The time of an alarm.
enum CalendarAlarm: Hashable, Sendable {
    /// Days and seconds after the date of the task; for a day, after its midnight.
    case distance(days: Int, seconds: Int)
    /// Seconds since 1970.
    case moment(Int64)
}

extension CalendarAlarm {
    /// Returns the alarms for reminders as in a file.
    ///
    /// For a day, the reminder time is `settings.remind`; for a time, it is that time. Distances
    /// are relative to it.
    static func all(
        of reminders: [Text], due: DueDate?, _ settings: BoardSettings, _ now: Moment
    ) -> [CalendarAlarm] {
        guard !reminders.isEmpty else { return due.map { [standard(for: $0, settings)] } ?? [] }
        var alarms: [CalendarAlarm] = []
        for alarm in reminders.compactMap({ CalendarAlarm($0, due: due, settings, now) })
        where !alarms.contains(alarm) {
            alarms.append(alarm)
        }
        return alarms
    }

    /// Returns the alarm of a task without `remind`.
    static func standard(for due: DueDate, _ settings: BoardSettings) -> CalendarAlarm {
        .distance(days: 0, seconds: due.secondOfDay == nil ? settings.remind * 60 : 0)
    }

    /// Parses `-1d`, `2h`, `08:00` and `2027-03-01T08:00`; nil for text without a reminder.
    init?(_ text: Text, due: DueDate?, _ settings: BoardSettings, _ now: Moment) {
        guard let reminder = Reminder(text) else { return nil }
        if case .moment = reminder {
            guard let seconds = reminder.seconds(due: nil, minute: settings.remind, now: now)
            else { return nil }
            self = .moment(seconds)
            return
        }
        guard let due else { return nil }
        let base = due.secondOfDay == nil ? settings.remind * 60 : 0
        switch reminder {
        case .moment: return nil
        case .time(let minute):
            self = .distance(days: 0, seconds: Self.distance(to: minute * 60, from: due, now))
        case .days(let count): self = .distance(days: count, seconds: base)
        case .seconds(let count): self = .distance(days: 0, seconds: base + count)
        }
    }

    private static func distance(to clock: Int, from due: DueDate, _ now: Moment) -> Int {
        guard let second = due.secondOfDay else { return clock }
        guard due.offset != nil else { return clock - second }
        return Int(now.seconds(of: due.day(now), secondOfDay: clock) - due.seconds(now))
    }
}

extension CalendarAlarm {
    /// Returns the trigger property of the alarm, for an entry whose date is its start or its due
    /// date.
    func trigger(related: String) -> Text {
        switch self {
        case .moment(let seconds):
            return Text("TRIGGER;VALUE=DATE-TIME:\(Moment.compactStamp(seconds))")
        case .distance(let days, let seconds):
            return Text("TRIGGER;RELATED=\(related):\(Self.duration(days, seconds))")
        }
    }

    /// Returns a duration such as `-P1D` or `-P13DT15H`, with one sign for all parts.
    private static func duration(_ days: Int, _ seconds: Int) -> String {
        let total = days * 86_400 + seconds
        guard total != 0 else { return "PT0S" }
        let (wholeDays, rest) = (abs(total) / 86_400, abs(total) % 86_400)
        let parts = [(rest / 3600, "H"), (rest / 60 % 60, "M"), (rest % 60, "S")]
        let time = parts.filter { $0.0 > 0 }.map { "\($0.0)\($0.1)" }.joined()
        return (total < 0 ? "-P" : "P") + (wholeDays > 0 ? "\(wholeDays)D" : "")
            + (time.isEmpty ? "" : "T" + time)
    }

    /// Parses a duration of RFC 5545 as seconds.
    static func seconds(ofDuration text: Text) -> Int? {
        var rest = text.utf8[...]
        let isNegative = rest.first == 0x2D
        if rest.first == 0x2B || rest.first == 0x2D { rest.removeFirst() }
        guard rest.popFirst() == UInt8(ascii: "P"), !rest.isEmpty else { return nil }
        let units: [Character: Int] = ["W": 604_800, "D": 86_400, "H": 3600, "M": 60, "S": 1]
        var total = 0
        while let first = rest.first {
            if first == UInt8(ascii: "T") {
                rest.removeFirst()
                continue
            }
            let digits = rest.prefix { (0x30...0x39).contains($0) }
            rest = rest.dropFirst(digits.count)
            guard (1...6).contains(digits.count), let count = Int(Text(digits).string),
                let unit = rest.popFirst().flatMap({ units[Character(Unicode.Scalar($0))] })
            else { return nil }
            total += count * unit
        }
        return isNegative ? -total : total
    }
}

extension CalendarAlarm {
    /// Returns the reminder, as in a file, for this alarm.
    ///
    /// - Returns: Nil if the alarm is too far from the task's date.
    func reminder(due: DueDate?, _ settings: BoardSettings) -> Text? {
        switch self {
        case .moment(let seconds): return Moment.utcStamp(seconds)
        case .distance(let days, let seconds):
            guard let due else { return nil }
            let total = days * 86_400 + seconds
            guard due.secondOfDay == nil else { return Self.words(total) }
            let distance = total - settings.remind * 60
            if distance % 86_400 != 0, (0..<86_400).contains(total), total % 60 == 0 {
                return timeOfDay(total / 60)
            }
            return Self.words(distance)
        }
    }

    /// Returns `-1d`, `-2h` or `+30m`; nil for more than four digits.
    private static func words(_ seconds: Int) -> Text? {
        let units = [(86_400, "d"), (3600, "h"), (60, "m")]
        let sign = seconds > 0 ? "+" : seconds < 0 ? "-" : ""
        guard seconds != 0 else { return "0m" }
        guard let (length, unit) = units.first(where: { seconds % $0.0 == 0 }),
            abs(seconds) / length <= 9999
        else { return nil }
        return Text("\(sign)\(abs(seconds) / length)\(unit)")
    }
}
