import Git
import MarkdownDocument
import TaskBoard

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
