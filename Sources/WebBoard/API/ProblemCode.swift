import TaskBoard

/// A `code` of problem documents: its status, and its meaning for `openapi.json`.
///
/// The codes of an operation follow from its parameters, its body and its access. Those of its
/// subject alone are in ``Route/problems``.
struct ProblemCode: Hashable, Sendable {
    let status: Int
    let code: String
    let meaning: String

    private init(_ status: Int, _ code: String, _ meaning: String) {
        (self.status, self.code, self.meaning) = (status, code, meaning)
    }

    /// Returns the codes of an operation, in order of their statuses.
    static func codes(of route: Route) -> [ProblemCode] {
        var codes = all + own(route.problems) + of(query: route.strictQuery)
        if route.access != .open { codes += signedIn }
        if route.access == .calendar { codes += own(["wrong-key"]) }
        codes += of(headers: route.headers)
        if let body = route.body {
            codes += of(body)
        } else if !route.hasFile {
            codes += own(["no-body-here"] + (route.access == .writing ? ["not-json"] : []))
        }
        if route.path.contains("{id}"), route.method != "PUT" || route.path.count > 2 {
            codes += own(["no-such-task"])
        }
        if route.access == .writing || route.hasFile { codes += writing }
        return sorted(codes)
    }

    /// All codes, each once for each of its statuses.
    static let table = sorted(
        elsewhere + all + signedIn + writing + parameters + conditions + bodies + subjects)

    /// Returns codes in order of their statuses, each once.
    private static func sorted(_ codes: [ProblemCode]) -> [ProblemCode] {
        var seen: Set<[String]> = []
        return codes.filter { seen.insert([String($0.status), $0.code]).inserted }
            .sorted { ($0.status, $0.code) < ($1.status, $1.code) }
    }

    /// Returns the rows of the table with these codes. A code may have two statuses.
    private static func own(_ codes: [String]) -> [ProblemCode] {
        codes.flatMap { code in
            let found = table.filter { $0.code == code }
            precondition(!found.isEmpty, "no row for \(code)")
            return found
        }
    }

    private static func of(query: [Route.Parameter]) -> [ProblemCode] {
        let codes = query.flatMap { parameter -> [String] in
            switch (parameter.name, parameter.schema) {
            case (_, .integer), (_, .boolean), ("from", _), ("to", _): ["wrong-parameter"]
            case ("q", _): ["word"]
            case ("view", _): ["unknown-view", "word"]
            case ("after", _): ["wrong-cursor"]
            default: []
            }
        }
        return own(codes)
    }

    private static func of(headers: [Route.Parameter]) -> [ProblemCode] {
        let codes = headers.flatMap { header -> [String] in
            switch header.name {
            case "If-Match": ["bad-version", "other-version"]
            case "Pmd-Base": ["repeated-header", "version-missing", "changed-meanwhile"]
            case "Idempotency-Key":
                ["repeated-header", "bad-key", "in-flight", "other-body", "deleted"]
            default: []
            }
        }
        return own(codes)
    }

    private static func of(_ body: Schema) -> [ProblemCode] {
        var codes = bodies.map(\.code).filter { $0 != "no-body-here" }
        if case .object(let members) = body {
            let names = members.map(\.name)
            if names.contains("tasks") { codes += ["no-tasks", "no-such-task"] }
            if names.contains("end") || names.contains("place") { codes += places }
            if names.contains("due") { codes += values }
        }
        return own(codes)
    }

    /// The codes of values of fields.
    static let values = [
        "wrong-value", "word", "no-title", "several-lines", "body-too-long", "fixed-key",
        "malformed", "refused-edit", "no-such-reference", "no-match", "several-matches",
        "blocking-cycle", "parent-cycle", "repeat-needs-due", "remind-needs-due", "not-a-text",
        "unknown-field",
    ]
    /// The codes of places on the board.
    static let places = [
        "wrong-end", "missing-member", "unknown-state", "no-finished-state", "place-in-finished",
        "place-elsewhere", "place-beside-itself", "path-taken",
    ]
    /// The codes of settings.
    static let settings = [
        "unknown-setting", "wrong-setting", "unknown-state", "bad-state-name", "state-exists",
        "unknown-view", "field-exists", "unknown-field", "declaration-by-hand", "wrong-value",
        "usage", "settings", "word", "unknown-field",
    ]
}

// The table. Meanings are for people who write clients.
extension ProblemCode {
    /// The codes of requests for no operation.
    private static let elsewhere = [
        Self(404, "no-such-route", "the API has no such path"),
        Self(405, "wrong-method", "the path has no such operation: 'Allow' lists its methods"),
    ]

    /// The codes of every operation.
    private static let all = [
        Self(400, "bad-request", "this is not a request of HTTP/1.1; the connection is closed"),
        Self(400, "unknown-parameter", "a query parameter is unknown here, or given twice"),
        Self(400, "unknown-zone", "'Pmd-Zone' is not a time zone"),
        Self(400, "wrong-locale", "'Pmd-Locale' is not a locale and the hours of a clock"),
        Self(400, "bad-time", "'Pmd-Typed-At' is not a time"),
        Self(413, "body-too-large", "the body is too large; the connection is closed"),
        Self(421, "wrong-host", "the server does not serve this host name"),
        Self(431, "head-too-large", "the head is too large; the connection is closed"),
        Self(500, "failed", "an error that pmd does not know"),
        Self(503, "busy", "the server or the board is busy: try again"),
        Self(503, "loading", "the server still reads the board: try again"),
        Self(403, "foreign-origin", "a page of another origin sent the request"),
        Self(403, "foreign-site", "another website sent the request"),
    ]

    /// The codes of operations that need a token, a session or a proxy.
    private static let signedIn = [
        Self(401, "not-signed-in", "the token, the session or the key is missing or wrong"),
        Self(401, "stale-signature", "a signature expired, or is older than the server's start"),
        Self(401, "repeated-request", "this signed request was already sent"),
        Self(403, "bad-user", "the proxy sent a name that no author can have"),
        Self(403, "other-user", "the proxy signed in another user than 'Pmd-User' names"),
        Self(429, "too-many-requests", "the client sends too many requests: wait 'Retry-After'"),
        Self(500, "damaged", "an object of the repository is damaged: run 'pmd doctor'"),
        Self(500, "input-output", "reading or writing a file failed"),
        Self(500, "git", "libgit2 reported an error"),
        Self(422, "no-board", "the folder has no board any more"),
        Self(422, "no-folder", "the board's folder is gone"),
        Self(422, "no-settings", "'pmd.yml' was removed"),
        Self(422, "settings", "'pmd.yml' cannot be read"),
        Self(422, "malformed", "a file cannot be read; 'detail' names its line"),
        Self(422, "not-found", "an object, a branch or a file is missing"),
        Self(501, "no-repository", "the folder has no repository any more"),
        Self(501, "unsupported", "the repository has a format that pmd does not support"),
        Self(501, "newer-format", "the board needs a newer version of pmd"),
    ]

    /// The codes of operations that change the board.
    private static let writing = [
        Self(400, "no-condition-here", "'If-Match' is not compared here"),
        Self(400, "repeated-header", "'Pmd-Base' or 'Idempotency-Key' is given twice"),
        Self(403, "read-only", "the server, the session or the board is read-only"),
        Self(403, "not-allowed", "the system or the remote refuses the access"),
        Self(422, "too-large", "a file is larger than the board may hold"),
        Self(422, "not-committed", "an uncommitted edit is in the way"),
        Self(422, "exists", "a file or branch of that name exists"),
        Self(422, "invalid", "a name or object is not valid in git"),
        Self(500, "not-writable", "a file of the board cannot be written"),
        Self(500, "not-a-lock", "a lock file is something else"),
        Self(501, "bare", "the repository has no working tree"),
        Self(501, "branch-name", "git would parse the branch's name as an option"),
        Self(501, "in-the-way", "an ignored file or a repository is in the way"),
        Self(503, "locked", "another program has the board's lock: try again"),
        Self(503, "raced", "another program changed the branch at the same time: try again"),
        Self(503, "operation-in-progress", "a merge or rebase is in progress: end it"),
        Self(503, "detached-head", "HEAD is detached: check out the board's branch"),
        Self(503, "other-branch", "another branch is checked out"),
        Self(503, "other-files", "files other than tasks conflict with the change"),
        Self(507, "disk-full", "the disk is full"),
    ]

    private static let parameters = [
        Self(400, "wrong-parameter", "a query parameter is not a number, a day, or true or false"),
        Self(400, "wrong-cursor", "'after' is not a 'next' value of this list"),
        Self(422, "word", "a word cannot be understood, such as an unknown date"),
        Self(404, "unknown-view", "the board has no view of that name"),
        Self(422, "unknown-view", "the board has no view of that name"),
        Self(422, "future-date", "the day is in the future"),
    ]

    private static let conditions = [
        Self(400, "repeated-header", "'Pmd-Base' or 'Idempotency-Key' is given twice"),
        Self(400, "bad-version", "'If-Match' is not a version in quotes"),
        Self(400, "bad-key", "'Idempotency-Key' is empty or longer than 255 bytes"),
        Self(409, "changed-meanwhile", "others changed the same fields: 'fields' has both values"),
        Self(409, "in-flight", "the first request with this key is not answered yet"),
        Self(409, "on-the-board", "a task with this code exists"),
        Self(410, "deleted", "the task was deleted meanwhile"),
        Self(412, "on-the-board", "a task with this code exists: 'current' has it"),
        Self(412, "other-version", "the task has another version: 'current' has it"),
        Self(422, "other-body", "this key was used for another request"),
        Self(428, "condition-missing", "'If-None-Match: *' is missing"),
        Self(428, "version-missing", "'If-Match' or 'Pmd-Base' is missing"),
    ]

    private static let bodies = [
        Self(400, "no-body-here", "the operation takes no body"),
        Self(400, "bad-json", "the body is not JSON"),
        Self(400, "wrong-type", "a value has the wrong type"),
        Self(400, "missing-member", "a member is missing"),
        Self(400, "unknown-member", "a member is unknown"),
        Self(415, "not-json", "'Content-Type' is not application/json"),
    ]

    /// The codes of an operation's subject.
    private static let subjects = [
        Self(400, "bad-choice", "the body is not one of 'take', 'both' and 'keep'"),
        Self(400, "no-commit", "the commit is not 4 to 40 hexadecimal digits"),
        Self(400, "no-items", "'items' is empty"),
        Self(400, "no-settings", "the body has no settings"),
        Self(400, "no-tasks", "'tasks' is empty"),
        Self(400, "too-many-items", "'items' is too long"),
        Self(400, "too-many-settings", "the body has too many settings"),
        Self(400, "too-many-words", "'words' is too long"),
        Self(400, "wrong-end", "'end' is neither top nor bottom"),
        Self(400, "wrong-value", "a key cannot be set here"),
        Self(401, "wrong-key", "the calendar's key is wrong"),
        Self(404, "no-commit", "no such commit in the history"),
        Self(404, "no-match", "nothing matches the name"),
        Self(404, "no-such-file", "the board has no such file"),
        Self(404, "no-such-task", "no task has that ID"),
        Self(404, "unknown-action", "no action has that name"),
        Self(404, "unknown-state", "the board has no such column"),
        Self(409, "not-possible", "the tasks do not allow the action; 'detail' says why"),
        Self(409, "not-reachable", "no other device can reach the server"),
        Self(409, "nothing-to-redo", "the client has nothing to redo"),
        Self(409, "nothing-to-undo", "the client has nothing to undo"),
        Self(409, "path-taken", "a file of that name exists"),
        Self(413, "file-too-large", "the file is too large to be served"),
        Self(415, "form", "the file is in a form: send its bytes as the body"),
        Self(422, "attachment-too-large", "the file is larger than 'attachmentLimit'"),
        Self(422, "bad-code", "this is not a code: 'detail' has the rule"),
        Self(422, "bad-state-name", "a folder cannot have that name"),
        Self(422, "blocking-cycle", "the task would wait for itself"),
        Self(422, "body-too-long", "the body is longer than 'bodyLimit'"),
        Self(422, "converted-attachment", "git would change the file's bytes"),
        Self(422, "declaration-by-hand", "edit this declaration in 'pmd.yml'"),
        Self(422, "empty-attachment", "the file is empty"),
        Self(422, "field-exists", "the board declares a field of that name"),
        Self(422, "finished", "the task is finished"),
        Self(422, "first-commit", "the commit made the board"),
        Self(422, "fixed-key", "the key of a task's file cannot be set"),
        Self(422, "ignored-attachment", "git ignores the file on the server"),
        Self(422, "kept-file-gone", "the file of the conflict is gone"),
        Self(422, "last-occurrence", "the rule has no further date"),
        Self(422, "left-out", "uncommitted edits were left out of the sync"),
        Self(422, "left-out-changed", "a file changed during the sync: sync again"),
        Self(422, "malformed", "the task's file cannot be read"),
        Self(422, "merge-commit", "a merge cannot be undone"),
        Self(422, "next-task-changed", "the next occurrence has changed since"),
        Self(422, "no-attachments-folder", "the board's 'attachments' is not a folder"),
        Self(422, "no-finished-state", "the board has no finished column"),
        Self(422, "no-such-conflict", "the task has no conflict of that number"),
        Self(422, "no-conflict-of", "the task has no conflict of that key"),
        Self(422, "no-such-item", "the checklist has no such item"),
        Self(422, "no-such-reference", "a reference names no task"),
        Self(422, "no-text", "the note is empty"),
        Self(422, "no-title", "the task has no title"),
        Self(422, "not-a-text", "the value cannot be merged as text"),
        Self(422, "not-text", "the file is not UTF-8"),
        Self(422, "not-tasks", "the commit changed no tasks"),
        Self(422, "nothing-then", "the board did not exist then"),
        Self(422, "nothing-to-resolve", "the task has no such conflict"),
        Self(422, "parent-cycle", "the task would be its own parent"),
        Self(422, "place-beside-itself", "a task cannot be placed beside itself"),
        Self(422, "place-elsewhere", "the neighbours are not in that column"),
        Self(422, "place-in-finished", "finished columns are in order of time"),
        Self(422, "refused-edit", "the file cannot take this change"),
        Self(422, "remind-needs-due", "a reminder before the due date needs a due date"),
        Self(422, "repeat-needs-due", "a rule needs a due date"),
        Self(422, "repeats-nothing", "the task does not repeat"),
        Self(422, "several-items", "several items match"),
        Self(422, "several-lines", "the value has several lines"),
        Self(422, "several-matches", "several tasks match"),
        Self(422, "state-exists", "the board has a column of that name"),
        Self(422, "too-large", "the file would be larger than the board may hold"),
        Self(422, "too-few", "fewer actions can be undone"),
        Self(422, "unknown-field", "the board declares no field of that name"),
        Self(422, "unknown-setting", "no setting has that name"),
        Self(422, "unknown-state", "the board has no such column"),
        Self(422, "usage", "the setting takes names"),
        Self(422, "wrong-setting", "the setting cannot have that value"),
        Self(422, "wrong-value", "a field cannot have that value"),
        Self(403, "rejected", "the remote rejects the push"),
        Self(403, "untrusted", "the remote's key or certificate is not trusted"),
        Self(500, "transfer", "the transfer failed in an unexpected way"),
        Self(500, "unavailable", "a program that pmd needs is missing or fails"),
        Self(501, "branch-gone", "the remote's branch is gone"),
        Self(501, "diverged", "the remote's branch has other commits"),
        Self(501, "no-remote", "the board has no remote"),
        Self(501, "unrelated", "the remote's board has another origin"),
        Self(503, "limited", "the remote limits requests: try later"),
        Self(503, "offline", "the remote cannot be reached"),
        Self(503, "timed-out", "the remote did not answer in time"),
        Self(422, "settings", "'pmd.yml' cannot be read"),
    ]

    /// The codes of a sync.
    static let sync = [
        "rejected", "untrusted", "transfer", "unavailable", "branch-gone", "diverged", "no-remote",
        "unrelated", "limited", "offline", "timed-out", "left-out", "left-out-changed",
    ]
    /// The codes of an undo.
    static let undo = [
        "no-commit", "nothing-to-undo", "nothing-to-redo", "too-few", "not-tasks", "first-commit",
        "merge-commit", "next-task-changed", "path-taken", "no-such-task", "changed-meanwhile",
        "no-match",
    ]
}
