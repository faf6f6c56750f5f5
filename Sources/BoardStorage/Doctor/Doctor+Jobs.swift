import Git
import TaskBoard
import Words

extension Doctor {
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
        if found.isEmpty {
            found.append(
                .fine(
                    .services,
                    Bilingual(
                        "pmd has installed nothing that runs 'pmd sync' or 'pmd serve' by itself; to have "
                            + "that: 'pmd sync --install systemd' or 'cron', 'pmd serve --install "
                            + "systemd'",
                        "pmd로 'pmd sync'와 'pmd serve'의 자동 실행을 설정하지 않았습니다; 설정하려면 "
                            + "'pmd sync --install systemd'나 'cron', 'pmd serve --install systemd'")
                ))
        }
        return found + sync.leftovers(in: crontab.value).map { diagnosis(of: $0) }
    }

    /// Returns the user's crontab, nil without cron, or the error that kept it from being read.
    func readCrontab() -> (value: Crontab?, failure: BoardError?) {
        do throws(BoardError) {
            return (try UserCrontab(for: .sync, location.environment).readIfAny(), nil)
        } catch {
            return (nil, error)
        }
    }

    static func unreadCrontab(_ topic: DoctorTopic, _ error: BoardError) -> Diagnosis {
        .wrong(
            topic,
            Bilingual(
                "cannot check what cron runs: \(error.words.english)",
                "cron이 무엇을 실행하는지 알 수 없습니다: \(error.words.korean)"), nil)
    }

    private func diagnosis(of installed: InstalledJob, _ job: ScheduledJob) -> Diagnosis {
        if let fault = installed.fault {
            return Self.wrong(.services, fault, of: installed, job)
        }
        let scheduler = installed.scheduler.rawValue
        if let port = installed.port {
            let address = "http://127.0.0.1:\(port)/"
            return .fine(
                .services,
                Bilingual(
                    "systemd serves the board at \(address)", "systemd가 \(address)에서 보드를 제공합니다"))
        }
        // Nothing tells whether a daemon of cron reads the crontab.
        return .fine(
            .services,
            Bilingual(
                "\(scheduler) has been told to run 'pmd \(job.rawValue)' every five minutes",
                "\(scheduler) 프로그램이 'pmd \(job.rawValue)'를 5분마다 실행하도록 설정되어 있습니다"))
    }

    /// The diagnosis of a job that does not run.
    static func wrong(
        _ topic: DoctorTopic, _ fault: InstalledJob.Fault, of installed: InstalledJob,
        _ job: ScheduledJob
    ) -> Diagnosis {
        let (scheduler, command) = (installed.scheduler.rawValue, "'pmd \(job.rawValue)'")
        let again = "'pmd \(job.rawValue) --install \(scheduler)'"
        switch fault {
        case .brokenCrontab(let comment):
            let reason = BoardError.installation(.brokenCrontab(comment: comment)).words
            return .wrong(
                topic,
                Bilingual(
                    "cron may run \(command): \(reason.english)",
                    "cron이 \(command)를 실행하는지 알 수 없습니다: \(reason.korean)"), nil)
        case .changedLine:
            return .advice(
                topic,
                Bilingual(
                    "the crontab line for \(command) has been edited",
                    "crontab에서 \(command)를 실행하는 줄이 바뀌었습니다"),
                Bilingual("\(again) restores it", "되돌리려면 \(again)"))
        case .incomplete:
            return .wrong(
                topic,
                Bilingual(
                    "systemd cannot run \(command): one of its two units is gone",
                    "systemd가 \(command)를 실행할 수 없습니다: 두 유닛 중 하나가 없습니다"),
                Bilingual("\(again) writes it again", "다시 쓰려면 \(again)"))
        case .stopped(let trigger):
            let start = suggestedCommand("systemctl", "--user", "start", trigger)
            return .wrong(
                topic,
                Bilingual(
                    "systemd does not run \(command) now: \(visible(trigger.utf8)) is stopped",
                    "systemd가 지금 \(command)를 실행하지 않습니다: \(visible(trigger.utf8)) 유닛이 멈춰 있습니다"),
                Bilingual("start it with \(start)", "시작하려면 \(start)"))
        case .unanswered:
            return .advice(
                topic,
                Bilingual(
                    "systemd has units for \(command), and does not answer",
                    "systemd에 \(command)를 위한 유닛이 있지만 systemd가 응답하지 않습니다"),
                Bilingual(
                    "it runs them while you are logged in; 'systemctl --user status' says why it does "
                        + "not answer",
                    "로그인해 있는 동안 실행합니다; 'systemctl --user status'가 까닭을 알려 줍니다"))
        case .programMissing(let path):
            return .wrong(
                topic,
                Bilingual(
                    "\(scheduler) cannot run \(command): the program \(path) is gone",
                    "\(scheduler) 프로그램이 \(command)를 실행할 수 없습니다: \(path) 프로그램이 없습니다"),
                Bilingual(
                    "\(again) makes it run this program", "\(again)로 이 프로그램을 실행하게 하세요"))
        case .templateMissing:
            return .wrong(
                topic,
                Bilingual(
                    "systemd cannot run \(command): the units of pmd's package are gone",
                    "systemd가 \(command)를 실행할 수 없습니다: pmd 패키지의 유닛이 없습니다"),
                Bilingual(
                    "\(again) writes units of its own", "\(again)로 유닛을 새로 쓰세요"))
        case .disabled(let trigger):
            let enable = suggestedCommand("systemctl", "--user", "enable", "--now", trigger)
            return .advice(
                topic,
                Bilingual(
                    "systemd has units for \(command), and does not start them",
                    "systemd에 \(command)를 위한 유닛이 있지만 시작하지 않습니다"),
                Bilingual("start them with \(enable)", "시작하려면 \(enable)"))
        case .failed(let unit):
            let log = suggestedCommand("journalctl", "--user", "-u", unit)
            return .wrong(
                topic,
                Bilingual(
                    "\(command) failed when systemd ran it last",
                    "systemd가 마지막으로 실행한 \(command)가 실패했습니다"),
                Bilingual("the reason is in \(log)", "원인: \(log)"))
        }
    }

    private func diagnosis(of leftover: LeftoverJob) -> Diagnosis {
        let (scheduler, command) = (leftover.scheduler.rawValue, "'pmd \(leftover.job.rawValue)'")
        return .advice(
            .services,
            Bilingual(
                "\(scheduler) is set up to run \(command) for \(visible(leftover.board.utf8)), where "
                    + "there is no board any more",
                "이제 보드가 없는 \(visible(leftover.board.utf8))에서 \(command)를 실행하도록 \(scheduler)에 설정되어 있습니다"
            ),
            Bilingual(
                untranslated: commandLine([
                    ["pmd", leftover.job.rawValue, "--uninstall", "-C", leftover.board]
                ])))
    }
}
