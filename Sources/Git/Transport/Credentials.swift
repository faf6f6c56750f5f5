import Clibgit2
import Glibc

/// Names and passwords for http, from the person's own credential helpers.
///
/// They go to the host that the repository's configuration names and to no
/// other, whatever a server redirects to; nothing ever asks at a terminal.
final class Credentials {
    private let folder: String
    private let address: String
    private var filled: [String]?
    private var isSettled = false

    /// - Parameters:
    ///   - url: The remote's, as configured.
    ///   - folder: Of the repository, whose configuration counts too.
    init(url: String, folder: String) {
        address = url
        self.folder = folder
    }

    /// Answers libgit2's question: once, for a refused answer would be refused again.
    func answer(
        _ out: UnsafeMutablePointer<UnsafeMutablePointer<git_credential>?>?, url: String,
        user: String?, _ allowed: UInt32
    ) -> Int32 {
        guard allowed & GIT_CREDENTIAL_USERPASS_PLAINTEXT.rawValue != 0 else {
            return refuse("the remote wants a kind of credentials that is not known")
        }
        guard let origin = Self.origin(url), let own = Self.origin(address), origin == own else {
            return refuse("the remote redirects to another host")
        }
        guard filled == nil else {
            settle(isAccepted: false)
            return refuse("the remote does not accept the name and password")
        }
        var question = ["protocol=\(origin.scheme)", "host=\(origin.host)"]
        if let user { question.append("username=\(user)") }
        let answer = git("fill", question)
        guard let answer, let name = Self.value("username", in: answer),
            let password = Self.value("password", in: answer)
        else { return refuse("no name and password are stored for it") }
        filled = answer
        return git_credential_userpass_plaintext_new(out, name, password)
    }

    /// Lets the helper keep what was accepted and forget what was not.
    func settle(isAccepted: Bool) {
        guard let filled, !isSettled else { return }
        isSettled = true
        _ = git(isAccepted ? "approve" : "reject", filled)
    }

    private func refuse(_ words: String) -> Int32 {
        git_error_set_str(Int32(GIT_ERROR_CALLBACK.rawValue), words)
        return GIT_EAUTH.rawValue
    }

    /// Nil where git is missing or has nothing.
    private func git(_ verb: String, _ lines: [String]) -> [String]? {
        do throws(GitError) {
            let environment = environmentList(replacing: [
                "GIT_TERMINAL_PROMPT": "0", "GIT_ASKPASS": nil, "SSH_ASKPASS": nil,
                TransferRequest.addressVariable: nil,
            ])
            let child = try ChildProcess(
                "git",
                ["-c", "core.askPass=", "-c", "credential.interactive=false", "credential", verb],
                environment: environment, folder: folder)
            let question = Array((lines.joined(separator: "\n") + "\n\n").utf8)
            // A pipe holds more than this, so it cannot block.
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

    /// Scheme and host with port, in lower case.
    private static func origin(_ url: String) -> (scheme: String, host: String)? {
        guard let end = url.firstRange(of: "://") else { return nil }
        let authority = url[end.upperBound...].prefix { $0 != "/" }
        let host = authority.lastIndex(of: "@").map { authority[authority.index(after: $0)...] }
        return (url[..<end.lowerBound].lowercased(), (host ?? authority).lowercased())
    }
}

extension ChildProcess {
    /// What it writes, to the end; its words for people are thrown away.
    func answer() -> String {
        var bytes: [UInt8] = []
        var isOpen = true
        while isOpen {
            var waiting = [pollfd(fd: output, events: Int16(POLLIN), revents: 0)]
            if !errorsHaveEnded {
                waiting.append(pollfd(fd: errors, events: Int16(POLLIN), revents: 0))
            }
            _ = Glibc.poll(&waiting, nfds_t(waiting.count), -1)
            if waiting.count > 1, waiting[1].revents != 0 { _ = readErrors() }
            guard waiting[0].revents != 0 else { continue }
            var buffer = [UInt8](repeating: 0, count: 4_096)
            let count = read(output, &buffer, buffer.count)
            if count > 0 {
                bytes += buffer.prefix(count)
            } else if count == 0 || errno != EINTR {
                isOpen = false
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
