package import MarkdownDocument

extension Reminder {
    /// Returns the end of a snooze that was typed as a duration such as `2h` or `30min`, or as a
    /// date, in seconds since 1970.
    ///
    /// - Parameter minute: The minute for a date without a time, `remind` of `pmd.yml`.
    /// - Throws: ``WordError`` for words that are not a date, and for a date that is past.
    package static func snoozeEnd(
        _ words: Text, minute: Int, now: Moment
    ) throws(WordError) -> Int64 {
        // `m` means minutes here, as in `remind`; months are too long for a snooze.
        if let distance = Reminder(minutes: words), words.utf8.first?.isASCIIDigit == true {
            guard case .seconds(let count) = distance, count < 0 else {
                throw WordError(words, .notToCome(words))
            }
            return now.seconds - Int64(count)
        }
        guard let date = DueDate(typed: words, now: now) else {
            throw WordError.notADate(words, in: words, now: now, .typedEnd)
        }
        let seconds =
            date.secondOfDay == nil
            ? now.seconds(of: date.day, secondOfDay: minute * 60) : date.seconds(now)
        guard seconds > now.seconds else { throw WordError(words, .notToCome(words)) }
        return seconds
    }

    /// Returns the end for a day and a time of day, as two words; nil for any other words.
    package static func snoozeEnd(_ day: Text, time: Text, minute: Int, now: Moment) -> Int64? {
        guard let words = withTime(day, time, now) else { return nil }
        do throws(WordError) {
            return try snoozeEnd(words, minute: minute, now: now)
        } catch {
            return nil
        }
    }
}

/// Returns a day with the next word, if that is a time of day.
private func withTime(_ day: Text, _ next: Text?, _ now: Moment) -> Text? {
    guard let next, clockTime(next.folded, isAfterDate: true) != nil,
        let date = DueDate(typed: day, now: now),
        date.secondOfDay == nil
    else { return nil }
    return Text(day.utf8 + [0x20] + next.utf8)
}
