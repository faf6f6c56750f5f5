import Clibgit2
import Glibc
import Programs

/// Names and passwords for http, from the address or the user's own credential helpers.
///
/// They are sent only to their own host, wherever a server redirects to. Nothing ever prompts at a
/// terminal.
final class Credentials {
    private let folder: String
    private let environment: Environment
    private let address: WebAddress?
    private let isProxy: Bool
    private let answers: Answers
    private var wasAnswered = false
    /// The reason why no name and password was sent; nil if one was.
    private(set) var refusal: GitError.TransportReason?

    /// The helper's answer, for all connections of one transfer.
    private final class Answers {
        var filled: [String]?
        var isSettled = false
    }

    /// - Parameters:
    ///   - address: The address for which the name and password are valid.
    ///   - repository: The repository whose configuration also applies.
    init(_ address: WebAddress?, for repository: Repository, isProxy: Bool = false) {
        self.address = address
        folder = repository.workTree
        environment = repository.environment
        self.isProxy = isProxy
        answers = Answers()
    }

    private init(again other: Credentials) {
        (address, isProxy) = (other.address, other.isProxy)
        (folder, environment) = (other.folder, other.environment)
        answers = other.answers
    }

    /// Answers libgit2's request once: the server would refuse the same answer again.
    ///
    /// - Parameter url: The requesting address; nil for the one of this object.
    func answer(
        _ out: UnsafeMutablePointer<UnsafeMutablePointer<git_credential>?>?, url: String?,
        user: String?, _ allowed: UInt32
    ) -> Int32 {
        guard allowed & GIT_CREDENTIAL_USERPASS_PLAINTEXT.rawValue != 0 else {
            return refuse(.unsupportedKind)
        }
        guard let address, url == nil || url.flatMap({ WebAddress($0) })?.origin == address.origin
        else { return refuse(.otherHost) }
        guard !wasAnswered else {
            settle(isAccepted: false)
            return refuse(.notAccepted)
        }
        wasAnswered = true
        if let name = address.user, let password = address.password {
            return git_credential_userpass_plaintext_new(out, name, password)
        }
        guard let answer = answers.filled ?? fill(address, user: address.user ?? user),
            let name = Self.value("username", in: answer),
            let password = Self.value("password", in: answer)
        else { return refuse(.noneStored(address.hostAndPort)) }
        answers.filled = answer
        return git_credential_userpass_plaintext_new(out, name, password)
    }

    /// Returns the same credentials for another connection, which may also use them once.
    func again() -> Credentials {
        Credentials(again: self)
    }

    /// Reports to the helper whether the name and password were accepted.
    func settle(isAccepted: Bool) {
        guard let filled = answers.filled, !answers.isSettled else { return }
        answers.isSettled = true
        _ = git(isAccepted ? "approve" : "reject", filled)
    }

    private func fill(_ address: WebAddress, user: String?) -> [String]? {
        var question = ["protocol=\(address.scheme)", "host=\(address.hostAndPort)"]
        // git itself leaves it out unless credential.useHttpPath is set.
        let path = address.path.dropFirst()
        if !isProxy, !path.isEmpty { question.append("path=\(path)") }
        if let user { question.append("username=\(user)") }
        return git("fill", question)
    }

    /// Records the refusal, and sets libgit2's error message too, which otherwise would be empty.
    private func refuse(_ fault: GitError.CredentialFault) -> Int32 {
        let refusal = GitError.TransportReason.credentialsRefused(fault, isProxy: isProxy)
        self.refusal = refusal
        git_error_set_str(Int32(GIT_ERROR_CALLBACK.rawValue), refusal.sentence)
        return GIT_EAUTH.rawValue
    }

    /// Runs `git credential`; nil if git is missing or has no answer.
    private func git(_ verb: StaticString, _ lines: [String]) -> [String]? {
        do throws(GitError) {
            let environment = environment.list(replacing: [
                "GIT_TERMINAL_PROMPT": "0", "GIT_ASKPASS": nil, "SSH_ASKPASS": nil,
            ])
            let child = try ChildProcess(
                "git",
                [
                    "-c", "core.askPass=", "-c", "credential.interactive=false", "credential",
                    .literal(verb),
                ],
                environment: environment, folder: folder)
            let question = Array((lines.joined(separator: "\n") + "\n\n").utf8)
            // A pipe can hold more than this, so it cannot block.
            _ = write(child.input, question, question.count)
            child.closeInput()
            let answer = child.answer()
            return child.wait() == 0
                ? answer.split(whereSeparator: \.isNewline).map(String.init) : nil
        } catch {
            return nil
        }
    }

    private static func value(_ name: String, in lines: [String]) -> String? {
        lines.first { $0.hasPrefix(name + "=") }.map { String($0.dropFirst(name.count + 1)) }
    }
}
