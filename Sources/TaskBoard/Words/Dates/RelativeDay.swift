import MarkdownDocument

/// A day as it was typed, which may depend on the day on which it is read.
package indirect enum RelativeDay: Hashable, Sendable {
    package enum Unit: String, Hashable, Sendable { case day, week, month, year }

    /// The side of today on which a day without a year or a week is.
    package enum Side: String, Hashable, Sendable { case after, before }

    case fixed(Day)
    /// The first day of a unit, counted from the current one, and some days after it: `eom` is a
    /// day before the next month. Weeks begin on Monday.
    case start(Unit, count: Int, plus: Int)
    /// The same day of another month, or its last day.
    case months(Int)
    /// The nearest such weekday that is not today. Monday is 1.
    case weekday(Int, Side)
    /// The nearest such date, which may be today.
    case date(month: Int, day: Int, Side)
    /// Saturday of this week, or today on a Sunday.
    case weekend
    /// The first such weekday from a day on.
    case weekdayFrom(RelativeDay, Int)
    /// The first such date from a day on.
    case dateFrom(RelativeDay, month: Int, day: Int)

    /// Returns the day, as read on another day; nil if the calendar has no such day.
    func day(readOn today: Day) -> Day? {
        switch self {
        case .fixed(let day): return day
        case .start(let unit, let count, let plus):
            return unit.start(count, from: today).adding(days: plus)
        case .months(let months): return today.adding(months: months)
        case .weekday(let weekday, .after): return today.next(weekday: weekday)
        case .weekday(let weekday, .before): return today.previous(weekday: weekday)
        case .date(let month, let day, let side):
            let step = side == .after ? 1 : -1
            return Self.years(step, from: today, month, day).first {
                side == .after ? $0 >= today : $0 <= today
            }
        case .weekend:
            return today.weekday == 7 ? today : Unit.week.start(0, from: today).adding(days: 5)
        case .weekdayFrom(let start, let weekday):
            return start.day(readOn: today).map { start in
                start.adding(days: (weekday - start.weekday + 7) % 7)
            }
        case .dateFrom(let start, let month, let day):
            guard let start = start.day(readOn: today) else { return nil }
            return Self.years(1, from: start, month, day).first { $0 >= start }
        }
    }

    /// Returns a date in a year and the eight years next to it: a leap day may be that far away.
    private static func years(_ step: Int, from day: Day, _ month: Int, _ number: Int) -> [Day] {
        (0...8).compactMap { Day(year: day.year + step * $0, month: month, day: number) }
    }
}

extension RelativeDay.Unit {
    /// Returns the first day of a unit, counted from the one of a day.
    fileprivate func start(_ count: Int, from today: Day) -> Day {
        let firstOfMonth = today.adding(days: 1 - today.day)
        return switch self {
        case .day: today.adding(days: count)
        case .week: today.adding(days: 7 * count + 1 - today.weekday)
        case .month: firstOfMonth.adding(months: count)
        case .year: firstOfMonth.adding(months: 12 * count + 1 - today.month)
        }
    }
}

/// A typed date with what it depends on.
package struct RelativeDate: Hashable, Sendable {
    package enum Form: Hashable, Sendable {
        /// A date that is written out in full.
        case full
        /// A day, and the minute of it if a time was typed.
        case day(RelativeDay, minute: Int?)
        /// Minutes after the moment at which the date is read.
        case minutes(Int)
    }

    package let form: Form
    /// The date, as read when it was typed.
    package let date: DueDate

    /// - Throws: An error with `word` as the place, and dates to try.
    static func typed(
        _ words: Text, in word: Text, now: Moment, sense: DateSense
    ) throws(WordError) -> RelativeDate {
        guard let date = DateReader(now: now, sense: sense).relativeDate(words) else {
            throw .notADate(
                words, in: word, now: now, sense == .ahead ? .typedDate : .typedPastDate)
        }
        return date
    }
}
