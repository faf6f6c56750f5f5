import BoardView
import HTTPServer
import TaskBoard
import Words

/// An error response in the format of RFC 9457, `application/problem+json`.
struct ProblemDetails: Error, Sendable {
    let status: Int
    /// A stable word for programs: the code of the command's error if there is one.
    let code: String
    let detail: Bilingual
    /// Further information for the client, such as the task's current version.
    var members: [JSONValue.Member] = []
    /// Header fields such as `Allow`.
    var headers: [(name: String, value: String)] = []

    init(_ status: Int, _ code: String, _ detail: Bilingual) {
        (self.status, self.code, self.detail) = (status, code, detail)
    }

    func with(_ key: String, _ value: JSONValue) -> ProblemDetails {
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

    /// Returns the reason phrase of a status from RFC 9110.
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

extension ProblemDetails {
    /// Converts a board error, with the code and the words of the command's error.
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

    init(_ problem: RequestProblem) {
        let (status, code) = problem.statusAndCode
        self.init(status, code, problem.words)
        if case .wrongMethod(let allowed) = problem {
            headers = [("Allow", allowed.joined(separator: ", "))]
        }
    }

    init(_ refusal: AccessRefusal) {
        let (status, code) = refusal.statusAndCode
        self.init(status, code, refusal.words)
        switch refusal {
        case .notSignedIn, .wrongKey: headers = [("WWW-Authenticate", "Bearer")]
        case .tooManyRequests: headers = [("Retry-After", "5")]
        default: break
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
