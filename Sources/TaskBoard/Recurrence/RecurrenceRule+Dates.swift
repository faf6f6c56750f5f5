extension RecurrenceRule {
    /// The occurrence that follows another.
    package struct Next: Hashable, Sendable {
        package let date: DueDate
        /// The rule of its task. It differs in the state that the rule carries: the remaining
        /// `COUNT`, and a day that a shorter month or a common year lacks.
        package let rule: RecurrenceRule
    }

    /// Returns the occurrence after another.
    ///
    /// The time and its offset are those of `due`.
    ///
    /// - Parameters:
    ///   - due: The date of the previous occurrence, if it has one.
    ///   - finish: The day on which it was finished, from which `after` counts.
    /// - Returns: Nil if the rule or the calendar ends before another date, and without a `due`
    ///   unless ``countsFromFinish`` is true.
    package func next(after due: DueDate?, finishedOn finish: Day) -> Next? {
        if case .after(let period) = self {
            let day = finish.adding(period)
            return Next(date: due?.on(day) ?? DueDate(day), rule: self)
        }
        guard let due, let day = day(after: due.day), day > due.day else { return nil }
        let date = due.on(day)
        return following(due.day, on: date).map { Next(date: date, rule: $0) }
    }

    private func day(after day: Day) -> Day? {
        switch self {
        case .every(let period), .after(let period): day.adding(period)
        case .weekdays(let weekdays): weekdays.map { day.next(weekday: $0) }.min()
        case .dayOfMonth(let number, let months):
            [0, months].map { day.adding(months: $0).inMonth(on: number) }.first { $0 > day }
        case .dayOfYear(let month, let number, let years):
            [0, 12 * years].map { day.adding(months: month - day.month + $0).inMonth(on: number) }
                .first { $0 > day }
        case .calendar(let rule): rule.firstDay(after: day)
        }
    }

    /// Returns the rule for the task on a date; nil if the rule ends before it.
    private func following(_ day: Day, on date: DueDate) -> RecurrenceRule? {
        switch self {
        case .every(let period) where period.unit == .month && day.day > 28:
            return .dayOfMonth(day.day, months: period.count)
        case .every(let period) where period.unit == .year && day.month == 2 && day.day == 29:
            return .dayOfYear(month: 2, day: 29, years: period.count)
        case .every, .weekdays, .dayOfMonth, .dayOfYear, .after: return self
        case .calendar(var rule):
            guard rule.count != 1, !rule.ends(before: date) else { return nil }
            rule.count = rule.count.map { $0 - 1 }
            return .calendar(rule)
        }
    }
}

extension Day {
    fileprivate func adding(_ period: RecurrenceRule.Period) -> Day {
        switch period.unit {
        case .day: adding(days: period.count)
        case .week: adding(days: 7 * period.count)
        case .month: adding(months: period.count)
        case .year: adding(months: 12 * period.count)
        }
    }

    /// Returns a day of the same month; its last one if the month is shorter.
    func inMonth(on day: Int) -> Day {
        let (year, month, number) = date
        return adding(days: min(day, Day.length(ofMonth: month, in: year)) - number)
    }
}
