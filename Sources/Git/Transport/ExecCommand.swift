/// The program that reaches a remote by ssh or by its path.
struct ExecCommand {
    /// What the remote is to do.
    enum Service: String {
        case upload = "upload-pack"
        case receive = "receive-pack"
    }

    let isLocal: Bool
    /// As the address names it, with its user.
    let host: String
    /// Where relative paths begin.
    let folder: String
    let environment: [String]
    private let program: String
    private let arguments: [String]
    private let path: String
    /// The person's own command and its options, as they would be typed.
    private let typed: String
    private var portOptions: [String] = []
    /// How many arguments come before ssh's own.
    private var leading = 0

    /// - Parameters:
    ///   - shell: The person's own ssh command, a line for the shell, as git's
    ///     `core.sshCommand` has it.
    init?(
        _ address: RemoteAddress, folder: String, shell: String?, program: String?,
        connectSeconds: Int
    ) {
        self.folder = folder
        environment = environmentList(replacing: [
            "GIT_TERMINAL_PROMPT": "0", "SSH_ASKPASS_REQUIRE": "never",
        ])
        switch address {
        case .local(let path):
            (isLocal, self.program, arguments, self.path) = (true, "git", [], path)
            (self.host, typed) = ("", "git")
        case .ssh(let host, let port, let path):
            var options = [
                "-oBatchMode=yes", "-oConnectTimeout=\(connectSeconds)",
                "-oServerAliveInterval=10",
            ]
            if let port { options += ["-p", "\(port)"] }
            options.append(host)
            isLocal = false
            self.host = host
            typed = (shell ?? program ?? "ssh")
            portOptions = port.map { ["-p", "\($0)"] } ?? []
            self.path = path
            if let shell {
                self.program = "/bin/sh"
                arguments = ["-c", shell + " \"$@\"", shell] + options
                leading = 3
            } else {
                self.program = program ?? "ssh"
                arguments = options
            }
        case .http, .git: return nil
        }
    }

    /// What a person types to accept a new host key: of the host, or of the one
    /// on the way to it.
    func accepting(isJump: Bool, _ jump: [String]? = nil) -> String {
        let place = isJump ? jump ?? ["JUMPHOST"] : portOptions + [host]
        return ([typed, "-oStrictHostKeyChecking=accept-new"] + place.map(Self.asTyped) + ["exit"])
            .joined(separator: " ")
    }

    /// What the program says when it is asked to tell all that it does, and to
    /// trust nobody new.
    func talkative() -> String {
        let (program, arguments) = words(for: .upload)
        do throws(GitError) {
            let options = ["-v", "-oStrictHostKeyChecking=yes"]
            let child = try ChildProcess(
                program, arguments.prefix(leading) + options + arguments.dropFirst(leading),
                environment: environment, folder: folder)
            child.closeInput()
            return child.complaints()
        } catch {
            return ""
        }
    }

    private static func asTyped(_ word: String) -> String {
        word.utf8.allSatisfy { byte in
            (0x61...0x7a).contains(byte) || (0x40...0x5a).contains(byte)
                || (0x2d...0x3a).contains(byte) || byte == UInt8(ascii: "_")
        } ? word : quoted(word)
    }

    func words(for service: Service) -> (program: String, arguments: [String]) {
        guard !isLocal else { return (program, [service.rawValue, path]) }
        return (program, arguments + ["git-\(service.rawValue) " + Self.quoted(path)])
    }

    /// A path as one word of the remote's shell, as git quotes it.
    private static func quoted(_ path: String) -> String {
        var text = "'"
        for character in path.unicodeScalars {
            if character == "'" || character == "!" {
                text += "'\\\(character)'"
            } else {
                text.unicodeScalars.append(character)
            }
        }
        return text + "'"
    }
}
