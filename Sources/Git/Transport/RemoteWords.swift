/// What programs at the other end say when they refuse, read for what a caller
/// can decide by.
enum RemoteWords {
    /// The error that a program's words stand for.
    static func error(_ text: String, isLocal: Bool, code: Int32) -> GitError {
        let said = lines(text)
        let message = said.isEmpty ? "it closed the connection (exit code \(code))" : said
        let lower = said.lowercased()
        for (kind, patterns, advice) in meanings where patterns.contains(where: lower.contains) {
            return GitError(kind, "reach the remote", message, advice: advice)
        }
        return GitError(isLocal ? .inputOutput : .offline, "reach the remote", message)
    }

    /// Some lines, without blank ones and without what is no reason.
    static func lines(_ text: String) -> String {
        text.split(whereSeparator: \.isNewline).filter { line in
            !line.allSatisfy(\.isWhitespace) && !line.hasPrefix("warning: ")
                && !line.hasPrefix("Warning: Permanently added")
        }.suffix(6).joined(separator: "\n")
    }

    private static let meanings: [(GitError.Kind, [String], String?)] = [
        (
            .untrusted, ["host key verification failed", "remote host identification has changed"],
            "Connect once by hand and compare the fingerprint: ssh HOST"
        ),
        (
            .authentication,
            [
                "permission denied (", "too many authentication failures",
                "no more authentication methods",
            ],
            "Load the key into the agent (ssh-add), and try: ssh HOST"
        ),
        (
            .notAllowed, ["dubious ownership", "detected dubious"],
            "If you trust it: git config --global --add safe.directory FOLDER"
        ),
        (
            .notFound,
            [
                "does not appear to be a git repository", "repository not found",
                "invalid gitfile format", "project you were looking for could not be found",
                "no such file or directory",
            ], "Check that address; that of a board is shown by: git remote -v"
        ),
        (
            .offline,
            [
                "could not resolve", "connection refused", "connection timed out",
                "no route to host",
                "network is unreachable", "connection closed", "connection reset", "broken pipe",
                "operation timed out",
            ], nil
        ),
        (.notAllowed, ["permission denied", "access denied"], nil),
        (.noSpace, ["no space left on device", "disk quota exceeded"], nil),
        (.notFound, ["command not found"], "Install git at the remote."),
    ]
}
