package import MarkdownDocument

// Rules as calendars of RFC 5545 have them.

extension RecurrenceRule {
    /// A rule in a calendar.
    package struct InCalendar: Hashable, Sendable {
        /// The value of `RRULE`.
        package let text: Text
        /// False if the rule does not choose the date of the task, so that a calendar must be
        /// given that date too.
        package let includesStart: Bool
    }

    /// Returns the rule for a calendar in which it begins with a date; nil for one that counts
    /// from the finish, and for one that has no further date.
    ///
    /// A calendar skips days that a month lacks. Where pmd takes the last day of the month, the
    /// rule names that day: `BYMONTHDAY=-1`, or the last of several days by `BYSETPOS=-1`.
    package func inCalendar(from start: DueDate) -> InCalendar? {
        switch self {
        case .after: nil
        case .every(let period) where period.unit == .month && start.day.day > 28:
            Self.inCalendar(dayOfMonth: start.day.day, months: period.count, from: start)
        case .every(let period)
        where period.unit == .year && start.day.month == 2 && start.day.day == 29:
            Self.dayOfYear(month: 2, day: 29, years: period.count).inCalendar(from: start)
        case .every(let period):
            CalendarRule(Self.frequencies[period.unit.rawValue], every: period.count)
                .inCalendar(from: start)
        case .weekdays(let days):
            CalendarRule(.weekly, weekdays: days.map { .init(weekday: $0) })
                .inCalendar(from: start)
        case .dayOfMonth(let day, let months):
            Self.inCalendar(dayOfMonth: day, months: months, from: start)
        case .dayOfYear(let month, let day, let years):
            CalendarRule(
                .yearly, every: years, months: [month],
                monthDays: [month == 2 && day == 29 ? -1 : day]
            ).inCalendar(from: start)
        case .calendar(let rule):
            next(after: start, finishedOn: start.day) == nil ? nil : rule.inCalendar(from: start)
        }
    }

    private static func inCalendar(
        dayOfMonth day: Int, months: Int, from start: DueDate
    ) -> InCalendar {
        let isCut = day == 29 || day == 30
        let days = day == 31 ? [-1] : isCut ? Array(28...day) : [day]
        let rule = CalendarRule(.monthly, every: months, monthDays: days)
        return InCalendar(
            text: Text(rule.text.utf8 + (isCut ? ";BYSETPOS=-1" : "").utf8),
            includesStart: start.day.inMonth(on: day) == start.day)
    }

    private static let frequencies = CalendarRule.Frequency.allCases
}

extension CalendarRule {
    fileprivate init(
        _ frequency: Frequency, every interval: Int = 1, months: [Int] = [],
        monthDays: [Int] = [], weekdays: [Weekday] = []
    ) {
        self.init(frequency)
        (self.interval, self.months, self.monthDays) = (interval, months, monthDays)
        self.weekdays = weekdays
    }

    /// `UNTIL` is made of the kind of the date, as the RFC demands. `COUNT` counts the date of the
    /// task, which a calendar only counts if the rule chooses it.
    fileprivate func inCalendar(from start: DueDate) -> RecurrenceRule.InCalendar {
        var rule = self
        let includesStart = includes(start.day)
        if count != nil, !includesStart {
            rule.count = nil
            rule.end = End(day: lastDate(from: start).day)
        }
        rule.end = rule.end?.asDate(like: start)
        return RecurrenceRule.InCalendar(text: rule.text, includesStart: includesStart)
    }

    private func lastDate(from start: DueDate) -> DueDate {
        var (date, rule) = (start, RecurrenceRule.calendar(self))
        while let next = rule.next(after: date, finishedOn: date.day) {
            (date, rule) = (next.date, next.rule)
        }
        return date
    }
}

extension CalendarRule.End {
    /// Returns the end as a day, a local time, or a time in UTC, as the date is.
    fileprivate func asDate(like date: DueDate) -> Self {
        guard date.secondOfDay != nil else { return Self(day: day) }
        let time = secondOfDay ?? 86_399
        guard let offset = date.offset, !isUTC else {
            return Self(day: day, secondOfDay: time, isUTC: date.offset != nil)
        }
        let seconds = Int64(day.number) * 86_400 + Int64(time - offset)
        let utcDay = Day(localSeconds: seconds)
        let second = Int(seconds - Int64(utcDay.number) * 86_400)
        return Self(day: utcDay, secondOfDay: min(max(second, 0), 86_399), isUTC: true)
    }
}

extension RecurrenceRule {
    /// Reads a rule of a calendar that begins with a date: in words where words have the same
    /// dates.
    ///
    /// Of `BYSETPOS` it knows what words and ordinals can say, such as
    /// `BYMONTHDAY=28,29,30;BYSETPOS=-1` and `BYDAY=FR;BYSETPOS=-1`.
    ///
    /// - Returns: Nil for a rule that pmd does not have.
    package init?(calendar text: Text, from start: DueDate) {
        let parts = text.utf8.map { $0 &- 0x61 < 26 ? $0 & 0xDF : $0 }
            .split(separator: UInt8(ascii: ";")).filter { !$0.isEmpty }
        let isPosition = { (part: ArraySlice<UInt8>) in part.starts(with: "BYSETPOS=".utf8) }
        let rest = Text(parts.filter { !isPosition($0) }.joined(separator: ";".utf8))
        let rule: CalendarRule
        do throws(RecurrenceError) {
            rule = try CalendarRule(rest)
        } catch {
            return nil
        }
        let positions = parts.filter(isPosition)
        guard let position = positions.first else {
            self = rule.inWords(from: start) ?? .calendar(rule)
            return
        }
        guard positions.count == 1, let number = Int(Text(position.dropFirst(9)).string),
            let read = rule.choosing(number)
        else { return nil }
        self = read
    }
}

extension CalendarRule {
    /// Returns the rule whose dates are those at a position among the rule's dates of a period.
    fileprivate func choosing(_ position: Int) -> RecurrenceRule? {
        guard frequency == .monthly, months.isEmpty else { return nil }
        if monthDays.isEmpty, weekdays.count == 1, weekdays[0].ordinal == 0,
            (1...5).contains(position.magnitude)
        {
            var rule = self
            rule.weekdays[0].ordinal = position
            return .calendar(rule)
        }
        guard position == -1, weekdays.isEmpty, count == nil, end == nil, interval <= 999,
            let last = monthDays.last, last > 28, monthDays == Array(28...last)
        else { return nil }
        return .dayOfMonth(last, months: interval)
    }

    /// Returns a rule in words with the same dates; nil if there is none.
    fileprivate func inWords(from start: DueDate) -> RecurrenceRule? {
        guard count == nil, end == nil, interval <= 999 else { return nil }
        let isPlain = months.isEmpty && monthDays.isEmpty && weekdays.isEmpty
        switch frequency {
        case .daily: return isPlain ? .every(.init(interval, .day)) : nil
        case .weekly:
            if isPlain { return .every(.init(interval, .week)) }
            return interval == 1 && months.isEmpty ? .weekdays(weekdays.map(\.weekday)) : nil
        case .monthly:
            if isPlain { return start.day.day > 28 ? nil : .every(.init(interval, .month)) }
            guard months.isEmpty, weekdays.isEmpty, monthDays.count == 1 else { return nil }
            let day = monthDays[0] == -1 ? 31 : monthDays[0]
            return monthDays[0] == -1 || (1...28).contains(day)
                ? .dayOfMonth(day, months: interval) : nil
        case .yearly:
            if isPlain, start.day.month != 2 || start.day.day != 29 {
                return .every(.init(interval, .year))
            }
            guard weekdays.isEmpty, months.count == 1, monthDays.count == 1 else { return nil }
            let (month, day) = (months[0], monthDays[0])
            if month == 2, day == -1 { return .dayOfYear(month: 2, day: 29, years: interval) }
            // Other years than leap years have the day too.
            return Day(year: 2001, month: month, day: day)
                .map { _ in .dayOfYear(month: month, day: day, years: interval) }
        }
    }
}
