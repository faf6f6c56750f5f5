import Git
import Glibc
import Programs
import TaskBoard

/// A job as it is installed for one board.
struct InstalledJob: Equatable {
    let scheduler: JobScheduler
    /// The port of a server.
    let port: Int?
    /// The reason why the job does not run; nil if it does.
    let fault: JobFault?
}

extension JobInstallation {
    /// Returns this board's installations of the job, one for each scheduler that has it.
    ///
    /// - Parameter crontab: Nil without cron, or if it could not be read.
    func installed(in crontab: Crontab?) -> [InstalledJob] {
        [crontab.flatMap(line)].compactMap(\.self)
            + units.forms.map { form in
                InstalledJob(scheduler: .systemd, port: units.port, fault: fault(of: form))
            }
    }

    private func line(in crontab: Crontab) -> InstalledJob? {
        guard crontab.has(entry) else { return nil }
        let fault: JobFault? =
            if crontab.isBroken(at: entry) {
                .brokenCrontab(comment: entry.comments.begin)
            } else if let program = crontab.program(of: entry) {
                missing(program)
            } else {
                .changedLine
            }
        return InstalledJob(scheduler: .cron, port: nil, fault: fault)
    }

    private func fault(of form: UnitInstallation.Form) -> JobFault? {
        let (folders, name) = (units.folders, units.name(of: form) ?? "")
        let text =
            form == .template
            ? folders.template(of: job)?.service
            : UnitFolders.text(at: "\(folders.own)/\(name).service")
        guard let text else { return form == .template ? .templateMissing : .incomplete }
        let program = SystemdUnits.command(in: text)?.first
        if let fault = program.flatMap(missing) { return fault }
        let trigger = units.trigger(of: form)
        if form == .written, !UnitFolders.exists("\(folders.own)/\(trigger)") { return .incomplete }
        guard units.isEnabled(form) else {
            return .notEnabled(
                enabling: suggestedCommand("systemctl", "--user", "enable", "--now", trigger))
        }
        if let unit = ["\(name).service", trigger]
            .first(where: { units.manager.run("--quiet", "is-failed", "--", .operand($0)) })
        {
            return .failed(showingLog: suggestedCommand("journalctl", "--user", "-u", unit))
        }
        return switch units.manager.isActive(trigger) {
        case true?: nil
        case false?:
            .stopped(
                trigger: trigger,
                starting: suggestedCommand("systemctl", "--user", "start", trigger))
        case nil: .unanswered
        }
    }

    private func missing(_ program: String) -> JobFault? {
        access(program, X_OK) == 0 ? nil : .programMissing(program)
    }
}

/// A job whose board no longer exists, for example because its folder was renamed.
struct LeftoverJob: Equatable {
    let job: ScheduledJob
    let board: String
    let scheduler: JobScheduler
}

extension JobInstallation {
    /// Returns this user's jobs whose boards no longer exist.
    ///
    /// - Parameter crontab: Nil without cron, or if it could not be read.
    func leftovers(in crontab: Crontab?) -> [LeftoverJob] {
        let lines = (crontab?.entries ?? []).map { ($0.job, $0.board, JobScheduler.cron) }
        let all = lines + (instances() + writtenUnits()).map { ($0.job, $0.board, .systemd) }
        // Paths that look alike can be different folders.
        var found: Set<[UInt8]> = []
        return all.map(LeftoverJob.init).filter { job in
            let key = Array("\(job.job) \(job.scheduler) \(job.board)".utf8)
            return isGone(job.board) && found.insert(key).inserted
        }
    }

    private func isGone(_ board: String) -> Bool { access(board + "/pmd.yml", F_OK) != 0 }

    /// Returns the instances of templates that are enabled, or have a port.
    private func instances() -> [(job: ScheduledJob, board: String)] {
        let ports = UnitFolders.names(in: units.folders.own).filter {
            UnitFolders.isOwn("\(units.folders.own)/\($0)/port.conf")
        }
        return ScheduledJob.allCases.flatMap { job in
            let (start, end) = ("pmd-\(job.rawValue)@", ".\(job.triggerType)")
            let enabled = UnitFolders.names(
                in: "\(units.folders.own)/\(job.triggerType)s.target.wants")
            return (enabled + ports.map { String($0.dropLast(".d".count)) })
                .filter { $0.hasPrefix(start) && $0.hasSuffix(end) }
                .compactMap {
                    SystemdUnits.unescaped(String($0.dropFirst(start.count).dropLast(end.count)))
                }
                .map { (job, $0) }
        }
    }

    /// Returns the units that pmd wrote.
    private func writtenUnits() -> [(job: ScheduledJob, board: String)] {
        UnitFolders.names(in: units.folders.own).compactMap { file in
            let path = "\(units.folders.own)/\(file)"
            guard file.hasSuffix(".service"), UnitFolders.isOwn(path),
                let text = UnitFolders.text(at: path),
                let words = SystemdUnits.command(in: text), words.count > 3, words[2] == "-C",
                let job = ScheduledJob(rawValue: words[1])
            else { return nil }
            return (job, words[3])
        }
    }
}

/// The ways in which the system runs a job.
extension ScheduledJob {
    /// Returns the words of the command, without the program.
    func words(for board: String) -> [String] {
        [rawValue, "-C", board] + (self == .sync ? ["--offline-ok"] : [])
    }

    /// The times in crontab format; nil for a server.
    var crontabTimes: String? {
        switch self {
        case .sync: "*/5 * * * *"
        case .remind: "* * * * *"
        case .serve: nil
        }
    }

    /// The type of the unit that starts its service.
    var triggerType: String { self == .serve ? "socket" : "timer" }
}
