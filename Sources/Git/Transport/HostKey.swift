/// A host key that ssh refused, with what a person needs to decide.
///
/// In batch mode ssh says no more of an unknown key than that it was refused, so
/// it is run once more, talkatively.
struct HostKey {
    private let command: ExecCommand

    init(_ command: ExecCommand) { self.command = command }

    /// - Parameter words: What ssh said on its standard error.
    func refusal(_ words: String) -> GitError {
        words.contains("REMOTE HOST IDENTIFICATION HAS CHANGED") ? changed(words) : unknown()
    }

    /// ssh tells all: the new fingerprint, and how the old key is removed.
    private func changed(_ words: String) -> GitError {
        let lines = words.split(whereSeparator: \.isNewline).map { Self.trimmed($0) }
        let kind = lines.lazy.compactMap { line in
            Self.between(line, "The fingerprint for the ", " key sent by")
        }.first
        let fingerprint = lines.first { $0.hasPrefix("SHA256:") }.map { $0.prefix { $0 != "." } }
        let remove = lines.first { $0.hasPrefix("ssh-keygen -f") }
        let place = lines.lazy.compactMap { Self.between($0, "Host key for ", " has changed") }
            .first
        let accept = command.accepting(isJump: false)
        return GitError(
            .untrusted, "reach the remote",
            "the host key of \(place ?? command.host) has changed; now it is "
                + "\(kind.map { $0 + " " } ?? "")\(fingerprint ?? "another")",
            advice: "It may be somebody else's machine. If you know that this is the right key: "
                + (remove.map { "\($0) && \(accept)" } ?? accept))
    }

    private func unknown() -> GitError {
        let lines = command.talkative().split(whereSeparator: \.isNewline).map { Self.trimmed($0) }
        let key = lines.last { $0.contains("Server host key: ") }.flatMap {
            Self.between($0 + "\n", "Server host key: ", "\n")
        }
        // With a jump host ssh starts another ssh; this one then finds its end closed.
        let isJump = lines.contains { $0.contains("UNKNOWN port 65535") }
        let jump = isJump ? Self.jumpHost(lines) : nil
        let host = jump?.last ?? command.host
        return GitError(
            .untrusted, "reach the remote",
            "the host key of \(host) is not known here"
                + (key.map { "; it is \($0)" } ?? ""),
            advice:
                "If that is the right key, accept it: \(command.accepting(isJump: isJump, jump))")
    }

    /// User, port and host in `Executing proxy command: exec ssh -l USER -p PORT
    /// -W '[%h]:%p' HOST`, as words of a command line.
    private static func jumpHost(_ lines: [String]) -> [String]? {
        guard let line = lines.first(where: { $0.contains("Executing proxy command: ") }),
            let host = line.split(separator: " ").last
        else { return nil }
        let words = line.split(separator: " ")
        let options = zip(words, words.dropFirst()).filter { ["-l", "-p"].contains($0.0) }
        return options.flatMap { [String($0.0), String($0.1)] } + [String(host)]
    }

    private static func trimmed(_ line: Substring) -> String {
        String(line.drop { $0 == " " || $0 == "\t" })
    }

    private static func between(_ line: String, _ start: String, _ end: String) -> String? {
        guard let first = line.firstRange(of: start) else { return nil }
        let rest = line[first.upperBound...]
        guard let last = rest.firstRange(of: end) else { return nil }
        return String(rest[..<last.lowerBound])
    }
}
