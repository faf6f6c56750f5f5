import BoardView
import HTTPServer
import TaskBoard
import Words

/// An error response in the format of RFC 9457, `application/problem+json`.
struct ProblemDetails: Error, Sendable {
    let status: Int
    /// A stable word for programs: the code of the command's error if there is one.
    let code: String
    /// For pages, also without commands and paths, as the member `plain`.
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
            .init("plain", .string(detail.plain.text(language))),
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
        case 431: "Request Header Fields Too Large"
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
        // The place in a file, such as that of an error in its front matter, or in a query.
        let place = error.placeInQuery
        members =
            [("line", error.line), ("column", error.column ?? place?.column)]
            .compactMap { key, value in value.map { .init(key, .number($0)) } }
        if let place { members.append(.init("query", .string(place.query))) }
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
        switch problem {
        case .wrongMethod(let allowed): headers = [("Allow", allowed.joined(separator: ", "))]
        case .busy: headers = [("Retry-After", "1")]
        default: break
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

// The statuses and codes of problems. Programs rely on them.

extension RequestProblem {
    /// The status of the response, and a stable word for programs.
    var statusAndCode: (status: Int, code: String) {
        switch self {
        case .malformed: (400, "bad-request")
        case .bodyTooLarge: (413, "body-too-large")
        case .headTooLarge: (431, "head-too-large")
        case .busy: (503, "busy")
        case .wrongChoice: (400, "bad-choice")
        case .badJSON: (400, "bad-json")
        case .wrongIdempotencyKey: (400, "bad-key")
        case .wrongTime: (400, "bad-time")
        case .wrongVersion: (400, "bad-version")
        case .missingMember: (400, "missing-member")
        case .noBodyHere: (400, "no-body-here")
        case .wrongCommit: (400, "no-commit")
        case .noConditionHere: (400, "no-condition-here")
        case .noItems: (400, "no-items")
        case .noSettings: (400, "no-settings")
        case .noTasks: (400, "no-tasks")
        case .repeatedHeader: (400, "repeated-header")
        case .tooManyItems: (400, "too-many-items")
        case .tooManySettings: (400, "too-many-settings")
        case .tooManyWords: (400, "too-many-words")
        case .unknownMember: (400, "unknown-member")
        case .unknownParameter: (400, "unknown-parameter")
        case .unknownZone: (400, "unknown-zone")
        case .wrongLocale: (400, "wrong-locale")
        case .wrongCursor: (400, "wrong-cursor")
        case .wrongEnd: (400, "wrong-end")
        case .notNumber, .notBoolean, .notDay, .wrongDays: (400, "wrong-parameter")
        case .wrongType: (400, "wrong-type")
        case .noFileOfPage, .noFileOfBoard: (404, "no-such-file")
        case .noRoute: (404, "no-such-route")
        case .unknownAction: (404, "unknown-action")
        case .unknownColumn: (404, "unknown-state")
        case .unknownView: (404, "unknown-view")
        case .wrongMethod: (405, "wrong-method")
        case .inFlight: (409, "in-flight")
        case .notPossible: (409, "not-possible")
        case .notReachable: (409, "not-reachable")
        case .nothingToRedo: (409, "nothing-to-redo")
        case .nothingToUndo: (409, "nothing-to-undo")
        case .deleted: (410, "deleted")
        case .onTheBoard: (412, "on-the-board")
        case .fileTooLarge: (413, "file-too-large")
        case .fileInForm: (415, "form")
        case .futureDate: (422, "future-date")
        case .holdsNUL: (422, "wrong-value")
        case .emptySetting: (422, "wrong-setting")
        case .noteWithoutText: (422, "no-text")
        case .otherBody: (422, "other-body")
        case .fileNotText: (422, "not-text")
        case .conditionMissing: (428, "condition-missing")
        case .versionMissing: (428, "version-missing")
        case .loading: (503, "loading")
        }
    }
}

extension AccessRefusal {
    /// The status of the response, and a stable word for programs.
    var statusAndCode: (status: Int, code: String) {
        switch self {
        case .wrongHost: (421, "wrong-host")
        case .foreignOrigin: (403, "foreign-origin")
        case .foreignSite: (403, "foreign-site")
        case .notSignedIn: (401, "not-signed-in")
        case .wrongKey: (401, "wrong-key")
        case .badUser: (403, "bad-user")
        case .otherUser: (403, "other-user")
        case .reader: (403, "read-only")
        case .staleSignature: (401, "stale-signature")
        case .repeatedNonce: (401, "repeated-request")
        case .tooManyRequests: (429, "too-many-requests")
        case .readOnly: (403, "read-only")
        case .notJSON: (415, "not-json")
        }
    }
}
