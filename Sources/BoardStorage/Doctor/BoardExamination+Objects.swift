import Git
import Glibc
import Programs
import TaskBoard

/// Examines the objects of a repository in a process with a deadline, and has them restored.
struct ObjectsDoctor {
    let location: Location
    let executable: String

    private static let seconds = 120.0
    private static let fetchedPrefix = "fetched-"

    /// Examines the objects, without changing anything.
    ///
    /// - Parameter isFixed: True after ``fix(_:)``.
    func examine(isFixed: Bool) -> [Diagnosis] {
        let answer = run([location.workTree])
        let found = diagnoses(answer, isFixed: isFixed)
        return found.isEmpty ? [Diagnosis(.objects, .objects(.intact))] : found
    }

    /// Restores damaged or missing objects.
    ///
    /// It changes only the folder of objects and `.git/pmd/damaged`.
    ///
    /// - Returns: The restored ones, and those that could not be restored.
    func fix(_ transfer: TransferSettings) -> [Diagnosis] {
        let answer = run([location.workTree])
        let isDamaged = answer.findings.contains { $0.kind == .fault || $0.kind == .reference }
        guard isDamaged || answer.interruption != nil else { return [] }
        let aside: String
        do { aside = try prepareFolders() } catch {
            return [Diagnosis(.objects, .failure(BoardError(error)))]
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
            found.append(Diagnosis(.objects, .failure(BoardError(error))))
        }
        return found
    }

    /// Returns the argument of the process that restores: a folder with the remote's objects, or
    /// `none`.
    private func fetch(
        into fetched: borrowing LockedFolder, _ transfer: TransferSettings
    ) -> (remote: String, advice: [Diagnosis]) {
        do {
            return (try fetch(into: fetched.path, transfer) ? fetched.path : "none", [])
        } catch let error as GitError where error.isOfReferences {
            // A damaged HEAD names no branch to fetch, and is a finding of its own.
            return ("none", [])
        } catch {
            let advice = Diagnosis(.objects, .objects(.remoteUnreachable(BoardError(error))))
            return ("none", [advice])
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
        answer.findings.compactMap { $0.diagnosis(isFixed: isFixed) }
            + (answer.interruption.map {
                [Diagnosis(.objects, .objects($0.fact(workTree: location.workTree)))]
            } ?? [])
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
