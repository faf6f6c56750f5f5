import TaskBoard

extension JobFact {
    var words: Bilingual {
        switch self {
        case .noJobs:
            Bilingual(
                "pmd has installed nothing that runs 'pmd sync' or 'pmd serve' by itself; to have "
                    + "that: 'pmd sync --install systemd' or 'cron', 'pmd serve --install "
                    + "systemd'",
                "pmd로 'pmd sync'와 'pmd serve'의 자동 실행을 설정하지 않았습니다; 설정하려면 "
                    + "'pmd sync --install systemd'나 'cron', 'pmd serve --install systemd'")
        case .unreadCrontab(let error):
            Bilingual(
                "cannot check what cron runs: \(error.words.english)",
                "cron이 무엇을 실행하는지 알 수 없습니다: \(error.words.korean)")
        case .serves(let port):
            Bilingual(
                "systemd serves the board at http://127.0.0.1:\(port)/",
                "systemd가 http://127.0.0.1:\(port)/에서 보드를 제공합니다")
        case .runs(let job, let scheduler):
            // There is no way to tell whether a cron daemon reads the crontab.
            Bilingual(
                "\(scheduler.rawValue) has been told to run \(job.command) every five minutes",
                "\(scheduler.rawValue) 프로그램이 \(job.command)를 5분마다 실행하도록 설정되어 있습니다")
        case .fault(let fault, let job, let scheduler): fault.words(of: job, by: scheduler)
        case .leftover(let job, let scheduler, let board, _):
            Bilingual(
                "\(scheduler.rawValue) is set up to run \(job.command) for "
                    + "\(visible(board.utf8)), where there is no board any more",
                "이제 보드가 없는 \(visible(board.utf8))에서 \(job.command)를 실행하도록 "
                    + "\(scheduler.rawValue)에 설정되어 있습니다")
        case .remindsByHand(let age):
            Bilingual(
                "nothing runs 'pmd remind' by itself; \(Self.lastRun(age).english); to have what "
                    + "is due announced: 'pmd remind --install cron', or 'systemd'",
                "'pmd remind'를 스스로 실행하는 것이 없습니다; \(Self.lastRun(age).korean); 기한이 된 할 일을 "
                    + "알리려면 'pmd remind --install cron'이나 'systemd'")
        case .reminds(let schedulers, let age):
            Bilingual(
                "\(names(schedulers)) has been told to run 'pmd remind' every minute; "
                    + Self.lastRun(age).english,
                "\(names(schedulers)) 프로그램이 'pmd remind'를 매분 실행합니다; "
                    + Self.lastRun(age).korean)
        case .remindsLate(let schedulers, let age):
            Bilingual(
                "\(names(schedulers)) should run 'pmd remind' every minute, but "
                    + Self.lastRun(age).english,
                "\(names(schedulers)) 프로그램이 'pmd remind'를 매분 실행해야 하는데, "
                    + Self.lastRun(age).korean)
        case .channelFails(let name, _):
            Bilingual(
                "the channel \(name) could not announce what is due", "\(name) 방법으로 알리지 못했습니다")
        }
    }

    var remedy: Bilingual? {
        switch self {
        case .noJobs, .unreadCrontab, .serves, .runs, .remindsByHand, .reminds: nil
        case .fault(let fault, let job, let scheduler): fault.remedy(of: job, by: scheduler)
        case .leftover(_, _, _, let removing): Bilingual(untranslated: removing)
        case .remindsLate(let schedulers, _):
            Bilingual(
                "see that \(names(schedulers)) runs, look at its log, and run "
                    + "'pmd remind --install' again if pmd was moved",
                "\(names(schedulers))이(가) 도는지와 로그를 보고, pmd를 옮겼다면 'pmd remind --install'을 다시 "
                    + "실행하세요")
        case .channelFails(_, let key):
            Bilingual(
                "'pmd remind' tries again and says why; 'git config \(key) stdout' uses the output "
                    + "instead",
                "'pmd remind'가 다시 알리고 까닭을 말합니다; 'git config \(key) stdout'은 출력을 대신 씁니다")
        }
    }

    private func names(_ schedulers: [JobScheduler]) -> String {
        schedulers.map(\.rawValue).joined(separator: ", ")
    }

    private static func lastRun(_ age: Int64?) -> Bilingual {
        guard let age else { return Bilingual("no run is on record", "실행된 기록이 없습니다") }
        return Bilingual(
            "the last run on record was \(ago(age).english)", "기록된 마지막 실행: \(ago(age).korean)")
    }

    /// Returns the time since then, in its largest unit.
    private static func ago(_ seconds: Int64) -> Bilingual {
        let units: [(length: Int64, name: String, korean: String)] = [
            (86_400, "day", "일"), (3_600, "hour", "시간"), (60, "minute", "분"),
        ]
        guard let unit = units.first(where: { seconds >= $0.length }) else {
            return Bilingual("less than a minute ago", "1분 안")
        }
        let count = seconds / unit.length
        return Bilingual(
            "\(count) \(unit.name)\(count == 1 ? "" : "s") ago", "\(count)\(unit.korean) 전")
    }
}

extension ScheduledJob {
    /// The command in quotes, such as `'pmd sync'`.
    fileprivate var command: String { "'pmd \(rawValue)'" }

    /// Returns the command that reinstalls the job.
    fileprivate func installing(in scheduler: JobScheduler) -> String {
        "'pmd \(rawValue) --install \(scheduler.rawValue)'"
    }
}

extension JobFault {
    fileprivate func words(of job: ScheduledJob, by scheduler: JobScheduler) -> Bilingual {
        switch self {
        case .brokenCrontab(let comment):
            Bilingual(
                "cron may run \(job.command): \(Self.brokenCrontab(comment).english)",
                "cron이 \(job.command)를 실행하는지 알 수 없습니다: \(Self.brokenCrontab(comment).korean)")
        case .changedLine:
            Bilingual(
                "the crontab line for \(job.command) has been edited",
                "crontab에서 \(job.command)를 실행하는 줄이 바뀌었습니다")
        case .incomplete:
            Bilingual(
                "systemd cannot run \(job.command): one of its two units is gone",
                "systemd가 \(job.command)를 실행할 수 없습니다: 두 유닛 중 하나가 없습니다")
        case .stopped(let trigger, _):
            Bilingual(
                "systemd does not run \(job.command) now: \(visible(trigger.utf8)) is stopped",
                "systemd가 지금 \(job.command)를 실행하지 않습니다: \(visible(trigger.utf8)) 유닛이 멈춰 있습니다")
        case .unanswered:
            Bilingual(
                "systemd has units for \(job.command), and does not answer",
                "systemd에 \(job.command)를 위한 유닛이 있지만 systemd가 응답하지 않습니다")
        case .programMissing(let path):
            Bilingual(
                "\(scheduler.rawValue) cannot run \(job.command): the program \(path) is gone",
                "\(scheduler.rawValue) 프로그램이 \(job.command)를 실행할 수 없습니다: \(path) 프로그램이 없습니다")
        case .templateMissing:
            Bilingual(
                "systemd cannot run \(job.command): the units of pmd's package are gone",
                "systemd가 \(job.command)를 실행할 수 없습니다: pmd 패키지의 유닛이 없습니다")
        case .notEnabled:
            Bilingual(
                "systemd has units for \(job.command), and does not start them",
                "systemd에 \(job.command)를 위한 유닛이 있지만 시작하지 않습니다")
        case .failed:
            Bilingual(
                "\(job.command) failed when systemd ran it last",
                "systemd가 마지막으로 실행한 \(job.command)가 실패했습니다")
        }
    }

    fileprivate func remedy(of job: ScheduledJob, by scheduler: JobScheduler) -> Bilingual? {
        let again = job.installing(in: scheduler)
        return switch self {
        case .brokenCrontab: nil
        case .changedLine: Bilingual("\(again) restores it", "되돌리려면 \(again)")
        case .incomplete: Bilingual("\(again) writes it again", "다시 쓰려면 \(again)")
        case .stopped(_, let starting): Bilingual("start it with \(starting)", "시작하려면 \(starting)")
        case .unanswered:
            Bilingual(
                "it runs them while you are logged in; 'systemctl --user status' says why it does "
                    + "not answer",
                "로그인해 있는 동안 실행합니다; 'systemctl --user status'가 까닭을 알려 줍니다")
        case .programMissing:
            Bilingual("\(again) makes it run this program", "\(again)로 이 프로그램을 실행하게 하세요")
        case .templateMissing:
            Bilingual("\(again) writes units of its own", "\(again)로 유닛을 새로 쓰세요")
        case .notEnabled(let enabling):
            Bilingual("start them with \(enabling)", "시작하려면 \(enabling)")
        case .failed(let showingLog):
            Bilingual("the reason is in \(showingLog)", "원인: \(showingLog)")
        }
    }

    private static func brokenCrontab(_ comment: String) -> Bilingual {
        BoardError.installation(.brokenCrontab(comment: comment)).words
    }
}
