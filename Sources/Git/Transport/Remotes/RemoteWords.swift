/// The kinds of failure that a program at the other end can mean by its words.
///
/// Its words decide only among failures that it can cause anyway. They are quoted
/// and never become a part of pmd's own sentence or of a command.
enum RemoteWords {
    /// Returns the failure of a program that ended with an exit code.
    ///
    /// - Parameter isKeyProven: Whether the remote's host key was found to be the
    ///   known one, whatever the words say of it.
    static func error(
        _ text: String, _ command: ExecCommand, code: Int32, isKeyProven: Bool = false
    ) -> GitError {
        var error = GitError(
            command.isLocal ? .inputOutput : .offline, "reach the remote",
            "it closed the connection (exit code \(code))")
        error.quoted = QuotedWords.lines(text)
        if !command.isLocal, code == 255, !isKeyProven, suspectsKey(text) {
            error.kind = .untrusted
            error.message = "its host key seems to be refused"
            error.advice = "Connect once by hand and compare the fingerprint: \(command.login)"
        } else if let meaning = meaning(of: error.quoted.joined(separator: "\n")) {
            error.kind = meaning.kind
            error.message = meaning.message
            error.advice = meaning.advice(command)
        }
        return error
    }

    /// The kind that the words of a library stand for; nil: none that is known.
    static func kind(_ text: String) -> GitError.Kind? { meaning(of: text)?.kind }

    /// Whether it is worth asking ssh about the host key. A server may have printed
    /// the same words, so they prove nothing.
    static func suspectsKey(_ text: String) -> Bool {
        let lower = text.lowercased()
        return lower.contains("host key verification failed")
            || lower.contains("remote host identification has changed")
    }

    private struct Meaning {
        var kind: GitError.Kind
        var message: String
        var patterns: [String]
        var advice: (ExecCommand) -> String? = { _ in nil }
    }

    private static func meaning(of text: String) -> Meaning? {
        let lower = text.lowercased()
        return meanings.first { $0.patterns.contains { lower.contains($0) } }
    }

    private static var meanings: [Meaning] {
        [
            Meaning(
                kind: .authentication, message: "it refuses the login",
                patterns: [
                    "permission denied (", "too many authentication failures",
                    "no more authentication methods",
                ],
                advice: { "Load the key into the agent (ssh-add), and try: \($0.login)" }),
            Meaning(
                kind: .notAllowed, message: "it belongs to another user",
                patterns: ["dubious ownership", "detected dubious"], advice: trust),
            Meaning(
                kind: .notFound, message: "there is no repository at that address",
                patterns: [
                    "does not appear to be a git repository", "repository not found",
                    "invalid gitfile format", "project you were looking for could not be found",
                    "no such file or directory",
                ],
                advice: { _ in
                    "Check that address; that of a board is shown by: git remote -v"
                }),
            Meaning(
                kind: .offline, message: "the connection failed",
                patterns: [
                    "could not resolve", "connection refused", "connection timed out",
                    "no route to host", "network is unreachable", "connection closed",
                    "connection reset", "broken pipe", "operation timed out",
                ]),
            Meaning(
                kind: .notAllowed, message: "access is denied",
                patterns: ["permission denied", "access denied"]),
            Meaning(
                kind: .noSpace, message: "the disk there is full",
                patterns: ["no space left on device", "disk quota exceeded"]),
            Meaning(
                kind: .notFound, message: "git is not installed there",
                patterns: ["command not found"], advice: { _ in "Install git at the remote." }),
        ]
    }

    private static func trust(_ command: ExecCommand) -> String? {
        guard command.isLocal else { return nil }
        return "If you trust it: git config --global --add safe.directory "
            + shellQuoted(command.path)
    }
}
