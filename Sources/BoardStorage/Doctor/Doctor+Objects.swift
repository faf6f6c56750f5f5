import Git
import Glibc
import Programs
import TaskBoard
import Words

/// Examines the objects and references of a repository in a process with a deadline, and has
/// them restored.
struct ObjectsDoctor {
    let location: Location
    let executable: String

    private static let seconds = 120.0
    private static let fetchedPrefix = "fetched-"
    /// The remedy for anything that restoring may mend.
    static let remedy = Bilingual(
        "run 'pmd doctor --fix': it restores what the remote or the files have",
        "'pmd doctor --fix'를 실행하세요: 원격 저장소나 파일에 있는 것을 되살립니다")

    /// The remedy for an object that neither the remote nor the files have.
    static let remedyAfterFix = Bilingual(
        "neither the remote nor the files have it: fetch it from another clone with "
            + "'git fetch FOLDER', or clone the remote again and copy your task files there",
        "원격 저장소에도 파일에도 없습니다: 'git fetch FOLDER'로 다른 클론에서 가져오거나, 원격 저장소를 "
            + "다시 복제하고 할 일 파일을 그곳으로 복사하세요")

    /// The remedy for commits that no repair brought back.
    static let remedyForLoss = Bilingual(
        "your files are untouched, and the next 'pmd sync' commits them; another clone may "
            + "have the commits: 'git fetch FOLDER'",
        "파일은 그대로이고 다음 'pmd sync'가 커밋합니다; 다른 클론에 그 커밋이 있을 수 있습니다: "
            + "'git fetch FOLDER'")

    /// The remedy for objects that no check could name.
    static func fsck(in workTree: String) -> Bilingual {
        Bilingual(
            "run 'git fsck --full' in \(workTree) to see what is damaged",
            "\(workTree)에서 'git fsck --full'로 손상된 것을 보세요")
    }

    /// Examines the objects, without changing anything.
    ///
    /// - Parameter isFixed: True after ``fix(_:)``.
    func examine(isFixed: Bool) -> [Diagnosis] {
        let answer = run([location.workTree])
        // The topic of the repository has the references.
        let found = diagnoses(answer, isFixed: isFixed).filter { $0.topic == .objects }
        let fine = Bilingual(
            "HEAD and the newest commits are intact", "HEAD와 가장 새 커밋들이 온전합니다")
        return found.isEmpty ? [.fine(.objects, fine)] : found
    }

    /// Restores damaged or missing objects and references.
    ///
    /// - Returns: The restored ones, and those that could not be restored.
    func fix(_ transfer: TransferSettings) -> [Diagnosis] {
        guard !run([location.workTree]).isEmpty else { return [] }
        let aside: String
        do { aside = try prepareFolders() } catch {
            return [.wrong(.objects, BoardError(error))]
        }
        let opening = run([location.workTree, aside])
        var found = diagnoses(opening)
        // The next step would report as lost what this one did not restore.
        guard opening.interruption == nil else { return found }
        do throws(GitError) {
            let fetched = try LockedFolder(
                in: location.localState, Self.fetchedPrefix, for: "make \(location.localState)")
            let (remote, advice) = fetch(into: fetched, transfer)
            found += advice
            found += diagnoses(run([location.workTree, aside, remote]))
            withExtendedLifetime(fetched) {}
        } catch {
            found.append(.wrong(.objects, BoardError(error)))
        }
        return found
    }

    /// Returns the argument of the process that restores: a folder with the remote's objects, or
    /// why there is none.
    private func fetch(
        into fetched: borrowing LockedFolder, _ transfer: TransferSettings
    ) -> (remote: String, advice: [Diagnosis]) {
        do {
            return (try fetch(into: fetched.path, transfer) ? fetched.path : "none", [])
        } catch {
            let advice = Diagnosis.advice(
                .objects,
                Bilingual(
                    "the remote could not be reached: \(BoardError(error).words.english)",
                    "원격 저장소에 연결할 수 없습니다: \(BoardError(error).words.korean)"),
                Bilingual(
                    "run 'pmd doctor --fix' again when it is reachable",
                    "연결할 수 있을 때 'pmd doctor --fix'를 다시 실행하세요"))
            return ("unreachable", [advice])
        }
    }

    /// Makes the folder for damaged files, without following links, and removes the repositories
    /// that killed runs fetched.
    private func prepareFolders() throws -> String {
        let folder = try LocalState(of: location).folder
        _ = try folder.makingFolder(Array("damaged".utf8))
        LockedFolder.removeLeft(in: location.localState, Self.fetchedPrefix)
        return location.localState + "/damaged"
    }

    /// Runs the process that examines or restores.
    private func run(_ words: [String]) -> ObjectsAnswer {
        let answer = answer(
            of: executable, ["__objects"] + words.map { .operand($0) },
            environment: location.environment.list(),
            within: Self.seconds)
        return ObjectsAnswer(answer, of: executable, within: Self.seconds)
    }

    private func diagnoses(_ answer: ObjectsAnswer, isFixed: Bool = false) -> [Diagnosis] {
        answer.findings.map { $0.diagnosis(isFixed: isFixed) }
            + [answer.interruption?.diagnosis(workTree: location.workTree)].compactMap(\.self)
    }

    /// Fetches the remote's branch into a repository of its own.
    ///
    /// A fetch into this one would not fetch the missing objects: the remote would consider them
    /// present.
    ///
    /// - Returns: False if there is no remote, or it has no such branch.
    private func fetch(into folder: String, _ transfer: TransferSettings) throws -> Bool {
        let repository = try BoardRepository(location, clock: .system, waiting: nil)
        let git = repository.git
        guard let branch = try git.checkedOutBranch() else {
            throw BoardError.branch(.detachedHead)
        }
        guard let target = try repository.syncTarget(of: branch) else { return false }
        var url = target.fetchURL
        if case .local = try RemoteAddress(url), !url.hasPrefix("/"), !url.contains(":") {
            url = git.workTree + url
        }
        // It needs the settings of this clone to reach the remote.
        let settings = try Folder(git.commonDirectory).read(Array("config".utf8)).bytes
        _ = try Repository.create(
            at: folder, branch: "main", in: location.environment
        ) { made in
            guard let settings else { return }
            try Folder(made).replace(Array("config".utf8), settings)
        }
        let request = TransferRequest(
            .fetch(branch: target.remoteBranch, into: "refs/heads/fetched"),
            repository: folder, url: url,
            allowsExposed: try git.configuration.bool("pmd.allowHttp") ?? false)
        let outcome = TransferProcess.run(
            request, executable: transfer.executable, environment: location.environment)
        switch outcome {
        case .fetched: return true
        case .emptyRemote, .missingBranch, .pushed, .upToDate, .lostRace, .rejected, .listed:
            return false
        case .failed(let error): throw error
        }
    }
}
