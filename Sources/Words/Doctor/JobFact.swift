import TaskBoard

extension JobFact {
    var words: Bilingual {
        switch self {
        case .noJobs:
            Bilingual(
                "'pmd sync' and 'pmd serve' are not set up to run automatically; to set them up: "
                    + "'pmd sync --install systemd' or 'cron', 'pmd serve --install systemd'",
                "'pmd sync'와 'pmd serve'의 자동 실행이 설정되지 않았습니다. 설정하려면: "
                    + "'pmd sync --install systemd'나 'cron', 'pmd serve --install systemd'")
        case .unreadCrontab(let error):
            Bilingual(
                "cannot check what cron runs: \(error.words.english)",
                "cron이 무엇을 실행하는지 확인할 수 없습니다: \(error.words.korean)")
        case .serves(let port):
            Bilingual(
                "systemd serves the board at http://127.0.0.1:\(port)/",
                "systemd가 http://127.0.0.1:\(port)/에서 보드를 제공합니다")
        case .runs(let job, let scheduler):
            // There is no way to tell whether a cron daemon reads the crontab.
            Bilingual(
                "\(scheduler.rawValue) is set up to run \(job.command) every five minutes",
                "\(scheduler.rawValue) 프로그램이 \(job.command)를 5분마다 실행하도록 설정되어 있습니다")
        case .fault(let fault, let job, let scheduler): fault.words(of: job, by: scheduler)
        case .leftover(let job, let scheduler, let board, _):
            Bilingual(
                "\(scheduler.rawValue) is set up to run \(job.command) for "
                    + "\(visible(board.utf8)), where there is no longer a board",
                "보드가 없어진 \(visible(board.utf8)) 폴더에서 \(job.command)를 실행하도록 "
                    + "\(scheduler.rawValue)에 설정되어 있습니다")
        case .remindsByHand(let age):
            Bilingual(
                "'pmd remind' is not set up to run automatically; \(Self.lastRun(age).english); to "
                    + "get reminders: 'pmd remind --install cron', or 'systemd'",
                "'pmd remind'의 자동 실행이 설정되지 않았습니다. \(Self.lastRun(age).korean). 알림을 받으려면: "
                    + "'pmd remind --install cron'이나 'systemd'")
        case .reminds(let schedulers, let age):
            Bilingual(
                "\(names(schedulers)) is set up to run 'pmd remind' every minute; "
                    + Self.lastRun(age).english,
                "\(names(schedulers)) 프로그램이 'pmd remind'를 매분 실행하도록 설정되어 있습니다. "
                    + Self.lastRun(age).korean)
        case .remindsLate(let schedulers, let age):
            Bilingual(
                "\(names(schedulers)) should run 'pmd remind' every minute, but "
                    + Self.lastRun(age).english,
                "\(names(schedulers)) 프로그램이 'pmd remind'를 매분 실행해야 하는데 실행되지 않고 있습니다. "
                    + Self.lastRun(age).korean)
        case .channelFails(let name, _):
            Bilingual(
                "the channel \(name) could not deliver reminders", "\(name) 채널로 알림을 보내지 못했습니다")
        }
    }

    var remedy: Bilingual? {
        switch self {
        case .noJobs, .unreadCrontab, .serves, .runs, .remindsByHand, .reminds: nil
        case .fault(let fault, let job, let scheduler): fault.remedy(of: job, by: scheduler)
        case .leftover(_, _, _, let removing): Bilingual(untranslated: removing)
        case .remindsLate(let schedulers, _):
            Bilingual(
                "check that \(names(schedulers)) is running, and its log; if pmd was moved, run "
                    + "'pmd remind --install' again",
                "\(names(schedulers)) 프로그램의 실행 여부와 로그를 확인하고, pmd를 옮겼다면 "
                    + "'pmd remind --install'을 다시 실행하세요")
        case .channelFails(_, let key):
            Bilingual(
                "run 'pmd remind' to try again and see the reason; 'git config \(key) stdout' prints "
                    + "reminders instead",
                "'pmd remind'를 실행하면 다시 시도하고 원인을 알려 줍니다. 'git config \(key) stdout'을 설정하면 "
                    + "알림을 출력합니다")
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
            return Bilingual("less than a minute ago", "1분 이내")
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
                "crontab에서 \(job.command)를 실행하는 줄이 편집되었습니다")
        case .incomplete:
            Bilingual(
                "systemd cannot run \(job.command): one of its two units is missing",
                "systemd가 \(job.command)를 실행할 수 없습니다: 두 유닛 중 하나가 없습니다")
        case .stopped(let trigger, _):
            Bilingual(
                "systemd does not run \(job.command) now: \(visible(trigger.utf8)) is stopped",
                "systemd가 지금 \(job.command)를 실행하지 않습니다: \(visible(trigger.utf8)) 유닛이 멈춰 있습니다")
        case .unanswered:
            Bilingual(
                "systemd has units for \(job.command), but does not respond",
                "systemd에 \(job.command)의 유닛이 있지만 systemd가 응답하지 않습니다")
        case .programMissing(let path):
            Bilingual(
                "\(scheduler.rawValue) cannot run \(job.command): the program \(path) is missing",
                "\(scheduler.rawValue) 프로그램이 \(job.command)를 실행할 수 없습니다: \(path) 프로그램이 없습니다")
        case .templateMissing:
            Bilingual(
                "systemd cannot run \(job.command): the units of pmd's package are missing",
                "systemd가 \(job.command)를 실행할 수 없습니다: pmd 패키지의 유닛이 없습니다")
        case .notEnabled:
            Bilingual(
                "systemd has units for \(job.command), but does not start them",
                "systemd에 \(job.command)의 유닛이 있지만 시작하지 않습니다")
        case .failed:
            Bilingual(
                "the last run of \(job.command) by systemd failed",
                "systemd가 마지막으로 실행한 \(job.command)가 실패했습니다")
        }
    }

    fileprivate func remedy(of job: ScheduledJob, by scheduler: JobScheduler) -> Bilingual? {
        let again = job.installing(in: scheduler)
        return switch self {
        case .brokenCrontab: nil
        case .changedLine: Bilingual("restore it with \(again)", "원래대로 되돌리려면: \(again)")
        case .incomplete: Bilingual("write it again with \(again)", "다시 만들려면: \(again)")
        case .stopped(_, let starting): Bilingual("start it with \(starting)", "시작하려면: \(starting)")
        case .unanswered:
            Bilingual(
                "it runs them while you are logged in; run 'systemctl --user status' to see why it "
                    + "does not respond",
                "로그인해 있는 동안에는 실행합니다. 응답하지 않는 원인은 'systemctl --user status'로 확인하세요")
        case .programMissing:
            Bilingual("make it run this program with \(again)", "이 프로그램을 실행하게 하려면: \(again)")
        case .templateMissing:
            Bilingual("write its own units with \(again)", "유닛을 새로 만들려면: \(again)")
        case .notEnabled(let enabling):
            Bilingual("start them with \(enabling)", "시작하려면: \(enabling)")
        case .failed(let showingLog):
            Bilingual("the reason is in \(showingLog)", "원인: \(showingLog)")
        }
    }

    private static func brokenCrontab(_ comment: String) -> Bilingual {
        BoardError.installation(.brokenCrontab(comment: comment)).words
    }
}
