/// A command that the system runs by itself for one board.
package enum ScheduledJob: String, CaseIterable, Sendable {
    case sync, remind, serve

    /// The words of the command, without the program.
    func words(for board: String) -> [String] {
        [rawValue, "-C", board] + (self == .sync ? ["--offline-ok"] : [])
    }

    /// When cron runs it; nil for a server.
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

/// A program that runs jobs.
package enum JobScheduler: String, CaseIterable, Sendable {
    case cron, systemd
}
