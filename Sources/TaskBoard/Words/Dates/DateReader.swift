import MarkdownDocument

/// A reader of typed dates, in the user's language and in the built-in ones.
struct DateReader {
    /// The day to which weekdays and dates without a year refer.
    enum Base {
        /// The next one after today; with ``DateSense/back`` the last one.
        case today
        /// The one of this ISO week, at the start of a range.
        case thisWeek
        /// The first one from a day on, at the end of a range.
        case from(RelativeDay)
    }

    let now: Moment
    var sense = DateSense.ahead
    var base = Base.today

    /// The maximum length of a typed date in bytes. Longer words, of any size, cannot be a date.
    private static let longest = 120

    /// Returns the date of words; nil if they are not a date.
    func date(_ words: Text) -> DueDate? { relativeDate(words)?.date }

    /// Returns the date of words with what it depends on; nil if they are not a date.
    func relativeDate(_ words: Text) -> RelativeDate? {
        guard words.utf8.count <= Self.longest else { return nil }
        let words = Text(trimmed(Self.withoutParticle(words.withPlainBlanks)))
        if let full = DueDate(words) { return RelativeDate(form: .full, date: full.asTyped) }
        let folded = words.folded
        if let minute = clockTime(folded) {
            return resolve(.day(.start(.day, count: 0, plus: 0), minute: minute))
        }
        switch reading(folded) {
        case .day(let day): return resolve(.day(day, minute: nil))
        case .minutes(let minutes): return resolve(.minutes(minutes))
        case nil: break
        }
        return withClockTime(folded).flatMap { head, minute in
            guard case .day(let day) = reading(head) else { return nil }
            return resolve(.day(day, minute: minute))
        }
    }

    /// Returns the bytes of words without a particle that names an end or a time: `금요일까지`,
    /// `3시에`.
    private static func withoutParticle(_ words: Text) -> ArraySlice<UInt8> {
        let bytes = words.nfc.utf8[...]
        let particle = ["까지", "에"].first { bytes.count > $0.utf8.count && bytes.ends(with: $0) }
        return particle.map { bytes.dropLast($0.utf8.count) } ?? words.utf8[...]
    }

    /// Returns the day of words without a time.
    func day(_ words: Text) -> Day? {
        guard case .day(let day) = reading(words) else { return nil }
        return day.day(readOn: now.today)
    }

    // MARK: Words

    private enum Reading {
        case day(RelativeDay)
        /// Minutes from now.
        case minutes(Int)
    }

    private func reading(_ words: Text) -> Reading? {
        if let day = Day(words) { return .day(.fixed(day)) }
        var bytes = words.utf8[...]
        var sign: Int?
        if let first = bytes.first, first == .dash || first == UInt8(ascii: "+") {
            sign = first == .dash ? -1 : 1
            bytes = bytes.dropFirst()
            guard bytes.first?.isASCIIDigit == true else { return nil }
        }
        // A dash replaces a blank, as in `next-fri`, and is never next to one.
        let isLoose = zip(bytes, bytes.dropFirst()).contains {
            ($0 == .dash || $0.isBlank) && $1 == .dash || $0 == .dash && $1.isBlank
        }
        guard bytes.last != .dash, !isLoose else { return nil }
        let languages = [now.language] + DateLanguage.builtIn
        if let day = dayInDigits(Text(bytes), languages) { return sign == nil ? .day(day) : nil }
        let tokens = dateTokens(String(decoding: bytes, as: UTF8.self))[...]
        guard !tokens.isEmpty, tokens.count <= 8 else { return nil }
        for language in languages {
            if sign == nil, let day = day(tokens, language, languages) { return .day(day) }
            if let distance = language.distance(tokens, sign: sign, sense: sense) {
                return resolve(distance.count, distance.unit)
            }
        }
        return nil
    }

    private func day(
        _ tokens: ArraySlice<String>, _ language: DateLanguage, _ languages: [DateLanguage]
    ) -> RelativeDay? {
        if let weekday = language.weekday(tokens) { return resolve(weekday: weekday) }
        if let phrase = language.vocabulary.phrases[tokens.joined()] { return resolve(phrase) }
        if let typed = language.typedDay(tokens), let day = resolve(typed, weekday: nil) {
            return day
        }
        return withPrefix(tokens, language, languages) ?? withWeekday(tokens, language)
            ?? dayOfNamedMonth(tokens, language) ?? dayOfNamedYear(tokens, language)
    }

    /// Reads `27.11.2026` in the form of the locale, and `2026. 11. 27.` in every locale, with the
    /// weekday or without it. The weekday must match the date.
    private func dayInDigits(_ words: Text, _ languages: [DateLanguage]) -> RelativeDay? {
        guard let date = DateInDigits(words), let typed = date.day(as: now.language.digits) else {
            return nil
        }
        if date.rest.isEmpty { return resolve(typed, weekday: nil) }
        let name = dateTokens(date.rest.string)
        let weekday = languages.lazy.compactMap { $0.weekday(name) }.first
        return weekday.flatMap { resolve(typed, weekday: $0) }
    }

    /// Reads `다음 달 1일`.
    private func dayOfNamedMonth(_ tokens: ArraySlice<String>, _ language: DateLanguage)
        -> RelativeDay?
    {
        guard case .yearMonthDay(_, let daySign, _) = language.form, tokens.last == daySign,
            let number = tokens.dropLast().last, number.isDigits, number.utf8.count <= 2,
            case .month(let months)? = language.vocabulary.phrases[tokens.dropLast(2).joined()],
            let day = Int(number)
        else { return nil }
        let first = now.today.adding(days: 1 - now.today.day).adding(months: months)
        guard Day(year: first.year, month: first.month, day: day) != nil else { return nil }
        return .start(.month, count: months, plus: day - 1)
    }

    /// Reads `내년 1월 1일` and `내년 3월`.
    private func dayOfNamedYear(_ tokens: ArraySlice<String>, _ language: DateLanguage)
        -> RelativeDay?
    {
        guard case .yearMonthDay = language.form, let name = tokens.first,
            case .year(let years)? = language.vocabulary.phrases[name],
            let typed = language.typedDay(tokens.dropFirst()), typed.year == nil
        else { return nil }
        let first = RelativeDay.start(.year, count: years, plus: 0).day(readOn: now.today)
        return first.flatMap { first in
            Day(year: first.year, month: typed.month, day: typed.day).map {
                .start(.year, count: years, plus: $0.number - first.number)
            }
        }
    }

    /// Reads `next fri`.
    private func withPrefix(
        _ tokens: ArraySlice<String>, _ language: DateLanguage, _ languages: [DateLanguage]
    ) -> RelativeDay? {
        let words = tokens.joined()
        for (prefix, meaning) in language.vocabulary.weekdayPrefixes where words.hasPrefix(prefix) {
            let name = String(words.dropFirst(prefix.count))
            let weekday = languages.lazy.compactMap { $0.weekday([name]) }.first
            guard !name.isEmpty, let weekday else { continue }
            switch meaning {
            case .week(let weeks): return .start(.week, count: weeks, plus: weekday - 1)
            case .last: return .weekday(weekday, .before)
            }
        }
        return nil
    }

    /// Reads `Fri 27 Nov` and `11월 27일 (금)`. The weekday must match the date.
    private func withWeekday(_ tokens: ArraySlice<String>, _ language: DateLanguage) -> RelativeDay?
    {
        for count in 1...3 where count < tokens.count {
            for (name, rest) in [
                (tokens.prefix(count), tokens.dropFirst(count)),
                (tokens.suffix(count), tokens.dropLast(count)),
            ] {
                if let weekday = language.weekday(name), let typed = language.typedDay(rest),
                    let day = resolve(typed, weekday: weekday)
                {
                    return day
                }
            }
        }
        return nil
    }

    /// Returns the words before a time of day, which follows a `t`, a blank or a dash.
    private func withClockTime(_ words: Text) -> (day: Text, minute: Int)? {
        let bytes = words.utf8
        for place in bytes.indices.dropFirst().dropLast() {
            let (sign, next) = (bytes[place], bytes[place + 1])
            guard sign.isBlank || sign == .dash || sign == UInt8(ascii: "t") && next.isASCIIDigit,
                let minute = clockTime(Text(bytes[(place + 1)...]), isAfterDate: true)
            else { continue }
            return (Text(trimmed(bytes[..<place])), minute)
        }
        return nil
    }
}

// MARK: Days

extension DateReader {
    private var side: RelativeDay.Side { sense == .ahead ? .after : .before }

    /// Returns nil if the calendar has no such day.
    private func resolve(_ form: RelativeDate.Form) -> RelativeDate? {
        switch form {
        case .full: return nil
        case .day(let relative, let minute):
            guard let day = relative.day(readOn: now.today) else { return nil }
            return RelativeDate(
                form: form, date: minute.map { DueDate(day, minute: $0) } ?? DueDate(day))
        case .minutes(let minutes):
            let then = now.at(now.seconds + Int64(minutes) * 60)
            return RelativeDate(form: form, date: DueDate(then.today, minute: then.minuteOfDay))
        }
    }

    private func resolve(weekday: Int) -> RelativeDay {
        switch base {
        case .today: .weekday(weekday, side)
        case .thisWeek: .start(.week, count: 0, plus: weekday - 1)
        case .from(let day): .weekdayFrom(day, weekday)
        }
    }

    private func resolve(_ phrase: DateVocabulary.Phrase) -> RelativeDay {
        switch phrase {
        case .day(let days): .start(.day, count: days, plus: 0)
        case .week(0) where sense == .ahead: .start(.week, count: 0, plus: 6)
        case .week(let weeks): .start(.week, count: weeks, plus: 0)
        case .month(0) where sense == .ahead: .start(.month, count: 1, plus: -1)
        case .month(let months): .start(.month, count: months, plus: 0)
        // On a Sunday, this weekend has a day left.
        case .weekend(0): .weekend
        case .weekend(let weeks): .start(.week, count: weeks, plus: 5)
        case .year(0) where sense == .ahead: .start(.year, count: 1, plus: -1)
        case .year(let years): .start(.year, count: years, plus: 0)
        case .endOfWeek: .start(.week, count: 0, plus: 6)
        case .endOfMonth(let months): .start(.month, count: months + 1, plus: -1)
        case .endOfYear: .start(.year, count: 1, plus: -1)
        }
    }

    /// Returns a typed date, without a year the first one from today on, or with
    /// ``DateSense/back`` the last one up to today.
    private func resolve(_ typed: DateLanguage.TypedDay, weekday: Int?) -> RelativeDay? {
        let found: RelativeDay
        if let year = typed.year {
            guard let day = Day(year: year, month: typed.month, day: typed.day) else { return nil }
            found = .fixed(day)
        } else if case .from(let start) = base {
            found = .dateFrom(start, month: typed.month, day: typed.day)
        } else {
            found = .date(month: typed.month, day: typed.day, side)
        }
        guard let day = found.day(readOn: now.today) else { return nil }
        return weekday.map { $0 == day.weekday } ?? true ? found : nil
    }

    private func resolve(_ count: Int, _ unit: DateVocabulary.Unit) -> Reading {
        switch unit {
        case .minutes: .minutes(count)
        case .hours: .minutes(count * 60)
        case .days: .day(.start(.day, count: count, plus: 0))
        case .weeks: .day(.start(.day, count: count * 7, plus: 0))
        case .months: .day(.months(count))
        case .years: .day(.months(count * 12))
        }
    }
}

extension Text {
    /// The same words, with plain blanks in place of those that do not break a line. Programs print
    /// these in dates.
    fileprivate var withPlainBlanks: Text {
        guard utf8.contains(0xC2) || utf8.contains(0xE2) else { return self }
        return Text(
            string.replacing("\u{A0}", with: " ").replacing("\u{202F}", with: " "))
    }
}

extension ArraySlice<UInt8> {
    fileprivate func ends(with text: String) -> Bool {
        suffix(text.utf8.count).elementsEqual(text.utf8)
    }
}

extension DateLanguage {
    /// Reads a distance such as `2w`, `in 3 days`, `3 days ago`, `2 days late`, `3일 후` or
    /// `한 달 뒤`.
    ///
    /// - Parameter sign: The sign before the number, if there is one.
    /// - Returns: The count, negative for the past, and its unit.
    func distance(
        _ tokens: ArraySlice<String>, sign: Int?, sense: DateSense
    ) -> (count: Int, unit: DateVocabulary.Unit)? {
        var (rest, direction) = (tokens, sign)
        if direction == nil, let first = rest.first, vocabulary.ahead.contains(first) {
            (rest, direction) = (rest.dropFirst(), 1)
        }
        guard let first = rest.popFirst() else { return nil }
        if direction == nil, let span = span(tokens.joined(), sense: sense) { return span }
        let number = first.isDigits && first.utf8.count <= 4 ? Int(first) : nil
        guard let number = number ?? (vocabulary.one.contains(first) ? 1 : nil) else { return nil }
        let words = rest.joined()
        if let unit = vocabulary.units[words], vocabulary.hasBareUnits,
            sign != nil || !vocabulary.unitsOfDates.contains(words)
        {
            return ((direction ?? (sense == .back ? -1 : 1)) * number, unit)
        }
        guard direction == nil else { return nil }
        for (name, unit) in vocabulary.units where words.hasPrefix(name) {
            let suffix = String(words.dropFirst(name.count))
            if vocabulary.later.contains(suffix) { return (number, unit) }
            if vocabulary.ago.contains(suffix) { return (-number, unit) }
        }
        return nil
    }

    /// Reads `이틀 뒤`, `일주일` and `한 달 전`, which have no number.
    private func span(
        _ words: String, sense: DateSense
    ) -> (count: Int, unit: DateVocabulary.Unit)? {
        for (name, span) in vocabulary.spans where words.hasPrefix(name) {
            let suffix = String(words.dropFirst(name.count))
            if suffix.isEmpty { return (sense == .back ? -span.count : span.count, span.unit) }
            if vocabulary.later.contains(suffix) { return span }
            if vocabulary.ago.contains(suffix) { return (-span.count, span.unit) }
        }
        return nil
    }
}
