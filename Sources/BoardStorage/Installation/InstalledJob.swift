import Git
import Glibc
import Programs

/// A job as it is installed for one board.
struct InstalledJob: Equatable {
    /// A reason why it does not run.
    enum Fault: Equatable {
        /// The program that it runs is gone, or cannot be run.
        case programMissing(String)
        /// The package's template is gone.
        case templateMissing
        /// systemd does not start it.
        case disabled(trigger: String)
        /// Its last run failed, or its socket could not listen.
        case failed(unit: String)
    }

    let scheduler: JobScheduler
    /// The port of a server.
    let port: Int?
    let fault: Fault?
}

extension JobInstallation {
    /// Returns how the job is installed for this board, in each scheduler that has it.
    func installed() -> [InstalledJob] {
        var found: [InstalledJob] = []
        let entry = Crontab.Entry(job: job, board: location.root)
        if let crontab = readableCrontab, crontab.has(entry) {
            let program = crontab.program(of: entry)
            found.append(
                InstalledJob(scheduler: .cron, port: nil, fault: program.flatMap(missing)))
        }
        for form in Form.allCases where isPresent(form) {
            found.append(
                InstalledJob(scheduler: .systemd, port: port(of: form), fault: fault(of: form)))
        }
        return found
    }

    private func port(of form: Form) -> Int? {
        guard job == .serve, let name = name(of: form) else { return nil }
        return ServerPorts(in: folders).port(of: [name])
    }

    private func fault(of form: Form) -> InstalledJob.Fault? {
        let name = name(of: form) ?? ""
        let text =
            form == .template
            ? folders.template(of: job)?.service
            : UnitFolders.text(at: "\(folders.own)/\(name).service")
        guard let text else { return .templateMissing }
        let program = SystemdUnits.command(in: text)?.first
        if let fault = program.flatMap(missing) { return fault }
        let trigger = "\(name).\(job.triggerType)"
        guard isEnabled(form) else { return .disabled(trigger: trigger) }
        return ["\(name).service", trigger]
            .first { systemctl("--quiet", "is-failed", "--", .operand($0)) }
            .map { .failed(unit: $0) }
    }

    private func missing(_ program: String) -> InstalledJob.Fault? {
        access(program, X_OK) == 0 ? nil : .programMissing(program)
    }
}

/// A job whose board no longer exists, for example because its folder was renamed.
struct LeftoverJob: Equatable {
    let job: ScheduledJob
    let board: String
    let scheduler: JobScheduler
    /// The unit that starts it; empty for cron.
    let trigger: String
    /// The files that pmd wrote for it.
    let files: [String]
}

extension JobInstallation {
    /// Returns this user's jobs whose boards no longer exist.
    func leftovers() -> [LeftoverJob] {
        let lines = readableCrontab?.entries.filter { isGone($0.board) } ?? []
        return lines.map {
            LeftoverJob(job: $0.job, board: $0.board, scheduler: .cron, trigger: "", files: [])
        } + leftoverInstances() + leftoverUnits()
    }

    private func isGone(_ board: String) -> Bool { access(board + "/pmd.yml", F_OK) != 0 }

    private func leftoverInstances() -> [LeftoverJob] {
        ScheduledJob.allCases.flatMap { job -> [LeftoverJob] in
            let start = "pmd-\(job.rawValue)@"
            let folder = "\(folders.own)/\(job.triggerType)s.target.wants"
            return UnitFolders.names(in: folder).filter { $0.hasPrefix(start) }.compactMap {
                trigger -> LeftoverJob? in
                let name = trigger.dropFirst(start.count).dropLast(job.triggerType.count + 1)
                guard let board = SystemdUnits.unescaped(String(name)), isGone(board) else {
                    return nil
                }
                let dropIn = "\(folders.own)/\(trigger).d/port.conf"
                return LeftoverJob(
                    job: job, board: board, scheduler: .systemd, trigger: trigger,
                    files: UnitFolders.exists(dropIn) ? [dropIn] : [])
            }
        }
    }

    private func leftoverUnits() -> [LeftoverJob] {
        UnitFolders.names(in: folders.own).compactMap { file -> LeftoverJob? in
            guard file.hasSuffix(".service"),
                let job = ScheduledJob.allCases.first(where: {
                    file.hasPrefix("pmd-\($0.rawValue)-")
                }),
                let text = UnitFolders.text(at: "\(folders.own)/\(file)"),
                let words = SystemdUnits.command(in: text),
                let option = words.firstIndex(of: "-C"), option + 1 < words.count,
                isGone(words[option + 1])
            else { return nil }
            let trigger = String(file.dropLast("service".count)) + job.triggerType
            return LeftoverJob(
                job: job, board: words[option + 1], scheduler: .systemd, trigger: trigger,
                files: ["\(folders.own)/\(file)", "\(folders.own)/\(trigger)"])
        }
    }
}
