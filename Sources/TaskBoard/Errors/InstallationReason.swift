/// Failures of installing a command in cron or systemd.
package enum InstallationReason: ErrorReason {
    /// A program that installing a command requires.
    case noProgram(String, command: String)
    /// `words` is the program's own message.
    case programFailed(String, words: String)
    /// A crontab in which pmd's lines are not two comments around one line.
    case brokenCrontab(comment: String)
    /// A folder or a program whose path cannot appear in a crontab or a unit.
    case unusablePath(String)
    /// A folder or a program whose path cannot appear in a crontab.
    case backslash(String)
    /// A file that pmd did not write, at the path of one of its units.
    case foreignFile(String)
    /// A command whose units are written, but which systemd does not run yet. `start` is the
    /// command that starts it.
    case notStarted(command: String, port: Int?, start: String)
    /// A command whose units are removed, but which systemd may still run. `stop` is the command
    /// that stops it.
    case notStopped(command: String, stop: String)
    /// A port in use by another program or another board's server.
    case portTaken(Int)
    /// A port that the system refuses to assign.
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
