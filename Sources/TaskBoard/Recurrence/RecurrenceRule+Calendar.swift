package import MarkdownDocument

// Conversion to and from the rules of RFC 5545 calendars.

extension RecurrenceRule {
    /// A rule in a calendar.
    package struct InCalendar: Hashable, Sendable {
        /// The value of `RRULE`.
        package let text: Text
        /// False if the rule does not select the date of the task, so that a calendar needs that
        /// date as well.
        package let includesStart: Bool
    }

    /// Returns the rule for a calendar entry that begins with a date; nil for a rule that counts
    /// from the finish, and for one without a further date.
    ///
    /// A calendar skips days that a month lacks. Where pmd uses the last day of the month, the
    /// rule names that day: `BYMONTHDAY=-1`, or the last of several days by `BYSETPOS=-1`.
    ///
    /// - Parameter now: Supplies the time zone of local times: with a time, `UNTIL` is in UTC, as
    ///   the RFC requires.
    package func inCalendar(from start: DueDate, now: Moment) -> InCalendar? {
        switch self {
        case .after: nil
        case .every(let period) where period.unit == .month && start.day.day > 28:
            Self.inCalendar(dayOfMonth: start.day.day, months: period.count, from: start)
        case .every(let period)
        where period.unit == .year && start.day.month == 2 && start.day.day == 29:
            Self.dayOfYear(month: 2, day: 29, years: period.count).inCalendar(from: start, now: now)
        case .every(let period):
            CalendarRule(Self.frequencies[period.unit.rawValue], every: period.count)
                .inCalendar(from: start, now: now)
        case .weekdays(let days):
            CalendarRule(.weekly, weekdays: days.map { .init(weekday: $0) })
                .inCalendar(from: start, now: now)
        case .dayOfMonth(let day, let months):
            Self.inCalendar(dayOfMonth: day, months: months, from: start)
        case .dayOfYear(let month, let day, let years):
            CalendarRule(
                .yearly, every: years, months: [month],
                monthDays: [month == 2 && day == 29 ? -1 : day]
            ).inCalendar(from: start, now: now)
        case .calendar(let rule):
            next(after: start, finishedOn: start.day) == nil
                ? nil : rule.inCalendar(from: start, now: now)
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

    /// Returns the rule with `UNTIL` in the form of the date, as the RFC requires. `COUNT`
    /// includes the date of the task, which a calendar only counts if the rule selects it.
    fileprivate func inCalendar(from start: DueDate, now: Moment) -> RecurrenceRule.InCalendar {
        var rule = self
        let includesStart = includes(start.day)
        if count != nil, !includesStart {
            rule.count = nil
            rule.end = End(day: lastDate(from: start).day)
        }
        rule.end = rule.end?.asDate(like: start, now: now)
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
    /// Returns the end as a day if the date is a day, and otherwise in UTC.
    fileprivate func asDate(like date: DueDate, now: Moment) -> Self {
        guard date.secondOfDay != nil else { return Self(day: day) }
        let time = secondOfDay ?? 86_399
        let local = Int64(day.number) * 86_400 + Int64(time)
        let seconds =
            date.offset.map { isUTC ? local : local - Int64($0) }
            ?? now.seconds(of: day, secondOfDay: time)
        let utcDay = Day(localSeconds: seconds)
        let second = Int(seconds - Int64(utcDay.number) * 86_400)
        return Self(day: utcDay, secondOfDay: min(max(second, 0), 86_399), isUTC: true)
    }
}

extension RecurrenceRule {
    /// Reads a calendar rule that begins with a date. If a rule in words has the same dates, the
    /// result is that rule. `FROM=COMPLETION`, which some programs write, counts from the finish.
    ///
    /// - Parameter end: Returns `UNTIL` on the clocks of the date, without `Z`.
    /// - Returns: Nil for a rule that pmd does not support.
    package init?(
        calendar text: Text, from start: DueDate, end: (CalendarRule.End) -> CalendarRule.End
    ) {
        let parts = text.utf8.map { $0 &- 0x61 < 26 ? $0 & 0xDF : $0 }
            .split(separator: UInt8(ascii: ";")).filter { !$0.isEmpty }
        let rest = parts.filter { !$0.elementsEqual("FROM=COMPLETION".utf8) }
        var rule: CalendarRule
        do throws(RecurrenceError) {
            rule = try CalendarRule(Text(rest.joined(separator: ";".utf8)))
        } catch {
            return nil
        }
        rule.end = rule.end.map(end)
        let words = rule.inWords(from: start)
        guard rest.count < parts.count else {
            self = words ?? .calendar(rule)
            return
        }
        guard case .every(let period)? = words else { return nil }
        self = .after(period)
    }

    /// Returns the rule whose dates are this many days later; nil if no such rule is known.
    package func moved(byDays days: Int) -> RecurrenceRule? {
        guard days != 0 else { return self }
        return switch self {
        case .every, .after: self
        case .weekdays(let weekdays):
            .weekdays(weekdays.map { Self.weekday($0, movedBy: days) }.sorted())
        case .dayOfMonth(let day, let months):
            day + days > 28 ? nil : .dayOfMonth(day + days, months: months)
        case .dayOfYear(let month, let day, let years):
            day + days > 28 ? nil : .dayOfYear(month: month, day: day + days, years: years)
        case .calendar(let rule): rule.moved(byDays: days).map { .calendar($0) }
        }
    }

    fileprivate static func weekday(_ weekday: Int, movedBy days: Int) -> Int {
        (weekday - 1 + days) % 7 + 1
    }
}

extension CalendarRule {
    fileprivate func moved(byDays days: Int) -> CalendarRule? {
        var rule = self
        rule.end = end.map { End(day: $0.day.adding(days: days), secondOfDay: $0.secondOfDay) }
        let hasOrdinals = weekdays.contains { $0.ordinal != 0 }
        if frequency == .weekly, months.isEmpty {
            let moved = weekdays.map { RecurrenceRule.weekday($0.weekday, movedBy: days) }
            rule.weekdays = moved.sorted().map { Weekday(weekday: $0) }
            rule.weekStart = RecurrenceRule.weekday(weekStart, movedBy: days)
            return rule
        }
        if monthDays.isEmpty, weekdays.isEmpty, months.isEmpty { return rule }
        guard weekdays.isEmpty, !hasOrdinals, !monthDays.isEmpty,
            frequency == .monthly || frequency == .yearly && !months.isEmpty,
            monthDays.allSatisfy({ $0 > 0 ? $0 + days <= 28 : $0 < -3 && $0 + days < 0 })
        else { return nil }
        rule.monthDays = monthDays.map { $0 + days }
        return rule
    }

    /// Returns a rule in words with the same dates; nil if there is none.
    fileprivate func inWords(from start: DueDate) -> RecurrenceRule? {
        guard count == nil, end == nil, interval <= 999 else { return nil }
        if !positions.isEmpty { return lastOfShortMonth }
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
            // The day exists in common years, too.
            return Day(year: 2001, month: month, day: day)
                .map { _ in .dayOfYear(month: month, day: day, years: interval) }
        }
    }

    /// The words for `BYMONTHDAY=28,29,30;BYSETPOS=-1`: a day, or the last one of a shorter month.
    private var lastOfShortMonth: RecurrenceRule? {
        guard frequency == .monthly, positions == [-1], weekdays.isEmpty, months.isEmpty,
            let last = monthDays.last, last > 28, monthDays == Array(28...last)
        else { return nil }
        return .dayOfMonth(last, months: interval)
    }
}
