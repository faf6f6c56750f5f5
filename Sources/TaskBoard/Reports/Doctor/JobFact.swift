/// Findings about the jobs that cron and systemd run.
package enum JobFact: Equatable, Sendable {
    /// Neither syncs nor a server.
    case noJobs
    case unreadCrontab(BoardError)
    /// systemd serves the board at a port of this machine.
    case serves(port: Int)
    case runs(ScheduledJob, by: JobScheduler)
    case fault(JobFault, ScheduledJob, by: JobScheduler)
    /// A job whose board is gone.
    ///
    /// - Parameter removing: The command that removes the job.
    case leftover(ScheduledJob, by: JobScheduler, board: String, removing: String)
    // Reminders, with the seconds since the last run on record.
    case remindsByHand(lastRun: Int64?)
    case reminds([JobScheduler], lastRun: Int64?)
    case remindsLate([JobScheduler], lastRun: Int64?)
    /// - Parameter key: The key of git's configuration that chooses the channels.
    case channelFails(String, key: String)
}

extension JobFact {
    package var state: Diagnosis.State {
        switch self {
        case .noJobs, .serves, .runs, .remindsByHand, .reminds: .fine
        case .leftover, .remindsLate: .advice
        case .unreadCrontab, .channelFails: .wrong
        case .fault(let fault, _, _): fault.state
        }
    }
}

/// The reason why an installed job does not run.
package enum JobFault: Equatable, Sendable {
    /// The block in the crontab is not as pmd wrote it, so its command is unknown.
    case brokenCrontab(comment: String)
    /// The line in the crontab was edited.
    case changedLine
    /// One of the two units is gone.
    case incomplete
    /// The timer or the socket is enabled, but stopped.
    ///
    /// - Parameter starting: The command that starts it.
    case stopped(trigger: String, starting: String)
    /// systemd does not answer.
    case unanswered
    /// The job's program is missing, or cannot be run.
    case programMissing(String)
    /// The package's template is gone.
    case templateMissing
    /// systemd does not start it.
    ///
    /// - Parameter enabling: The command that has systemd start it.
    case notEnabled(enabling: String)
    /// Its last run failed, or its socket could not listen.
    ///
    /// - Parameter showingLog: The command that shows the log.
    case failed(showingLog: String)
}

extension JobFault {
    fileprivate var state: Diagnosis.State {
        switch self {
        case .changedLine, .unanswered, .notEnabled: .advice
        case .brokenCrontab, .incomplete, .stopped, .programMissing, .templateMissing, .failed:
            .wrong
        }
    }
}
