import Git
import Glibc
import TaskBoard

/// Examines the objects of a repository in a process with a deadline, and has them restored.
struct ObjectsDoctor {
    let location: Location
    let executable: String

    private static let seconds = 120.0
    private static let remedy =
        "run 'pmd doctor --fix': it restores what the remote or the files have"

    /// The remedy where the remote and the files do not have an object.
    private static let lastRemedy =
        "neither the remote nor the files have it: fetch it from another clone with "
        + "'git fetch FOLDER', or clone the remote again and copy your task files into it"

    /// The findings of an examination that changes nothing.
    func examine() -> [Diagnosis] {
        let found = answers([location.workTree])
        return found.isEmpty ? [.fine(.objects, "HEAD and the newest commits are whole")] : found
    }

    /// Restores what is faulty, then says what was done and what is left.
    func fix(_ transfer: TransferSettings) -> [Diagnosis] {
        let before = examine()
        guard before.contains(where: { $0.state == .wrong }) else { return before }
        let fetched = location.privateFolder + "/fetched-\(getpid())"
        defer { removeTree(fetched) }
        var found: [Diagnosis] = []
        var words = [location.workTree, location.privateFolder + "/damaged"]
        do {
            if try fetch(into: fetched, transfer) { words.append(fetched) }
        } catch {
            found.append(
                .advice(
                    .objects, "the remote could not be asked: \(BoardError(error).message)",
                    "run 'pmd doctor --fix' again when it answers"))
        }
        found += answers(words).map { finding in
            guard finding.state == .wrong, finding.remedy == Self.remedy else { return finding }
            return .wrong(.objects, finding.message, Self.lastRemedy)
        }
        let isDone = !found.contains { $0.state == .wrong }
        return found
            + (isDone ? [.fine(.objects, "HEAD and the newest commits are whole now")] : [])
    }

    private func answers(_ words: [String]) -> [Diagnosis] {
        let answer = answer(
            of: executable, ["__objects"] + words, environment: environmentList(),
            within: Self.seconds)
        guard let answer else { return [.wrong(.objects, "\(executable) cannot be run", nil)] }
        var found = answer.output.split(separator: "\n").compactMap(diagnosis)
        if answer.status != 0 {
            let how =
                answer.status == 128 + SIGKILL
                ? "did not end within \(Int(Self.seconds)) s"
                : "broke off (\(answer.status))"
            found.append(
                .wrong(
                    .objects, "the examination of the objects \(how)",
                    "run 'git fsck --full' in \(location.workTree) to see what is damaged"))
        }
        return found
    }

    private func diagnosis(_ line: Substring) -> Diagnosis? {
        let parts = line.split(separator: " ", maxSplits: 1).map(String.init)
        guard parts.count == 2 else { return nil }
        if parts[0] == "done" { return .fine(.objects, parts[1]) }
        let words = parts[1].split(separator: " ", maxSplits: 1).map(String.init)
        guard words.count == 2 else { return nil }
        guard words[0] == "pack" else { return .wrong(.objects, words[1], Self.remedy) }
        return .wrong(
            .objects, words[1],
            "move the file away, then run 'pmd doctor --fix', or clone the remote again")
    }

    /// Brings all that the remote's branch has into a repository of its own.
    ///
    /// A fetch into this one would be told that it has what is missing.
    ///
    /// - Returns: false where there is no remote.
    private func fetch(into folder: String, _ transfer: TransferSettings) throws -> Bool {
        let git = try Repository.open(at: location.workTree)
        guard case .branch(let branch, _) = try git.head() else { return false }
        let upstream = try git.upstream(of: branch)
        let remote = upstream?.remote ?? "origin"
        guard var (url, _) = try git.addresses(ofRemote: remote) else { return false }
        if case .local = try RemoteAddress(url), !url.hasPrefix("/"), !url.contains(":") {
            url = git.workTree + url
        }
        guard mkdir(folder, 0o700) == 0 else { throw SystemError("make", Array(folder.utf8)) }
        // With the settings of this clone: how the remote is reached.
        let settings = try Folder(git.commonDirectory).read(Array("config".utf8)).bytes
        _ = try Repository.create(at: folder, branch: "main") { made in
            guard let settings else { return }
            try Folder(made).replace(Array("config".utf8), settings)
        }
        let request = TransferRequest(
            .fetch(branch: upstream?.branch ?? branch, into: "refs/heads/fetched"),
            repository: folder, url: url,
            allowsExposed: try git.configuration.bool("pmd.allowHttp") ?? false)
        let outcome = TransferProcess.run(request, executable: transfer.executable)
        switch outcome {
        case .fetched: return true
        case .emptyRemote, .missingBranch: return false
        case .failed(let error): throw error
        default: return false
        }
    }
}
