/// The program that reaches a remote by ssh or by its path.
struct ExecCommand {
    /// What the remote is to do.
    enum Service: String {
        case upload = "upload-pack"
        case receive = "receive-pack"
    }

    let isLocal: Bool
    /// Where relative paths begin.
    let folder: String
    let environment: [String]
    private let program: String
    private let arguments: [String]
    private let path: String

    /// - Parameters:
    ///   - shell: The person's own ssh command, a line for the shell, as git's
    ///     `core.sshCommand` has it.
    init?(
        _ address: RemoteAddress, folder: String, shell: String?, program: String?,
        connectSeconds: Int
    ) {
        self.folder = folder
        // A hook's or an alias's repository is not the remote's.
        environment = environmentList(replacing: [
            "GIT_DIR": nil, "GIT_WORK_TREE": nil, "GIT_INDEX_FILE": nil, "GIT_COMMON_DIR": nil,
            "GIT_OBJECT_DIRECTORY": nil, "GIT_ALTERNATE_OBJECT_DIRECTORIES": nil,
            "GIT_PREFIX": nil, "GIT_NAMESPACE": nil, "GIT_PROTOCOL": nil,
            "GIT_CONFIG_PARAMETERS": nil, "GIT_TERMINAL_PROMPT": "0",
            "SSH_ASKPASS_REQUIRE": "never",
            TransferRequest.addressVariable: nil,
        ])
        switch address {
        case .local(let path):
            (isLocal, self.program, arguments, self.path) = (true, "git", [], path)
        case .ssh(let host, let port, let path):
            var options = [
                "-oBatchMode=yes", "-oConnectTimeout=\(connectSeconds)",
                "-oServerAliveInterval=10",
            ]
            if let port { options += ["-p", "\(port)"] }
            options.append(host)
            isLocal = false
            self.path = path
            if let shell {
                self.program = "/bin/sh"
                arguments = ["-c", shell + " \"$@\"", shell] + options
            } else {
                self.program = program ?? "ssh"
                arguments = options
            }
        case .http, .git: return nil
        }
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
