import TestSupport
import Testing

/// Remotes on a real `sshd`, through the user's `ssh`.
struct SSHProof {
    @Test func `a board can be reached in every way that ssh can reach a host`() async throws {
        let proof = Proof("ssh-ways", of: "ways by ssh", faults: ["failed"])
        let remotes = try Remotes()
        guard let server = try SSHServer(remotes.sandbox) else {
            return proof.notRun("sshd is not installed")
        }
        let jump = try server.another(remotes.sandbox)
        try remotes.makeBoards()
        await proof.each(Self.ways, quick: 3) { way, trial in
            try server.know("host_ed25519")
            let (url, setUp) = try Self.prepare(way, server, jump.port)
            var board = try remotes.freshBoard("board", from: url(remotes.hub))
            board.environment["GIT_SSH_COMMAND"] = server.command
            try setUp(&board)
            let run = try board.pmd("sync", "--verbose")
            trial.expect(
                run.status == 0 && run.output.contains("pushed 1, received"), "failed",
                "\(way): \(run.output)\(run.error)")
            let head = try board.must("git rev-parse HEAD")
            trial.expect(
                try head == remotes.hubHead() + "\n", "failed", "\(way): the hub has another head")
            if way == "agent" { try board.must("kill $(cat agent-pid)") }
        }
    }

    private static let ways = [
        "alias", "scp-like", "port", "rsa key", "rsa host key", "agent", "jump host",
        "core.sshCommand", "GIT_SSH",
    ]

    private static func prepare(
        _ way: String, _ server: SSHServer, _ jumpPort: Int
    ) throws -> (url: (String) -> String, setUp: (inout ProgramSandbox) throws -> Void) {
        var setUp: (inout ProgramSandbox) throws -> Void = { _ in }
        var scheme = "hub:"
        var more = ""
        switch way {
        case "scp-like": scheme = "\(server.user)@hub:"
        case "port": scheme = "ssh://\(server.user)@127.0.0.1:\(server.port)"
        case "rsa key": more = "Host *\n    IdentityFile \(server.folder)/id_rsa"
        case "rsa host key":
            try server.know("host_rsa")
            more = "Host *\n    HostKeyAlgorithms rsa-sha2-512"
        case "agent":
            more = "Host *\n    IdentityFile none\n    IdentitiesOnly no"
            setUp = { board in
                let socket = server.folder + "/agent"
                try board.must(
                    """
                    rm -f '\(socket)'; eval "$(ssh-agent -a '\(socket)')" >/dev/null
                    echo $SSH_AGENT_PID > agent-pid; chmod 600 '\(server.folder)/id_ed25519'
                    ssh-add -q '\(server.folder)/id_ed25519'; echo agent-pid >> .git/info/exclude
                    """)
                board.environment["SSH_AUTH_SOCK"] = socket
            }
        case "jump host":
            let key = String(
                decoding: try readFile(server.folder + "/host_other.pub"), as: UTF8.self)
            let known = String(decoding: try readFile(server.folder + "/known"), as: UTF8.self)
            try writeFile(server.folder + "/known", known + "[127.0.0.1]:\(jumpPort) \(key)")
            more = "Host hub\n    ProxyJump 127.0.0.1:\(jumpPort)"
        case "core.sshCommand":
            setUp = { board in
                board.environment["GIT_SSH_COMMAND"] = nil
                try board.must("git config core.sshCommand '\(server.command)'")
            }
        case "GIT_SSH":
            setUp = { board in
                board.environment["GIT_SSH_COMMAND"] = nil
                let script = server.folder + "/wrapper"
                try board.must(
                    "printf '#!/bin/sh\\nexec \(server.command) \"$@\"\\n' > '\(script)'; "
                        + "chmod +x '\(script)'")
                board.environment["GIT_SSH"] = script
            }
        default: break
        }
        try server.writeClient(more)
        let scheme2 = scheme
        return ({ scheme2 + $0 }, setUp)
    }

    @Test func `an unknown host key is refused with the details a person needs`() async throws {
        let proof = Proof(
            "host-keys", of: "refused host keys",
            faults: ["accepted", "fingerprint missing", "command failed"])
        let remotes = try Remotes()
        guard let server = try SSHServer(remotes.sandbox) else {
            return proof.notRun("sshd is not installed")
        }
        let jump = try server.another(remotes.sandbox)
        try remotes.makeBoards()
        await proof.each(["unknown", "changed", "unknown jump host"], quick: 3) { kind, trial in
            let isJump = kind == "unknown jump host"
            try server.know(
                kind == "unknown" ? nil : kind == "changed" ? "host_other" : "host_ed25519")
            try server.writeClient(isJump ? "Host hub\n    ProxyJump 127.0.0.1:\(jump.port)" : "")
            var board = try remotes.freshBoard("board", from: "hub:" + remotes.hub)
            board.environment["GIT_SSH_COMMAND"] = server.command
            let before = try remotes.hubHead()
            let run = try board.pmd("sync")
            trial.expect(run.status == 77, "accepted", "\(kind): \(run.status) \(run.error)")
            trial.expect(
                run.error.split(separator: "\n").count == 1, "command failed", "lines: \(run.error)"
            )
            trial.expect(try remotes.hubHead() == before, "accepted", "\(kind): it was pushed")
            let key = isJump ? "host_other" : "host_ed25519"
            let fingerprint = try board.must("ssh-keygen -lf '\(server.folder)/\(key).pub'")
                .split(separator: " ")[1]
            trial.expect(
                run.error.contains(fingerprint), "fingerprint missing", "\(kind): \(run.error)")
            guard let command = Self.command(in: run.error) else {
                return trial.fail("command failed", "\(kind) names none: \(run.error)")
            }
            // Once the jump host is known, ssh asks about the host itself.
            try board.shell(command)
            let again = try board.pmd("sync")
            trial.expect(
                again.status == 0, "command failed", "\(kind): \(command): \(again.error)")
        }
    }

    /// Returns the command in a message: the text after the last colon and blank.
    private static func command(in message: String) -> String? {
        for start in ["accept it: ", "this is the right key: "] {
            guard let range = message.firstRange(of: start) else { continue }
            return String(message[range.upperBound...].prefix { $0 != "\n" })
        }
        return nil
    }

    @Test func `a key that the host does not know is refused`() async throws {
        let proof = Proof("ssh-refused", of: "keys", faults: ["accepted", "words", "left over"])
        let remotes = try Remotes()
        guard let server = try SSHServer(remotes.sandbox) else {
            return proof.notRun("sshd is not installed")
        }
        try remotes.makeBoards()
        await proof.each(["unknown key"], quick: 1) { key, trial in
            var board = try remotes.freshBoard("board", from: "hub:" + remotes.hub)
            try writeFile(server.folder + "/authorized", "")
            board.environment["GIT_SSH_COMMAND"] = server.command
            let run = try board.pmd("sync")
            trial.expect(run.status == 77, "accepted", "\(key): \(run.status)")
            trial.expect(run.error.contains("Permission denied"), "words", run.error)
            let left = try remotes.leftovers(board)
            trial.expect(left == "", "left over", left)
        }
    }
}
