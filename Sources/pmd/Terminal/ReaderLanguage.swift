import BoardView
import Glibc
import TaskBoard

extension NumberWords {
    /// Returns the format of numbers set by `LC_ALL`, `LC_NUMERIC` or `LANG`.
    static func ofReader(_ environment: (String) -> String?) -> NumberWords {
        let names = ["LC_ALL", "LC_NUMERIC", "LANG"].lazy.compactMap(environment)
        return NumberWords(ofLocale: names.first { !$0.isEmpty } ?? "")
    }
}

extension DateLanguage {
    /// Returns the date language set by `LC_ALL`, `LC_TIME` or `LANG`.
    ///
    /// English, Korean, German and French need no installed locale. Other languages need an
    /// installed UTF-8 locale; otherwise dates are in English. The locale's dates in digits need
    /// none.
    static func ofReader(_ environment: (String) -> String?) -> DateLanguage {
        guard let name = localeName(environment) else { return .english }
        var language = ofReader(locale: name)
        language.digits = DateInDigits.Form(ofLocale: name)
        if language.digits?.order == .monthDayYear { language = language.withMonthFirst }
        return language
    }

    private static func ofReader(locale name: String) -> DateLanguage {
        switch name.prefix(while: { !"_.@".contains($0) }) {
        case "ko": return .korean
        case "C", "POSIX", "en": return .english
        case "de": return installed(name) ?? .german
        case "fr": return installed(name) ?? .french
        default: return installed(name) ?? .english
        }
    }

    /// Returns the name of the locale for dates, such as `ko_KR.UTF-8`.
    static func localeName(_ environment: (String) -> String?) -> String? {
        ["LC_ALL", "LC_TIME", "LANG"].lazy.compactMap(environment).first { !$0.isEmpty }
    }

    /// Returns the language of an installed locale. Does not change the locale of the process.
    private static func installed(_ name: String) -> DateLanguage? {
        // A name without an encoding may imply one other than UTF-8.
        let names = name.contains(".") ? [name] : [name + ".UTF-8", name]
        let mask = Int32(1) << Int32(LC_TIME)
        guard let locale = names.lazy.compactMap({ newlocale(mask, $0, nil) }).first else {
            return nil
        }
        defer { freelocale(locale) }
        // 2024-01-01 was a Monday.
        let weekdays = (0..<7).map { tm(month: 0, day: 1 + $0, weekday: ($0 + 1) % 7) }
        let months = (0..<12).map { tm(month: $0, day: 1, weekday: 0) }
        func texts(_ days: [tm], _ format: String) -> [String] {
            days.compactMap { $0.formatted(format, locale) }
        }
        return DateLanguage(
            weekdays: (texts(weekdays, "%a"), texts(weekdays, "%A")),
            months: (texts(months, "%b"), texts(months, "%B")), form: form(of: locale))
    }

    /// Returns the order of the parts of a date, read from the locale's own format.
    private static func form(of locale: locale_t) -> Form {
        let sample = tm(month: 10, day: 27, weekday: 3).formatted("%x", locale) ?? ""
        if sample.contains("년") { return .yearMonthDay(year: "년", day: "일", gap: " ") }
        if sample.contains("年") { return .yearMonthDay(year: "年", day: "日", gap: "") }
        // Languages that write the number of a day as an ordinal: `27. Nov`.
        return sample.hasPrefix("27.11.") ? .dottedDayMonthYear : .dayMonthYear
    }
}

extension tm {
    /// - Parameters:
    ///   - month: 0 is January.
    ///   - weekday: 0 is Sunday.
    fileprivate init(month: Int, day: Int, weekday: Int) {
        self.init()
        (tm_year, tm_mon, tm_mday, tm_wday) = (124, Int32(month), Int32(day), Int32(weekday))
    }

    /// Returns the formatted date trimmed; nil if it is empty or not UTF-8.
    fileprivate func formatted(_ format: String, _ locale: locale_t) -> String? {
        var parts = self
        var buffer = [CChar](repeating: 0, count: 256)
        let count = strftime_l(&buffer, buffer.count, format, &parts, locale)
        let bytes = buffer[..<count].map { UInt8(bitPattern: $0) }
        guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
        let trimmed = text.drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed()
        return trimmed.isEmpty ? nil : String(trimmed)
    }
}
