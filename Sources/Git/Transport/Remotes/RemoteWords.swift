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
