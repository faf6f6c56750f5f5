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
        [:], ["LANG": "C.UTF-8"], ["LC_ALL": "POSIX"], ["LANG": "en_US.UTF-8"],
        ["LC_TIME": "en_GB", "LANG": "ko_KR.UTF-8"], ["LC_ALL": "xx_YY.UTF-8"],
        ["LC_ALL": "../../etc/passwd"], ["LC_ALL": ""],
    ])
    func `dates are in English without another locale`(environment: [String: String]) throws {
        #expect(try text(environment) == "27 Nov")
    }

    @Test(arguments: [
        ["LC_ALL": "ko_KR.UTF-8"], ["LC_TIME": "ko_KR.UTF-8", "LANG": "en_US.UTF-8"],
        ["LANG": "ko_KR"], ["LC_ALL": "", "LC_TIME": "ko"],
    ])
    func `Korean needs no installed locale`(environment: [String: String]) throws {
        #expect(try text(environment) == "11월 27일")
    }
}
