package import TaskBoard

/// The reason the server cannot handle a request. Violations of the board's rules are a
/// ``BoardError``.
package enum RequestProblem: Equatable, Sendable {
    // The route, its query and its headers.
    case noRoute, wrongMethod(allowed: [String])
    case unknownParameter(String, known: [String]), repeatedHeader(String)
    case notBoolean(String), notNumber(String, ClosedRange<Int>), notDay(String)
    case wrongDays, wrongCursor, unknownZone, wrongTime

    // The body, and the members of its JSON.
    case noBodyHere, badJSON(String)
    case unknownMember(String, known: [String]), missingMember(String)
    /// A value of the wrong type; an empty path is the whole body.
    case wrongType(at: String, expected: JSONShape)
    case wrongSettingType(String)
    case noSettings, tooManySettings(limit: Int)
    case noTasks, noItems, tooManyItems(limit: Int), tooManyWords(limit: Int)
    case noteWithoutText, wrongChoice, wrongEnd, wrongCommit, entryAndFields

    // Versions, and repeated requests.
    case wrongVersion, versionMissing, conditionMissing, noConditionHere
    case wrongIdempotencyKey, inFlight, otherBody

    // Missing items, and items that exist already.
    case loading, onTheBoard, deleted, nothingToUndo, nothingToRedo
    case unknownView(String), unknownColumn(String), futureDate(String)
    case noFileOfPage, noFileOfBoard, fileTooLarge
    case unknownAction(String, known: [String]), notPossible(BoardText)
}

extension RequestProblem {
    package var words: Bilingual {
        switch self {
        case .noRoute:
            Bilingual(
                "there is nothing here: 'GET /api/openapi.json' lists what there is",
                "여기에는 아무것도 없습니다: 'GET /api/openapi.json'이 있는 것을 알려 줍니다")
        case .wrongMethod(let allowed):
            Bilingual(
                "this takes \(allowed.joined(separator: ", ")) only",
                "여기서는 \(allowed.joined(separator: ", "))만 됩니다")
        case .unknownParameter(let name, let known):
            Bilingual(
                "'\(plainWords(name))' is unknown here, or given twice; "
                    + "known: \(known.joined(separator: ", "))",
                "'\(plainWords(name))'은(는) 여기서 모르는 것이거나 두 번 있습니다; "
                    + "아는 것: \(known.joined(separator: ", "))")
        case .repeatedHeader(let name):
            Bilingual("'\(name)' is given twice", "'\(name)'이(가) 두 번 있습니다")
        case .notBoolean(let name):
            Bilingual("'\(name)' is true or false", "'\(name)'은(는) true 또는 false입니다")
        case .notNumber(let name, let range):
            Bilingual(
                "'\(name)' is a number from \(range.lowerBound) to \(range.upperBound)",
                "'\(name)'은(는) \(range.lowerBound)부터 \(range.upperBound)까지의 수입니다")
        case .notDay(let name):
            Bilingual("'\(name)' is a day such as 2026-12-01", "'\(name)'은(는) 2026-12-01 같은 날짜입니다")
        case .wrongDays:
            Bilingual(
                "'from' is not after 'to', and at most 61 days before it",
                "'from'은(는) 'to'보다 늦지 않고, 61일 넘게 이르지 않아야 합니다")
        case .wrongCursor:
            Bilingual(
                "'after' is not the 'next' of a page of this list: send that value unchanged",
                "'after'가 이 목록의 'next' 값이 아닙니다: 그 값을 그대로 보내세요")
        case .unknownZone:
            Bilingual(
                "'Pmd-Zone' is not the name of a time zone: Europe/Berlin is",
                "'Pmd-Zone'이 시간대 이름이 아닙니다, 예: Asia/Seoul")
        case .wrongTime:
            Bilingual(
                "'Pmd-Typed-At' is not a time such as 2026-12-01T07:00:00Z",
                "'Pmd-Typed-At'이 2026-12-01T07:00:00Z 같은 때가 아닙니다")

        case .noBodyHere: Bilingual("this takes no body", "여기에는 본문을 보낼 수 없습니다")
        case .badJSON(let words): Bilingual("\(words)", "JSON이 잘못되었습니다: \(words)")
        case .unknownMember(let name, let known):
            Bilingual(
                "unknown member '\(plainWords(name))'; known: \(known.joined(separator: ", "))",
                "'\(plainWords(name))'은(는) 모르는 항목입니다; 아는 것: \(known.joined(separator: ", "))")
        case .missingMember(let name):
            Bilingual("'\(name)' is missing", "'\(name)' 항목이 없습니다")
        case .wrongType(let place, let shape):
            Bilingual(
                "\(place.isEmpty ? "the body" : "'\(plainWords(place))'") has the wrong type: "
                    + "expected \(shape.words.english)",
                "\(place.isEmpty ? "본문" : "'\(plainWords(place))'")의 형식이 다릅니다; "
                    + "필요한 것: \(shape.words.korean)")
        case .wrongSettingType(let key):
            Bilingual(
                "'\(plainWords(key))' has the wrong type: expected a string, a number, an array of strings or null",
                "'\(plainWords(key))'의 형식이 다릅니다: 글, 수, 글의 배열, null 가운데 하나여야 합니다")
        case .noSettings: Bilingual("the body names no setting", "본문에 설정이 없습니다")
        case .tooManySettings(let limit):
            Bilingual("more than \(limit) settings", "설정이 \(limit)개를 넘습니다")
        case .noTasks: Bilingual("'tasks' names no task", "'tasks'에 할 일이 없습니다")
        case .noItems: Bilingual("'items' names no item", "'items'에 항목이 없습니다")
        case .tooManyItems(let limit):
            Bilingual("'items' names more than \(limit) items", "'items'의 항목이 \(limit)개를 넘습니다")
        case .tooManyWords(let limit):
            Bilingual("more than \(limit) words", "단어가 \(limit)개를 넘습니다")
        case .noteWithoutText: Bilingual("a note needs a text", "메모에 글이 필요합니다")
        case .wrongChoice:
            Bilingual(
                "send one of {\"take\": N}, {\"both\": N} and {\"keep\": true}",
                "{\"take\": N}, {\"both\": N}, {\"keep\": true} 가운데 하나를 보내세요")
        case .wrongEnd: Bilingual("'end' is top or bottom", "'end'는 top 또는 bottom입니다")
        case .wrongCommit:
            Bilingual("'commit' is 4 to 40 hexadecimal digits", "'commit'은 16진수 4~40자리입니다")
        case .entryAndFields:
            Bilingual("send either 'entry' or fields, not both", "'entry'와 항목 가운데 하나만 보내세요")

        case .wrongVersion:
            Bilingual(
                "'If-Match' is a version in quotes, such as \"3f9c…\"",
                "'If-Match'는 따옴표 안의 버전입니다, 예: \"3f9c…\"")
        case .versionMissing:
            Bilingual(
                "send the version that the change is about: 'If-Match: \"VERSION\"', or "
                    + "'Pmd-Base: VERSION' to merge",
                "어느 버전을 바꾸는지 보내세요: 'If-Match: \"VERSION\"', 병합하려면 'Pmd-Base: VERSION'")
        case .conditionMissing:
            Bilingual(
                "send 'If-None-Match: *': a task is never replaced this way",
                "'If-None-Match: *'를 보내세요: 이 방법으로는 할 일을 바꾸지 않습니다")
        case .noConditionHere:
            Bilingual("this takes no 'If-Match'", "여기에는 'If-Match'를 보낼 수 없습니다")
        case .wrongIdempotencyKey:
            Bilingual(
                "'Idempotency-Key' is one text of 1 to 255 bytes",
                "'Idempotency-Key'는 1~255바이트의 글 하나입니다")
        case .inFlight: Bilingual("the same request is being carried out", "같은 요청을 처리하는 중입니다")
        case .otherBody:
            Bilingual(
                "this 'Idempotency-Key' was sent with another body before",
                "이 'Idempotency-Key'는 전에 다른 본문과 함께 쓰였습니다")

        case .loading: Bilingual("the board is being read", "보드를 읽고 있습니다")
        case .onTheBoard: Bilingual("the board has this task already", "보드에 이미 있는 할 일입니다")
        case .deleted:
            Bilingual(
                "the task was deleted since: restore it, or use another code",
                "할 일이 삭제되었습니다: 되살리거나 다른 코드를 쓰세요")
        case .nothingToUndo:
            Bilingual(
                "nothing to undo: an undo takes back what the same user, window or program did; "
                    + "{\"commit\": …} names any other entry of the history",
                "되돌릴 것이 없습니다: 같은 사용자, 창, 프로그램이 한 일만 되돌립니다; "
                    + "기록의 다른 항목은 {\"commit\": …}으로 지정하세요")
        case .nothingToRedo:
            Bilingual(
                "nothing to redo: a redo takes back an undo by the same user, window or program",
                "다시 실행할 것이 없습니다: 같은 사용자, 창, 프로그램이 되돌린 것만 다시 실행합니다")
        case .unknownView(let name):
            Bilingual(
                "the board has no view '\(plainWords(name))'",
                "보드에 '\(plainWords(name))' 보기가 없습니다")
        case .unknownColumn(let name):
            Bilingual(
                "the board has no column '\(plainWords(name))'",
                "보드에 '\(plainWords(name))' 열이 없습니다")
        case .futureDate(let date):
            Bilingual(
                "'\(plainWords(date))' is in the future: try a day that is past",
                "'\(plainWords(date))'은(는) 미래입니다: 지난 날짜를 쓰세요")
        case .unknownAction(let name, let known):
            Bilingual(
                "'\(visible(name.utf8))' is not an action here; known: "
                    + known.joined(separator: ", "),
                "여기에는 '\(visible(name.utf8))' 동작이 없습니다; 아는 것: "
                    + known.joined(separator: ", "))
        case .notPossible(let obstacle): obstacle.words
        case .noFileOfPage: Bilingual("the page has no such file", "페이지에 그런 파일이 없습니다")
        case .noFileOfBoard: Bilingual("the board has no such file", "보드에 그런 파일이 없습니다")
        case .fileTooLarge:
            Bilingual(
                "the file is too large for a page: open it in the clone",
                "파일이 페이지에 표시하기에는 너무 큽니다: 클론에서 여세요")
        }
    }
}
