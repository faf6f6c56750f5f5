import Testing

@testable import pmd

struct DateWordsTests {
    @Test(arguments: [
        ("2026-12-01", "2026-12-01", "Tue 1 Dec"), ("2027-12-01", "2027-12-01", "Wed 1 Dec 2027"),
        ("2026-12-01T15:00", "2026-12-01 15:00", "Tue 1 Dec 15:00"),
        ("2026-02-05 08:30+09:00", "2026-02-05 08:30+09:00", "Thu 5 Feb 08:30+09:00"),
        ("soon", "soon", "soon"), ("2026-13-01", "2026-13-01", "2026-13-01"), ("", "", ""),
    ])
    func `without a locale dates are ISO dates`(_ due: String, _ short: String, _ long: String) {
        let words = DateWords { ["LANG": "C.UTF-8"][$0] }
        #expect(words.short(due) == short)
        #expect(words.long(due, thisYear: 2026) == long)
    }

    @Test func `a locale that is not installed is none`() {
        #expect(DateWords { ["LC_ALL": "xx_YY.UTF-8"][$0] }.short("2026-12-01") == "2026-12-01")
    }
}
