import TestSupport
import Testing

@testable import TaskBoard

/// The order of dates in digits, compared with the short date formats of the Unicode CLDR.
struct DateInDigitsTests {
    /// In these languages, a day and a month alone have another order than a whole date.
    private static let unordered = ["af_ZA", "ug_CN"]

    /// Returns the locales of each pattern in `ShortDates.txt`.
    private static func patterns() throws -> [(locale: String, pattern: String)] {
        let bytes = try readFile(projectFolder + "/Tests/TaskBoardTests/Words/ShortDates.txt")
        var (pattern, rows) = ("", [(locale: String, pattern: String)]())
        for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
            if line.hasPrefix("#") { continue }
            guard line.hasPrefix(" ") else {
                pattern = String(line)
                continue
            }
            rows += line.split(separator: " ").map { (String($0), pattern) }
        }
        return rows
    }

    @Test func `a date in digits has the order and the separator of the reader's locale`() throws {
        let rows = try Self.patterns()
        #expect(rows.count > 300)
        for (locale, pattern) in rows where !Self.unordered.contains(locale) {
            // Quoted text is not part of the date.
            let bare = pattern.split(separator: "'", omittingEmptySubsequences: false).enumerated()
                .filter { $0.offset % 2 == 0 }.map(\.element).joined()
            let letters = bare.filter { "yMd".contains($0) }
                .reduce("") { $0.last == $1 ? $0 : $0 + String($1) }
            let order: DateInDigits.Form.Order? =
                switch letters {
                case "dMy": .dayMonthYear
                case "Mdy": .monthDayYear
                case "yMd": .yearMonthDay
                default: nil
                }
            let form = DateInDigits.Form(ofLocale: locale + ".UTF-8")
            #expect(form?.order == order, "\(locale) \(pattern)")
            let separators = Set(bare.utf8.filter { "./-".utf8.contains($0) })
            #expect(separators.isSubset(of: form?.separators ?? []), "\(locale) \(pattern)")
        }
        for locale in Self.unordered { #expect(DateInDigits.Form(ofLocale: locale) == nil) }
    }
}
