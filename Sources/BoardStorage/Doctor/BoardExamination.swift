import Git
import Glibc
import MarkdownDocument
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
        if case .failure(let refusal) = opened, refusal.isByDesign {
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
            if !damages.isEmpty { return offering(fixed + damages, isFixing) }
            return fixed + [Diagnosis(.repository, .failure(obstacle))]
        }
        let found = topics.flatMap { topic in
            do {
                if topic == .objects { return doctor.examine(isFixed: isFixing) }
                if topic == .versions {
                    return versions(of: version, with: libraries, isWhole: topics == [.versions])
                }
                return try diagnose(
                    topic, in: repository, through: transfer, isFixed: isFixing)
            } catch {
                return [Diagnosis(topic, .failure(BoardError(error)))]
            }
        }
        return offering(fixed + found, isFixing)
    }

    /// Adds the offer to move into a new clone if damage is left after a repair with all that the
    /// remote has, and the board can move.
    private func offering(_ found: [Diagnosis], _ isFixed: Bool) -> [Diagnosis] {
        guard isFixed, found.contains(where: \.isDamage), !found.contains(where: \.isUnreachable)
        else { return found }
        do {
            let board = try DamagedBoard(BoardRepository(location, clock: clock, waiting: nil))
            return found + [Diagnosis(.objects, .newClone(.offered(command: board.cloning)))]
        } catch {
            // The findings have git's commands.
            return found
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
        _ topic: DoctorTopic, in repository: BoardRepository, through transfer: TransferSettings,
        isFixed: Bool
    ) throws -> [Diagnosis] {
        let doctor = BoardExamination(
            repository: repository, settings: try usableSettings(), isFixed: isFixed)
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

extension BoardError {
    /// True for a repository that pmd refuses although it is intact, such as a shallow clone. Its
    /// missing objects are not damage.
    fileprivate var isByDesign: Bool {
        if case .repository(let reason) = reason, reason.kind == .unsupported { return true }
        return exit == .notAllowed
    }
}

extension Diagnosis {
    fileprivate var isUnread: Bool {
        if case .objects(.unread) = fact { true } else { false }
    }

    fileprivate var isUnreachable: Bool {
        if case .objects(.remoteUnreachable) = fact { true } else { false }
    }

    /// True for objects that a repair did not restore, and references that need them.
    fileprivate var isDamage: Bool {
        switch fact {
        case .objects(.fault), .objects(.reference): true
        default: false
        }
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
    /// True after a repair.
    let isFixed: Bool

    var git: Repository { repository.git }
    var location: Location { repository.location }
}

extension BoardExamination {
    func repositoryState() throws -> [Diagnosis] {
        let damaged = try git.faultyReferences().map { fault in
            let remedy = ObjectsFact.ReferenceRemedy(try git.remedy(for: fault))
            let needsRepair = !isFixed && fault.missingObject != nil
            return Diagnosis(
                .repository,
                .objects(.reference(words: fault.bilingual, remedy, needsRepair: needsRepair)))
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

extension BoardExamination {
    /// Checks the jobs that cron and systemd run for this board, except reminders, and finds jobs
    /// whose board no longer exists.
    func services(executable: String) throws -> [Diagnosis] {
        let crontab = readCrontab()
        var found = crontab.failure.map { [Self.unreadCrontab(.services, $0)] } ?? []
        let sync = try JobInstallation(.sync, at: location, executable: executable)
        let serve = try JobInstallation(.serve, at: location, executable: executable)
        for installation in [sync, serve] {
            found += installation.installed(in: crontab.value).map {
                diagnosis(of: $0, installation.job)
            }
        }
        if found.isEmpty { found.append(Diagnosis(.services, .job(.noJobs))) }
        return found + sync.leftovers(in: crontab.value).map { diagnosis(of: $0) }
    }

    /// Returns the user's crontab, nil without cron, or the error that prevented reading it.
    func readCrontab() -> (value: Crontab?, failure: BoardError?) {
        do throws(BoardError) {
            return (try UserCrontab(for: .sync, location.environment).readIfAny(), nil)
        } catch {
            return (nil, error)
        }
    }

    static func unreadCrontab(_ topic: DoctorTopic, _ error: BoardError) -> Diagnosis {
        Diagnosis(topic, .job(.unreadCrontab(error)))
    }

    private func diagnosis(of installed: InstalledJob, _ job: ScheduledJob) -> Diagnosis {
        let fact: JobFact =
            if let fault = installed.fault {
                .fault(fault, job, by: installed.scheduler)
            } else if let port = installed.port {
                .serves(port: port)
            } else {
                .runs(job, by: installed.scheduler)
            }
        return Diagnosis(.services, .job(fact))
    }

    private func diagnosis(of leftover: LeftoverJob) -> Diagnosis {
        let removing = commandLine([
            ["pmd", leftover.job.rawValue, "--uninstall", "-C", leftover.board]
        ])
        return Diagnosis(
            .services,
            .job(
                .leftover(
                    leftover.job, by: leftover.scheduler, board: leftover.board,
                    removing: removing)))
    }
}

extension BoardExamination {
    /// The age in seconds beyond which the last run makes an installation doubtful. Runs are
    /// recorded only so often, and the machine may just have woken up.
    private static let longestPause = 2 * Workspace.noteInterval

    /// Checks that `pmd remind` runs, and that its channels work.
    func reminders(
        _ record: ReminderRecord, now: Int64, executable: String
    ) throws -> [Diagnosis] {
        let settings = try location.reminderSettings()
        let crontab = readCrontab()
        let installed = try JobInstallation(.remind, at: location, executable: executable)
            .installed(in: crontab.value)
        // A disabled unit may be one of two; the message below reports that nothing has run.
        let faults = installed.compactMap { job in
            job.fault.map { JobFact.fault($0, .remind, by: job.scheduler) }
        }
        let age = record.lastRun.map { max(0, now - $0) }
        let facts =
            (faults.isEmpty ? [runs(age, by: installed.map(\.scheduler))] : faults)
            + settings.channels.filter { record.channels[$0]?.failureReported != nil }
            .map { .channelFails($0.name.string, key: ReminderSettings.channelsKey) }
        return (crontab.failure.map { [Self.unreadCrontab(.reminders, $0)] } ?? [])
            + facts.map { Diagnosis(.reminders, .job($0)) }
    }

    private func runs(_ age: Int64?, by installed: [JobScheduler]) -> JobFact {
        if installed.isEmpty { return .remindsByHand(lastRun: age) }
        if let age, age < Self.longestPause { return .reminds(installed, lastRun: age) }
        return .remindsLate(installed, lastRun: age)
    }
}

extension Workspace {
    /// Reports the versions of pmd, git and the libraries.
    ///
    /// - Parameter isWhole: True for a line for each library, with the version that pmd was built
    ///   with.
    func versions(
        of pmd: String, with libraries: [LibraryVersion], isWhole: Bool
    ) -> [Diagnosis] {
        let all = Library.versions.map { LibraryVersion($0, running: $1, built: $2) } + libraries
        let answer = answer(of: "git", ["--version"], environment: location.environment.list())
        let git = answer.flatMap { $0.status == 0 ? firstLine($0.output) : nil }
        let shown = isWhole ? [] : all.compactMap(\.short)
        let line = (["pmd \(pmd)"] + shown + (git.map { [$0] } ?? [])).joined(separator: ", ")
        return [Diagnosis(.versions, .clone(.versions(line, hasGit: git != nil)))]
            + (isWhole ? all.map { Diagnosis(.versions, .clone(.library($0))) } : [])
    }
}

extension LibraryVersion {
    /// The version at run time, for a line with several libraries; nil for a missing library.
    fileprivate var short: String? { running.map { "\(name) \($0)" } }
}

extension BoardExamination {
    /// Returns the result of the last sync.
    func lastSync(now: Int64) throws -> [Diagnosis] {
        guard try repository.syncTarget() != nil else { return [] }
        guard let last = try SyncState(folder: repository.localState.folder).read() else {
            return [Diagnosis(.sync, .remote(.neverSynced))]
        }
        let age = now - last.time
        let fact: RemoteFact =
            last.code == 0
            ? .synced(age: age)
            : .syncFails(
                age: age, failing: last.failingSince.map { now - $0 }, result: last.result)
        return [Diagnosis(.sync, .remote(fact))]
    }

    /// Checks that the remote can be reached from this process.
    func remote(_ transfer: TransferSettings) throws -> [Diagnosis] {
        guard let target = try repository.syncTarget() else {
            return [Diagnosis(.remote, .remote(.noRemote))]
        }
        let address = RemoteAddress.withoutSecrets(target.fetchURL)
        let secrets = try secrets(in: target)
        do {
            let listing = try Transport.list(target.fetchURL, for: git, through: transfer)
            let branch = BoardCreation.shortName(target.remoteBranch)
            let fact: RemoteFact =
                listing.heads.keys.contains(target.remoteBranch)
                ? .answers(target.remote, address: address, branch: branch)
                : .hasNoBranch(target.remote, address: address, branch: branch)
            return secrets + [Diagnosis(.remote, .remote(fact))]
        } catch {
            return secrets + [Diagnosis(.remote, .failure(BoardError(error)))]
        }
    }

    /// Returns the addresses with a password or a token, which every reader of git's configuration
    /// can see.
    private func secrets(in target: SyncTarget) throws -> [Diagnosis] {
        var found: [Diagnosis] = []
        var seen: Set<String> = []
        let addresses = [(target.fetchURL, "")] + target.pushURLs.map { ($0, "--push ") }
        for (url, option) in addresses
        where RemoteAddress.holdsSecret(url) && seen.insert(url).inserted {
            let isWeb = url.lowercased().hasPrefix("http")
            let bare = RemoteAddress.withoutSecrets(url)
            // The rest of a malformed address is not shown as an address.
            let place = isWeb && !bare.contains("://") ? "URL" : bare
            let setting =
                "git remote set-url \(option)\(shellQuoted(target.remote)) \(shellQuoted(place))"
            let password = ExposedPassword(
                remote: target.remote, isForPushes: !option.isEmpty, isWeb: isWeb,
                setting: setting)
            found.append(Diagnosis(.remote, .remote(.password(password))))
        }
        return found
    }

    /// Checks that the remote can be reached in the environment of cron: with a short PATH, a
    /// home, and no ssh agent.
    func cron(_ transfer: TransferSettings) throws -> [Diagnosis] {
        guard try repository.syncTarget() != nil else {
            return [Diagnosis(.cron, .remote(.cronWithoutRemote))]
        }
        let home = location.environment.text("HOME").map { ["HOME=\($0)"] } ?? []
        let answer = answer(
            of: transfer.executable,
            ["doctor", "remote", "-C", .operand(location.root), "--quiet"],
            environment: home + [
                "PATH=/usr/bin:/bin", "SHELL=/bin/sh",
                "LOGNAME=\(Identity.login(location.environment))",
            ])
        guard let answer, answer.status == 0 else {
            // The line begins with its mark and the name of the check.
            let words =
                answer.map {
                    firstLine($0.output).split(separator: " ").dropFirst(2).joined(separator: " ")
                } ?? ""
            return [Diagnosis(.cron, .remote(.cronFails(words: words)))]
        }
        return [Diagnosis(.cron, .remote(.cronWorks))]
    }
}
