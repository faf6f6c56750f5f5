import Git
import TaskBoard

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
