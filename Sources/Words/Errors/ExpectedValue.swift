package import TaskBoard

extension ExpectedValue {
    /// The end of a sentence about a value that is invalid for the field.
    package var words: Bilingual {
        switch self {
        case .dateInFile:
            Bilingual(
                "a day such as 2026-12-01 or 2026-12-01T15:00",
                "2026-12-01이나 2026-12-01T15:00 같은 날짜")
        case .dayInFile:
            Bilingual(
                "a day such as 2026-12-01",
                "2026-12-01 같은 날짜")
        case .momentInFile:
            Bilingual(
                "a time such as 2026-11-21T09:14:00+09:00",
                "2026-11-21T09:14:00+09:00 같은 시각")
        case .priority:
            Bilingual(
                "high, medium or low",
                "high, medium, low 가운데 하나")
        case .repetitionInFile:
            Bilingual(
                "'every 2 weeks', 'every month on 1', 'after 3 days' or an RRULE",
                "'every 2 weeks', 'every month on 1', 'after 3 days'나 RRULE")
        case .rank:
            Bilingual(
                "lower-case letters and digits, with a letter first",
                "소문자로 시작하고 소문자와 숫자로 이루어진 값")
        case .list:
            Bilingual(
                "a list",
                "목록")
        case .records:
            Bilingual(
                "a list of records",
                "항목 목록")
        case .keyedRecords:
            Bilingual(
                "records, each with a key",
                "키가 있는 항목")
        case .line:
            Bilingual(
                "one line of text",
                "한 줄의 텍스트")
        case .number:
            Bilingual(
                "a number",
                "숫자")
        case .duration:
            Bilingual(
                "hours and minutes, such as 2h, 45min or 1h30",
                "2h, 45min, 1h30 같은 시간과 분")
        case .choice:
            Bilingual(
                "one of its values",
                "정해진 값 가운데 하나")
        case .hierarchy:
            Bilingual(
                "names separated by dots, such as work.code",
                "work.code처럼 점으로 구분한 이름")
        case .title:
            Bilingual(
                "a title after it",
                "그 뒤에 쓴 제목")
        case .state:
            Bilingual(
                "a state, such as state:todo",
                "state:todo 같은 상태")
        case .typedDate:
            Bilingual(
                dateWords,
                "내일, 금요일, 11월-27일, +3d, 2w, eom, 2026-12-01이나 fri-15:00")
        case .typedPastDate:
            Bilingual(
                "yesterday, mon, 2w, 1-nov or 2026-11-01",
                "어제, 월요일, 2w, 11월-1일이나 2026-11-01")
        case .typedEnd:
            Bilingual(
                "2h, 30min, tomorrow or tomorrow-8:00",
                "2h, 30min, 내일이나 tomorrow-8:00")
        case .tag:
            Bilingual(
                "a tag, such as tag:house",
                "tag:house 같은 태그")
        case .person:
            Bilingual(
                "a person, such as assignee:ann",
                "assignee:ann 같은 사람")
        case .reminderInFile:
            Bilingual(
                "-1d, -2h, 08:00 or 2026-12-01T08:00 in a list, or 'none' alone",
                "-1d, -2h, 08:00, 2026-12-01T08:00의 목록, 또는 'none' 하나")
        case .reminder:
            Bilingual(
                "remind:1d, remind:2h, remind:8:00, remind:tomorrow-8:00 or remind:none",
                "remind:1d, remind:2h, remind:8:00, remind:tomorrow-8:00이나 remind:none")
        case .repetition:
            Bilingual(
                "repeat:every-2-weeks or repeat:after-3-days",
                "repeat:every-2-weeks나 repeat:after-3-days")
        case .reference:
            Bilingual(
                "a task, such as blocked-by:k3f9m2",
                "blocked-by:k3f9m2 같은 할 일")
        }
    }
}

extension ValueShape {
    /// In English the end of a sentence such as `'due' is a list`; in Korean the noun before `입니다`.
    var words: Bilingual {
        switch self {
        case .empty:
            Bilingual(
                "empty",
                "빈 값")
        case .text(let text):
            Bilingual(
                "'\(text)'",
                "'\(text)'")
        case .list:
            Bilingual(
                "a list",
                "목록")
        case .map:
            Bilingual(
                "a map",
                "맵")
        case .records:
            Bilingual(
                "a list of maps",
                "맵 목록")
        case .nested:
            Bilingual(
                "a nested value",
                "중첩된 값")
        }
    }
}
