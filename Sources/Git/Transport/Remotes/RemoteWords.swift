import Clibgit2
import Synchronization

/// Derives the kind of a failure from the output of the program at the other end.
///
/// Its output only decides among failures that the program can cause anyway. It is quoted, and
/// never becomes part of pmd's own sentence or of a command.
enum RemoteWords {
    /// Returns the failure of a program that ended with an exit code.
    ///
    /// - Parameter isKeyProven: True if the remote's host key is proven to be the known one,
    ///   regardless of the output.
    static func error(
        _ text: String, _ command: ExecCommand, code: Int32, isKeyProven: Bool = false
    ) -> GitError {
        var error = GitError(
            .closedConnection(exitCode: code, isLocal: command.isLocal), "reach the remote")
        error.quoted = QuotedWords.lines(text)
        if !command.isLocal, code == 255, !isKeyProven, suspectsKey(text) {
            error.become(.hostKeyRefused(login: command.login))
        } else if let reason = reason(error.quoted.joined(separator: "\n"), command) {
            error.become(reason)
        }
        return error
    }

    /// Returns the kind of failure that a library's message means; nil if the message is unknown.
    static func kind(_ text: String) -> GitError.Kind? { reason(text, nil)?.kind }

    /// Returns true if the output suggests a refused host key. A server may have printed the same
    /// text, so it proves nothing.
    static func suspectsKey(_ text: String) -> Bool {
        let lower = text.lowercased()
        return lower.contains("host key verification failed")
            || lower.contains("remote host identification has changed")
    }

    /// - Parameter command: The command that reached the remote; nil if only the kind is needed.
    private static func reason(
        _ text: String, _ command: ExecCommand?
    ) -> GitError.TransportReason? {
        let lower = text.lowercased()
        func says(_ patterns: String...) -> Bool { patterns.contains { lower.contains($0) } }
        if says(
            "permission denied (", "too many authentication failures",
            "no more authentication methods")
        {
            return .loginRefused(login: command?.login)
        }
        if says("dubious ownership", "detected dubious") {
            return .foreignRemote(path: command.flatMap { $0.isLocal ? $0.path : nil })
        }
        if says(
            "does not appear to be a git repository", "repository not found",
            "invalid gitfile format", "project you were looking for could not be found",
            "no such file or directory")
        {
            return .noRepository
        }
        if says(
            "could not resolve", "connection refused", "connection timed out",
            "no route to host", "network is unreachable", "connection closed",
            "connection reset", "broken pipe", "operation timed out")
        {
            return .connectionFailed
        }
        if says("permission denied", "access denied") { return .accessDenied }
        if says("no space left on device", "disk quota exceeded") { return .remoteDiskFull }
        return says("command not found") ? .missingGit : nil
    }
}

/// The failures of a transfer that libgit2 reports itself, mostly over http.
///
/// Several of its messages contain text of the server: an error packet, a content type, the target
/// of a redirect. Such a message is quoted, and pmd's own sentence takes its place.
enum LibraryWords {
    /// Returns a failure with a kind and a message that help the user.
    static func refined(_ error: GitError) -> GitError {
        var result = error
        if error.code == GIT_ENONFASTFORWARD.rawValue { result.kind = .changedMeanwhile }
        if let status = httpStatus(error.message) { return refined(result, status) }
        if isOtherProtocol(error.message) {
            result.become(.otherProtocol)
            result.quoted = QuotedWords.lines(error.message)
            return result
        }
        if ["cannot redirect", "redirect without location"].contains(
            where: error.message.hasPrefix)
        {
            result.become(.redirected)
            result.quoted = QuotedWords.lines(error.message)
            return result
        }
        if error.kind == .authentication {
            result.advice = GitError.adviceOnCredentials
            result.koreanAdvice = GitError.koreanAdviceOnCredentials
        }
        guard isForeign(error) else {
            // A failed connection is also a failed system call.
            if [.offline, .inputOutput].contains(error.kind),
                let kind = RemoteWords.kind(error.message)
            {
                (result.kind, result.advice, result.koreanAdvice) = (kind, nil, nil)
            }
            return result
        }
        let kind = result.kind
        result.become(.errorResponse)
        result.quoted = QuotedWords.lines(error.message)
        result.kind = kind
        if [.offline, .inputOutput, .noSpace, .notAllowed, .unsupported].contains(error.kind) {
            result.kind = RemoteWords.kind(error.message) ?? .offline
        }
        return result
    }

    private static func refined(_ error: GitError, _ status: Int) -> GitError {
        var result = error
        switch status {
        case 401, 407: result.kind = .authentication
        case 403: result.kind = .notAllowed
        case 404, 410: result.kind = .notFound
        case 413: result.become(.pushTooLarge)
        case 429:
            let wait = TLSStream.answer.withLock(\.retryAfter)
            result.become(.tooManyRequests(seconds: wait?.seconds))
            result.quoted = wait?.words.map { QuotedWords.lines("Retry-After: \($0)") } ?? []
        case 400, 405, 406, 411, 414, 415, 426, 501, 505: result.kind = .unsupported
        case 300..<400:
            result.kind = .unsupported
            result.advice = GitError.TransportReason.redirected.advice
            result.koreanAdvice = GitError.TransportReason.redirected.koreanAdvice
        default: result.kind = .offline
        }
        return result
    }

    /// Returns true if a web server answered with something that is not git's protocol. It will
    /// answer the next request the same way.
    private static func isOtherProtocol(_ message: String) -> Bool {
        [
            "invalid content-type: ", "no content-type header in response",
            "multiple content-type headers",
        ].contains(where: message.hasPrefix)
    }

    private static let status = "unexpected http status code: "

    private static func httpStatus(_ message: String) -> Int? {
        message.hasPrefix(status) ? Int(message.dropFirst(status.count)) : nil
    }

    /// Returns true if a message may contain text of the server: any that libgit2 did not build
    /// from its own and the system's messages.
    private static func isForeign(_ error: GitError) -> Bool {
        let own = [GIT_ERROR_OS, GIT_ERROR_NOMEMORY, GIT_ERROR_SSL, GIT_ERROR_CALLBACK]
        if own.contains(where: { Int32($0.rawValue) == error.category }) { return false }
        let beginnings = [
            "failed to connect to ", "failed to resolve address for ", "early EOF",
            "unexpected EOF",
        ]
        return !beginnings.contains(where: error.message.hasPrefix)
    }
}
