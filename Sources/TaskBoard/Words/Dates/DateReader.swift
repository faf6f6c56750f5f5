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
        case from(Day)
    }

    let now: Moment
    var sense = DateSense.ahead
    var base = Base.today

    /// The maximum length of a typed date in bytes. Longer words, of any size, cannot be a date.
    private static let longest = 120

    /// Returns the date of words; nil if they are not a date.
    func date(_ words: Text) -> DueDate? {
        let words = Text(trimmed(words.utf8[...]))
        guard words.utf8.count <= Self.longest else { return nil }
        if let full = DueDate(words) { return full.asTyped }
        let folded = words.folded
        if let minute = clockTime(folded) { return DueDate(now.today, minute: minute) }
        switch reading(folded) {
        case .day(let day): return DueDate(day)
        case .minutes(let minutes):
            let then = now.at(now.seconds + Int64(minutes) * 60)
            return DueDate(then.today, minute: then.minuteOfDay)
        case nil: break
        }
        return withClockTime(folded).flatMap { head, minute in
            day(head).map { DueDate($0, minute: minute) }
        }
    }

    /// Returns the day of words without a time.
    func day(_ words: Text) -> Day? {
        guard case .day(let day) = reading(words) else { return nil }
        return day
    }

    // MARK: Words

    private enum Reading {
        case day(Day)
        /// Minutes from now.
        case minutes(Int)
    }

    private func reading(_ words: Text) -> Reading? {
        if let day = Day(words) { return .day(day) }
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
    ) -> Day? {
        if let weekday = language.weekday(tokens) { return resolve(weekday: weekday) }
        if let phrase = language.vocabulary.phrases[tokens.joined()] { return resolve(phrase) }
        if let typed = language.typedDay(tokens), let day = resolve(typed, weekday: nil) {
            return day
        }
        return withPrefix(tokens, language, languages) ?? withWeekday(tokens, language)
            ?? dayOfNamedMonth(tokens, language)
    }

    /// Reads `27.11.2026` in the form of the locale, and `2026. 11. 27.` in every locale, with the
    /// weekday or without it. The weekday must match the date.
    private func dayInDigits(_ words: Text, _ languages: [DateLanguage]) -> Day? {
        guard let date = DateInDigits(words), let typed = date.day(as: now.language.digits) else {
            return nil
        }
        if date.rest.isEmpty { return resolve(typed, weekday: nil) }
        let name = dateTokens(date.rest.string)
        let weekday = languages.lazy.compactMap { $0.weekday(name) }.first
        return weekday.flatMap { resolve(typed, weekday: $0) }
    }

    /// Reads `다음 달 1일`.
    private func dayOfNamedMonth(_ tokens: ArraySlice<String>, _ language: DateLanguage) -> Day? {
        guard case .yearMonthDay(_, let daySign, _) = language.form, tokens.last == daySign,
            let number = tokens.dropLast().last, number.isDigits, number.utf8.count <= 2,
            case .month(let months)? = language.vocabulary.phrases[tokens.dropLast(2).joined()],
            let day = Int(number)
        else { return nil }
        let first = now.today.adding(days: 1 - now.today.day).adding(months: months)
        return Day(year: first.year, month: first.month, day: day)
    }

    /// Reads `next fri`.
    private func withPrefix(
        _ tokens: ArraySlice<String>, _ language: DateLanguage, _ languages: [DateLanguage]
    ) -> Day? {
        let words = tokens.joined()
        for (prefix, meaning) in language.vocabulary.weekdayPrefixes where words.hasPrefix(prefix) {
            let name = String(words.dropFirst(prefix.count))
            let weekday = languages.lazy.compactMap { $0.weekday([name]) }.first
            guard !name.isEmpty, let weekday else { continue }
            switch meaning {
            case .week(let weeks): return monday(weeks).adding(days: weekday - 1)
            case .last: return now.today.previous(weekday: weekday)
            }
        }
        return nil
    }

    /// Reads `Fri 27 Nov` and `11월 27일 (금)`. The weekday must match the date.
    private func withWeekday(_ tokens: ArraySlice<String>, _ language: DateLanguage) -> Day? {
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
    private func monday(_ weeks: Int) -> Day {
        now.today.adding(days: 7 * weeks + 1 - now.today.weekday)
    }

    private func resolve(weekday: Int) -> Day {
        switch base {
        case .today where sense == .ahead: now.today.next(weekday: weekday)
        case .today: now.today.previous(weekday: weekday)
        case .thisWeek: monday(0).adding(days: weekday - 1)
        case .from(let day): day.adding(days: (weekday - day.weekday + 7) % 7)
        }
    }

    private func resolve(_ phrase: DateVocabulary.Phrase) -> Day {
        let today = now.today
        let firstOfMonth = today.adding(days: 1 - today.day)
        return switch phrase {
        case .day(let days): today.adding(days: days)
        case .week(0) where sense == .ahead: today.endOfWeek
        case .week(let weeks): monday(weeks)
        case .month(0) where sense == .ahead: today.endOfMonth
        case .month(let months): firstOfMonth.adding(months: months)
        // On a Sunday, this weekend has a day left.
        case .weekend(let weeks):
            weeks == 0 && today.weekday == 7 ? today : monday(weeks).adding(days: 5)
        case .year(let years): firstOfMonth.adding(months: 12 * years + 1 - today.month)
        case .endOfWeek: today.endOfWeek
        case .endOfMonth(let months): firstOfMonth.adding(months: months).endOfMonth
        case .endOfYear: today.endOfYear
        }
    }

    /// Returns a typed date, without a year the first one from today on, or with
    /// ``DateSense/back`` the last one up to today. A leap day may be eight years away.
    private func resolve(_ typed: DateLanguage.TypedDay, weekday: Int?) -> Day? {
        func day(in year: Int) -> Day? { Day(year: year, month: typed.month, day: typed.day) }
        var found: Day?
        if let year = typed.year {
            found = day(in: year)
        } else if case .from(let start) = base {
            found = (0...8).lazy.compactMap { day(in: start.year + $0) }.first { $0 >= start }
        } else if sense == .ahead {
            let today = now.today
            found = (0...8).lazy.compactMap { day(in: today.year + $0) }.first { $0 >= today }
        } else {
            let today = now.today
            found = (0...8).lazy.compactMap { day(in: today.year - $0) }.first { $0 <= today }
        }
        guard let weekday, let day = found else { return found }
        return day.weekday == weekday ? day : nil
    }

    private func resolve(_ count: Int, _ unit: DateVocabulary.Unit) -> Reading {
        let today = now.today
        return switch unit {
        case .minutes: .minutes(count)
        case .hours: .minutes(count * 60)
        case .days: .day(today.adding(days: count))
        case .weeks: .day(today.adding(days: count * 7))
        case .months: .day(today.adding(months: count))
        case .years: .day(today.adding(months: count * 12))
        }
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
