import Glibc
import Programs

/// The public key of a host, in the format of `known_hosts`.
struct PublicKey: Hashable {
    /// The kind, such as `ssh-ed25519`.
    var kind: String
    /// The key in base64.
    var data: String

    /// Reads `NAME KIND DATA`; nil for anything else, such as a comment.
    init?(line: some StringProtocol) {
        let words = line.split(separator: " ")
        guard words.count >= 3, !line.hasPrefix("#"), !line.hasPrefix("@") else { return nil }
        (kind, data) = (String(words[1]), String(words[2]))
    }

    /// Returns the kind and the fingerprint that `ssh-keygen -l` computes.
    ///
    /// - Parameter environment: The environment of ssh-keygen.
    func shown(_ environment: [String]) -> String {
        guard
            let answer = runTool(
                "ssh-keygen", ["-lf", "-"], environment: environment, input: "\(kind) \(data)\n"),
            let fingerprint = answer.split(separator: " ").first(where: { $0.hasPrefix("SHA256:") })
        else { return QuotedWords.visible(kind) }
        return QuotedWords.visible("\(kind) \(fingerprint)")
    }
}

/// The keys of one host in the user's files.
struct KnownKeys {
    /// The name under which the keys are stored.
    let name: String
    private var keys: [(file: String, key: PublicKey)] = []

    /// Returns nil if certificates or revocations decide, which pmd does not evaluate.
    init?(_ settings: SSHSettings, _ environment: [String]) {
        name = settings.keyName
        guard !settings.hasOtherKeys else { return nil }
        for file in settings.knownHostsFiles {
            // Exit code 1 means that the file has none.
            let text =
                runTool(
                    "ssh-keygen", ["-F", .operand(name), "-f", .operand(file)],
                    environment: environment) ?? ""
            for line in text.split(whereSeparator: \.isNewline) {
                if line.hasPrefix("@") { return nil }
                if let key = PublicKey(line: line) { keys.append((file, key)) }
            }
        }
    }

    var isEmpty: Bool { keys.isEmpty }

    func contains(_ key: PublicKey) -> Bool { keys.contains { $0.key == key } }

    /// Returns true if another key of this kind is known: then ssh reports a changed host.
    func hasKind(_ kind: String) -> Bool { keys.contains { $0.key.kind == kind } }

    /// The files with keys of the host, each once.
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

/// Runs an OpenSSH tool.
///
/// - Returns: The output, regardless of the exit code; nil if the tool is missing.
func runTool(
    _ program: String, _ arguments: [Argument], environment: [String], input: String = ""
) -> String? {
    do throws(GitError) {
        let child = try ChildProcess(program, arguments, environment: environment)
        let bytes = Array(input.utf8)
        // A pipe can hold more than one key, so this cannot block.
        if !bytes.isEmpty { _ = write(child.input, bytes, bytes.count) }
        child.closeInput()
        let answer = child.answer()
        child.wait()
        return answer
    } catch {
        return nil
    }
}
