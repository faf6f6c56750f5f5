package import MarkdownDocument
package import TaskBoard

/// Formats dates for the reader. Every surface formats its dates here.
///
/// Each text is valid input: typed on the same day, it means the date it was made from. This holds
/// for planned dates where input refers to the future, and for past dates where it refers to the
/// past.
package struct DateWords: Sendable {
    package enum Style: String, CaseIterable, Sendable {
        /// `2026-11-27`, for pipes and for users who prefer it.
        case iso
        /// `today`, `Fri`, `27 Nov`, `2 days late`
        case relative
        /// `27 Nov` or `11월 27일`, without words that change from day to day.
        case locale
    }

    package let style: Style
    package let now: Moment
    private let today: Day
    private var language: DateLanguage { now.language }

    /// The names of states for people.
    private var labels: [Text: Text] = [:]
    /// The names of declared fields for people.
    private var fieldLabels: [Text: Text] = [:]

    package init(_ style: Style, now: Moment) {
        (self.style, self.now) = (style, now)
        today = now.today
    }

    /// Returns the same format with the names for people of a board's states and fields.
    package func naming(_ settings: BoardSettings) -> DateWords {
        var words = self
        words.labels = settings.labels
        for field in settings.fields.declared {
            words.fieldLabels[field.key] = field.declaration?.label
        }
        return words
    }

    /// The words for sentences of the history.
    package var wording: DateWording {
        DateWording(value: { value($0, of: $1) }, label: { fieldLabels[$0] })
    }

    /// The maximum number of days for "days late"; older dates are shown as dates.
    private static let latest = 99
}

// MARK: Planned dates

extension DateWords {
    /// Returns a planned date: `tomorrow`, `Fri 15:00`, `27 Nov`, `27 Nov 2027`.
    ///
    /// - Parameters:
    ///   - isOverdue: True to show a date before today as `2 days late`.
    ///   - isLong: True to show a date within the next days with more than its weekday: `Fri 27
    ///     Nov`.
    package func planned(
        _ date: DueDate, isOverdue: Bool = false, isLong: Bool = false
    ) -> String {
        let (day, minute) = local(date)
        return planned(day, isOverdue: isOverdue, isLong: isLong) + time(minute)
    }

    /// Returns a future time, given in seconds since 1970: `Fri 15:00`.
    package func planned(at seconds: Int64, isLong: Bool = false) -> String {
        let moment = now.at(seconds)
        return planned(DueDate(moment.today, minute: moment.minuteOfDay), isLong: isLong)
    }

    package func planned(_ day: Day, isOverdue: Bool = false, isLong: Bool = false) -> String {
        let distance = day.number - today.number
        if style == .iso { return day.description }
        if style == .relative, let word = word(at: distance, isOverdue: isOverdue) { return word }
        let date = language.text(of: day, hasYear: day.year != today.year || distance < 0)
        guard (2...6).contains(distance) else { return date }
        if isLong { return language.withWeekday(day, date) }
        return style == .relative ? language.loneWeekday(of: day) : date
    }

    /// Returns the word for a day from yesterday to tomorrow, or for a late day.
    private func word(at distance: Int, isOverdue: Bool) -> String? {
        if isOverdue, (-Self.latest..<0).contains(distance) {
            return language.relative.late(days: -distance)
        }
        return switch distance {
        case -1: language.relative.yesterday
        case 0: language.relative.today
        case 1: language.relative.tomorrow
        default: nil
        }
    }
}

// MARK: Past dates

extension DateWords {
    /// Returns a past time: `today 09:14`, `21 Nov 2026 09:14`.
    ///
    /// - Parameter seconds: The seconds since 1970.
    package func past(_ seconds: Int64) -> String {
        let local = now.at(seconds)
        return past(local.today) + time(local.minuteOfDay)
    }

    /// Returns a past date, with its time if it has one.
    package func past(_ date: DueDate) -> String {
        let (day, minute) = local(date)
        return past(day) + time(minute)
    }

    /// Returns a past date, with its time only if it is today.
    package func pastDay(_ date: DueDate) -> String {
        let (day, minute) = local(date)
        return past(day) + (day == today ? time(minute) : "")
    }

    /// Returns the name of a week: its first day, never in a relative word.
    package func week(from start: Day) -> String {
        style == .iso ? start.description : language.text(of: start)
    }

    private func past(_ day: Day) -> String {
        if style == .iso { return day.description }
        let distance = day.number - today.number
        if style == .relative, distance <= 0, let word = word(at: distance, isOverdue: false) {
            return word
        }
        // Always with the year, since a date without one could be in the future.
        return language.text(of: day)
    }

    /// The past times with the widest texts.
    package var longestPast: [String] {
        let days = (1...12).compactMap { Day(year: today.year, month: $0, day: 28) }
        return (days + [today, today.adding(days: -1)]).map { past($0) + time(0) }
    }
}

// MARK: Values

extension DateWords {
    /// Returns the display text of a field's value: a date in words, or the name of a state for
    /// people; nil for any other.
    package func value(_ text: Text, of field: Field) -> String? {
        if field == .state { return labels[text]?.string }
        guard let date = DueDate(text) else { return nil }
        return switch field.dateSense {
        case .ahead: planned(date)
        case .back: past(date)
        case nil: nil
        }
    }

    /// Returns the day and the minute of a date in the reader's time zone.
    private func local(_ date: DueDate) -> (day: Day, minute: Int?) {
        guard let second = date.secondOfDay else { return (date.day, nil) }
        guard date.offset != nil else { return (date.day, second / 60) }
        let moment = now.at(date.seconds(now))
        return (moment.today, moment.minuteOfDay)
    }

    /// Returns ` 15:00`.
    private func time(_ minute: Int?) -> String {
        minute.map { " " + (style == .iso ? timeOfDay($0).string : language.time($0)) } ?? ""
    }
}
