import BoardView
import MarkdownDocument
import TaskBoard
import Testing

@testable import pmd

/// The language of dates, chosen by the environment.
struct ReaderLanguageTests {
    private func text(_ environment: [String: String]) throws -> String {
        let day = try #require(Day(year: 2026, month: 11, day: 27))
        return DateLanguage.ofReader { environment[$0] }.text(of: day, hasYear: false)
    }

    @Test(arguments: [
        [:], ["LANG": "C.UTF-8"], ["LC_ALL": "POSIX"], ["LANG": "en_CA.UTF-8"],
        ["LC_TIME": "en_GB", "LANG": "ko_KR.UTF-8"], ["LC_ALL": "xx_YY.UTF-8"],
        ["LC_ALL": "../../etc/passwd"], ["LC_ALL": ""],
    ])
    func `dates are in English without another locale`(environment: [String: String]) throws {
        #expect(try text(environment) == "27 Nov")
    }

    @Test(arguments: [
        ("en_US.UTF-8", "Nov 27", "Nov 27, 2027", "Nov 2027", "Fri Nov 27"),
        ("en_GB.UTF-8", "27 Nov", "27 Nov 2027", "Nov 2027", "Fri 27 Nov"),
        ("de_XX", "27. Nov", "27. Nov 2027", "Nov 2027", "Fr 27. Nov"),
        ("fr_XX", "27 nov.", "27 nov. 2027", "nov. 2027", "ven. 27 nov."),
        ("ko_KR.UTF-8", "11월 27일", "2027년 11월 27일", "2027년 11월", "11월 27일 (금)"),
    ])
    func `dates follow the reader's region, and are read as they are printed`(
        locale: String, short: String, long: String, month: String, weekday: String
    ) throws {
        let language = DateLanguage.ofReader { $0 == "LC_ALL" ? locale : nil }
        let day = try #require(Day(year: 2026, month: 11, day: 27))
        let next = try #require(Day(year: 2027, month: 11, day: 27))
        #expect(language.text(of: day, hasYear: false) == short)
        #expect(language.text(of: next) == long)
        #expect(language.monthName(of: next) == month)
        #expect(language.withWeekday(day, short).replacing("요일", with: "") == weekday)
        let now = Moment(seconds: 1_795_000_000, language: language)
        for (text, day) in [(short, day), (long, next), (weekday, day)] {
            #expect(try DueDate.typed(Text(text), in: "due", now: now).day == day, "\(text)")
        }
    }

    @Test(arguments: [
        ("en_US.UTF-8", "1,234,567"), ("ko_KR.UTF-8", "1,234,567"), ("de_DE", "1.234.567"),
        ("fr_FR.UTF-8", "1\u{A0}234\u{A0}567"), ("en_GB", "1,234,567"), ("C.UTF-8", "1234567"),
        ("", "1234567"),
    ])
    func `numbers follow the reader's region`(locale: String, text: String) {
        #expect(NumberWords.ofReader { $0 == "LC_NUMERIC" ? locale : nil }.text(1_234_567) == text)
        #expect(NumberWords(ofLocale: locale).text(-999) == "-999")
    }

    @Test(arguments: [
        ["LC_ALL": "ko_KR.UTF-8"], ["LC_TIME": "ko_KR.UTF-8", "LANG": "en_US.UTF-8"],
        ["LANG": "ko_KR"], ["LC_ALL": "", "LC_TIME": "ko"],
    ])
    func `Korean needs no installed locale`(environment: [String: String]) throws {
        #expect(try text(environment) == "11월 27일")
    }
}
