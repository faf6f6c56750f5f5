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
        guard let date = snoozeDate(words, now) else {
            throw WordError.notADate(words, in: words, now: now, .typedEnd)
        }
        let seconds =
            date.secondOfDay == nil
            ? now.seconds(of: date.day, secondOfDay: minute * 60) : date.seconds(now)
        guard seconds > now.seconds else { throw WordError(words, .notToCome(words)) }
        return seconds
    }

    /// `1일` is a distance here, and not the day of a month.
    private static func snoozeDate(_ words: Text, _ now: Moment) -> DueDate? {
        if let date = DueDate(typed: words, now: now) { return date }
        let isDistance = Hangul.isIn(words.utf8) && !words.utf8.contains(where: \.isBlank)
        return isDistance ? DueDate(typed: words + " 후", now: now) : nil
    }

    /// Splits the words of a command that snoozes tasks: its last words are the end, as in
    /// `roof tomorrow 8:00`, or else its first ones, as in `1일 우유`.
    ///
    /// - Returns: The indices of the words that name tasks, and the end in seconds since 1970.
    /// - Throws: ``WordError`` about the last word.
    package static func snooze(
        _ words: [Text], minute: Int, now: Moment
    ) throws(WordError) -> (tasks: Range<Int>, end: Int64) {
        let (most, last) = (min(longestEnd, words.count - 1), words[words.count - 1])
        // The last word alone could be another date.
        for count in stride(from: most, to: 1, by: -1) {
            if let end = end(of: words.suffix(count), minute, now) {
                return (0..<words.count - count, end)
            }
        }
        if snoozeDate(last, now) == nil, Reminder(minutes: last) == nil {
            for count in stride(from: most, to: 0, by: -1) {
                if let end = end(of: words.prefix(count), minute, now) {
                    return (count..<words.count, end)
                }
            }
        }
        return (0..<words.count - 1, try snoozeEnd(last, minute: minute, now: now))
    }

    /// The maximum number of words of an end.
    private static let longestEnd = 5

    /// Returns the end that words mean together; nil if they are none.
    private static func end(of words: ArraySlice<Text>, _ minute: Int, _ now: Moment) -> Int64? {
        let joined = Text(words.map(\.utf8).joined(by: 0x20))
        let date = MultiWordValue.value(joined, of: .due, now) ?? joined
        do throws(WordError) {
            return try snoozeEnd(date, minute: minute, now: now)
        } catch {
            return nil
        }
    }
}
