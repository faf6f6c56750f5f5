import MarkdownDocument

/// A typed date of several words: `due:dec 24`, `due:fri at 3 pm`, `due:3pm tomorrow`.
///
/// The first word alone would be another date, and the others part of the title.
struct MultiWordValue {
    /// The value, with blanks.
    let text: Text
    /// The number of words after the first one that belong to it.
    let count: Int

    /// The maximum number of words after the first one.
    private static let most = 4

    /// Returns the longest date at the start of the words; nil if they do not begin with a date.
    init?(of field: Field, _ first: Text, _ next: ArraySlice<Text>, now: Moment) {
        // In English, a rule of several words needs quotes.
        guard field.kind != .repetition || first.utf8.contains(where: { $0 >= 0x80 }) else {
            return nil
        }
        let words = next.prefix(Self.most).prefix { $0.utf8.count <= 40 }
        for count in stride(from: words.count, through: 0, by: -1) {
            let joined = Text(([first] + words.prefix(count)).map(\.utf8).joined(by: 0x20))
            guard let value = Self.value(joined, of: field, now) else { continue }
            // `today 25:00` is not today, nor `이번 달 31일` this month: the caller refuses it.
            if let more = next.dropFirst(count).first,
                Self.isLikeClock(more) && DueDate(typed: value, now: now)?.secondOfDay == nil
                    || Self.isDayOfPeriod(more, joined)
            {
                (text, self.count) = (joined + Text(" ") + more, count + 1)
            } else {
                (text, self.count) = (value, count)
            }
            return
        }
        return nil
    }

    /// Returns a value with blanks as the field reads it; nil if it is not one.
    static func value(_ words: Text, of field: Field, _ now: Moment) -> Text? {
        switch field.kind {
        case .repetition: return koreanRule(words) ?? (RecurrenceRule.isOne(words) ? words : nil)
        case .date, .day: return date(words, now)
        case .reminders:
            return Reminder(typed: words, now: now) == nil ? nil : words
        default: return nil
        }
    }

    /// Returns true for a word such as `25:00` or `9:75`, which can only be meant as a time.
    private static func isLikeClock(_ word: Text) -> Bool {
        let parts = word.utf8.split(separator: 0x3A, omittingEmptySubsequences: false)
        return (2...3).contains(parts.count) && (1...2).contains(parts[0].count)
            && parts.dropFirst().allSatisfy { $0.count == 2 }
            && parts.joined().allSatisfy(\.isASCIIDigit)
    }

    /// Returns true for a number of a day or a month after the Korean name of a month or a year.
    private static func isDayOfPeriod(_ word: Text, _ period: Text) -> Bool {
        let sign: String? =
            switch DateLanguage.korean.vocabulary.phrases[dateTokens(period.string).joined()] {
            case .month?: "일"
            case .year?: "월"
            default: nil
            }
        let tokens = dateTokens(word.string)
        return tokens.count == 2 && tokens[0].isDigits && tokens[1] == sign
    }

    /// Reads `sunday at 5pm`, `dec 24th`, `3pm tomorrow` and `15h fri` too. A single digit before
    /// `h` is a distance there, as in `2h`.
    private static func date(_ words: Text, _ now: Moment) -> Text? {
        let plain = splitAtBlanks(words).filter { $0.folded != "at" }.map(cardinal)
        var orders = [plain]
        if let first = plain.first,
            clockTime(first.folded, isAfterDate: first.utf8.count > 2) != nil
        {
            orders.append(Array(plain.dropFirst()) + [first])
        }
        return orders.map { Text($0.map(\.utf8).joined(by: 0x20)) }
            .first { DueDate(typed: $0, now: now) != nil }
    }

    /// `24` of `24th`.
    private static func cardinal(_ word: Text) -> Text {
        let digits = word.utf8.dropLast(2)
        let isOrdinal = ["st", "nd", "rd", "th"].contains {
            word.folded.utf8.suffix(2).elementsEqual($0.utf8)
        }
        return isOrdinal && decimal(digits, in: 1...31) != nil ? Text(digits) : word
    }
}
