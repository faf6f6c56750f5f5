package import TaskBoard

extension RecordProblem {
    package var words: Bilingual {
        switch self {
        case .nul: Bilingual("a NUL byte", "NUL 바이트가 있습니다")
        case .notUTF8: Bilingual("bytes that are not UTF-8", "UTF-8이 아닌 바이트가 있습니다")
        case .unclosedQuote: Bilingual("a quote is not closed", "따옴표가 닫히지 않았습니다")
        case .textAfterQuote: Bilingual("text follows a closing quote", "닫는 따옴표 뒤에 텍스트가 있습니다")
        case .json(let line, let column, let problem):
            Bilingual(
                "line \(line), column \(column): \(problem.english)",
                "\(line)번째 줄, \(column)번째 글자: \(problem.korean)")
        case .notAnObject: Bilingual("not an object", "객체가 아닙니다")
        case .missing(let key): Bilingual("'\(key)' is missing", "'\(key)' 키가 없습니다")
        case .missingOrNotUUID(let key):
            Bilingual("'\(key)' is missing or is not a UUID", "'\(key)' 키가 없거나 UUID가 아닙니다")
        case .missingOrNotText(let key):
            Bilingual("'\(key)' is missing or is not text", "'\(key)' 키가 없거나 텍스트가 아닙니다")
        case .notAString(let key): Bilingual("'\(key)' is not a string", "'\(key)' 키의 값이 문자열이 아닙니다")
        case .notAnArray(let key): Bilingual("'\(key)' is not an array", "'\(key)' 키의 값이 배열이 아닙니다")
        case .notAnObjectAt(let key):
            Bilingual("'\(key)' is not an object", "'\(key)' 키의 값이 객체가 아닙니다")
        case .notStrings(let key):
            Bilingual("'\(key)' is not an array of strings", "'\(key)' 키의 값이 문자열의 배열이 아닙니다")
        case .notADate(let key, .moment):
            Bilingual(
                "'\(key)' is not a date; expected a moment such as 20261201T150000Z",
                "'\(key)' 키의 값이 날짜가 아닙니다. 20261201T150000Z 같은 시각이어야 합니다")
        case .notADate(let key, .rfc3339):
            Bilingual(
                "'\(key)' is not a date; expected an RFC 3339 date",
                "'\(key)' 키의 값이 날짜가 아닙니다. RFC 3339 형식의 날짜여야 합니다")
        case .notADate(let key, .calendar):
            Bilingual(
                "'\(key)' is not a date; expected one such as 20261201 or 20261201T150000Z",
                "'\(key)' 값이 날짜가 아닙니다. 20261201이나 20261201T150000Z 같은 값이어야 합니다")
        case .unknownStatus(let status, let tool):
            Bilingual("'\(status)' is not a status of \(tool)", "\(tool)에는 '\(status)' 상태가 없습니다")
        case .unknownKey(let key):
            Bilingual(
                "unknown key '\(key)': keys that pmd does not know are in 'extra'",
                "'\(key)' 키를 알 수 없습니다. pmd에 없는 키는 'extra'에 넣으세요")
        case .newerSchema(let version, let known):
            Bilingual(
                "schemaVersion \(version) is newer than the \(known) that this pmd "
                    + "reads: update pmd",
                "이 pmd는 schemaVersion \(known)까지 읽을 수 있는데 파일은 \(version)입니다. pmd를 "
                    + "업데이트하세요")
        case .conflictWithoutKey: Bilingual("a conflict has no key", "충돌에 키가 없습니다")
        case .foreignPatch(let problem):
            Bilingual(
                "'pmd' is not as pmd wrote it: \(problem.english)",
                "'pmd' 키의 값이 pmd가 쓴 형식이 아닙니다: \(problem.korean)")
        case .idOfAnotherPath(let id, let path):
            Bilingual(
                "the ID '\(id)' does not belong to the path '\(path)'",
                "ID '\(id)' 값이 경로 '\(path)'의 ID와 다릅니다")
        case .notATaskPath(let path):
            Bilingual("'\(path)' cannot be the path of a task", "'\(path)' 경로는 할 일의 경로가 될 수 없습니다")
        case .nameIsNotUUID: Bilingual("the name of the task is not a UUID", "할 일의 이름이 UUID가 아닙니다")
        case .tooManyValues(let count, let columns):
            Bilingual("\(count) values for \(columns) columns", "열은 \(columns)개인데 값이 \(count)개입니다")
        case .malformed(let reason): reason.words
        case .unread(let reason): reason.words
        case .refused(let error): error.words
        case .takenID(let id, let task):
            Bilingual(
                "\(quoted(task)): another task of the import has the ID '\(plainWords(id))'",
                "\(quoted(task)): 가져오는 다른 할 일의 ID가 '\(plainWords(id))'입니다")
        case .notAContentLine:
            Bilingual(
                "not a line of iCalendar; expected NAME:VALUE",
                "iCalendar 줄이 아닙니다. '이름:값' 형식이어야 합니다")
        case .unexpectedEnd(let name):
            Bilingual(
                "END:\(visible(name.utf8)) has no BEGIN",
                "END:\(visible(name.utf8)) 줄에 맞는 BEGIN이 없습니다")
        case .unclosedComponent(let name):
            Bilingual(
                "BEGIN:\(visible(name.utf8)) has no END",
                "BEGIN:\(visible(name.utf8)) 줄에 맞는 END가 없습니다")
        case .tooDeep(let depth):
            Bilingual("nested more than \(depth) deep", "\(depth)단계보다 깊게 중첩되었습니다")
        case .tooManyRecords(let count):
            Bilingual(
                "it has more than \(count) records; import it in parts",
                "항목이 \(count)개보다 많습니다. 나누어서 가져오세요")
        case .tooManyColumns(let count):
            Bilingual("it has more than \(count) columns", "열이 \(count)개보다 많습니다")
        case .tooManyProperties(let count):
            Bilingual("an entry has more than \(count) lines", "한 항목이 \(count)줄보다 깁니다")
        case .tooLong(let kibibytes):
            Bilingual("a line is longer than \(kibibytes) KiB", "한 줄이 \(kibibytes) KiB보다 깁니다")
        case .tooLargeTexts(let kibibytes):
            Bilingual(
                "title and tags are larger than \(kibibytes) KiB",
                "제목과 태그가 \(kibibytes) KiB보다 큽니다")
        case .noTitleColumn:
            Bilingual("the first line has no column 'title'", "첫 줄에 'title' 열이 없습니다")
        case .repeatedColumn(let name):
            Bilingual("the column '\(name)' appears twice", "'\(name)' 열이 두 번 있습니다")
        case .noKanbanKey:
            Bilingual("the front matter has no key 'kanban-plugin'", "머리말에 'kanban-plugin' 키가 없습니다")
        case .noDstaskFolder:
            Bilingual(
                "it has no folder such as 'pending' with tasks",
                "할 일이 든 'pending' 같은 폴더가 없습니다")
        case .noBacklogFolder:
            Bilingual("it has neither a folder 'tasks' nor any tasks", "'tasks' 폴더도 할 일도 없습니다")
        case .notACalendar:
            Bilingual("it does not begin with BEGIN:VCALENDAR", "BEGIN:VCALENDAR로 시작하지 않습니다")
        }
    }
}

extension RecordPlace {
    package var words: Bilingual {
        switch self {
        case .record(let number): Bilingual("record \(number)", "항목 \(number)")
        case .line(let number): Bilingual("line \(number)", "\(number)번째 줄")
        case .file(let path, let line, let column):
            Bilingual(
                untranslated: ([plainWords(path)]
                    + [line, column].compactMap { $0.map(String.init) })
                    .joined(separator: ":"))
        }
    }
}

extension ExchangeReason.Cause {
    package var words: Bilingual {
        switch self {
        case .system(let words): words
        case .nameNotUTF8:
            Bilingual(
                "its name is not UTF-8; rename it, or move it elsewhere",
                "이름이 UTF-8이 아닙니다. 이름을 바꾸거나 다른 곳으로 옮기세요")
        }
    }
}

extension RefusedRecord {
    /// The position and the problem.
    package var words: Bilingual {
        Bilingual(
            "\(place.words.english): \(problem.words.english)",
            "\(place.words.korean): \(problem.words.korean)")
    }
}
