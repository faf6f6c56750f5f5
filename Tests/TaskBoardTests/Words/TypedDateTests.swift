import MarkdownDocument
import MergeSupport
import TestSupport
import Testing
import Words

@testable import TaskBoard

/// Typed dates, read on Saturday, 2026-11-21, at 09:14.
struct TypedDateTests {
    @Test(arguments: [
        ("2026-12-01", "2026-12-01"), ("today", "2026-11-21"), ("Tomorrow", "2026-11-22"),
        ("yesterday", "2026-11-20"), ("fri", "2026-11-27"), ("FRIDAY", "2026-11-27"),
        ("sat", "2026-11-28"), ("sun", "2026-11-22"), ("thurs", "2026-11-26"),
        ("next-week", "2026-11-23"), ("next-month", "2026-12-01"), ("+3d", "2026-11-24"),
        ("-3d", "2026-11-18"), ("3d", "2026-11-24"), ("2w", "2026-12-05"), ("3m", "2027-02-21"),
        ("1y", "2027-11-21"), ("0d", "2026-11-21"), ("eow", "2026-11-22"), ("eom", "2026-11-30"),
        ("eoy", "2026-12-31"), ("9999y", "9999-12-31"),
        ("friT15:00", "2026-11-27T15:00"), ("fri 15:00", "2026-11-27T15:00"),
        ("tomorrowt9:05", "2026-11-22T09:05"), ("15:00", "2026-11-21T15:00"),
        ("8:00", "2026-11-21T08:00"), ("+2wT00:00", "2026-12-05T00:00"),
        ("2026-12-01 15:00", "2026-12-01T15:00"), ("2026-12-01T15:00", "2026-12-01T15:00"),
        ("2026-12-01 9:00", "2026-12-01T09:00"),
        ("2026-12-01T15:00:00+09:00", "2026-12-01T15:00:00+09:00"),
        ("2026-12-01 15:00Z", "2026-12-01T15:00Z"),
    ])
    func `a planned date is in the future`(words: String, expected: String) {
        #expect(DueDate(typed: Text(words), now: Sample.now)?.text == Text(expected))
    }

    @Test(arguments: [
        ("eod", "2026-11-21"), ("in 3 days", "2026-11-24"), ("in-3-days", "2026-11-24"),
        ("3 days", "2026-11-24"), ("In a week", "2026-11-28"), ("in 2 months", "2027-01-21"),
        ("3 days ago", "2026-11-18"), ("2 days late", "2026-11-19"), ("1 day late", "2026-11-20"),
        ("next fri", "2026-11-27"), ("next-mon", "2026-11-23"), ("next sunday", "2026-11-29"),
        ("this mon", "2026-11-16"), ("last fri", "2026-11-20"), ("last-sat", "2026-11-14"),
        ("next week", "2026-11-23"), ("last month", "2026-10-01"), ("next year", "2027-01-01"),
        ("27 nov", "2026-11-27"), ("27-nov", "2026-11-27"), ("27nov", "2026-11-27"),
        ("Nov 27", "2026-11-27"), ("November 27, 2027", "2027-11-27"), ("21 nov", "2026-11-21"),
        ("20 nov", "2027-11-20"), ("1 sept", "2027-09-01"), ("29 feb", "2028-02-29"),
        ("27 nov 2025", "2025-11-27"), ("december", "2026-12-01"), ("nov", "2027-11-01"),
        ("may 2027", "2027-05-01"), ("Fri 27 Nov", "2026-11-27"), ("27 nov fri", "2026-11-27"),
        ("27. Nov. 2027", "2027-11-27"),
    ])
    func `a day is read in many forms`(words: String, expected: String) {
        #expect(DueDate(typed: Text(words), now: Sample.now)?.text == Text(expected))
    }

    @Test(arguments: [
        ("3pm", "2026-11-21T15:00"), ("12am", "2026-11-21T00:00"), ("12pm", "2026-11-21T12:00"),
        ("3:30 PM", "2026-11-21T15:30"), ("fri 15h", "2026-11-27T15:00"),
        ("fri 9h", "2026-11-27T09:00"),
        ("9h30", "2026-11-21T09:30"), ("fri 3pm", "2026-11-27T15:00"),
        ("friT3pm", "2026-11-27T15:00"), ("fri-15:00", "2026-11-27T15:00"),
        ("27 nov 15h", "2026-11-27T15:00"), ("2026-12-01 3pm", "2026-12-01T15:00"),
        ("2026-12-01-15:00", "2026-12-01T15:00"), ("2 days late 15:00", "2026-11-19T15:00"),
        ("tomorrow-9am", "2026-11-22T09:00"), ("in 3 days 15:00", "2026-11-24T15:00"),
        // Durations in hours and minutes start now, at 09:14.
        ("2h", "2026-11-21T11:14"), ("30min", "2026-11-21T09:44"), ("+12h", "2026-11-21T21:14"),
        ("24h", "2026-11-22T09:14"), ("-2h", "2026-11-21T07:14"), ("9999h", "2028-01-12T00:14"),
        ("15h", "2026-11-22T00:14"), ("09h", "2026-11-21T18:14"),
        ("in 2 hours", "2026-11-21T11:14"), ("90 minutes", "2026-11-21T10:44"),
        ("10 minutes ago", "2026-11-21T09:04"),
    ])
    func `a time of day and a duration in hours are read`(words: String, expected: String) {
        #expect(DueDate(typed: Text(words), now: Sample.now)?.text == Text(expected))
    }

    @Test(arguments: [
        ("오늘", "2026-11-21"), ("내일", "2026-11-22"), ("모레", "2026-11-23"),
        ("어제", "2026-11-20"), ("금", "2026-11-27"), ("금요일", "2026-11-27"),
        ("다음주 월", "2026-11-23"), ("다음 주 금요일", "2026-11-27"), ("이번주 금", "2026-11-20"),
        ("다음주", "2026-11-23"), ("다음달", "2026-12-01"), ("3일 후", "2026-11-24"),
        ("3일후", "2026-11-24"), ("2주 뒤", "2026-12-05"), ("3개월 후", "2027-02-21"),
        ("2일 지남", "2026-11-19"), ("3일 전", "2026-11-18"), ("11월 27일", "2026-11-27"),
        ("11월27일", "2026-11-27"), ("2027년 11월 27일", "2027-11-27"),
        ("11월 27일 (금)", "2026-11-27"), ("11월 27일 15:00", "2026-11-27T15:00"),
        ("내일 오후 3시", "2026-11-22T15:00"), ("오전 9시 30분", "2026-11-21T09:30"),
        ("15시", "2026-11-21T15:00"), ("3시반", "2026-11-21T03:30"),
        ("2시간 후", "2026-11-21T11:14"), ("30분 후", "2026-11-21T09:44"),
        ("낼", "2026-11-22"), ("이번 주", "2026-11-22"), ("다다음 주", "2026-11-30"),
        ("다다음 주 월요일", "2026-11-30"), ("이번 금요일", "2026-11-20"), ("주말", "2026-11-21"),
        ("이번 주말", "2026-11-21"), ("다음 주말", "2026-11-28"), ("월말", "2026-11-30"),
        ("말일", "2026-11-30"), ("이번 달 말", "2026-11-30"), ("다음 달 말일", "2026-12-31"),
        ("다음 달 1일", "2026-12-01"), ("이번 달 25일", "2026-11-25"), ("이틀 후", "2026-11-23"),
        ("사흘 뒤", "2026-11-24"), ("일주일 뒤", "2026-11-28"), ("한 달 뒤", "2026-12-21"),
        ("열흘 후", "2026-12-01"), ("이틀 전", "2026-11-19"), ("두 시간 뒤", "2026-11-21T11:14"),
        ("2시간", "2026-11-21T11:14"), ("2주", "2026-12-05"), ("+3일", "2026-11-24"),
        ("내일 정오", "2026-11-22T12:00"), ("내일 아침 9시", "2026-11-22T09:00"),
        ("오늘 저녁", "2026-11-21T18:00"), ("저녁 7시 30분", "2026-11-21T19:30"),
        ("낮 12시", "2026-11-21T12:00"), ("밤 11시", "2026-11-21T23:00"),
        ("2026. 12. 1.", "2026-12-01"), ("2026.12.1", "2026-12-01"),
        ("2026. 11. 27. (금)", "2026-11-27"), ("2026. 12. 1. 오후 3:00", "2026-12-01T15:00"),
        ("2026년 11월 27일 금요일", "2026-11-27"), ("2026/12/1", "2026-12-01"),
        ("2027년 01월 31일", "2027-01-31"), ("2026년 12월 01일", "2026-12-01"),
        ("내년 1월 1일", "2027-01-01"), ("내년 3월", "2027-03-01"), ("올해 12월 25일", "2026-12-25"),
        ("내년-1월-31일", "2027-01-31"), ("내일-아침-9시", "2026-11-22T09:00"),
        ("내일-오후-3시-반", "2026-11-22T15:30"), ("15시-30분", "2026-11-21T15:30"),
        ("석 달 뒤", "2027-02-21"), ("넉 달 후", "2027-03-21"), ("금요일까지", "2026-11-27"),
        ("내일 오후 3시까지", "2026-11-22T15:00"), ("금요일 저녁 7시에", "2026-11-27T19:00"),
        ("2026.\u{A0}12.\u{A0}1.", "2026-12-01"), ("3:00\u{202F}PM", "2026-11-21T15:00"),
        // Decomposed, as macOS types it.
        ("\u{1102}\u{1162}\u{110B}\u{1175}\u{11AF}", "2026-11-22"),
    ])
    func `Korean words are read in every locale`(words: String, expected: String) {
        for language in [DateLanguage.english, .korean] {
            let now = Moment(seconds: Sample.now.seconds, language: language) { _ in 9 * 3600 }
            #expect(DueDate(typed: Text(words), now: now)?.text == Text(expected))
        }
    }

    /// Monday is the 23rd.
    @Test(arguments: [
        ("2026-11-27", "주말", "2026-11-28"), ("2026-11-22", "주말", "2026-11-22"),
        ("2026-11-22", "다음 주말", "2026-11-28"),
    ])
    func `a weekend is the next Saturday, or the rest of it`(
        today: String, words: String, expected: String
    ) {
        let now = Moment(seconds: Int64(Sample.day(Text(today)).number) * 86_400)
        #expect(DueDate(typed: Text(words), now: now)?.text == Text(expected))
    }

    @Test(
        arguments: [
            ("de_DE.UTF-8", "27.11.2026", "2026-11-27"), ("de_DE", "27.11.", "2026-11-27"),
            ("de_DE", "1.12", "2026-12-01"), ("de_DE", "27.11.26", "2026-11-27"),
            ("de_DE", "27. 11. 2026", "2026-11-27"), ("de_DE", "27.11. 15:00", "2026-11-27T15:00"),
            ("de_DE", "27.11. 15h", "2026-11-27T15:00"), ("de_DE", "27/11/2026", nil),
            ("fr_FR", "27/11/2026", "2026-11-27"), ("fr_FR", "1/12", "2026-12-01"),
            ("en_GB", "27/11/2026", "2026-11-27"), ("en_GB", "27/11/26", "2026-11-27"),
            ("en_GB", "1/12-9:00", "2026-12-01T09:00"), ("en_GB", "11/27/2026", nil),
            ("en_US", "11/27/2026", "2026-11-27"), ("en_US", "12/1", "2026-12-01"),
            ("en_US", "27/11/2026", nil), ("en_US", "Fri 11/27", nil),
            ("en_US", "11/27 fri", "2026-11-27"),
            ("en_US", "11/27 mon", nil), ("ko_KR", "11. 27.", "2026-11-27"),
            ("ko_KR", "12/1", "2026-12-01"), ("ko_KR", "26. 11. 27.", "2026-11-27"),
            ("ko_KR", "11. 27. (금)", "2026-11-27"), ("ko_KR", "11. 27. 오후 3시", "2026-11-27T15:00"),
            ("ko_KR", "2026. 2. 30.", nil), ("nl_NL", "27-11-2026", "2026-11-27"),
            ("sv_SE", "2026-11-27", "2026-11-27"), ("hu_HU", "2026. 11. 27.", "2026-11-27"),
            ("C", "27.11.2026", nil), ("en", "12/1", nil), ("C", "2026.11.27", "2026-11-27"),
        ] as [(String, String, String?)])
    func `the short dates of the locale are read`(
        locale: String, words: String, expected: String?
    ) {
        var language = DateLanguage.english
        language.digits = DateInDigits.Form(ofLocale: locale)
        let now = Moment(seconds: Sample.now.seconds, language: language) { _ in 9 * 3600 }
        #expect(DueDate(typed: Text(words), now: now)?.text == expected.map { Text($0) })
    }

    @Test(arguments: [
        ("27 nov", "2025-11-27"), ("20 nov", "2026-11-20"), ("21 nov", "2026-11-21"),
        ("29 feb", "2024-02-29"), ("2h", "2026-11-21T07:14"), ("30min", "2026-11-21T08:44"),
        ("3 days", "2026-11-18"), ("in 3 days", "2026-11-24"), ("금", "2026-11-20"),
        ("next fri", "2026-11-27"), ("yesterday 18:30", "2026-11-20T18:30"),
        ("fri", "2026-11-20"), ("sat", "2026-11-14"), ("2w", "2026-11-07"), ("3d", "2026-11-18"),
        ("+3d", "2026-11-24"), ("-3d", "2026-11-18"), ("1m", "2026-10-21"), ("1y", "2025-11-21"),
        ("today", "2026-11-21"), ("monT08:30", "2026-11-16T08:30"), ("2026-12-01", "2026-12-01"),
    ])
    func `a past date is in the past`(words: String, expected: String) {
        let date = DueDate(typed: Text(words), now: Sample.now, sense: .back)
        #expect(date?.text == Text(expected))
    }

    @Test(arguments: [
        "soon", "", " ", "fr", "fridayish", "d", "+d", "--3d", "12345d", "24:00", "- 3d", "fri-",
        "friT", "friT25:00", "T15:00x", "2026-13-01", "25:00", "tuT15:00", "T",
        "99999999999999999d",
    ])
    func `any other text is not a date`(words: String) {
        #expect(DueDate(typed: Text(words), now: Sample.now) == nil)
    }

    @Test(arguments: [
        "11/24/2026", "24/11", "30 feb", "32 nov", "0 nov", "27 nov 27", "mon 27 nov", "27",
        "27 november x", "nov nov", "next", "next foo", "nextnext fri", "in", "in days", "in 3",
        "in -3 days", "in 3 days ago", "+3 days ago", "3 3 days", "99999 days", "-fri", "fri--",
        "27--nov", "13pm", "0am", "24h30", "3pm3", "15h60", "2h fri", "0000-nov", "27 nov 0000",
        "25시", "밤 12시", "저녁 1시", "2026.13.1", "27.11", "1.2.3.4", "2026/12.1", "13월 1일", "2월 30일",
        "3일", "٣ days", "fri fri", "days", "a", "e\u{301}", "😀",
        "99999999999999999999 nov", "27 nov 99999", "d\u{300}", "2w3d", "\u{FFFD}",
    ])
    func `a text that only resembles a date is refused`(words: String) {
        #expect(DueDate(typed: Text(words), now: Sample.now) == nil)
        #expect(DueDate(typed: Text(words), now: Sample.now, sense: .back) == nil)
    }

    @Test func `no input traps, whatever its length and bytes`() {
        var random = SplitMix64(seed: testSeed)
        let parts = [
            "next", "in", " ", "-", "+", "9999", "99999999999999999999", "d", "fri", "nov", "월",
            "일", "년", "h", ":", "pm", "T", "ago", "..", "\u{301}", "\0", "2026-12-01", "(",
        ]
        for _ in 0..<5_000 {
            var words = (0..<Int(random.next() % 7)).flatMap { _ in
                Array(parts[Int(random.next() % UInt64(parts.count))].utf8)
            }
            if random.next() % 8 == 0 { words.append(UInt8(truncatingIfNeeded: random.next())) }
            let sense = random.next() % 2 == 0 ? DateSense.ahead : .back
            let text = Text(words)
            _ = DueDate(typed: text, now: Sample.now, sense: sense)
            _ = try? DateRange.typed(text, in: text, now: Sample.now, sense: sense)
            _ = quotingDate("due:" + text.string, now: Sample.now, .standard)
        }
        for day in ["9999-12-31", "0001-01-01"] {
            let now = Moment(seconds: Int64(Sample.day(Text(day)).number) * 86_400)
            for words in ["9999y", "-9999y", "next week", "last year", "29 feb", "fri", "eoy"] {
                #expect(DueDate(typed: Text(words), now: now) != nil || words == "29 feb")
            }
        }
        let long = Text(String(repeating: "next ", count: 100_000))
        #expect(DueDate(typed: long, now: Sample.now) == nil)
    }

    @Test(arguments: [
        // 2026-11-22 is a Sunday, 2026-11-23 a Monday.
        ("2026-11-22", "mon..fri", "2026-11-23", "2026-11-27"),
        ("2026-11-22", "월요일..금요일", "2026-11-23", "2026-11-27"),
        ("2026-11-22", "mon..sun", "2026-11-16", "2026-11-22"),
        ("2026-11-22", "fri..mon", "2026-11-20", "2026-11-23"),
        ("2026-11-22", "sun..tue", "2026-11-22", "2026-11-24"),
        ("2026-11-23", "mon..fri", "2026-11-23", "2026-11-27"),
        ("2026-11-27", "mon..fri", "2026-11-23", "2026-11-27"),
        ("2026-11-28", "mon..wed", "2026-11-30", "2026-12-02"),
        ("2026-11-22", "2026-11-02..2026-11-06", "2026-11-02", "2026-11-06"),
        ("2026-11-22", "yesterday..yesterday", "2026-11-21", "2026-11-21"),
    ])
    func `on a weekend, a range of weekdays is in the coming week`(
        today: Text, words: Text, from: Text, to: Text
    ) throws {
        let now = Moment(seconds: Int64(Sample.day(today).number) * 86_400, language: .korean)
        let range = try DateRange.typed(words, in: words, now: now, sense: .ahead)
        #expect(range?.ends.from?.date.text == from && range?.ends.to?.date.text == to)
    }

    @Test func `a range of weekdays in the past is in this week`() throws {
        let now = Moment(seconds: Int64(Sample.day("2026-11-22").number) * 86_400)
        let range = try DateRange.typed("mon..fri", in: "", now: now, sense: .back)
        #expect(
            range?.ends.from?.date.text == "2026-11-16" && range?.ends.to?.date.text == "2026-11-20"
        )
    }

    @Test(arguments: [
        ("tomorow", "tomorrow"), ("fridy", "friday"), ("todya", "today"), ("fr", "fri"),
        ("next-wek", "next-week"), ("soon", dateWords), ("x", dateWords), ("27", dateWords),
    ])
    func `a misspelled word is refused with the nearest valid one`(words: String, expected: String)
    {
        let error = #expect(throws: WordError.self) {
            try DueDate.typed(Text(words), in: "due", now: Sample.now)
        }
        #expect(error?.sentence.english == "'due': '\(words)' is not a date; try \(expected)")
    }

    @Test func `a word that is not a date is an error with the expected input`() {
        #expect(
            throws: WordError("due:soon", .notADate("soon", near: nil, .typedDate))
        ) { try DueDate.typed("soon", in: "due:soon", now: Sample.now) }
        #expect(
            throws: WordError("wait:15:00", .hasTime("15:00"))
        ) { try Day.typed("15:00", in: "wait:15:00", now: Sample.now) }
    }
}
