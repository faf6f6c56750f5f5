import Glibc
import TestSupport

/// A real `sshd` with its own keys, and the settings of a client that knows it.
struct SSHServer {
    let port: Int
    /// The folder of keys and settings.
    let folder: String
    let user: String
    private let program: BackgroundProgram

    /// - Returns: nil if this machine has no sshd.
    init?(_ sandbox: ProgramSandbox) throws {
        guard access("/usr/sbin/sshd", X_OK) == 0, let entry = getpwuid(getuid()) else {
            return nil
        }
        user = String(cString: entry.pointee.pw_name)
        folder = sandbox.folder.path + "/ssh"
        // As root, sshd needs this empty folder.
        if getuid() == 0 { mkdir("/run/sshd", 0o755) }
        try sandbox.must(
            """
            mkdir '\(folder)'; cd '\(folder)'
            for kind in ed25519 rsa; do
                ssh-keygen -q -t $kind -b 2048 -N '' -f host_$kind
                ssh-keygen -q -t $kind -b 2048 -N '' -f id_$kind
            done
            ssh-keygen -q -t ed25519 -N '' -f host_other
            cat id_ed25519.pub id_rsa.pub > authorized; : > banner
            """)
        (port, program) = try Self.start(sandbox, folder, "host_ed25519 host_rsa")
        try writeClient()
        try know("host_ed25519")
    }

    /// Another `sshd` that accepts the same users, with another host key.
    func another(_ sandbox: ProgramSandbox) throws -> (port: Int, program: BackgroundProgram) {
        try Self.start(sandbox, folder, "host_other")
    }

    /// The command that reaches it with the client's settings.
    var command: String { "ssh -F \(folder)/config" }

    /// Makes the client know the host by a key, or not at all.
    func know(_ key: String?) throws {
        guard let key else { return try writeFile(folder + "/known", "") }
        let text = String(decoding: try readFile("\(folder)/\(key).pub"), as: UTF8.self)
        try writeFile(
            folder + "/known", "[127.0.0.1]:\(port) \(text)hub \(text)")
    }

    /// - Parameter more: Settings that come first.
    func writeClient(_ more: String = "") throws {
        try writeFile(
            folder + "/config",
            """
            \(more)
            Host hub
                HostName 127.0.0.1
                Port \(port)
                IdentityFile \(folder)/id_ed25519
            Host *
                User \(user)
                IdentityFile \(folder)/id_ed25519
                IdentitiesOnly yes
                UserKnownHostsFile \(folder)/known
                GlobalKnownHostsFile /dev/null

            """)
    }

    private static func start(
        _ sandbox: ProgramSandbox, _ folder: String, _ keys: String
    ) throws -> (Int, BackgroundProgram) {
        // Another program may take the port in between.
        for attempt in 1...20 {
            let port = try freePort()
            let hostKeys = keys.split(separator: " ").map { "HostKey \(folder)/\($0)\n" }.joined()
            let file = "\(folder)/sshd-\(port)"
            try writeFile(
                file,
                """
                ListenAddress 127.0.0.1
                Port \(port)
                \(hostKeys)AuthorizedKeysFile \(folder)/authorized
                Banner \(folder)/banner
                StrictModes no
                UsePAM no
                PasswordAuthentication no
                PermitRootLogin yes
                PidFile none
                MaxStartups 200
                MaxSessions 200

                """)
            let program = try BackgroundProgram(
                ["/usr/sbin/sshd", "-D", "-e", "-f", file], environment: sandbox.environment,
                log: "\(file).log-\(attempt)")
            if try program.waitFor("Server listening on 127.0.0.1 port \(port)") {
                return (port, program)
            }
        }
        throw WaitFailure(what: "an ssh server")
    }
}

extension ProgramSandbox {
    /// Runs a shell line that must succeed.
    @discardableResult
    func must(_ line: String) throws -> String {
        let run = try shell(line)
        guard run.status == 0 else { throw WaitFailure(what: "\(line): \(run.output)\(run.error)") }
        return run.output
    }
}
