/// Failures of installing a command in cron or systemd.
package enum InstallationReason: ErrorReason {
    /// A program that an installation of a command needs.
    case noProgram(String, command: String)
    /// `words` are the program's own.
    case programFailed(String, words: String)
    /// A crontab in which pmd's lines are not two comments around one line.
    case brokenCrontab(comment: String)
    /// A folder or a program that no crontab and no unit can name.
    case unusablePath(String)
    /// A folder or a program that no crontab can name.
    case backslash(String)
    /// A file in the place of one of pmd's units, which pmd did not write.
    case foreignFile(String)
    /// A command whose units are written, and that systemd does not run yet. `start` makes it run.
    case notStarted(command: String, port: Int?, start: String)
    /// A command whose units are removed, and that systemd may still run. `stop` ends it.
    case notStopped(command: String, stop: String)
    /// A port that another program or another board's server has.
    case portTaken(Int)
    /// A port that the system does not give.
    case portRefused(Int, cause: Bilingual)
}

extension InstallationReason {
    package var exit: ExitCode {
        switch self {
        case .brokenCrontab, .unusablePath, .backslash, .foreignFile: .data
        case .noProgram, .programFailed, .portTaken, .notStarted, .notStopped: .unavailable
        case .portRefused: .inputOutput
        }
    }

    package var code: String {
        switch self {
        case .noProgram, .programFailed, .notStarted, .notStopped: "unavailable"
        case .brokenCrontab: "bad-crontab"
        case .unusablePath, .backslash: "bad-path"
        case .foreignFile: "foreign-file"
        case .portTaken: "port-taken"
        case .portRefused: "bad-port"
        }
    }

    package var place: ErrorPlace {
        switch self {
        case .noProgram, .programFailed, .brokenCrontab, .unusablePath, .backslash, .foreignFile,
            .notStarted, .notStopped, .portTaken, .portRefused:
            .none
        }
    }
}
