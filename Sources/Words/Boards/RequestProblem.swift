package import TaskBoard

/// The reason the server cannot handle a request. Violations of the board's rules are a
/// ``BoardError``.
package enum RequestProblem: Equatable, Sendable {
    // Requests that the server refuses before it has read them.
    case malformed, bodyTooLarge, headTooLarge, busy

    // The route, its query and its headers.
    case noRoute, wrongMethod(allowed: [String])
    case unknownParameter(String, known: [String]), repeatedHeader(String)
    case notBoolean(String), notNumber(String, ClosedRange<Int>), notDay(String)
    case wrongDays, wrongCursor, unknownZone, wrongLocale, wrongTime

    // The body, and the members of its JSON.
    case noBodyHere, badJSON(JSONError)
    case unknownMember(String, known: [String]), missingMember(String)
    /// A value of the wrong type; an empty path is the whole body.
    case wrongType(at: String, expected: JSONShape)
    case holdsNUL, emptySetting(String)
    case noSettings, tooManySettings(limit: Int)
    case noTasks, noItems, tooManyItems(limit: Int), tooManyWords(limit: Int)
    case noteWithoutText, wrongChoice, wrongEnd, wrongCommit

    // Versions, and repeated requests.
    case wrongVersion, versionMissing, conditionMissing, noConditionHere
    case wrongIdempotencyKey, inFlight, otherBody

    // Missing items, and items that exist already.
    case loading, onTheBoard, deleted, nothingToUndo, nothingToRedo
    case unknownView(String), unknownColumn(String), futureDate(String)
    case noFileOfPage, noFileOfBoard, fileTooLarge, fileNotText, fileInForm
    case unknownAction(String, known: [String]), notPossible(BoardText), notReachable
}

extension RequestProblem {
    package var words: Bilingual { onPage.map(sentence.plainly) ?? sentence }

    /// The sentence for a page, whose readers do not see routes and headers; nil if it is the same
    /// there.
    private var onPage: Bilingual? {
        switch self {
        case .unknownZone:
            Bilingual(
                "the server does not know the time zone of this device",
                "서버에서 이 기기의 시간대를 알 수 없습니다")
        case .wrongLocale:
            Bilingual(
                "the server does not know the language and region of this device",
                "서버에서 이 기기의 언어와 지역을 알 수 없습니다")
        case .wrongTime:
            Bilingual(
                "the time of this input is unknown: enter it again", "입력한 시각을 알 수 없습니다. 다시 입력하세요")
        case .bodyTooLarge: Bilingual("the content is too large", "내용이 너무 큽니다")
        case .headTooLarge:
            Bilingual(
                "the search or this browser's cookies are too long: shorten the search, or delete "
                    + "the cookies for this address",
                "검색어 또는 이 브라우저의 쿠키가 너무 깁니다. 검색어를 줄이거나 이 주소의 쿠키를 삭제하세요")
        case .nothingToUndo:
            Bilingual(
                "nothing to undo: undo reverts only your changes in this window",
                "실행 취소할 변경이 없습니다. 이 창의 변경만 실행 취소할 수 있습니다")
        case .nothingToRedo:
            Bilingual(
                "nothing to redo: redo reverts only undos in this window",
                "다시 실행할 변경이 없습니다. 이 창에서 실행 취소한 변경만 다시 실행할 수 있습니다")
        case .noRoute, .wrongMethod, .repeatedHeader, .noBodyHere, .wrongChoice, .wrongVersion,
            .versionMissing, .conditionMissing, .noConditionHere, .wrongIdempotencyKey, .otherBody,
            .fileInForm:
            otherVersion
        default: nil
        }
    }

    private var sentence: Bilingual {
        switch self {
        case .malformed: Bilingual("this is not an HTTP/1.1 request", "HTTP/1.1 요청이 아닙니다")
        case .bodyTooLarge:
            Bilingual(
                "the body is too large: at most 1 MiB, or 'settings.attachmentLimit' bytes for a "
                    + "file",
                "본문이 너무 큽니다. 최대 1 MiB이며, 파일은 'settings.attachmentLimit' 바이트까지입니다")
        case .headTooLarge: Bilingual("the head is too large", "헤더가 너무 큽니다")
        case .busy: Bilingual("the server is busy: try again", "서버에 요청이 많습니다. 다시 시도하세요")

        case .noRoute:
            Bilingual(
                "there is no such route: 'GET /api/openapi.json' lists them all",
                "없는 경로입니다. 'GET /api/openapi.json'에서 전체 목록을 볼 수 있습니다")
        case .wrongMethod(let allowed):
            Bilingual(
                "this route takes only \(allowed.joined(separator: ", "))",
                "이 경로에서 쓸 수 있는 메서드: \(allowed.joined(separator: ", "))")
        case .unknownParameter(let name, let known):
            Bilingual(
                "'\(plainWords(name))' is unknown here, or given twice"
                    + Self.list(known, after: "; known"),
                "'\(plainWords(name))' 매개변수를 알 수 없거나 두 번 썼습니다"
                    + Self.list(known, after: ". 쓸 수 있는 이름"))
        case .repeatedHeader(let name):
            Bilingual("'\(name)' is given twice", "'\(name)' 헤더가 두 번 있습니다")
        case .notBoolean(let name):
            Bilingual("'\(name)' must be true or false", "'\(name)' 값은 true 또는 false여야 합니다")
        case .notNumber(let name, let range):
            Bilingual(
                "'\(name)' must be a number from \(range.lowerBound) to \(range.upperBound)",
                "'\(name)' 값은 \(range.lowerBound)에서 \(range.upperBound) 사이의 수여야 합니다")
        case .notDay(let name):
            Bilingual(
                "'\(name)' must be a day such as 2026-12-01", "'\(name)' 값은 2026-12-01 같은 날짜여야 합니다")
        case .wrongDays:
            Bilingual(
                "'from' must not be after 'to', nor more than 61 days before it",
                "'from' 날짜는 'to' 날짜보다 늦거나 61일 넘게 앞설 수 없습니다")
        case .wrongCursor:
            Bilingual(
                "'after' is not a 'next' value of this list: send that value unchanged",
                "'after'가 이 목록의 'next' 값이 아닙니다. 받은 값을 그대로 보내세요")
        case .unknownZone:
            Bilingual(
                "'Pmd-Zone' is not a time zone; expected one such as Europe/Berlin",
                "'Pmd-Zone' 값이 시간대 이름이 아닙니다. 예: Asia/Seoul")
        case .wrongLocale:
            Bilingual(
                "'Pmd-Locale' is not a locale such as de-DE, or de-DE;24 with the hours of its clock",
                "'Pmd-Locale' 값이 ko-KR 또는 ko-KR;12 같은 로캘이 아닙니다")
        case .wrongTime:
            Bilingual(
                "'Pmd-Typed-At' is not a time such as 2026-12-01T07:00:00Z",
                "'Pmd-Typed-At' 값이 2026-12-01T07:00:00Z 같은 시각이 아닙니다")

        case .noBodyHere: Bilingual("this route takes no body", "이 경로에는 본문을 보낼 수 없습니다")
        case .badJSON(let error): error.words
        case .unknownMember(let name, let known):
            Bilingual(
                "unknown member '\(plainWords(name))'" + Self.list(known, after: "; known"),
                "'\(plainWords(name))' 항목을 알 수 없습니다" + Self.list(known, after: ". 쓸 수 있는 항목"))
        case .missingMember(let name):
            Bilingual("'\(name)' is missing", "'\(name)' 항목이 없습니다")
        case .wrongType(let place, let shape):
            Bilingual(
                "\(place.isEmpty ? "the body" : "'\(plainWords(place))'") has the wrong type: "
                    + "expected \(shape.words.english)",
                "\(place.isEmpty ? "본문" : "'\(plainWords(place))' 값")의 형식이 잘못되었습니다. "
                    + "필요한 형식: \(shape.words.korean)")
        case .holdsNUL:
            Bilingual(
                "a text has a NUL character, which a task cannot contain",
                "텍스트에 할 일에 쓸 수 없는 NUL 문자가 있습니다")
        case .emptySetting(let key):
            Bilingual(
                "'\(plainWords(key))' is an empty list; to remove the setting, send null",
                "'\(plainWords(key))' 값이 빈 목록입니다. 설정을 제거하려면 null을 보내세요")
        case .noSettings: Bilingual("the body has no settings", "본문에 설정이 없습니다")
        case .tooManySettings(let limit):
            Bilingual("more than \(limit) settings", "설정이 \(limit)개를 넘습니다")
        case .noTasks: Bilingual("'tasks' is empty", "'tasks'에 할 일이 없습니다")
        case .noItems: Bilingual("'items' is empty", "'items'에 항목이 없습니다")
        case .tooManyItems(let limit):
            Bilingual("'items' has more than \(limit) items", "'items'의 항목이 \(limit)개를 넘습니다")
        case .tooManyWords(let limit):
            Bilingual("more than \(limit) words", "단어가 \(limit)개를 넘습니다")
        case .noteWithoutText: Bilingual("a note needs text", "메모에 내용이 필요합니다")
        case .wrongChoice:
            Bilingual(
                "send one of {\"take\": N}, {\"both\": N} and {\"keep\": true}",
                "{\"take\": N}, {\"both\": N}, {\"keep\": true} 중 하나를 보내세요")
        case .wrongEnd: Bilingual("'end' must be top or bottom", "'end' 값은 top 또는 bottom이어야 합니다")
        case .wrongCommit:
            Bilingual(
                "'commit' must be 4 to 40 hexadecimal digits", "'commit' 값은 16진수 4~40자리여야 합니다")

        case .wrongVersion:
            Bilingual(
                "'If-Match' must be a version in quotes, such as \"3f9c…\"",
                "'If-Match' 값은 따옴표로 묶은 버전이어야 합니다. 예: \"3f9c…\"")
        case .versionMissing:
            Bilingual(
                "send the version to change: 'If-Match: \"VERSION\"', or "
                    + "'Pmd-Base: VERSION' to merge",
                "변경할 버전을 'If-Match: \"VERSION\"'으로 보내세요. 병합하려면 'Pmd-Base: VERSION'을 보내세요")
        case .conditionMissing:
            Bilingual(
                "send 'If-None-Match: *': this request never replaces a task",
                "'If-None-Match: *'를 보내세요. 이 요청으로는 기존 할 일을 덮어쓸 수 없습니다")
        case .noConditionHere:
            Bilingual("this route takes no 'If-Match'", "이 경로에는 'If-Match'를 보낼 수 없습니다")
        case .wrongIdempotencyKey:
            Bilingual(
                "'Idempotency-Key' must be a single value of 1 to 255 bytes",
                "'Idempotency-Key'는 1~255바이트의 값 하나여야 합니다")
        case .inFlight: Bilingual("the same request is still in progress", "같은 요청을 처리하는 중입니다")
        case .otherBody:
            Bilingual(
                "this 'Idempotency-Key' was already used with another body",
                "이 'Idempotency-Key'는 이미 다른 본문에 사용되었습니다")

        case .loading: Bilingual("the board is still being read", "아직 보드를 읽는 중입니다")
        case .onTheBoard: Bilingual("this task is already on the board", "이미 보드에 있는 할 일입니다")
        case .deleted:
            Bilingual(
                "the task was deleted: restore it, or use another code",
                "삭제된 할 일입니다. 복원하거나 다른 코드를 쓰세요")
        case .nothingToUndo:
            Bilingual(
                "nothing to undo: undo reverts only actions of the same user, window or program; "
                    + "for any other history entry, send {\"commit\": …}",
                "실행 취소할 변경이 없습니다. 같은 사용자, 창, 프로그램의 변경만 실행 취소할 수 있습니다. "
                    + "기록의 다른 항목을 되돌리려면 {\"commit\": …}을 보내세요")
        case .nothingToRedo:
            Bilingual(
                "nothing to redo: redo reverts only undos by the same user, window or program",
                "다시 실행할 변경이 없습니다. 같은 사용자, 창, 프로그램이 실행 취소한 변경만 다시 실행할 수 있습니다")
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
                "'\(plainWords(date))' is in the future: give a date in the past",
                "'\(plainWords(date))' 날짜는 아직 오지 않았습니다. 지난 날짜를 쓰세요")
        case .unknownAction(let name, let known):
            Bilingual(
                "'\(visible(name.utf8))' is not an action here; known: "
                    + known.joined(separator: ", "),
                "여기에는 '\(visible(name.utf8))' 동작이 없습니다. 쓸 수 있는 동작: "
                    + known.joined(separator: ", "))
        case .notPossible(let obstacle): obstacle.words
        case .notReachable:
            Bilingual(
                "no other device can reach this server, or a proxy signs them in",
                "다른 기기에서 접속할 수 없는 서버이거나, 프록시로 로그인하는 서버입니다")
        case .noFileOfPage: Bilingual("the page has no such file", "페이지에 그런 파일이 없습니다")
        case .noFileOfBoard: Bilingual("the board has no such file", "보드에 그런 파일이 없습니다")
        case .fileNotText:
            Bilingual(
                "the file is not UTF-8, so it cannot be edited here",
                "파일이 UTF-8이 아니어서 여기서 편집할 수 없습니다")
        case .fileInForm:
            Bilingual(
                "a file cannot be sent in a form: send its bytes as the body, as with "
                    + "'--data-binary @note.txt'",
                "파일을 폼으로 보낼 수 없습니다. '--data-binary @note.txt'처럼 파일의 내용을 본문으로 보내세요")
        case .fileTooLarge:
            Bilingual(
                "the file is too large for a page: open it in the clone",
                "파일이 너무 커서 페이지에 표시할 수 없습니다. 클론에서 여세요")
        }
    }

    /// The end of a sentence that lists the possible names; empty if there are none.
    private static func list(_ names: [String], after beginning: String) -> String {
        names.isEmpty ? "" : "\(beginning): \(names.joined(separator: ", "))"
    }
}
