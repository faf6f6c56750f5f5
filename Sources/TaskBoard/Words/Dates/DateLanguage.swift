import MarkdownDocument

/// The words for dates in one language, for printing and for reading.
///
/// Every printed date can be read back: a language with ambiguous words cannot be created.
package struct DateLanguage: Sendable {
    /// The order of the parts of a date.
    package enum Form: Hashable, Sendable {
        /// `27 Nov 2027`
        case dayMonthYear
        /// `27. Nov 2027`
        case dottedDayMonthYear
        /// `Nov 27, 2027`
        case monthDayYear
        /// `2027년 11월 27일`: the month's name includes its suffix; the year and the day have these.
        /// The gap is between the parts.
        case yearMonthDay(year: String, day: String, gap: String)
    }

    /// The printed names, Monday first.
    let weekdays: [String]
    /// The printed names of weekdays without a date: the full ones if dates are written as
    /// `11월 27일`, since `월` alone is also a month.
    private let loneWeekdays: [String]
    /// The printed names, January first.
    let months: [String]
    private(set) var form: Form
    /// The order of dates in digits, such as `27.11.2026`.
    package var digits: DateInDigits.Form?
    /// True for times such as `3:00 PM`.
    package var hasTwelveHours = false
    package let relative: RelativeWords
    let vocabulary: DateVocabulary
    /// The numbers of weekdays (Monday is 1) and months, by their names as they are read.
    private let weekdayNumbers: [String: Int]
    private let monthNumbers: [String: Int]

    /// Creates a language from names, each of which is printed and read.
    init(
        weekdays: [String], months: [String], form: Form, digits: DateInDigits.Form? = nil,
        otherNames: [[String]], relative: RelativeWords, vocabulary: DateVocabulary
    ) {
        (self.weekdays, self.months, self.form) = (weekdays, months, form)
        let full = otherNames.first { $0.count == weekdays.count } ?? weekdays
        loneWeekdays = if case .yearMonthDay = form { full } else { weekdays }
        self.digits = digits
        (self.relative, self.vocabulary) = (relative, vocabulary)
        weekdayNumbers = Self.numbers(of: [weekdays] + otherNames.filter { $0.count == 7 })
        monthNumbers = Self.numbers(of: [months] + otherNames.filter { $0.count == 12 })
    }

    /// Creates the language of a locale, which has names for weekdays and months but no words such
    /// as "tomorrow": those are English.
    ///
    /// - Parameters:
    ///   - weekdays: The short and the full names, Monday first.
    ///   - months: The short and the full names, January first.
    /// - Returns: Nil if a name is missing, is unsafe to print, or could not be read.
    package init?(
        weekdays: (short: [String], full: [String]), months: (short: [String], full: [String]),
        form: Form
    ) {
        let (english, none) = (DateLanguage.english, DateVocabulary())
        let names = [weekdays.short, weekdays.full, months.short, months.full]
        guard names.map(\.count) == [7, 7, 12, 12], names.joined().allSatisfy(Self.isName) else {
            return nil
        }
        let short = DateLanguage(
            weekdays: weekdays.short, months: months.short, form: form,
            otherNames: [weekdays.full, months.full], relative: english.relative,
            vocabulary: none)
        let full = DateLanguage(
            weekdays: weekdays.full, months: months.full, form: form, otherNames: [],
            relative: english.relative, vocabulary: none)
        guard let readable = [short, full].first(where: \.isReadable) else { return nil }
        self = readable
    }

    /// Each name by its tokens. Of two equal names the first one counts.
    private static func numbers(of names: [[String]]) -> [String: Int] {
        var numbers: [String: Int] = [:]
        for names in names {
            for (index, name) in names.enumerated() {
                let key = dateTokens(name).joined()
                if numbers[key] == nil { numbers[key] = index + 1 }
            }
        }
        return numbers
    }

    /// Returns true if a name is short, and has letters, marks, digits, dots, dashes and blanks
    /// only: nothing that a terminal would interpret or a command line would parse as a sign.
    private static func isName(_ name: String) -> Bool {
        guard !name.isEmpty, name.utf8.count <= 64, name.first != "-", name.last != "-" else {
            return false
        }
        return name.unicodeScalars.allSatisfy { scalar in
            switch scalar.properties.generalCategory {
            case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter,
                .otherLetter, .nonspacingMark, .spacingMark, .decimalNumber:
                true
            default: ". -".unicodeScalars.contains(scalar)
            }
        }
    }

    /// True if every word and date is read as it was printed, alone and before a time.
    private var isReadable: Bool {
        // A Wednesday in the middle of a year.
        guard let today = Day(year: 2026, month: 7, day: 15) else { return false }
        let reader = DateReader(
            now: Moment(seconds: Int64(today.number) * 86_400, language: self))
        func isRead(_ text: String, _ day: Day) -> Bool {
            reader.date(Text(text)) == DueDate(day)
                && reader.date(Text(text + " 15:00")) == DueDate(day, minute: 900)
        }
        let words = [
            (relative.today, 0), (relative.tomorrow, 1), (relative.yesterday, -1),
            (relative.late(days: 1), -1), (relative.late(days: 2), -2),
        ]
        let week = (1...7).map { today.adding(days: $0) }
        let dates = (1...12).flatMap { month in
            [1, 11, 28].compactMap { Day(year: 2027, month: month, day: $0) }
        }
        return words.allSatisfy { isRead($0.0, today.adding(days: $0.1)) }
            && week.allSatisfy { isRead(weekdayName(of: $0), $0) }
            && week.allSatisfy { isRead(loneWeekday(of: $0), $0) }
            && week.allSatisfy { isRead(withWeekday($0, text(of: $0, hasYear: false)), $0) }
            && dates.allSatisfy { isRead(text(of: $0), $0) }
            && dates.map { $0.number - today.number < 365 ? $0 : $0.adding(months: -12) }
                .allSatisfy { isRead(text(of: $0, hasYear: false), $0) }
    }
}

/// The printed words for days near today.
package struct RelativeWords: Sendable {
    package let today: String
    package let tomorrow: String
    package let yesterday: String
    /// The words after the number of days that a task is late: for one day, and for several.
    let late: (one: String, many: String)

    /// Returns `2 days late`.
    package func late(days: Int) -> String { "\(days)" + (days == 1 ? late.one : late.many) }
}

// MARK: Printing

extension DateLanguage {
    /// Returns `27 Nov 2027`, or `27 Nov` without the year.
    package func text(of day: Day, hasYear: Bool = true) -> String {
        let (number, month) = (day.day, months[day.month - 1])
        let year = String(decoding: padded(day.year, 4), as: UTF8.self)
        switch form {
        case .dayMonthYear: return "\(number) \(month)" + (hasYear ? " \(year)" : "")
        case .dottedDayMonthYear: return "\(number). \(month)" + (hasYear ? " \(year)" : "")
        case .monthDayYear: return "\(month) \(number)" + (hasYear ? ", \(year)" : "")
        case .yearMonthDay(let yearSign, let daySign, let gap):
            return (hasYear ? year + yearSign + gap : "") + month + gap + "\(number)" + daySign
        }
    }

    /// Returns `Nov 2027`, or `2027년 11월`: the month of a day.
    package func monthName(of day: Day) -> String {
        let (year, month) = (
            String(decoding: padded(day.year, 4), as: UTF8.self), months[day.month - 1]
        )
        return switch form {
        case .dayMonthYear, .dottedDayMonthYear, .monthDayYear: "\(month) \(year)"
        case .yearMonthDay(let yearSign, _, let gap): year + yearSign + gap + month
        }
    }

    /// Returns `15:00`, `3:00 PM` or `오후 3:00`.
    ///
    /// - Parameter minute: The minutes since midnight.
    package func time(_ minute: Int) -> String {
        guard hasTwelveHours else { return timeOfDay(minute).string }
        let (hour, rest) = (minute / 60, String(decoding: padded(minute % 60, 2), as: UTF8.self))
        let time = "\((hour + 11) % 12 + 1):\(rest)"
        if case .yearMonthDay = form { return (hour < 12 ? "오전 " : "오후 ") + time }
        return time + (hour < 12 ? " AM" : " PM")
    }

    /// Returns the same language with the form of dates, and the clock, of a reader's region.
    ///
    /// - Parameter locale: The name of the reader's locale, such as `de-DE`.
    package func ofReader(_ locale: some StringProtocol, hasTwelveHours: Bool) -> DateLanguage {
        var language = self
        language.digits = DateInDigits.Form(ofLocale: locale)
        if language.digits?.order == .monthDayYear { language = language.withMonthFirst }
        language.hasTwelveHours = hasTwelveHours
        return language
    }

    /// Returns `Fri`.
    package func weekdayName(of day: Day) -> String { weekdays[day.weekday - 1] }

    /// Returns the weekday of a day whose date is not shown: `Fri`, `금요일`.
    package func loneWeekday(of day: Day) -> String { loneWeekdays[day.weekday - 1] }

    /// Adds the weekday to the text of a day: `Fri 27 Nov`, `11월 27일 (금)`.
    package func withWeekday(_ day: Day, _ text: String) -> String {
        if case .yearMonthDay = form { return text + " (\(weekdayName(of: day)))" }
        return weekdayName(of: day) + " " + text
    }

    /// The same language with the month before the day, as in the United States.
    package var withMonthFirst: DateLanguage {
        var language = self
        if form == .dayMonthYear { language.form = .monthDayYear }
        return language
    }
}

// MARK: Reading

extension DateLanguage {
    /// A date as it was typed; the year may be missing.
    struct TypedDay: Equatable {
        var year: Int?
        var month: Int
        var day: Int
    }

    /// Returns the number of a weekday, Monday being 1.
    func weekday(_ tokens: some Sequence<String>) -> Int? {
        let name = tokens.joined()
        if let number = weekdayNumbers[name] { return number }
        guard name.utf8.count >= vocabulary.shortestName else { return nil }
        return weekdayNumbers.first { $0.key.hasPrefix(name) }?.value
    }

    /// Reads `27 nov`, `nov 27`, `27 november 2027`, `november`, `2027년 11월 27일`.
    func typedDay(_ tokens: ArraySlice<String>) -> TypedDay? {
        var rest = tokens
        var year: Int?
        if case .yearMonthDay(let yearSign, let daySign, _) = form {
            if rest.count > 2, rest.dropFirst().first == yearSign {
                year = yearNumber(rest.first)
                if year != nil { rest = rest.dropFirst(2) }
            }
            if rest.count > 2, rest.last == daySign { rest = rest.dropLast() }
        }
        if year == nil, rest.count > 1 {
            if let last = yearNumber(rest.last) {
                (year, rest) = (last, rest.dropLast())
            } else if let first = yearNumber(rest.first) {
                (year, rest) = (first, rest.dropFirst())
            }
        }
        if let day = dayNumber(rest.first), let month = month(rest.dropFirst()) {
            return TypedDay(year: year, month: month, day: day)
        }
        if let day = dayNumber(rest.last), let month = month(rest.dropLast()) {
            return TypedDay(year: year, month: month, day: day)
        }
        return month(rest).map { TypedDay(year: year, month: $0, day: 1) }
    }

    /// Returns the number of a named month. A name that begins with a number may have a zero before
    /// it: `01월`.
    private func month(_ tokens: ArraySlice<String>) -> Int? {
        if let number = monthNumbers[tokens.joined()] { return number }
        guard let first = tokens.first, first.utf8.count == 2, first.isDigits,
            first.hasPrefix("0")
        else { return nil }
        return monthNumbers[String(first.dropFirst()) + tokens.dropFirst().joined()]
    }

    private func yearNumber(_ token: String?) -> Int? {
        token.flatMap { $0.utf8.count == 4 && $0.isDigits ? Int($0) : nil }
    }

    private func dayNumber(_ token: String?) -> Int? {
        token.flatMap { $0.utf8.count <= 2 && $0.isDigits ? Int($0) : nil }
    }
}

extension String {
    /// True if the text is a number of ASCII digits.
    var isDigits: Bool { !isEmpty && utf8.allSatisfy(\.isASCIIDigit) }
}

/// Returns the parts of a typed date, folded: numbers, and words without digits. Blanks, dashes,
/// dots, commas and parentheses separate them.
func dateTokens(_ text: String) -> [String] {
    var tokens: [String] = []
    var token = String.UnicodeScalarView()
    var isNumber = false
    func end() {
        if !token.isEmpty { tokens.append(String(token)) }
        token.removeAll()
    }
    for scalar in Text(text).folded.string.unicodeScalars {
        let isDigit = ("0"..."9").contains(scalar)
        if scalar.properties.isWhitespace || "-.,()".unicodeScalars.contains(scalar) {
            end()
            continue
        }
        if isDigit != isNumber { end() }
        isNumber = isDigit
        token.append(scalar)
    }
    end()
    return tokens
}

/// Returns the first weekday in the territory of a locale, such as 7, Sunday, for `en_US.UTF-8`;
/// Monday is 1. A locale without a territory follows ISO 8601.
///
/// The table is `weekData` of the Unicode CLDR.
package func firstWeekday(ofLocale name: some StringProtocol) -> Int {
    let words = name.prefix { $0 != "." && $0 != "@" }.split(separator: "_")
    let language = words.first.map { String($0) } ?? ""
    let territory = words.count > 1 ? String(words[1]) : usualTerritories[language] ?? ""
    if saturdayTerritories.contains(territory) { return 6 }
    return sundayTerritories.contains(territory) ? 7 : 1
}

/// The usual territories of languages whose weeks do not begin with Monday.
private let usualTerritories = ["ko": "KR", "ja": "JP", "ar": "EG", "he": "IL", "hi": "IN"]

private let saturdayTerritories: Set<String> = [
    "AE", "AF", "BH", "DJ", "DZ", "EG", "IQ", "IR", "JO", "KW", "LY", "OM", "QA", "SD", "SY",
]

private let sundayTerritories: Set<String> = [
    "AG", "AS", "BD", "BR", "BS", "BT", "BW", "BZ", "CA", "CO", "DM", "DO", "ET", "GT", "GU", "HK",
    "HN", "ID", "IL", "IN", "JM", "JP", "KE", "KH", "KR", "LA", "MH", "MM", "MO", "MT", "MX", "MZ",
    "NI", "NP", "PA", "PE", "PH", "PK", "PR", "PT", "PY", "SA", "SG", "SV", "TH", "TT", "TW", "UM",
    "US", "VE", "VI", "WS", "YE", "ZA", "ZW",
]
