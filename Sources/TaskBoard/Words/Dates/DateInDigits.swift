import MarkdownDocument

/// A typed date in digits: `27.11.2026`, `11/27`, `2026. 11. 27. (금)`.
package struct DateInDigits {
    /// The digits of each part, from the left.
    private let parts: [ArraySlice<UInt8>]
    private let separator: UInt8
    /// The words after the date.
    let rest: Text

    /// Reads two or three numbers with the same separator, and a dot after the last number if dots
    /// separate them. Blanks may follow a dot.
    init?(_ words: Text) {
        var bytes = words.utf8[...]
        var parts: [ArraySlice<UInt8>] = []
        var found: UInt8?
        while parts.count < 3, bytes.first?.isASCIIDigit == true {
            let digits = bytes.prefix(while: \.isASCIIDigit)
            parts.append(digits)
            bytes = bytes.dropFirst(digits.count)
            guard let sign = bytes.first, found.map({ $0 == sign }) ?? "./-".utf8.contains(sign),
                parts.count < 3 || sign == Self.dot
            else { break }
            found = sign
            bytes = bytes.dropFirst()
            if sign == Self.dot { bytes = bytes.drop(while: \.isBlank) }
        }
        guard let separator = found, parts.count >= 2 else { return nil }
        // Other words are apart from the last number: `27.11.th` is not a date.
        let isApart = bytes.first.map { $0.isBlank || $0 == UInt8(ascii: "(") } ?? true
        guard isApart || words.utf8[..<bytes.startIndex].last?.isBlank == true else { return nil }
        (self.parts, self.separator) = (parts, separator)
        rest = Text(bytes)
    }

    private static let dot = UInt8(ascii: ".")

    /// Returns the date; nil if the order of its parts is unknown. A year of four digits in front
    /// says the order by itself.
    func day(as form: Form?) -> DateLanguage.TypedDay? {
        let counts = parts.map(\.count)
        let numbers = parts.compactMap { Int(String(decoding: $0, as: UTF8.self)) }
        guard numbers.count == parts.count else { return nil }
        if numbers.count == 3, counts[0] == 4, counts[1] <= 2, counts[2] <= 2 {
            return DateLanguage.TypedDay(year: numbers[0], month: numbers[1], day: numbers[2])
        }
        guard let form, form.separators.contains(separator) else { return nil }
        let yearPlace = form.order == .yearMonthDay ? 0 : 2
        var (year, rest): (Int?, [Int]) = (nil, numbers)
        if numbers.count == 3 {
            guard [2, 4].contains(counts[yearPlace]) else { return nil }
            year = numbers[yearPlace] + (counts[yearPlace] == 2 ? 2_000 : 0)
            rest.remove(at: yearPlace)
        }
        guard zip(counts.indices, counts).allSatisfy({ $1 <= 2 || $0 == yearPlace && year != nil })
        else { return nil }
        let isDayFirst = form.order == .dayMonthYear
        return DateLanguage.TypedDay(
            year: year, month: rest[isDayFirst ? 1 : 0], day: rest[isDayFirst ? 0 : 1])
    }
}

extension DateInDigits {
    /// The order of the parts in a locale, and the separators between them.
    package struct Form: Hashable, Sendable {
        package enum Order: Hashable, Sendable { case dayMonthYear, monthDayYear, yearMonthDay }

        package let order: Order
        let separators: [UInt8]

        private init(_ order: Order, _ separators: String) {
            (self.order, self.separators) = (order, Array(separators.utf8))
        }

        static let korean = Form(.yearMonthDay, "./")

        /// Creates the form of a locale, such as `de_DE.UTF-8`; nil if its name does not say one,
        /// as `C` and `en` do not.
        ///
        /// The tables are the short date formats of the Unicode CLDR 41, `dateFormatLength` of the
        /// type `short` in `common/main`; `DateInDigitsTests` compares them.
        package init?(ofLocale name: some StringProtocol) {
            let words = name.prefix { $0 != "." && $0 != "@" }.split { $0 == "_" || $0 == "-" }
                .map { String($0) }
            guard let language = words.first, !["C", "POSIX"].contains(language) else { return nil }
            let territory = words.count > 1 ? words[words.count - 1] : ""
            switch (language, territory) {
            case ("ko", _): self = .korean
            case ("en", ""): return nil
            // A day and a month have another order there than in a whole date.
            case ("af", _), ("ug", _): return nil
            case ("en", _) where Self.monthFirst.contains(territory), ("es", "PA"), ("es", "PR"),
                ("sd", "IN"):
                self.init(.monthDayYear, "/")
            case ("zh", "HK"), ("zh", "MO"), ("zh", "SG"): self.init(.dayMonthYear, "/")
            case ("en", "CA"), ("en", "SE"), ("fr", "CA"): self.init(.yearMonthDay, "-")
            case ("en", "ZA"): self.init(.yearMonthDay, "/")
            case ("en", "IN"), ("en", "MV"), ("es", "CL"): self.init(.dayMonthYear, "-/")
            case ("he", _), ("fr", "CH"), ("it", "CH"): self.init(.dayMonthYear, "./")
            case ("se", "FI"): self.init(.dayMonthYear, ".")
            default: self = Self.byLanguage[language] ?? Form(.dayMonthYear, "/")
            }
        }

        /// The territories where English has the month in front.
        private static let monthFirst: Set<String> = [
            "AS", "BI", "GU", "MH", "MP", "PH", "PR", "UM", "US", "VI",
        ]

        /// The forms of languages, except for those with the day in front and slashes.
        private static let byLanguage: [String: Form] = {
            let rows: [(Form, String)] = [
                (Form(.monthDayYear, "/"), "ceb chr ee fil ks lkt or zu"),
                (Form(.yearMonthDay, "/"), "ak eu fa ja ne ps sah yue zh"),
                (
                    Form(.yearMonthDay, "-"),
                    "bo brx ce ckb dz eo ii kl ku lt lrc mg mzn rw sd se si sn sv wae xh"
                ),
                (Form(.yearMonthDay, "."), "hu mn"),
                (Form(.dayMonthYear, "-/"), "as fy ia jv kok mi my nl rm te wo"),
                (
                    Form(.dayMonthYear, "."),
                    "az be bg bs cs da de dsb et fi fo gsw hr hsb hy is ka kk ksh lb lv mk nb nds "
                        + "nn no os pl ro ru sk sl smn sq sr tk tr tt uk"
                ),
            ]
            return rows.reduce(into: [:]) { forms, row in
                for language in row.1.split(separator: " ") { forms[String(language)] = row.0 }
            }
        }()
    }
}
