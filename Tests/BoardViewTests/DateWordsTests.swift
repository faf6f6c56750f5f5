import BoardView
import MarkdownDocument
import MergeSupport
import TaskBoard
import TestSupport
import Testing

/// Dates and times in words, in the reader's language.
struct DateWordsTests {
    /// Saturday, 2026-11-21, 09:14, in a language.
    private static func now(_ language: DateLanguage = .english) -> Moment {
        Moment(seconds: Sample.now.seconds, language: language) { _ in 9 * 3600 }
    }

    private func planned(
        _ text: String, _ style: DateWords.Style = .relative, _ language: DateLanguage = .english,
        isOverdue: Bool = false, isLong: Bool = false
    ) throws -> String {
        let date = try #require(DueDate(Text(text)))
        return DateWords(style, now: Self.now(language))
            .planned(date, isOverdue: isOverdue, isLong: isLong)
    }

    @Test(arguments: [
        ("2026-11-21", "today", "오늘"), ("2026-11-22", "tomorrow", "내일"),
        ("2026-11-23", "Mon", "월요일"), ("2026-11-27", "Fri", "금요일"),
        ("2026-11-28", "28 Nov", "11월 28일"), ("2026-12-31", "31 Dec", "12월 31일"),
        ("2027-01-01", "1 Jan 2027", "2027년 1월 1일"), ("2026-11-20", "yesterday", "어제"),
        ("2026-11-19", "19 Nov 2026", "2026년 11월 19일"),
        ("2026-11-27T15:00", "Fri 15:00", "금요일 15:00"),
        ("2026-11-22T00:30:00Z", "tomorrow 09:30", "내일 09:30"),
    ])
    func `dates are in the reader's words`(date: String, english: String, korean: String) throws {
        #expect(try planned(date) == english)
        #expect(try planned(date, .relative, .korean) == korean)
    }

    @Test(arguments: [
        ("2026-11-20", "1 day late", "1일 지남"), ("2026-11-19", "2 days late", "2일 지남"),
        ("2026-11-19T15:00", "2 days late 15:00", "2일 지남 15:00"),
        ("2026-08-14", "99 days late", "99일 지남"),
        ("2026-08-13", "13 Aug 2026", "2026년 8월 13일"),
        ("2026-11-21T08:00", "today 08:00", "오늘 08:00"),
    ])
    func `an overdue date counts its days`(date: String, english: String, korean: String) throws {
        #expect(try planned(date, isOverdue: true) == english)
        #expect(try planned(date, .relative, .korean, isOverdue: true) == korean)
    }

    @Test(arguments: [
        ("en-US", true, "Nov 28 3:05 PM", "11월 28일 오후 3:05"),
        ("en-GB", false, "28 Nov 15:05", "11월 28일 15:05"),
        ("de-DE", false, "28 Nov 15:05", "11월 28일 15:05"),
        ("ko-KR", true, "28 Nov 3:05 PM", "11월 28일 오후 3:05"),
    ])
    func `dates and clocks have the form of the reader's region`(
        locale: String, hasTwelveHours: Bool, english: String, korean: String
    ) throws {
        let words = { (language: DateLanguage) in
            try planned(
                "2026-11-28T15:05", .relative,
                language.ofReader(locale, hasTwelveHours: hasTwelveHours))
        }
        #expect(try words(.english) == english)
        #expect(try words(.korean) == korean)
        let midnight = DateLanguage.english.ofReader("en-US", hasTwelveHours: true)
        #expect(midnight.time(5) == "12:05 AM" && midnight.time(725) == "12:05 PM")
    }

    @Test func `a week is named by the date of its first day, never by a relative word`() {
        let day = Sample.day("2026-11-21")
        let name = { (style: DateWords.Style, language: DateLanguage) in
            DateWords(style, now: Self.now(language)).week(from: day)
        }
        #expect(name(.relative, .english) == "21 Nov 2026")
        #expect(name(.relative, .korean) == "2026년 11월 21일")
        #expect(name(.iso, .english) == "2026-11-21")
    }

    @Test func `a long date in the next days has its weekday`() throws {
        #expect(try planned("2026-11-27T15:00", isLong: true) == "Fri 27 Nov 15:00")
        #expect(try planned("2026-11-27", .relative, .korean, isLong: true) == "11월 27일 (금)")
        #expect(try planned("2026-11-27", .locale, isLong: true) == "Fri 27 Nov")
        #expect(try planned("2026-11-22", isLong: true) == "tomorrow")
        #expect(try planned("2026-11-28", isLong: true) == "28 Nov")
    }

    @Test func `the locale's dates have no relative words, and ISO dates have none at all`() throws
    {
        #expect(try planned("2026-11-22", .locale) == "22 Nov")
        #expect(try planned("2026-11-19", .locale, isOverdue: true) == "19 Nov 2026")
        #expect(try planned("2027-11-27", .locale, .korean) == "2027년 11월 27일")
        #expect(try planned("2026-11-27T15:00:30", .iso, .korean) == "2026-11-27 15:00")
        #expect(try planned("2026-11-27T15:00:00Z", .iso) == "2026-11-28 00:00")
    }

    @Test func `a past moment has its time and no weekday`() {
        let words = DateWords(.relative, now: Self.now())
        let now = Sample.now.seconds
        #expect(words.past(now) == "today 09:14")
        #expect(words.past(now - 86_400) == "yesterday 09:14")
        #expect(words.past(now - 2 * 86_400) == "19 Nov 2026 09:14")
        #expect(words.past(now + 86_400) == "22 Nov 2026 09:14")
        #expect(DateWords(.locale, now: Self.now()).past(now) == "21 Nov 2026 09:14")
        #expect(DateWords(.iso, now: Self.now()).past(now) == "2026-11-21 09:14")
    }

    @Test func `date fields are shown in words`() {
        let words = DateWords(.relative, now: Self.now())
        #expect(words.value("2026-11-22", of: .due) == "tomorrow")
        #expect(words.value("2026-11-20T09:14:00+09:00", of: .created) == "yesterday 09:14")
        #expect(words.value("2026-11-22", of: .title) == nil)
        #expect(words.value("soon", of: .due) == nil)
    }

    // MARK: The law

    /// Languages as locales have them, some with names that could be mistaken.
    private static let languages: [DateLanguage] = {
        let english = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
        let months = (1...12).map { "\($0)" }
        let others: [(days: [String], months: [String], form: DateLanguage.Form)] = [
            // Spanish: `mar` is Tuesday and March.
            (
                ["lun", "mar", "mié", "jue", "vie", "sáb", "dom"],
                [
                    "ene", "feb", "mar", "abr", "may", "jun", "jul", "ago", "sep", "oct", "nov",
                    "dic",
                ], .dayMonthYear
            ),
            // French: dots.
            (
                ["lun.", "mar.", "mer.", "jeu.", "ven.", "sam.", "dim."],
                [
                    "janv.", "févr.", "mars", "avril", "mai", "juin", "juil.", "août", "sept.",
                    "oct.", "nov.", "déc.",
                ], .dayMonthYear
            ),
            // Vietnamese: numbers in names.
            (
                ["T2", "T3", "T4", "T5", "T6", "T7", "CN"], months.map { "Thg \($0)" },
                .dayMonthYear
            ),
            (
                ["月", "火", "水", "木", "金", "土", "日"], months.map { $0 + "月" },
                .yearMonthDay(year: "年", day: "日", gap: "")
            ),
            // Names that are English words.
            (
                ["sat", "eom", "2w", "nov", "in", "next", "fri"], months.map { "m\($0)" },
                .dayMonthYear
            ),
            (english.reversed(), months, .dayMonthYear),
        ]
        let made = others.compactMap {
            DateLanguage(
                weekdays: ($0.days, $0.days), months: ($0.months, $0.months), form: $0.form)
        }
        return [
            .english, .korean, .english.ofReader("en-US", hasTwelveHours: true),
            .korean.ofReader("ko-KR", hasTwelveHours: true),
        ] + made
    }()

    @Test func `a printed date is read as the same date on the same day`() throws {
        #expect(Self.languages.count == 10)
        var random = SplitMix64(seed: testSeed)
        let last = try #require(Day(year: 9999, month: 12, day: 31)).number
        let first = try #require(Day(year: 1, month: 1, day: 1)).number
        func day() -> Int {
            switch random.next() % 8 {
            case 0: first + Int(random.next() % 400)
            case 1: last - Int(random.next() % 400)
            case 2: first + Int(random.next() % UInt64(last - first))
            default: Sample.now.today.number + Int(random.next() % 3_000)
            }
        }
        for _ in 0..<5_000 {
            let today = day()
            let near = today + Int(random.next() % 240) - 120
            let date = Day(number: random.next() % 4 == 0 ? day() : near)
            let minute = random.next() % 2 == 0 ? nil : Int(random.next() % 1_440)
            let due = minute.map { DueDate(date, minute: $0) } ?? DueDate(date)
            let language = Self.languages[Int(random.next() % UInt64(Self.languages.count))]
            let now = Moment(
                seconds: Int64(today) * 86_400 + Int64(random.next() % 86_400), language: language)
            let style = DateWords.Style.allCases[Int(random.next() % 3)]
            let words = DateWords(style, now: now)
            let (isOverdue, isLong) = (random.next() % 2 == 0, random.next() % 2 == 0)
            let text = words.planned(due, isOverdue: isOverdue, isLong: isLong)
            let read = DueDate(typed: Text(text), now: now)
            guard Self.isSame(read, due) else {
                Issue.record("\(due) on \(now.today) as '\(text)': \(String(describing: read))")
                return
            }
            let past = words.past(due)
            guard Self.isSame(DueDate(typed: Text(past), now: now, sense: .back), due) else {
                Issue.record("\(due) on \(now.today) as '\(past)'")
                return
            }
        }
    }

    private static func isSame(_ read: DueDate?, _ date: DueDate) -> Bool {
        read?.day == date.day && read?.secondOfDay == date.secondOfDay
    }

    @Test func `a language with ambiguous or unsafe names is refused`() {
        let days = ["a", "b", "c", "d", "e", "f", "g"]
        let months = (1...12).map { "m\($0)" }
        func language(_ days: [String], _ months: [String]) -> DateLanguage? {
            DateLanguage(weekdays: (days, days), months: (months, months), form: .dayMonthYear)
        }
        #expect(language(days, months) != nil)
        #expect(language(["a", "a", "c", "d", "e", "f", "g"], months) == nil)
        #expect(language(days, Array(months.dropLast())) == nil)
        #expect(language(["", "b", "c", "d", "e", "f", "g"], months) == nil)
        #expect(language([".", "b", "c", "d", "e", "f", "g"], months) == nil)
        #expect(language(["\u{1B}[31m", "b", "c", "d", "e", "f", "g"], months) == nil)
        #expect(language(["\u{202E}x", "b", "c", "d", "e", "f", "g"], months) == nil)
        #expect(language(days, months.dropLast() + ["m1"]) == nil)
        #expect(language(["today", "b", "c", "d", "e", "f", "g"], months) == nil)
        #expect(language(days, ["pm"] + months.dropFirst()) == nil)
    }
}
