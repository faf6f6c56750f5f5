extension CalendarRule {
    /// Returns the first day of the rule after the day with which it begins; nil if there is none.
    ///
    /// `COUNT` and `UNTIL` are ignored here. A day that a month lacks is skipped.
    package func firstDay(after start: Day) -> Day? {
        guard hasDays else { return nil }
        if frequency == .daily { return firstOfDays(after: start) }
        let firstYear = start.year
        var barren: Set<PeriodShape> = []
        for period in 0...periodLimit {
            let offset = period * interval
            if offset > lastOffset { return nil }
            let shape = shape(ofPeriod: offset, from: start, firstYear: firstYear)
            if let shape, barren.contains(shape) { continue }
            let days = days(inPeriod: offset, from: start, firstYear: firstYear)
            if let day = days.filter({ $0 > start }).min() { return day }
            if days.isEmpty, let shape { barren.insert(shape) }
        }
        return nil
    }

    /// False if no month has a day of `BYMONTH` and `BYMONTHDAY`.
    private var hasDays: Bool {
        monthDays.isEmpty
            || (months.isEmpty ? Array(1...12) : months).contains { month in
                monthDays.contains { abs($0) <= Day.length(ofMonth: month, in: 2000) }
            }
    }

    /// The properties of a month or a year that determine which of its days the rule selects.
    /// Periods of one shape have the same days, so a rule without days is checked against one
    /// period of each shape.
    private struct PeriodShape: Hashable {
        /// The month; 0 for a year.
        let month: Int
        /// The days of the month, or of February.
        let length: Int
        /// The weekday of the first day.
        let weekday: Int
    }

    /// Returns the shape of a period; nil for a week, and outside the calendar.
    private func shape(ofPeriod offset: Int, from start: Day, firstYear: Int) -> PeriodShape? {
        let isOfYear = frequency == .yearly
        guard isOfYear || frequency == .monthly else { return nil }
        let months = isOfYear ? 12 * offset : start.month - 1 + offset
        let (year, month) = (firstYear + months / 12, months % 12 + 1)
        return Day(year: year, month: month, day: 1).map { first in
            PeriodShape(
                month: isOfYear ? 0 : month,
                length: Day.length(ofMonth: isOfYear ? 2 : month, in: year),
                weekday: first.weekday)
        }
    }

    /// Does the same for `FREQ=DAILY`. It skips months and days of months that the rule excludes:
    /// otherwise a rule for 29 February would check each day of four years.
    private func firstOfDays(after start: Day) -> Day? {
        // All candidates fall on the same weekday.
        if interval % 7 == 0, !weekdays.isEmpty, !isWeekday(start) { return nil }
        var offset = interval
        for _ in 0...periodLimit {
            guard let day = Day(exactly: start.number + offset) else { return nil }
            if isChosen(day) { return day }
            let next = nextCandidate(after: day).number - start.number
            offset = max(offset + interval, (next + interval - 1) / interval * interval)
        }
        return nil
    }

    /// Returns a day after another such that `BYMONTH` and `BYMONTHDAY` select none in between.
    private func nextCandidate(after day: Day) -> Day {
        let (year, month, number) = day.date
        let length = Day.length(ofMonth: month, in: year)
        let nextMonth = day.adding(days: length - number + 1)
        guard isInMonths(day) else { return nextMonth }
        guard !monthDays.isEmpty else { return day.adding(days: 1) }
        let later = monthDays.map { $0 > 0 ? $0 : length + 1 + $0 }
            .filter { $0 > number && $0 <= length }
        return later.min().map { day.adding(days: $0 - number) } ?? nextMonth
    }

    /// Returns true if the rule selects the day with which it begins.
    func includes(_ start: Day) -> Bool {
        days(inPeriod: 0, from: start, firstYear: start.year).contains(start)
    }

    /// The number of periods after which a rule without a date is known to have none.
    ///
    /// The calendar repeats after 400 years, which are 20,871 whole weeks, and no interval steps
    /// through more periods than these.
    private var periodLimit: Int {
        switch frequency {
        case .daily: 146_097
        case .weekly: 20_871
        case .monthly: 4_800
        case .yearly: 400
        }
    }

    /// The number of periods after which all are outside the calendar.
    private var lastOffset: Int {
        switch frequency {
        case .daily: 9_999 * 366
        case .weekly: 9_999 * 53
        case .monthly: 9_999 * 12
        case .yearly: 9_999
        }
    }

    /// Returns the days of a period, in any order.
    ///
    /// - Parameter offset: The number of days, weeks, months or years from the period of `start`.
    private func days(inPeriod offset: Int, from start: Day, firstYear: Int) -> [Day] {
        switch frequency {
        case .daily:
            return [start.number + offset].compactMap(Day.init(exactly:)).filter(isChosen)
        case .weekly:
            let first = start.number - (start.weekday - weekStart + 7) % 7 + 7 * offset
            let wanted = weekdays.isEmpty ? [start.weekday] : weekdays.map(\.weekday)
            return wanted.map { first + ($0 - weekStart + 7) % 7 }
                .compactMap(Day.init(exactly:)).filter(isInMonths)
        case .monthly:
            let month = start.month - 1 + offset
            return atPositions(days(ofMonth: month % 12 + 1, in: firstYear + month / 12, start))
        case .yearly:
            // Without a day, the rule uses the day of its start.
            let isAnniversary = weekdays.isEmpty && monthDays.isEmpty && months.isEmpty
            let wanted = isAnniversary ? [start.month] : Array(1...12)
            return atPositions(wanted.flatMap { days(ofMonth: $0, in: firstYear + offset, start) })
        }
    }

    /// Returns the days of a period that `BYSETPOS` selects.
    private func atPositions(_ days: [Day]) -> [Day] {
        guard !positions.isEmpty else { return days }
        let sorted = days.sorted()
        return positions.compactMap { position in
            let index = position > 0 ? position - 1 : sorted.count + position
            return sorted.indices.contains(index) ? sorted[index] : nil
        }
    }

    private func days(ofMonth month: Int, in year: Int, _ start: Day) -> [Day] {
        guard months.isEmpty || months.contains(month) else { return [] }
        let length = Day.length(ofMonth: month, in: year)
        var wanted = Set(monthDays.map { $0 > 0 ? $0 : length + 1 + $0 })
        if monthDays.isEmpty {
            wanted = weekdays.isEmpty ? [start.day] : Set(1...length)
        }
        return wanted.compactMap { Day(year: year, month: month, day: $0) }
            .filter { weekdays.isEmpty || isWeekday($0) }
    }

    /// Returns true if a daily rule selects a day that its interval reaches.
    private func isChosen(_ day: Day) -> Bool {
        isInMonths(day) && isMonthDay(day) && (weekdays.isEmpty || isWeekday(day))
    }

    private func isInMonths(_ day: Day) -> Bool { months.isEmpty || months.contains(day.month) }

    private func isMonthDay(_ day: Day) -> Bool {
        guard !monthDays.isEmpty else { return true }
        let (year, month, number) = day.date
        return monthDays.contains(number)
            || monthDays.contains(number - Day.length(ofMonth: month, in: year) - 1)
    }

    /// Returns true if `BYDAY` has a day. An ordinal counts in the month, or, in a yearly rule
    /// without `BYMONTH`, in the year.
    private func isWeekday(_ day: Day) -> Bool {
        let (year, month, number) = day.date
        let isOfYear = frequency == .yearly && months.isEmpty
        let length = Day.length(ofMonth: month, in: year)
        let before = isOfYear ? day.number - day.startOfYear.number : number - 1
        let after = isOfYear ? day.endOfYear.number - day.number : length - number
        return weekdays.contains { element in
            element.weekday == day.weekday
                && [0, before / 7 + 1, -(after / 7 + 1)].contains(element.ordinal)
        }
    }
}

extension CalendarRule {
    /// Returns true if a date is past `UNTIL`.
    ///
    /// The two are compared as times if both have one, and as moments if `UNTIL` is in UTC and
    /// the date has an offset; otherwise by the days as they are written, so that the result is
    /// the same in every zone.
    package func ends(before date: DueDate) -> Bool {
        guard let end else { return false }
        guard let endTime = end.secondOfDay, let time = date.secondOfDay else {
            return date.day > end.day
        }
        let last = Int64(end.day.number) * 86_400 + Int64(endTime)
        let local = Int64(date.day.number) * 86_400 + Int64(time)
        return local - Int64(end.isUTC ? date.offset ?? 0 : 0) > last
    }
}

extension Day {
    /// The day with a number; nil outside the calendar.
    fileprivate init?(exactly number: Int) {
        self.init(number: number)
        guard self.number == number else { return nil }
    }

    fileprivate var startOfYear: Day {
        let (year, _, _) = date
        return Day(year: year, month: 1, day: 1) ?? self
    }
}
