/// The words of a language for days and distances, besides the names of weekdays and months.
///
/// Words are compared without the blanks in them, so that `next week`, `next-week` and `다음 주` have
/// one entry each.
struct DateVocabulary: Sendable {
    /// A day that words name.
    enum Phrase: Sendable {
        /// Days from today.
        case day(Int)
        /// The Monday of a week, or the first day of a month or of a year: this many after the
        /// current one. The current week and month as a planned day are their last day.
        case week(Int)
        case month(Int)
        case year(Int)
        /// The Saturday of a week, this many after the current one.
        case weekend(Int)
        case endOfWeek, endOfYear
        /// The last day of a month, this many after the current one.
        case endOfMonth(Int)
    }

    /// The words before a weekday.
    enum WeekdayPrefix: Sendable {
        /// The day of an ISO week, this many weeks after the current one.
        case week(Int)
        /// The last such day before today.
        case last
    }

    enum Unit: Sendable { case minutes, hours, days, weeks, months, years }

    var phrases: [String: Phrase] = [:]
    var weekdayPrefixes: [String: WeekdayPrefix] = [:]
    var units: [String: Unit] = [:]
    /// The words before a distance ahead (`in 3 days`).
    var ahead: Set<String> = []
    /// The words after a distance ahead (`3 days later`) and back (`3 days ago`).
    var later: [String] = []
    var ago: [String] = []
    /// The words for one (`in a week`).
    var one: Set<String> = []
    /// True if a number and a unit alone are a distance (`2w`).
    var hasBareUnits = false
    /// The units for which that does not hold, since the same words are a part of a date (`3일`).
    var unitsOfDates: Set<String> = []
    /// The distances without a number (`이틀`, `한 달`).
    var spans: [String: (count: Int, unit: Unit)] = [:]
    /// The fewest letters of a weekday that can stand for it.
    var shortestName = Int.max
}

extension DateLanguage {
    /// The languages that are read in every locale.
    static let builtIn: [DateLanguage] = [english, korean]

    package static let english = DateLanguage(
        weekdays: ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"],
        months: [
            "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
        ],
        form: .dayMonthYear,
        otherNames: [
            ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"],
            [
                "January", "February", "March", "April", "May", "June", "July", "August",
                "September", "October", "November", "December",
            ],
            [
                "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sept", "Oct", "Nov", "Dec",
            ],
        ],
        relative: RelativeWords(
            today: "today", tomorrow: "tomorrow", yesterday: "yesterday",
            late: (" day late", " days late")),
        vocabulary: englishVocabulary)

    /// German and French, so that they need no installed locale. The names are those of glibc.
    package static let german = withoutWords(
        weekdays: (
            ["Mo", "Di", "Mi", "Do", "Fr", "Sa", "So"],
            ["Montag", "Dienstag", "Mittwoch", "Donnerstag", "Freitag", "Samstag", "Sonntag"]
        ),
        months: (
            [
                "Jan", "Feb", "Mär", "Apr", "Mai", "Jun", "Jul", "Aug", "Sep", "Okt", "Nov", "Dez",
            ],
            [
                "Januar", "Februar", "März", "April", "Mai", "Juni", "Juli", "August",
                "September", "Oktober", "November", "Dezember",
            ]
        ), form: .dottedDayMonthYear)

    package static let french = withoutWords(
        weekdays: (
            ["lun.", "mar.", "mer.", "jeu.", "ven.", "sam.", "dim."],
            ["lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi", "dimanche"]
        ),
        months: (
            [
                "janv.", "févr.", "mars", "avril", "mai", "juin", "juil.", "août", "sept.", "oct.",
                "nov.", "déc.",
            ],
            [
                "janvier", "février", "mars", "avril", "mai", "juin", "juillet", "août",
                "septembre", "octobre", "novembre", "décembre",
            ]
        ), form: .dayMonthYear)

    /// A language with names of its own, and the English words for days near today.
    private static func withoutWords(
        weekdays: (short: [String], full: [String]), months: (short: [String], full: [String]),
        form: Form
    ) -> DateLanguage {
        DateLanguage(
            weekdays: weekdays.short, months: months.short, form: form,
            otherNames: [weekdays.full, months.full], relative: english.relative,
            vocabulary: DateVocabulary())
    }

    private static let englishVocabulary = DateVocabulary(
        phrases: [
            "today": .day(0), "eod": .day(0), "tomorrow": .day(1), "yesterday": .day(-1),
            "nextweek": .week(1), "nextmonth": .month(1), "nextyear": .year(1),
            "lastweek": .week(-1), "lastmonth": .month(-1), "lastyear": .year(-1),
            "eow": .endOfWeek, "eom": .endOfMonth(0), "eoy": .endOfYear,
        ],
        weekdayPrefixes: ["next": .week(1), "this": .week(0), "last": .last],
        units: [
            "min": .minutes, "mins": .minutes, "minute": .minutes, "minutes": .minutes,
            "h": .hours, "hour": .hours, "hours": .hours, "d": .days, "day": .days,
            "days": .days, "w": .weeks, "week": .weeks, "weeks": .weeks, "m": .months,
            "month": .months, "months": .months, "y": .years, "year": .years, "years": .years,
        ],
        ahead: ["in"], later: ["later", "fromnow"], ago: ["ago", "late"], one: ["a", "an", "one"],
        hasBareUnits: true, shortestName: 3)

    package static let korean = DateLanguage(
        weekdays: ["월", "화", "수", "목", "금", "토", "일"],
        months: (1...12).map { "\($0)월" },
        form: .yearMonthDay(year: "년", day: "일", gap: " "), digits: .korean,
        otherNames: [["월요일", "화요일", "수요일", "목요일", "금요일", "토요일", "일요일"]],
        relative: RelativeWords(
            today: "오늘", tomorrow: "내일", yesterday: "어제", late: ("일 지남", "일 지남")),
        vocabulary: koreanVocabulary)

    private static let koreanVocabulary = DateVocabulary(
        phrases: [
            "오늘": .day(0), "내일": .day(1), "낼": .day(1), "모레": .day(2), "내일모레": .day(2),
            "글피": .day(3), "어제": .day(-1), "그제": .day(-2), "그저께": .day(-2),
            "이번주": .week(0), "다음주": .week(1), "담주": .week(1), "다다음주": .week(2),
            "지난주": .week(-1), "저번주": .week(-1), "지지난주": .week(-2),
            "주말": .weekend(0), "이번주말": .weekend(0), "다음주말": .weekend(1),
            "지난주말": .weekend(-1),
            "이번달": .month(0), "이달": .month(0), "다음달": .month(1), "내달": .month(1),
            "다다음달": .month(2), "지난달": .month(-1), "저번달": .month(-1),
            "월말": .endOfMonth(0), "말일": .endOfMonth(0), "이달말": .endOfMonth(0),
            "이번달말": .endOfMonth(0), "이번달말일": .endOfMonth(0), "다음달말": .endOfMonth(1),
            "다음달말일": .endOfMonth(1),
            "내년": .year(1), "작년": .year(-1), "올해": .year(0), "금년": .year(0), "내후년": .year(2),
            "연말": .endOfYear, "올해말": .endOfYear,
        ],
        weekdayPrefixes: [
            "다음주": .week(1), "담주": .week(1), "다다음주": .week(2), "이번주": .week(0),
            "지난주": .week(-1), "저번주": .week(-1), "지지난주": .week(-2), "다음": .week(1),
            "이번": .week(0), "지난": .last,
        ],
        units: [
            "분": .minutes, "시간": .hours, "일": .days, "주": .weeks, "주일": .weeks,
            "개월": .months, "달": .months, "년": .years,
        ],
        later: ["후", "뒤", "후에", "뒤에"], ago: ["전", "지남"], hasBareUnits: true,
        unitsOfDates: ["일", "년"], spans: koreanSpans)

    private static let koreanSpans: [String: (count: Int, unit: DateVocabulary.Unit)] = {
        var spans: [String: (count: Int, unit: DateVocabulary.Unit)] = [
            "일주일": (1, .weeks), "일년": (1, .years), "보름": (15, .days),
        ]
        let days = ["하루", "이틀", "사흘", "나흘", "닷새", "엿새", "이레", "여드레", "아흐레", "열흘"]
        for (index, name) in days.enumerated() { spans[name] = (index + 1, .days) }
        let units: [(String, DateVocabulary.Unit)] = [
            ("시간", .hours), ("주", .weeks), ("주일", .weeks), ("달", .months),
        ]
        for (index, number) in ["한", "두", "세", "네", "다섯", "여섯"].enumerated() {
            for (name, unit) in units { spans[number + name] = (index + 1, unit) }
        }
        spans["석달"] = (3, .months)
        spans["넉달"] = (4, .months)
        return spans
    }()
}
