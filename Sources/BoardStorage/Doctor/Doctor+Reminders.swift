import Git
import TaskBoard

extension Doctor {
    /// The age of the last run from which on an installation is doubtful, in seconds. Runs are
    /// noted only so often, and the machine may have been asleep a moment ago.
    private static let longestPause = 2 * Workspace.noteInterval

    /// Checks that `pmd remind` runs, and that its channels work.
    func reminders(
        _ record: ReminderRecord, now: Int64, executable: String
    ) throws -> [Diagnosis] {
        let settings = try location.reminderSettings()
        let crontab = readCrontab()
        let installed = try JobInstallation(.remind, at: location, executable: executable)
            .installed(in: crontab.value)
        // A disabled unit may be one of two; the words below say that nothing has run.
        let faults = installed.compactMap { job in
            job.fault.map { Self.wrong(.reminders, $0, of: job, .remind) }
        }
        let age = record.lastRun.map { max(0, now - $0) }
        return (crontab.failure.map { [Self.unreadCrontab(.reminders, $0)] } ?? [])
            + (faults.isEmpty ? [runs(age, by: installed.map(\.scheduler))] : faults)
            + settings.channels.filter { record.channels[$0]?.failureReported != nil }
            .map { failing($0) }
    }

    private func runs(_ age: Int64?, by installed: [JobScheduler]) -> Diagnosis {
        let names = installed.map(\.rawValue).joined(separator: ", ")
        let last =
            age.map(Self.words).map {
                Bilingual(
                    "the last run on record was \($0.english)", "기록된 마지막 실행: \($0.korean)")
            } ?? Bilingual("no run is on record", "실행된 기록이 없습니다")
        switch age {
        case _ where installed.isEmpty:
            return .fine(
                .reminders,
                Bilingual(
                    "nothing runs 'pmd remind' by itself; \(last.english); to have what is due "
                        + "announced: 'pmd remind --install cron', or 'systemd'",
                    "'pmd remind'를 스스로 실행하는 것이 없습니다; \(last.korean); 기한이 된 할 일을 "
                        + "알리려면 'pmd remind --install cron'이나 'systemd'"))
        case let age? where age < Self.longestPause:
            return .fine(
                .reminders,
                Bilingual(
                    "\(names) has been told to run 'pmd remind' every minute; \(last.english)",
                    "\(names) 프로그램이 'pmd remind'를 매분 실행합니다; \(last.korean)"))
        default:
            return .advice(
                .reminders,
                Bilingual(
                    "\(names) should run 'pmd remind' every minute, but \(last.english)",
                    "\(names) 프로그램이 'pmd remind'를 매분 실행해야 하는데, \(last.korean)"),
                Bilingual(
                    "see that \(names) runs, look at its log, and run 'pmd remind --install' "
                        + "again if pmd was moved",
                    "\(names)이(가) 도는지와 로그를 보고, pmd를 옮겼다면 'pmd remind --install'을 다시 "
                        + "실행하세요"))
        }
    }

    private func failing(_ channel: ReminderChannel) -> Diagnosis {
        .wrong(
            .reminders,
            Bilingual(
                "the channel \(channel.name) could not announce what is due",
                "\(channel.name) 방법으로 알리지 못했습니다"),
            Bilingual(
                "'pmd remind' tries again and says why; 'git config "
                    + "\(ReminderSettings.channelsKey) stdout' uses the output instead",
                "'pmd remind'가 다시 알리고 까닭을 말합니다; 'git config "
                    + "\(ReminderSettings.channelsKey) stdout'은 출력을 대신 씁니다"))
    }

    /// Returns a time ago in its largest unit.
    private static func words(_ seconds: Int64) -> Bilingual {
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
