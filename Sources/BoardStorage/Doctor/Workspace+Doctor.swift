import Git
import Programs
package import TaskBoard

extension Workspace {
    /// Checks the repository, the remote and the machine around the board.
    ///
    /// - Parameters:
    ///   - topics: The topics to check, in this order.
    ///   - isFixing: True if damaged packs and objects are restored; nothing else is changed.
    ///   - version: The version of this pmd.
    ///   - libraries: The libraries that run with it, beside those of git.
    package func diagnose(
        _ topics: [DoctorTopic], _ transfer: TransferSettings, version: String,
        libraries: [LibraryVersion] = [], isFixing: Bool = false
    ) -> [Diagnosis] {
        var opened = opened()
        if case .failure(let refusal) = opened, refusal.exit == .notAllowed {
            return [Diagnosis(.repository, .failure(refusal))]
        }
        let doctor = ObjectsDoctor(location: location, executable: transfer.executable)
        let isFixing = isFixing && (topics.contains(.objects) || topics.contains(.repository))
        // Before the other topics, which then see the restored objects.
        let fixed = isFixing ? doctor.fix(transfer) : []
        if isFixing { opened = self.opened() }
        let repository: BoardRepository
        switch opened {
        case .success(let opened): repository = opened
        case .failure(let obstacle):
            // Every topic would fail for the same reason.
            let found = topics.contains(.objects) ? doctor.examine(isFixed: isFixing) : []
            // An unread repository is the obstacle itself.
            let damages = found.filter { $0.state == .wrong && !$0.isUnread }
            if !damages.isEmpty { return fixed + damages }
            return fixed + [Diagnosis(.repository, .failure(obstacle))]
        }
        return fixed
            + topics.flatMap { topic in
                do {
                    if topic == .objects { return doctor.examine(isFixed: isFixing) }
                    if topic == .versions {
                        return versions(
                            of: version, with: libraries, isWhole: topics == [.versions])
                    }
                    return try diagnose(topic, in: repository, through: transfer)
                } catch {
                    return [Diagnosis(topic, .failure(BoardError(error)))]
                }
            }
    }

    /// Returns the repository, or the reason why it cannot be opened.
    private func opened() -> Result<BoardRepository, BoardError> {
        do {
            return .success(try BoardRepository(location, clock: clock, waiting: nil))
        } catch {
            return .failure(BoardError(error))
        }
    }

    private func diagnose(
        _ topic: DoctorTopic, in repository: BoardRepository, through transfer: TransferSettings
    ) throws -> [Diagnosis] {
        let doctor = BoardExamination(repository: repository, settings: try usableSettings())
        return switch topic {
        case .versions, .objects: []
        case .repository: try doctor.repositoryState()
        case .identity: try doctor.identity()
        case .size: try doctor.size(packingFailure: packingFailure())
        case .locks: doctor.locks()
        case .drivers: try doctor.drivers()
        case .files:
            try doctor.settings(settingsError())
                + doctor.files(board: readableBoard(), unread: unreadFiles())
        case .sync: try doctor.lastSync(now: clock.seconds)
        case .remote: try doctor.remote(transfer)
        case .cron: try doctor.cron(transfer)
        case .reminders:
            try doctor.reminders(
                reminderRecord(), now: clock.seconds, executable: transfer.executable)
        case .services: try doctor.services(executable: transfer.executable)
        }
    }
}

extension Diagnosis {
    fileprivate var isUnread: Bool {
        if case .objects(.unread) = fact { true } else { false }
    }
}

extension ObjectsFact.ReferenceRemedy {
    fileprivate init(_ remedy: FaultyReference.Remedy) {
        self =
            switch remedy {
            case .command(let command): .command(command)
            case .findCommit(let name): .findCommit(name: name)
            case .editFile(let path): .editFile(path: path)
            }
    }
}

/// The checks of one board.
struct BoardExamination {
    let repository: BoardRepository
    let settings: BoardSettings

    var git: Repository { repository.git }
    var location: Location { repository.location }
}

extension BoardExamination {
    func repositoryState() throws -> [Diagnosis] {
        let damaged = try git.faultyReferences().map { fault in
            let remedy = ObjectsFact.ReferenceRemedy(try git.remedy(for: fault))
            return Diagnosis(.repository, .objects(.reference(words: fault.words, remedy)))
        }
        guard damaged.isEmpty else { return damaged }
        do {
            let (name, head) = try repository.branch()
            try repository.refuseOtherBranch()
            let branch = BoardCreation.shortName(name)
            let dropped = try repository.dropped()
            guard dropped.isEmpty else {
                return dropped.map { Diagnosis(.repository, .clone(.dropped($0))) }
            }
            if let warning = try repository.clockWarning() {
                return [Diagnosis(.repository, .clone(.clock(warning)))]
            }
            let fact = CloneFact.onBranch(branch, place: location.root, hasCommits: head != nil)
            return [Diagnosis(.repository, .clone(fact))]
        } catch let error as BoardError {
            return [Diagnosis(.repository, .failure(error))]
        }
    }

    func identity() throws -> [Diagnosis] {
        let identity = try repository.identity()
        let who = "\(identity.name) <\(identity.email)>"
        guard identity.isConfigured else {
            return [Diagnosis(.identity, .clone(.noIdentity(author: who)))]
        }
        let fine = Diagnosis(.identity, .clone(.author(who)))
        guard try git.configuration.bool("commit.gpgSign") == true else { return [fine] }
        return [fine, Diagnosis(.identity, .clone(.unsigned))]
    }

    func drivers() throws -> [Diagnosis] {
        var found: [CloneFact] = []
        let attributes = try repository.git.attribute("merge", of: location.prefix + Self.anyTask)
        if attributes != "pmd" {
            found.append(.noAttributes(line: Self.attributes, root: location.root))
        }
        found += try conversions()
        if try git.configuration.string("merge.pmd.driver") == nil {
            found.append(.noDriver(root: location.root))
        }
        let environment = location.environment
        let pmd = answer(
            of: "sh", ["-c", .operand(PlainGit.driverVersion)], environment: environment.list(),
            within: 10)
        if pmd?.status == 0, pmd?.output.first?.isNumber != true {
            found.append(.otherProgramInPath)
        } else if pmd?.status != 0 {
            found.append(.notInPath(environment["PATH"] ?? ""))
        }
        if found.isEmpty { found.append(.mergesByField) }
        return found.map { Diagnosis(.drivers, .clone($0)) }
    }

    private static let attributes = "*.md merge=pmd diff=pmd -text -ident -filter"

    /// Returns the attributes by which git would change the bytes of tasks.
    private func conversions() throws -> [CloneFact] {
        let task = location.prefix + Self.anyTask
        let set = try ["text", "eol", "ident", "filter", "working-tree-encoding"].filter {
            try git.hasAttribute($0, of: task)
        }
        guard !set.isEmpty else { return [] }
        return [.converts(set, line: "*.md " + set.map { "-" + $0 }.joined(separator: " "))]
    }

    private static let anyTask = Array("todo/a.md".utf8)
}

func firstLine(_ text: String) -> String { String(text.prefix { !$0.isNewline }) }
