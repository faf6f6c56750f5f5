import MarkdownDocument
import TaskBoard

/// The time zone of local times, described for a calendar.
struct LocalZone {
    let name: String
    private let now: Moment

    /// A clock change.
    private struct Change {
        let seconds: Int64
        let before: Int
        let after: Int

        /// The local time of the change, by the old offset.
        var shown: DueDate { DueDate(localSeconds: seconds + Int64(before)) }
        var day: Day { shown.day }

        /// The position of its weekday in the month, counted from the start and from the end.
        var ordinals: [Int] {
            let length = Day.length(ofMonth: day.month, in: day.year)
            return [(day.day - 1) / 7 + 1, -((length - day.day) / 7 + 1)]
        }
    }

    /// - Parameter name: The system's name for it; nil if unknown. Offset names are reserved for
    ///   times with an offset.
    init(name: Text?, now: Moment) {
        let name = name?.string ?? ""
        self.name = name.isEmpty || CalendarEntry.isOffsetZone(name) ? "Local" : name
        self.now = now
    }

    /// Returns true for days whose local times are written with a zone; other times are in UTC.
    static func covers(_ day: Day) -> Bool { (1970...2100).contains(day.year) }

    /// Returns the `VTIMEZONE` for times from a day on.
    ///
    /// Changes until this year are dates. Later ones are yearly rules if such rules yield the
    /// right dates for the next 28 years, which contain every combination of days and weekdays;
    /// otherwise they are dates as well.
    func lines(from first: Day) -> [Text] {
        let year = now.today.year
        let start = Self.seconds(ofYear: min(first.year, year) - 1)
        let changes = self.changes(from: start, to: Self.seconds(ofYear: year + 28))
        let thisYear = Self.seconds(ofYear: year)
        let rules = Self.rules(changes.filter { $0.seconds >= thisYear }, years: 28)
        let dates = rules == nil ? changes : changes.filter { $0.seconds < thisYear }
        let base = now.offset(start)
        var lines = [Text("BEGIN:VTIMEZONE"), Text("TZID:\(name)")]
        lines += part(DueDate(localSeconds: start + Int64(base)), from: base, to: base, [])
        var rest = dates[...]
        while let change = rest.first {
            let same = rest.filter { ($0.before, $0.after) == (change.before, change.after) }
            rest.removeAll { ($0.before, $0.after) == (change.before, change.after) }
            let others = same.dropFirst().map { Text(Array("RDATE:".utf8) + $0.shown.compact.utf8) }
            lines += part(change.shown, from: change.before, to: change.after, others)
        }
        for (change, rule) in rules ?? [] {
            lines += part(
                change.shown, from: change.before, to: change.after, [Text("RRULE:" + rule)])
        }
        return lines + ["END:VTIMEZONE"]
    }

    private func part(_ start: DueDate, from: Int, to: Int, _ more: [Text]) -> [Text] {
        let kind = to > from ? "DAYLIGHT" : "STANDARD"
        return [
            Text("BEGIN:\(kind)"), Text("DTSTART:" + start.compact),
            Text("TZOFFSETFROM:" + CalendarEntry.offsetText(from)),
            Text("TZOFFSETTO:" + CalendarEntry.offsetText(to)),
        ] + more + [Text("END:\(kind)")]
    }

    private static func seconds(ofYear year: Int) -> Int64 {
        Int64(Day(year: max(year, 1), month: 1, day: 1)?.number ?? 0) * 86_400
    }

    /// Finds the changes between two moments by checking each week.
    private func changes(from first: Int64, to last: Int64) -> [Change] {
        var changes: [Change] = []
        var (early, before) = (first, now.offset(first))
        while early < last {
            let late = early + 604_800
            let after = now.offset(late)
            if after != before {
                let changed = firstClockChange(after: early, upTo: late, now.offset)
                changes.append(Change(seconds: changed, before: before, after: after))
            }
            (early, before) = (late, after)
        }
        return changes
    }

    /// Returns the first change of each yearly rule; nil if the changes do not follow rules.
    private static func rules(_ changes: [Change], years: Int) -> [(Change, String)]? {
        guard let first = changes.first else { return [] }
        let count = changes.count { $0.day.year == first.day.year }
        guard changes.count == count * years else { return nil }
        var rules: [(Change, String)] = []
        for index in 0..<count {
            let each = stride(from: index, to: changes.count, by: count).map { changes[$0] }
            let one = each[0]
            let isSame = each.allSatisfy {
                ($0.before, $0.after, $0.day.month, $0.day.weekday)
                    == (one.before, one.after, one.day.month, one.day.weekday)
                    && $0.shown.secondOfDay == one.shown.secondOfDay
            }
            let ordinal = one.ordinals.last { ordinal in
                each.allSatisfy { $0.ordinals.contains(ordinal) }
            }
            guard isSame, let ordinal else { return nil }
            let weekday = CalendarRule.weekdayCodes[one.day.weekday - 1]
            rules.append(
                (one, "FREQ=YEARLY;BYMONTH=\(one.day.month);BYDAY=\(ordinal)\(weekday)"))
        }
        return rules
    }
}
