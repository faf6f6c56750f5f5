import BoardView
import TaskBoard

extension RecordProblem {
    var words: Bilingual { Bilingual(english: english, korean: korean) }

    private var english: String {
        switch self {
        case .nul: "a NUL byte"
        case .notUTF8: "bytes that are not UTF-8"
        case .unclosedQuote: "a quote is not closed"
        case .textAfterQuote: "text follows a closing quote"
        case .json(let line, let column, let problem):
            "line \(line), column \(column): \(problem)"
        case .notAnObject: "not an object"
        case .missing(let key): "'\(key)' is missing"
        case .missingOrNotUUID(let key): "'\(key)' is missing or is not a UUID"
        case .missingOrNotText(let key): "'\(key)' is missing or is not a text"
        case .notAString(let key): "'\(key)' is not a string"
        case .notAnArray(let key): "'\(key)' is not an array"
        case .notAnObjectAt(let key): "'\(key)' is not an object"
        case .notStrings(let key): "'\(key)' is not an array of strings"
        case .notADate(let key, .moment):
            "'\(key)' is not a date; expected a moment such as 20261201T150000Z"
        case .notADate(let key, .rfc3339): "'\(key)' is not a date; expected one of RFC 3339"
        case .notADate(let key, .calendar):
            "'\(key)' is not a date; expected one such as 20261201 or 20261201T150000Z"
        case .unknownStatus(let status, let tool): "'\(status)' is not a status of \(tool)"
        case .unknownKey(let key):
            "unknown key '\(key)': keys that pmd does not know are in 'extra'"
        case .newerSchema(let version):
            "schemaVersion \(version) is newer than the \(JSONValue.schemaVersion) that this pmd "
                + "reads: update pmd"
        case .conflictWithoutKey: "a conflict has no key"
        case .foreignPatch(let problem): "'pmd' is not as pmd wrote it: \(problem)"
        case .idOfAnotherPath(let id, let path): "the ID '\(id)' is not that of the path '\(path)'"
        case .notATaskPath(let path): "'\(path)' cannot be the path of a task"
        case .nameIsNotUUID: "the name of the task is not a UUID"
        case .tooManyValues(let count, let columns): "\(count) values for \(columns) columns"
        case .notAContentLine: "not a line of iCalendar; expected NAME:VALUE"
        case .unexpectedEnd(let name): "END:\(visible(name.utf8)) closes nothing that is open"
        case .unclosedComponent(let name): "BEGIN:\(visible(name.utf8)) has no END"
        case .tooDeep(let depth): "nested more than \(depth) deep"
        case .tooManyRecords(let count):
            "it has more than \(count) records; import it in parts"
        case .tooManyColumns(let count): "it has more than \(count) columns"
        case .tooManyProperties(let count): "an entry of more than \(count) lines"
        case .tooLong(let kibibytes): "a line of more than \(kibibytes) KiB"
        case .tooLargeTexts(let kibibytes): "title and tags are larger than \(kibibytes) KiB"
        case .noTitleColumn: "the first line names no column 'title'"
        case .repeatedColumn(let name): "the column '\(name)' is there twice"
        case .noKanbanKey: "the front matter has no key 'kanban-plugin'"
        case .noDstaskFolder: "it has no folder such as 'pending' with tasks"
        case .noBacklogFolder: "it has no folder 'tasks', and no task of its own"
        case .notACalendar: "it does not begin with BEGIN:VCALENDAR"
        }
    }

    private var korean: String {
        switch self {
        case .nul: "NUL 바이트가 있습니다"
        case .notUTF8: "UTF-8이 아닌 바이트가 있습니다"
        case .unclosedQuote: "따옴표가 닫히지 않았습니다"
        case .textAfterQuote: "닫는 따옴표 뒤에 글이 있습니다"
        case .json(let line, let column, let problem):
            "\(line)번째 줄 \(column)번째 글자에 JSON 오류가 있습니다: \(problem)"
        case .notAnObject: "객체가 아닙니다"
        case .missing(let key): "'\(key)' 키가 없습니다"
        case .missingOrNotUUID(let key): "'\(key)' 키가 없거나 UUID가 아닙니다"
        case .missingOrNotText(let key): "'\(key)' 키가 없거나 글이 아닙니다"
        case .notAString(let key): "'\(key)' 키의 값이 문자열이 아닙니다"
        case .notAnArray(let key): "'\(key)' 키의 값이 배열이 아닙니다"
        case .notAnObjectAt(let key): "'\(key)' 키의 값이 객체가 아닙니다"
        case .notStrings(let key): "'\(key)' 키의 값이 문자열의 배열이 아닙니다"
        case .notADate(let key, .moment):
            "'\(key)' 키의 값이 날짜가 아닙니다; 20261201T150000Z 같은 시각이어야 합니다"
        case .notADate(let key, .rfc3339):
            "'\(key)' 키의 값이 날짜가 아닙니다; RFC 3339의 날짜여야 합니다"
        case .notADate(let key, .calendar):
            "'\(key)' 값이 날짜가 아닙니다; 20261201이나 20261201T150000Z 같은 값이어야 합니다"
        case .unknownStatus(let status, let tool): "\(tool)에는 '\(status)' 상태가 없습니다"
        case .unknownKey(let key): "'\(key)' 키를 모릅니다: pmd가 모르는 키는 'extra'에 둡니다"
        case .newerSchema(let version):
            "schemaVersion \(version)은(는) 이 pmd가 읽는 \(JSONValue.schemaVersion)보다 새롭습니다: pmd를 "
                + "업데이트하세요"
        case .conflictWithoutKey: "충돌에 키가 없습니다"
        case .foreignPatch(let problem): "'pmd' 키의 값이 pmd가 쓴 것이 아닙니다: \(problem)"
        case .idOfAnotherPath(let id, let path): "'\(id)' ID가 '\(path)' 경로의 것이 아닙니다"
        case .notATaskPath(let path): "'\(path)' 경로는 할 일의 경로가 될 수 없습니다"
        case .nameIsNotUUID: "할 일의 이름이 UUID가 아닙니다"
        case .tooManyValues(let count, let columns): "열은 \(columns)개인데 값이 \(count)개입니다"
        case .notAContentLine: "iCalendar의 줄이 아닙니다; '이름:값'이어야 합니다"
        case .unexpectedEnd(let name): "END:\(visible(name.utf8)) 줄이 닫을 것이 없습니다"
        case .unclosedComponent(let name): "BEGIN:\(visible(name.utf8)) 줄에 맞는 END가 없습니다"
        case .tooDeep(let depth): "\(depth)단계보다 깊게 겹쳤습니다"
        case .tooManyRecords(let count):
            "항목이 \(count)개보다 많습니다; 나누어서 가져오세요"
        case .tooManyColumns(let count): "열이 \(count)개보다 많습니다"
        case .tooManyProperties(let count): "한 항목이 \(count)줄보다 깁니다"
        case .tooLong(let kibibytes): "한 줄이 \(kibibytes) KiB보다 깁니다"
        case .tooLargeTexts(let kibibytes): "제목과 태그가 \(kibibytes) KiB보다 큽니다"
        case .noTitleColumn: "첫 줄에 'title' 열이 없습니다"
        case .repeatedColumn(let name): "'\(name)' 열이 두 번 있습니다"
        case .noKanbanKey: "머리말에 'kanban-plugin' 키가 없습니다"
        case .noDstaskFolder: "할 일이 든 'pending' 같은 폴더가 없습니다"
        case .noBacklogFolder: "'tasks' 폴더도 할 일도 없습니다"
        case .notACalendar: "BEGIN:VCALENDAR로 시작하지 않습니다"
        }
    }
}
