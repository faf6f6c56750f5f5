/// The values that a field takes, as the end of a sentence about one that it does not take.
package enum ExpectedValue: CaseIterable, Hashable, Sendable {
    // In a file.
    case dateInFile, dayInFile, momentInFile, priority, repetitionInFile, rank, list, records
    case keyedRecords, line, number, reminderInFile
    // As typed.
    case title, state, typedDate, typedPastDate, tag, person, reminder, repetition, reference

    var english: String {
        switch self {
        case .dateInFile: "a day such as 2026-12-01 or 2026-12-01T15:00"
        case .dayInFile: "a day such as 2026-12-01"
        case .momentInFile: "a moment such as 2026-11-21T09:14:00+09:00"
        case .priority: "high, medium or low"
        case .repetitionInFile: "'every 2 weeks', 'every month on 1', 'after 3 days' or an RRULE"
        case .rank: "a letter, then letters and digits, in lower case"
        case .list: "a list"
        case .records: "a list of records"
        case .keyedRecords: "records, each with a key"
        case .line: "one line of text"
        case .number: "a number"
        case .title: "the title after it"
        case .state: "a state, such as state:todo"
        case .typedDate: dateWords
        case .typedPastDate: "yesterday, mon, 2w, 1-nov or 2026-11-01"
        case .tag: "a tag, such as tag:house"
        case .person: "a person, such as assignee:ann"
        case .reminderInFile:
            "-1d, -2h, 08:00 or 2026-12-01T08:00 in a list, or 'none' alone"
        case .reminder: "remind:1d, remind:2h, remind:8:00, remind:tomorrow-8:00 or remind:none"
        case .repetition: "repeat:every-2-weeks or repeat:after-3-days"
        case .reference: "a task, such as blocked-by:k3f9m2"
        }
    }

    var korean: String {
        switch self {
        case .dateInFile: "2026-12-01이나 2026-12-01T15:00 같은 날짜"
        case .dayInFile: "2026-12-01 같은 날짜"
        case .momentInFile: "2026-11-21T09:14:00+09:00 같은 시각"
        case .priority: "high, medium, low 가운데 하나"
        case .repetitionInFile: "'every 2 weeks', 'every month on 1', 'after 3 days'나 RRULE"
        case .rank: "소문자로 시작하는 소문자와 숫자"
        case .list: "목록"
        case .records: "항목의 목록"
        case .keyedRecords: "키가 있는 항목"
        case .line: "한 줄의 글"
        case .number: "숫자"
        case .title: "뒤에 오는 제목"
        case .state: "state:todo 같은 상태"
        case .typedDate: "내일, 금요일, 11월-27일, +3d, 2w, eom, 2026-12-01이나 fri-15:00"
        case .typedPastDate: "어제, 월요일, 2w, 11월-1일이나 2026-11-01"
        case .tag: "tag:house 같은 태그"
        case .person: "assignee:ann 같은 사람"
        case .reminderInFile:
            "-1d, -2h, 08:00, 2026-12-01T08:00의 목록, 또는 'none' 하나"
        case .reminder:
            "remind:1d, remind:2h, remind:8:00, remind:tomorrow-8:00이나 remind:none"
        case .repetition: "repeat:every-2-weeks나 repeat:after-3-days"
        case .reference: "blocked-by:k3f9m2 같은 할 일"
        }
    }
}
