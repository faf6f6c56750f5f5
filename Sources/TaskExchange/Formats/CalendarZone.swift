import MarkdownDocument
import TaskBoard

/// A time zone of an iCalendar file, from its `VTIMEZONE`.
struct CalendarZone: Sendable {
    /// A change of the clocks, in the local time before it.
    private struct Change {
        let at: Int64
        let before: Int
        let after: Int
    }

    private var changes: [Change] = []

    /// Clocks that always are as far ahead of UTC.
    init(offset: Int) { changes = [Change(at: .min, before: offset, after: offset)] }

    /// - Parameter budget: The number of rules that may still be followed in this file.
    init?(_ component: CalendarComponent, budget: inout Int) {
        for part in component.children {
            guard let from = part["TZOFFSETFROM"].flatMap(Self.offset),
                let to = part["TZOFFSETTO"].flatMap(Self.offset),
                let start = part["DTSTART"].flatMap({ DueDate(compact: $0.value) })
            else { return nil }
            var days = [start.day]
            if let rule = part["RRULE"]?.value {
                guard budget > 0 else { return nil }
                budget -= 1
                days = Self.days(of: rule, from: start)
            }
            let second = Int64(start.secondOfDay ?? 0)
            changes += days.map {
                Change(at: Int64($0.number) * 86_400 + second, before: from, after: to)
            }
            for line in part.properties where line.name == "RDATE" {
                changes += line.texts.compactMap { DueDate(compact: $0) }.map {
                    Change(at: $0.universalSeconds, before: from, after: to)
                }
            }
        }
        guard !changes.isEmpty else { return nil }
        changes.sort { $0.at < $1.at }
    }

    /// The days of a yearly rule, for as long as calendars are written.
    private static func days(of text: Text, from start: DueDate) -> [Day] {
        var days = [start.day]
        var rule: RecurrenceRule
        do throws(RecurrenceError) { rule = try RecurrenceRule(text) } catch { return days }
        guard case .calendar(let yearly) = rule, yearly.frequency == .yearly else { return days }
        var date = DueDate(start.day)
        while days.count < 400, date.day.year < 2200,
            let next = rule.next(after: date, finishedOn: date.day)
        {
            (date, rule) = (next.date, next.rule)
            days.append(date.day)
        }
        return days
    }

    /// Reads `+0900` and `-053015`.
    private static func offset(_ line: ContentLine) -> Int? {
        let bytes = line.value.utf8
        let digits = bytes.dropFirst()
        guard let sign = bytes.first, "+-".utf8.contains(sign), [4, 6].contains(digits.count),
            let number = Int(Text(digits).string), number >= 0
        else { return nil }
        let full = digits.count == 4 ? number * 100 : number
        let (hours, minutes, seconds) = (full / 10_000, full / 100 % 100, full % 100)
        guard hours < 24, minutes < 60, seconds < 60 else { return nil }
        return (hours * 3600 + minutes * 60 + seconds) * (sign == UInt8(ascii: "-") ? -1 : 1)
    }
}

extension CalendarZone {
    /// True if the clocks never change.
    var isFixed: Bool { Set(changes.flatMap { [$0.before, $0.after] }).count == 1 }

    /// Returns the seconds that a local time is ahead of UTC. Of a time that occurs twice the
    /// first one counts; a skipped one counts as if it were not skipped.
    func offset(at date: DueDate) -> Int {
        let local = Int64(date.day.number) * 86_400 + Int64(date.secondOfDay ?? 0)
        guard let last = changes.last(where: { $0.at <= local }) else {
            return changes[0].before
        }
        return local < last.at + Int64(last.after - last.before) ? last.before : last.after
    }
}

extension DueDate {
    /// Reads `20261201`, `20261201T150000` and `20261201T150000Z`.
    init?(compact text: Text) {
        let bytes = text.utf8
        guard bytes.count >= 8 else { return nil }
        var result = Array([bytes[..<4], bytes[4..<6], bytes[6..<8]].joined(separator: [0x2D]))
        if bytes.count > 8 {
            guard bytes.count == 15 || bytes.count == 16 && bytes[15] == UInt8(ascii: "Z"),
                bytes[8] == UInt8(ascii: "T")
            else { return nil }
            let hasSeconds = bytes[13] != 0x30 || bytes[14] != 0x30
            let parts = [bytes[9..<11], bytes[11..<13]] + (hasSeconds ? [bytes[13..<15]] : [])
            result.append(UInt8(ascii: "T"))
            result += parts.joined(separator: [0x3A])
            result += bytes[15...]
        }
        self.init(Text(result))
    }

    /// Returns a local time with its distance from UTC.
    func ahead(ofUTC offset: Int) -> DueDate? {
        let minutes = abs(offset) / 60
        let distance = twoDigits(minutes / 60) + ":" + twoDigits(minutes % 60)
        return DueDate(Text(text.utf8 + ((offset < 0 ? "-" : "+") + distance).utf8))
    }
}

/// Returns a number below 100 with two digits.
func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
