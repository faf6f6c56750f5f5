import TaskBoard

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
