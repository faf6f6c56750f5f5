package import MarkdownDocument

/// The direction of a date without a sign.
package enum DateSense: Sendable {
    /// A planned date: `fri` is the next Friday, `2w` in two weeks.
    case ahead
    /// A past date: `fri` is the last Friday, `2w` two weeks ago.
    case back
}

/// The dates that an error proposes if no known word is close.
package let dateWords = "tomorrow, fri, 27-nov, +3d, 2w, eom, 2026-12-01 or fri-15:00"

extension DueDate {
    /// Reads a typed date; nil if the words are not a date.
    ///
    /// The text is the one for a file: a day as `2026-12-01`, a local time as
    /// `2026-12-01T15:00`. A date that is written out in full stays as typed.
    package init?(typed words: Text, now: Moment, sense: DateSense = .ahead) {
        guard let date = DateReader(now: now, sense: sense).date(words) else { return nil }
        self = date
    }

    /// - Throws: An error with `word` as the place, and dates to try.
    package static func typed(
        _ words: Text, in word: Text, now: Moment, sense: DateSense = .ahead
    ) throws(WordError) -> DueDate {
        guard let date = DueDate(typed: words, now: now, sense: sense) else {
            throw .notADate(
                words, in: word, now: now, sense == .ahead ? .typedDate : .typedPastDate)
        }
        return date
    }
}

extension Day {
    /// Reads a typed day without a time.
    package static func typed(
        _ words: Text, in word: Text, now: Moment, sense: DateSense = .ahead
    ) throws(WordError) -> Day {
        let date = try DueDate.typed(words, in: word, now: now, sense: sense)
        guard date.secondOfDay == nil else {
            throw WordError(word, .hasTime(words))
        }
        return date.day
    }
}

extension WordError {
    /// Returns the error for words that are not a date, with the nearest known word.
    static func notADate(
        _ words: Text, in word: Text, now: Moment, _ expected: ExpectedValue = .typedDate
    ) -> WordError {
        let near = nearDate(words, now.language)
        return WordError(
            word,
            words.isEmpty
                ? .missingDate(near: near, expected)
                : .notADate(words, near: near, expected))
    }

    /// The known words, to suggest one for a misspelled word.
    private static let words = [
        "today", "tomorrow", "yesterday", "next-week", "next-month", "eod", "eow", "eom", "eoy",
        "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday", "mon", "tue",
        "wed", "thu", "fri", "sat", "sun",
    ]

    private static func nearDate(_ words: Text, _ language: DateLanguage) -> String? {
        let typed = dateTokens(String(words.string.prefix(40))).joined(separator: "-")
        // One letter is close to every short word.
        guard typed.count >= 2 else { return nil }
        let names = (language.weekdays + language.months).filter { $0.count >= 3 }
        let known = Self.words + names.map { $0.lowercased() }
        let begun = typed.count >= 3 ? known.first { $0.hasPrefix(typed) } : nil
        return begun ?? suggestion(for: typed, among: known)
    }
}
