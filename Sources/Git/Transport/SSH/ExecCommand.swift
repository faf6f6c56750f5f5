import Programs

/// The program that reaches a remote through ssh or by its path.
struct ExecCommand {
    /// The service that is requested from the remote.
    enum Service: String {
        case upload = "upload-pack"
        case receive = "receive-pack"
    }

    let isLocal: Bool
    /// The host of the address, with its user.
    let host: String
    /// The folder from which relative paths are resolved.
    let folder: String
    let environment: [String]
    private let program: String
    let path: String
    /// The arguments with which ssh identifies the remote.
    let destination: SSHDestination
    /// The user's own command and its options, as typed in a shell.
    private let typed: String
    /// The words before ssh's own arguments.
    private let leading: [Argument]
    private let options: [Argument]

    /// - Parameters:
    ///   - shell: The user's own ssh command, a line for the shell, as in git's `core.sshCommand`.
    init?(
        _ address: RemoteAddress, folder: String, shell: String?, program: String?,
        connectSeconds: Int, environment: Environment
    ) {
        self.folder = folder
        self.environment = environment.list(replacing: [
            "GIT_TERMINAL_PROMPT": "0", "SSH_ASKPASS_REQUIRE": "never",
        ])
        switch address {
        case .local(let path):
            (isLocal, self.program, self.path) = (true, "git", path)
            (host, typed, leading, options) = ("", "git", [], [])
            destination = SSHDestination(host: "", port: nil)
        case .ssh(let host, let port, let path):
            isLocal = false
            self.host = host
            self.path = path
            typed = shell ?? program.map(shellQuoted) ?? "ssh"
            destination = SSHDestination(host: host, port: port)
            options = [
                "-oBatchMode=yes", .attached("-oConnectTimeout=", "\(connectSeconds)"),
                "-oServerAliveInterval=10",
            ]
            self.program = shell == nil ? program ?? "ssh" : "/bin/sh"
            leading = shell.map { ["-c", .configured($0 + " \"$@\""), .configured($0)] } ?? []
        case .http, .git: return nil
        }
    }

    /// The command that connects to the remote by hand.
    var login: String { ([typed] + destination.typed.map(shellQuoted)).joined(separator: " ") }

    /// Returns the command that accepts a new host key, of the remote or a host on the way.
    func accepting(_ destination: SSHDestination) -> String {
        ([typed, "-oStrictHostKeyChecking=accept-new"] + destination.typed.map(shellQuoted)
            + ["exit"]).joined(separator: " ")
    }

    /// Runs the user's ssh with other options and no command.
    ///
    /// - Returns: Nil if it cannot be started.
    func ssh(
        _ options: [Argument], _ destination: SSHDestination
    ) -> (status: Int32, output: String)? {
        do throws(GitError) {
            let child = try start(options, destination.arguments)
            let output = child.answer()
            return (child.wait(), output)
        } catch {
            return nil
        }
    }

    /// Connects with other options, to run a command that ends at once. The server's output is
    /// discarded.
    func talk(_ options: [Argument], _ destination: SSHDestination) {
        do throws(GitError) {
            _ = try start(options, destination.arguments + ["exit"]).complaints()
        } catch {
            // If ssh cannot be started, there is no key.
        }
    }

    private func start(_ options: [Argument], _ rest: [Argument]) throws(GitError) -> ChildProcess {
        let child = try ChildProcess(
            program, leading + options + self.options + rest, environment: environment,
            folder: folder)
        child.closeInput()
        return child
    }

    func words(for service: Service) -> (program: String, arguments: [Argument]) {
        guard !isLocal else { return (program, [.operand(service.rawValue), .operand(path)]) }
        return (
            program,
            leading + options + destination.arguments
                + [.operand("git-\(service.rawValue) " + shellLiteral(path))]
        )
    }
}
