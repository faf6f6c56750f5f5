import Git
import Programs
import TaskBoard

extension Workspace {
    /// Checks the repository, the remote and the machine around the board.
    ///
    /// - Parameters:
    ///   - topics: The topics to check, in this order.
    ///   - isFixing: True if damaged objects and references are restored; nothing else is
    ///     changed.
    ///   - version: The version of this pmd.
    ///   - libraries: The libraries that run with it, beside those of git.
    package func diagnose(
        _ topics: [DoctorTopic], _ transfer: TransferSettings, version: String,
        libraries: [LibraryVersion] = [], isFixing: Bool = false
    ) -> [Diagnosis] {
        if let refusal = obstacle(), refusal.exit == .notAllowed {
            return [.wrong(.repository, refusal)]
        }
        let doctor = ObjectsDoctor(location: location, executable: transfer.executable)
        let isFixing = isFixing && (topics.contains(.objects) || topics.contains(.repository))
        // Before the other topics, which then see the restored objects.
        let fixed = isFixing ? doctor.fix(transfer) : []
        // Every topic would fail for the same reason.
        if let obstacle = obstacle() {
            let found = topics.contains(.objects) ? doctor.examine(isFixed: isFixing) : []
            if found.contains(where: { $0.state == .wrong }) { return fixed + found }
            return fixed + [.wrong(.repository, obstacle)]
        }
        return fixed
            + topics.flatMap { topic in
                do {
                    if topic == .objects { return doctor.examine(isFixed: isFixing) }
                    if topic == .versions {
                        return versions(
                            of: version, with: libraries, isWhole: topics == [.versions])
                    }
                    return try diagnose(topic, through: transfer)
                } catch {
                    return [.wrong(topic, BoardError(error))]
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
        _ topic: DoctorTopic, through transfer: TransferSettings
    ) throws -> [Diagnosis] {
        let repository = try BoardRepository(location, clock: clock, waiting: nil)
        let doctor = Doctor(repository: repository, settings: try usableSettings())
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

/// The checks of one board.
struct Doctor {
    let repository: BoardRepository
    let settings: BoardSettings

    var git: Repository { repository.git }
    var location: Location { repository.location }
}

extension Doctor {
    func repositoryState() throws -> [Diagnosis] {
        let damaged = try git.faultyReferences().map { fault in
            Diagnosis.wrong(
                .repository, Bilingual(untranslated: fault.words), ObjectsDoctor.remedy)
        }
        guard damaged.isEmpty else { return damaged }
        do {
            let (name, head) = try repository.branch()
            try repository.refuseOtherBranch()
            let branch = Workspace.shortName(name)
            let dropped = try repository.dropped()
            guard dropped.isEmpty else {
                return dropped.map { .advice(.repository, $0.sentence, $0.remedy) }
            }
            if let warning = try repository.clockWarning() {
                return [
                    .advice(
                        .repository, warning,
                        Bilingual(
                            "set the clock of the machine that is wrong",
                            "시계가 틀린 컴퓨터의 시계를 맞추세요"))
                ]
            }
            let place = location.root
            return [
                .fine(
                    .repository,
                    Bilingual(
                        "\(place) on branch \(branch)" + (head == nil ? ", no commit yet" : ""),
                        "\(place), 브랜치 \(branch)" + (head == nil ? ", 아직 커밋 없음" : "")))
            ]
        } catch let error as BoardError {
            return [.wrong(.repository, error)]
        }
    }

    func identity() throws -> [Diagnosis] {
        let identity = try repository.identity()
        let who = "\(identity.name) <\(identity.email)>"
        guard identity.isConfigured else {
            return [
                .advice(
                    .identity,
                    Bilingual(
                        "git has no name for you, so the author of commits is \(who)",
                        "git에 사용자 이름이 없어 커밋의 작성자가 \(who)입니다"),
                    Bilingual(
                        untranslated: "git config --global user.name NAME; "
                            + "git config --global user.email ADDRESS"))
            ]
        }
        let fine = Diagnosis.fine(
            .identity, Bilingual("the author of commits is \(who)", "커밋의 작성자: \(who)"))
        guard try git.configuration.bool("commit.gpgSign") == true else { return [fine] }
        return [
            fine,
            .advice(
                .identity,
                Bilingual(
                    "commit.gpgsign is set, and pmd does not sign its commits",
                    "commit.gpgsign이 있지만 pmd는 커밋에 서명하지 않습니다"),
                Bilingual(
                    "where every commit must be signed, commit with git",
                    "모든 커밋에 서명해야 하면 git으로 커밋하세요")),
        ]
    }

    func drivers() throws -> [Diagnosis] {
        var found: [Diagnosis] = []
        let attributes = try repository.git.attribute("merge", of: location.prefix + Self.anyTask)
        if attributes != "pmd" {
            found.append(
                .advice(
                    .drivers,
                    Bilingual(
                        "plain git merges tasks by line, not by field",
                        "git이 할 일을 필드가 아니라 줄 단위로 합칩니다"),
                    Bilingual(
                        "add '\(Self.attributes)' to \(location.root)/.gitattributes",
                        "\(location.root)/.gitattributes 파일에 '\(Self.attributes)' 줄을 넣으세요")))
        }
        found += try conversions()
        if try git.configuration.string("merge.pmd.driver") == nil {
            found.append(
                .advice(
                    .drivers,
                    Bilingual(
                        "this clone has no merge driver for tasks",
                        "이 클론에 할 일을 합치는 병합 드라이버가 없습니다"),
                    Bilingual(
                        "run 'pmd init' in \(location.root): it sets up what is missing",
                        "\(location.root)에서 'pmd init'을 실행하세요: 없는 것을 갖춥니다")))
        }
        let environment = location.environment
        let pmd = answer(
            of: "sh", ["-c", .operand(PlainGit.driverVersion)], environment: environment.list(),
            within: 10)
        if pmd?.status == 0, pmd?.output.first?.isNumber != true {
            found.append(
                .wrong(
                    .drivers,
                    Bilingual(
                        "another program has the name pmd in PATH, so a plain 'git merge' cannot merge "
                            + "tasks",
                        "PATH에 있는 pmd가 다른 프로그램이어서 'git merge'가 할 일을 합칠 수 없습니다"),
                    Bilingual(
                        "link this program as git-pmd in a folder in PATH: see 'pmd help commands'",
                        "이 프로그램을 PATH의 폴더에 git-pmd로 링크하세요: 'pmd help commands'를 보세요")))
        } else if pmd?.status != 0 {
            found.append(
                .advice(
                    .drivers,
                    Bilingual(
                        "git cannot find pmd in PATH, so a plain 'git merge' merges tasks by line",
                        "git이 PATH에서 pmd를 찾을 수 없어 'git merge'가 할 일을 줄 단위로 합칩니다"),
                    Bilingual(
                        "copy pmd to a folder in PATH: \(environment["PATH"] ?? "")",
                        "pmd를 PATH의 폴더로 복사하세요: \(environment["PATH"] ?? "")")))
        }
        let fine = Bilingual(
            "plain git merges tasks by pmd's rules", "git도 할 일을 pmd의 규칙대로 합칩니다")
        return found.isEmpty ? [.fine(.drivers, fine)] : found
    }

    private static let attributes = "*.md merge=pmd diff=pmd -text -ident -filter"

    /// Returns the attributes by which git would change the bytes of tasks.
    private func conversions() throws -> [Diagnosis] {
        let task = location.prefix + Self.anyTask
        let set = try ["text", "eol", "ident", "filter", "working-tree-encoding"].filter {
            try git.hasAttribute($0, of: task)
        }
        guard !set.isEmpty else { return [] }
        let names = set.joined(separator: ", ")
        let line = "*.md " + set.map { "-" + $0 }.joined(separator: " ")
        return [
            .advice(
                .drivers,
                Bilingual(
                    "git changes the bytes of tasks because of the attribute \(names)",
                    "속성 \(names) 때문에 git이 할 일의 바이트를 바꿉니다"),
                Bilingual(
                    "remove it from .gitattributes for '*.md', or end that file with '\(line)'",
                    ".gitattributes에서 '*.md'의 그 속성을 지우거나 파일의 끝에 '\(line)' 줄을 "
                        + "넣으세요"))
        ]
    }

    private static let anyTask = Array("todo/a.md".utf8)
}

func firstLine(_ text: String) -> String { String(text.prefix { !$0.isNewline }) }
