import BoardView
import HTTPServer
import TaskBoard
import Words

/// A refusal as RFC 9457 has it: `application/problem+json`.
struct Problem: Error, Sendable {
    let status: Int
    /// A stable word for programs: that of the command's error where there is one.
    let code: String
    let detail: Bilingual
    /// What the client needs to go on, such as the task as it is now.
    var members: [JSONValue.Member] = []
    /// Header fields such as `Allow`.
    var headers: [(name: String, value: String)] = []

    init(_ status: Int, _ code: String, _ english: String, _ korean: String) {
        (self.status, self.code) = (status, code)
        detail = Bilingual(english: english, korean: korean)
    }

    init(_ status: Int, _ code: String, _ detail: Bilingual) {
        (self.status, self.code, self.detail) = (status, code, detail)
    }

    func with(_ key: String, _ value: JSONValue) -> Problem {
        var problem = self
        problem.members.append(JSONValue.Member(key, value))
        return problem
    }

    func response(_ language: Language) -> HTTPResponse {
        let own: [JSONValue.Member] = [
            .init("type", .string("urn:pmd:\(code)")),
            .init("title", .string(Self.title(of: status))), .init("status", .number(status)),
            .init("code", .string(code)), .init("detail", .string(detail.text(language))),
        ]
        var response = HTTPResponse(
            status, json: .object(own + members), type: "application/problem+json")
        for header in headers { response.headers.add(header.name, header.value) }
        return response
    }

    /// The phrase of a status, as RFC 9110 names it.
    private static func title(of status: Int) -> String {
        switch status {
        case 400: "Bad Request"
        case 401: "Unauthorized"
        case 403: "Forbidden"
        case 404: "Not Found"
        case 405: "Method Not Allowed"
        case 409: "Conflict"
        case 410: "Gone"
        case 412: "Precondition Failed"
        case 413: "Content Too Large"
        case 415: "Unsupported Media Type"
        case 421: "Misdirected Request"
        case 422: "Unprocessable Content"
        case 428: "Precondition Required"
        case 429: "Too Many Requests"
        case 501: "Not Implemented"
        case 503: "Service Unavailable"
        case 507: "Insufficient Storage"
        default: "Internal Server Error"
        }
    }
}

extension Problem {
    /// A failure of the board, with the code and the words of the command's error.
    init(_ error: BoardError) {
        self.init(Self.status(of: error), error.code, error.words)
        if status == 503 { headers = [("Retry-After", "1")] }
    }

    private static func status(of error: BoardError) -> Int {
        switch error.code {
        case "no-such-task", "no-match", "no-commit": return 404
        case "changed-meanwhile", "on-the-board", "path-taken", "nothing-to-undo",
            "nothing-to-redo":
            return 409
        case "other-version": return 412
        case "disk-full": return 507
        default: break
        }
        return switch error.exit {
        case .usage, .data: 422
        case .tryLater: 503
        case .notAllowed: 403
        case .unsupported: 501
        case .failed, .unavailable, .inputOutput: 500
        }
    }

    init(_ refusal: Gate.Refusal) {
        switch refusal {
        case .wrongHost:
            self.init(
                421, "wrong-host", "this server does not answer under this name",
                "이 서버는 이 이름으로 응답하지 않습니다")
        case .foreignOrigin:
            self.init(
                403, "foreign-origin", "only a page of this server may ask for this",
                "이 서버의 페이지만 요청할 수 있습니다")
        case .foreignSite:
            self.init(
                403, "foreign-site", "a page of another site may not ask for this",
                "다른 사이트의 페이지는 요청할 수 없습니다")
        case .notSignedIn:
            self.init(
                401, "not-signed-in",
                "sign in with the address that 'pmd serve' printed, or send the token as 'Authorization: Bearer TOKEN'",
                "'pmd serve'가 출력한 주소로 로그인하거나 토큰을 'Authorization: Bearer TOKEN'으로 보내세요")
            headers = [("WWW-Authenticate", "Bearer")]
        case .wrongKey:
            self.init(
                401, "wrong-key",
                "this calendar needs the key in the address that 'pmd serve --print-calendar' prints",
                "이 달력에는 'pmd serve --print-calendar'가 출력하는 주소의 키가 필요합니다")
            headers = [("WWW-Authenticate", "Bearer")]
        case .badUser:
            self.init(
                403, "bad-user", "the proxy sent a name that no author can have",
                "프록시가 보낸 이름은 작성자의 이름이 될 수 없습니다")
        case .otherUser:
            self.init(
                403, "other-user",
                "the proxy signed in another user than the page shows: reload it",
                "프록시가 로그인한 사용자가 페이지의 사용자와 다릅니다: 페이지를 새로 고치세요")
        case .reader:
            self.init(
                403, "read-only",
                "this browser signed in to read only: sign in again with a new address",
                "이 브라우저는 읽기 전용으로 로그인했습니다: 새 주소로 다시 로그인하세요")
        case .staleSignature:
            self.init(
                401, "stale-signature",
                "the request was signed at another time, or before the server started",
                "요청이 다른 시각에 서명되었거나 서버가 시작되기 전에 서명되었습니다")
        case .repeatedNonce:
            self.init(
                401, "repeated-request", "this request was already sent", "이미 보낸 요청입니다")
        case .tooManyRequests:
            self.init(
                429, "too-many-requests", "this browser sends too many requests: try again",
                "이 브라우저가 요청을 너무 많이 보냅니다: 다시 시도하세요")
            headers = [("Retry-After", "5")]
        case .readOnly:
            self.init(
                403, "read-only", "this server only shows the board: 'pmd serve --read-only'",
                "이 서버는 보드를 보여 주기만 합니다: 'pmd serve --read-only'")
        case .notJSON:
            self.init(
                415, "not-json", "the body must be JSON: send 'Content-Type: application/json'",
                "본문은 JSON이어야 합니다: 'Content-Type: application/json'을 보내세요")
        }
    }
}

extension HTTPResponse {
    init(_ status: Int, json: JSONValue, type: String = "application/json") {
        self.init(
            status, headers: HTTPFields([("Content-Type", type), ("Cache-Control", "no-store")]),
            body: json.encoded())
    }
}
