import Clibgit2
import Glibc
import Testing

@testable import Git

/// The kind, sentence and advice of each error of git and of transfers.
struct GitErrorTests {
    private static let id = ObjectID(git_oid())

    @Test(
        arguments: [
            (.wrongType(expected: "tree"), .invalid, "it is not a tree", nil),
            (
                .blobTooLarge(size: 9, limit: 4), .tooLarge,
                "it has 9 bytes, more than the limit of 4", nil
            ),
            (
                .hashMismatch, .damaged, "hash mismatch: the object is damaged",
                GitError.adviceOnDamage
            ),
            (.missingObject(id, isNew: true), .notFound, "the object \(id) is missing", nil),
            (
                .missingObject(id, isNew: false), .damaged, "the object \(id) is missing",
                GitError.adviceOnDamage
            ),
            (
                .damagedPackFile(.checksum, .index(of: "/a.pack")), .damaged,
                "its checksum does not match",
                GitError.adviceOnDamage + " Rebuild it: git index-pack '/a.pack'"
            ),
            (
                .indexExtension("link"), .unsupported,
                "it uses the extension 'link', which pmd does not support",
                "Convert it to a full index: git update-index --no-split-index"
            ),
            (
                .headNamesNoBranch("x"), .damaged, "it points to 'x', which is not a branch",
                GitError.adviceOnReferences
            ),
            (
                .missingFolder("/b/HEAD"), .damaged, "/b/HEAD is missing",
                "Create it again: echo 'ref: refs/heads/BRANCH' >/b/HEAD"
            ),
            (
                .missingFolder("/b/refs"), .damaged, "/b/refs is missing",
                "Create it again: mkdir /b/refs"
            ),
            (
                .missingFolder("/b/objects"), .damaged, "/b/objects is missing",
                GitError.adviceOnDamage
            ),
            (.locked(nil), .locked, "it is locked", nil),
            (
                .foreign(path: "/a b"), .notAllowed, "it belongs to another user",
                "If you trust it: git config --global --add safe.directory '/a b'"
            ),
        ] as [(GitError.Reason, GitError.Kind, String, String?)])
    func `the reason determines kind, sentence and advice`(
        _ c: (reason: GitError.Reason, kind: GitError.Kind, sentence: String, advice: String?)
    ) {
        let error = GitError(c.reason, "read it")
        #expect(error.kind == c.kind)
        #expect(
            error.description == "cannot read it: \(c.sentence)"
                + (c.advice.map { ". \($0)" } ?? ""))
    }

    @Test(
        arguments: [
            (400, .unsupported), (404, .notFound), (405, .unsupported), (408, .offline),
            (415, .unsupported), (500, .offline), (501, .unsupported), (503, .offline),
        ] as [(Int, GitError.Kind)])
    func `only temporary failures of a web server are retried`(
        status: Int, kind: GitError.Kind
    ) {
        var error = GitError(.errorResponse, "reach the remote")
        error.message = "unexpected http status code: \(status)"
        #expect(LibraryWords.refined(error).kind == kind)
    }

    @Test(
        arguments: [
            (
                .malformedAddress(.tooLong(limit: 9)), .invalid, "it is longer than 9 bytes", nil
            ),
            (
                .unknownProtocol("ext"), .unsupported, "'ext' is not a known protocol",
                "Use https://, ssh:// or the path of a folder."
            ),
            (
                .noProcess(errno: EAGAIN), .locked,
                "no process can be started here: \(systemMessage(EAGAIN))",
                "Try again when fewer processes run, or raise 'ulimit -u'."
            ),
            (
                .closedConnection(exitCode: 3, isLocal: false), .offline,
                "it closed the connection (exit code 3)", nil
            ),
            (
                .closedConnection(exitCode: 3, isLocal: true), .inputOutput,
                "it closed the connection (exit code 3)", nil
            ),
            (
                .endlessList(limit: 3 << 20), .offline,
                "its list of references is larger than 3 MiB", "Try again later."
            ),
            (
                .deadlinePassed(.connect(2.5)), .timedOut, "no answer within 2.5 s",
                "Try again later."
            ),
            (
                .interrupted(.exit(code: 9, words: [])), .offline,
                "the transfer was interrupted: exit code 9", "Try again later."
            ),
            (
                .interrupted(.exit(code: 9, words: ["a", "b"])), .offline,
                "the transfer was interrupted: a; b", "Try again later."
            ),
            (
                .hostKeyChanged(name: "h", key: "K", files: ["/a b"], accept: "ssh h"), .untrusted,
                "the host key of h has changed; it is now K",
                "It may be another machine. If you know that this is the right key: "
                    + "ssh-keygen -f '/a b' -R h && ssh h"
            ),
            (
                .hostKeyUnknown(host: "h\u{1b}", key: "K", accept: "ssh h"), .untrusted,
                "the host key of \(QuotedWords.visible("h\u{1b}")) is unknown here; it is K",
                "If that is the right key, accept it: ssh h"
            ),
            (
                .certificateRefused(words: "expired", endpoint: "h:1", fingerprint: "AB"),
                .untrusted,
                "its certificate is not trusted: expired. Its SHA-256 fingerprint is AB",
                "If it is the right one, accept it: git config --global --add pmd.trust 'h:1 "
                    + "AB'. If your own authority signed it: git config --global "
                    + "http.https://h:1/.sslCAInfo FILE"
            ),
            (
                .unreadableCertificates(.system(errno: ENOENT), source: "X"), .untrusted,
                systemMessage(ENOENT), "This path is set by X."
            ),
            (
                .unreadableCertificates(.tls(.library(code: 0)), source: nil), .untrusted,
                "TLS failed", nil
            ),
            (.loginRefused(login: nil), .authentication, "it rejected the login", nil),
            (
                .credentialsRefused(.unsupportedKind, isProxy: true), .authentication,
                "the proxy asks for an unsupported kind of credentials",
                GitError.adviceOnCredentials
            ),
            (
                .credentialsRefused(.otherHost, isProxy: false), .authentication,
                "the remote redirects to another host, which asks for a user name and password",
                "If the repository has moved, set the new address: git remote set-url NAME URL"
            ),
            (
                .credentialsRefused(.notAccepted, isProxy: false), .authentication,
                "the remote rejected the user name and password", GitError.adviceOnCredentials
            ),
            (
                .credentialsRefused(.noneStored("h:1"), isProxy: false), .authentication,
                "no user name and password are stored for h:1", GitError.adviceOnCredentials
            ),
            (
                .foreignRemote(path: "/a b"), .notAllowed, "it belongs to another user",
                "If you trust it: git config --global --add safe.directory '/a b'"
            ),
            (.remoteDiskFull, .noSpace, "the disk there is full", nil),
            (
                .pushTooLarge, .notAllowed, "the push is larger than the server accepts (HTTP 413)",
                "Raise its limit (client_max_body_size in nginx), or push by ssh."
            ),
            (
                .tooManyRequests(seconds: nil), .limited,
                "the server limits the number of requests (HTTP 429)", "Try again later."
            ),
            (
                .tooManyRequests(seconds: 90), .limited,
                "the server limits the number of requests (HTTP 429) and asks you to wait 90 s",
                "Try again later."
            ),
            (
                .tooManyRequests(seconds: 121), .limited,
                "the server limits the number of requests (HTTP 429) and asks you to wait 3 "
                    + "minutes",
                "Try again later."
            ),
            (
                .tooMuchMemory(limit: 3 << 20), .tooLarge,
                "its data needs more memory than the limit of 3 MiB",
                "Nothing was accepted, and nothing changed here."
            ),
        ] as [(GitError.TransportReason, GitError.Kind, String, String?)])
    func `the reason of a transfer error determines kind, sentence and advice`(
        _ c: (
            reason: GitError.TransportReason, kind: GitError.Kind, sentence: String,
            advice: String?
        )
    ) {
        let error = GitError(c.reason, "reach it")
        #expect(error.kind == c.kind)
        #expect(error.message == c.sentence)
        #expect(error.advice == c.advice)
    }

    @Test(arguments: [
        ("a\tb", "a b"), ("\u{1b}[2Ja\u{7f}", "^[[2Ja^?"), ("\u{9b}a", "<U+009B>a"),
        ("a\u{202e}b", "a<U+202E>b"), ("a\u{200b}b", "a<U+200B>b"), ("지붕 é", "지붕 é"),
    ])
    func `control characters in a server's text are made visible`(said: String, shown: String) {
        #expect(QuotedWords.visible(said) == shown)
    }
}
