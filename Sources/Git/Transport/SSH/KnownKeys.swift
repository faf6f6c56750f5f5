import Glibc

/// The public key of a host, as a file of known hosts has it.
struct PublicKey: Hashable {
    /// Such as `ssh-ed25519`.
    var kind: String
    /// In base64.
    var data: String

    /// Reads `NAME KIND DATA`; nil for anything else, such as a comment.
    init?(line: some StringProtocol) {
        let words = line.split(separator: " ")
        guard words.count >= 3, !line.hasPrefix("#"), !line.hasPrefix("@") else { return nil }
        (kind, data) = (String(words[1]), String(words[2]))
    }

    /// Kind and fingerprint, as `ssh-keygen -l` computes it.
    ///
    /// - Parameter environment: Of the program that computes it.
    func shown(_ environment: [String]) -> String {
        guard
            let answer = runTool(
                "ssh-keygen", ["-lf", "-"], environment, input: "\(kind) \(data)\n"),
            let fingerprint = answer.split(separator: " ").first(where: { $0.hasPrefix("SHA256:") })
        else { return QuotedWords.visible(kind) }
        return QuotedWords.visible("\(kind) \(fingerprint)")
    }
}

/// The keys that the user's files hold for one host.
struct KnownKeys {
    /// The name that they are stored under.
    let name: String
    private var keys: [(file: String, key: PublicKey)] = []

    /// Nil if certificates or revocations decide, which pmd does not judge.
    init?(_ settings: SSHSettings, _ environment: [String]) {
        name = settings.keyName
        guard !settings.hasOtherKeys else { return nil }
        for file in settings.knownHostsFiles {
            // Exit code 1 means that the file has none.
            let text = runTool("ssh-keygen", ["-F", name, "-f", file], environment) ?? ""
            for line in text.split(whereSeparator: \.isNewline) {
                if line.hasPrefix("@") { return nil }
                if let key = PublicKey(line: line) { keys.append((file, key)) }
            }
        }
    }

    var isEmpty: Bool { keys.isEmpty }

    func contains(_ key: PublicKey) -> Bool { keys.contains { $0.key == key } }

    /// Returns true if another key of this kind is known: then ssh takes the host for changed.
    func hasKind(_ kind: String) -> Bool { keys.contains { $0.key.kind == kind } }

    /// The files that hold keys of the host, each once.
    var files: [String] {
        var seen: Set<String> = []
        return keys.map(\.file).filter { seen.insert($0).inserted }
    }

    /// The algorithms that ssh prefers for a host with these keys.
    var algorithms: String {
        var seen: Set<String> = []
        return keys.map { $0.key.kind == "ssh-rsa" ? "rsa-sha2-512,rsa-sha2-256" : $0.key.kind }
            .filter { seen.insert($0).inserted }.joined(separator: ",")
    }
}

/// Runs a tool of OpenSSH.
///
/// - Returns: What it writes, whatever its exit code; nil if it is missing.
func runTool(
    _ program: String, _ arguments: [String], _ environment: [String], input: String = ""
) -> String? {
    do throws(GitError) {
        let child = try ChildProcess(program, arguments, environment: environment)
        let bytes = Array(input.utf8)
        // A pipe holds more than one key, so it cannot block.
        if !bytes.isEmpty { _ = write(child.input, bytes, bytes.count) }
        child.closeInput()
        let answer = child.answer()
        child.wait()
        return answer
    } catch {
        return nil
    }
}
