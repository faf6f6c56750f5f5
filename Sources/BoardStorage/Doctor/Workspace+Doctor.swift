import Git
import TaskBoard

extension Workspace {
    /// Checks the repository, the remote and the machine around the board.
    ///
    /// - Parameters:
    ///   - topics: The topics to check, in this order.
    ///   - isFixing: True if damaged objects and references are restored; nothing else is
    ///     changed.
    ///   - version: The version of this pmd.
    package func diagnose(
        _ topics: [DoctorTopic], _ transfer: TransferSettings, version: String,
        isFixing: Bool = false
    ) -> [Diagnosis] {
        if let refusal = obstacle(), refusal.exit == .notAllowed {
            return [.wrong(.repository, refusal.description, nil)]
        }
        let doctor = ObjectsDoctor(location: location, executable: transfer.executable)
        let isFixing = isFixing && (topics.contains(.objects) || topics.contains(.repository))
        // Before the other topics, which then see the restored objects.
        let fixed = isFixing ? doctor.fix(transfer) : []
        // Every topic would fail for the same reason.
        if let obstacle = obstacle() {
            let found = topics.contains(.objects) ? doctor.examine(isFixed: isFixing) : []
            if found.contains(where: { $0.state == .wrong }) { return fixed + found }
            return fixed + [.wrong(.repository, obstacle.description, nil)]
        }
        return fixed
            + topics.flatMap { topic in
                do {
                    if topic == .objects { return doctor.examine(isFixed: isFixing) }
                    return try diagnose(topic, through: transfer, version: version)
                } catch {
                    let error = BoardError(error)
                    return [.wrong(topic, error.description, nil)]
                }
            }
    }

    /// Returns the reason why the repository cannot be opened; nil if it can.
    private func obstacle() -> BoardError? {
        do {
            _ = try BoardRepository(location, clock: clock, waiting: nil)
            return nil
        } catch {
            return BoardError(error)
        }
    }

    private func diagnose(
        _ topic: DoctorTopic, through transfer: TransferSettings, version: String
    ) throws -> [Diagnosis] {
        let repository = try BoardRepository(location, clock: clock, waiting: nil)
        let doctor = Doctor(repository: repository, settings: try usableSettings())
        return switch topic {
        case .versions: doctor.versions(of: version)
        case .repository: try doctor.repositoryState()
        case .objects: []
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
        }
    }
}

/// The checks of one board.
struct Doctor {
    let repository: BoardRepository
    let settings: BoardSettings

    var git: Repository { repository.git }
    var location: Location { repository.location }
}

extension Doctor {
    func versions(of pmd: String) -> [Diagnosis] {
        let gitVersion = answer(
            of: "git", ["--version"], environment: location.environment.list())
        let library = "pmd \(pmd), libgit2 \(Library.version)"
        guard let words = gitVersion.flatMap({ $0.status == 0 ? $0.output : nil }) else {
            return [
                .advice(
                    .versions, "\(library), no git",
                    "install git: it packs the repository, and is needed for passwords of https remotes "
                        + "and for remotes on this machine")
            ]
        }
        return [.fine(.versions, "\(library), \(firstLine(words))")]
    }

    func repositoryState() throws -> [Diagnosis] {
        let damaged = try git.faultyReferences().map { fault in
            Diagnosis.wrong(.repository, fault.words, ObjectsDoctor.remedy)
        }
        guard damaged.isEmpty else { return damaged }
        do {
            let (name, head) = try repository.branch()
            try repository.refuseOtherBranch()
            let commits = head == nil ? ", no commit yet" : ""
            let branch = Workspace.shortName(name)
            let dropped = try repository.dropped()
            guard dropped.isEmpty else {
                return dropped.map { .advice(.repository, $0.sentence.english, $0.remedy.english) }
            }
            if let warning = try repository.clockWarning() {
                return [
                    .advice(
                        .repository, warning.english, "set the clock of the machine that is wrong")
                ]
            }
            return [.fine(.repository, "\(location.root) on branch \(branch)\(commits)")]
        } catch let error as BoardError {
            return [.wrong(.repository, error.description, nil)]
        }
    }

    func identity() throws -> [Diagnosis] {
        let identity = try repository.identity()
        let who = "\(identity.name) <\(identity.email)>"
        guard identity.isConfigured else {
            return [
                .advice(
                    .identity, "git has no name for you, so the author of commits is \(who)",
                    "git config --global user.name NAME; git config --global user.email ADDRESS")
            ]
        }
        return [.fine(.identity, "the author of commits is \(who)")]
    }

    func drivers() throws -> [Diagnosis] {
        var found: [Diagnosis] = []
        let attributes = try repository.git.attribute("merge", of: location.prefix + Self.anyTask)
        if attributes != "pmd" {
            found.append(
                .advice(
                    .drivers, "plain git merges tasks by line, not by field",
                    "add '*.md merge=pmd diff=pmd -text -ident -filter' to "
                        + "\(location.root)/.gitattributes"))
        }
        found += try conversions()
        if try git.configuration.string("merge.pmd.driver") == nil {
            found.append(
                .advice(
                    .drivers, "this clone has no merge driver for tasks",
                    "run 'pmd init' in \(location.root): it sets up what is missing"))
        }
        let environment = location.environment
        let pmd = answer(of: "sh", ["-c", "command -v pmd"], environment: environment.list())
        if pmd?.status != 0 {
            found.append(
                .advice(
                    .drivers,
                    "git cannot find pmd in PATH, so a plain 'git merge' merges tasks by line",
                    "copy pmd to a folder in PATH: \(environment["PATH"] ?? "")"))
        }
        return found.isEmpty ? [.fine(.drivers, "plain git merges tasks by pmd's rules")] : found
    }

    /// Returns the attributes by which git would change the bytes of tasks.
    private func conversions() throws -> [Diagnosis] {
        let task = location.prefix + Self.anyTask
        let set = try ["text", "eol", "ident", "filter", "working-tree-encoding"].filter {
            try git.hasAttribute($0, of: task)
        }
        guard !set.isEmpty else { return [] }
        return [
            .advice(
                .drivers,
                "git changes the bytes of tasks because of the attribute \(set.joined(separator: ", "))",
                "remove it from .gitattributes for '*.md', or end that file with "
                    + "'*.md \(set.map { "-" + $0 }.joined(separator: " "))'")
        ]
    }

    private static let anyTask = Array("todo/a.md".utf8)
}

func firstLine(_ text: String) -> String { String(text.prefix { !$0.isNewline }) }
