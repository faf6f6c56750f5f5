/// A command that the system runs automatically for one board.
package enum ScheduledJob: String, CaseIterable, Sendable {
    case sync, remind, serve
}

/// A program that runs jobs.
package enum JobScheduler: String, CaseIterable, Sendable {
    case cron, systemd
}
