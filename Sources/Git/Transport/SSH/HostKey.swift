import Clinux
import Glibc
import Programs

/// The verdict on a host key that ssh may have refused.
///
/// The output of ssh is mixed with the server's, so it proves nothing. Instead, ssh is queried for
/// its settings, and connects once more with an empty file of known hosts to store the key that
/// the host offers. That key is compared with the user's files. The server can only offer a key;
/// it cannot influence the wording of the result.
struct HostKey {
    enum Verdict {
        /// The key is unknown or has changed.
        case refused(GitError)
        /// The key is the known one.
        case proven
        /// Only ssh can decide, as with certificates.
        case undecided
        /// The user's command is not OpenSSH.
        case noOpenSSH
    }

    private let command: ExecCommand

    init(_ command: ExecCommand) { self.command = command }

    func verdict() -> Verdict { verdict(command.destination, depth: 0) }

    /// Jump hosts are judged first: the next host is reached only through them.
    private func verdict(_ destination: SSHDestination, depth: Int) -> Verdict {
        guard let settings = SSHSettings(command, destination) else { return .noOpenSSH }
        for jump in settings.jumps where depth < 4 {
            let verdict = verdict(jump, depth: depth + 1)
            guard case .proven = verdict else { return verdict }
        }
        guard let known = KnownKeys(settings, command.environment),
            let offered = offeredKey(destination, settings: settings, known: known)
        else { return .undecided }
        if known.contains(offered) { return .proven }
        return .refused(
            known.hasKind(offered.kind)
                ? changed(offered, known: known, destination: destination)
                : unknown(offered, destination))
    }

    private func changed(_ key: PublicKey, known: KnownKeys, destination: SSHDestination)
        -> GitError
    {
        GitError(
            .hostKeyChanged(
                name: known.name, key: key.shown(command.environment), files: known.files,
                accept: command.accepting(destination)),
            "reach the remote")
    }

    private func unknown(_ key: PublicKey, _ destination: SSHDestination) -> GitError {
        GitError(
            .hostKeyUnknown(
                host: destination.host, key: key.shown(command.environment),
                accept: command.accepting(destination)),
            "reach the remote")
    }

    /// Returns the key that the host proves to have, preferably of a known kind.
    private func offeredKey(
        _ destination: SSHDestination, settings: SSHSettings, known: KnownKeys
    ) -> PublicKey? {
        let file = pmd_memory_file("host-key")
        guard file >= 0 else { return nil }
        defer { close(file) }
        // ssh has a different `/proc/self`.
        guard let process = RunningProcess.ownID else { return nil }
        let path = "/proc/\(process)/fd/\(file)"
        var options: [Argument] = [
            .attached("-oUserKnownHostsFile=", path), "-oGlobalKnownHostsFile=/dev/null",
            "-oStrictHostKeyChecking=accept-new", "-oHashKnownHosts=no", "-oUpdateHostKeys=no",
            "-oPreferredAuthentications=none", "-oControlPath=none", "-oClearAllForwardings=yes",
            "-oForwardAgent=no", "-oPermitLocalCommand=no", "-T",
        ]
        if !known.isEmpty { options.append(.attached("-oHostKeyAlgorithms=^", known.algorithms)) }
        // An option in the user's own command takes precedence: then the key would be accepted
        // into the user's file.
        if let effective = SSHSettings(command, destination, options: options),
            effective.userFiles == path
        {
            command.talk(options, destination)
            if let key = Self.storedKey(file) { return key }
        }
        return settings.hasProxy ? nil : scannedKey(settings, known)
    }

    private static func storedKey(_ file: Int32) -> PublicKey? {
        var buffer = [UInt8](repeating: 0, count: 32_768)
        let count = pread(file, &buffer, buffer.count, 0)
        guard count > 0 else { return nil }
        return String(decoding: buffer.prefix(count), as: UTF8.self)
            .split(whereSeparator: \.isNewline).lazy.compactMap { PublicKey(line: $0) }.first
    }

    private func scannedKey(_ settings: SSHSettings, _ known: KnownKeys) -> PublicKey? {
        let words: [Argument] = [
            "-T", "5", "-p", .operand(settings.port), "--", .operand(settings.host),
        ]
        let text = runTool("ssh-keyscan", words, environment: command.environment) ?? ""
        let keys = text.split(whereSeparator: \.isNewline).compactMap { PublicKey(line: $0) }
        return keys.first { known.contains($0) } ?? keys.first { known.hasKind($0.kind) }
            ?? keys.first { $0.kind == "ssh-ed25519" } ?? keys.first
    }
}
