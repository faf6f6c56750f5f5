package import MarkdownDocument

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
