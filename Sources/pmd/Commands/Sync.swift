import ArgumentParser
import BoardStorage
import BoardView
import MarkdownDocument
import TaskBoard
import Words

/// Exchanges commits with the remote.
struct Sync: Command {
    static let configuration = CommandConfiguration(
        commandName: "sync",
        abstract: "Commit edits, fetch, merge, and push",
        usage: """
            pmd sync [--verbose] [--offline-ok] [--timeout <seconds>]
            pmd sync --install cron|systemd [--print]
            pmd sync --uninstall
            """,
        discussion: """
            Never prompts, and never stops on a conflict: the value that lost is kept in the \
            task until you resolve it. Without a terminal, sync prints only what needs your \
            attention. See 'pmd help sync', and 'pmd help cron' for unattended runs.

            Examples:
              pmd sync
              pmd sync -C ~/my-tasks --offline-ok
              pmd sync --timeout 60 --json
              pmd sync --install systemd
            """)

    @Flag(help: "Report what was done, even without a terminal.") var verbose = false
    @Flag(help: "Exit with 0 if the remote cannot be reached.") var offlineOk = false
    @Option(
        help: ArgumentHelp(
            "Limit the whole sync to this many seconds.", valueName: "seconds"))
    var timeout: Int?
    @Option(
        help: ArgumentHelp(
            "Run this command every five minutes: cron or systemd.", valueName: "scheduler"))
    var install: JobScheduler?
    @Flag(help: "With '--install', print what it would write.") var print = false
    @Flag(help: "Remove what '--install' wrote.") var uninstall = false
    @OptionGroup var common: CommonOptions

    private var installation: InstallationRequest {
        InstallationRequest(job: .sync, install: install, print: print, uninstall: uninstall)
    }

    func check() throws(Failure) {
        try installation.check(isJSON: common.json)
        if installation.isAsked, verbose || offlineOk || timeout != nil {
            throw Failure(.syncInstallation)
        }
        if let timeout, timeout < 1 {
            throw Failure(.wrongCount(of: "--timeout", timeout, .seconds))
        }
    }

    func run(_ session: Session) async throws {
        if installation.isAsked { return try installation.run(session) }
        let workspace = try session.workspace()
        let console = session.console
        let transfer = TransferSettings(
            executable: try ownPath(), total: timeout, tell: console.progress())
        defer { console.endProgress() }
        let report = try await workspace.sync(transfer) { $0.logLine }
        console.endProgress()
        let isWatched = verbose || console.isJSON || Stream.error.isTerminal
        if console.isJSON {
            try console.print(json: report.json)
        } else if isWatched {
            let others = report.leftOut.dropFirst().map {
                Bilingual.leftOut($0.path, $0.reason)
            }
            let dropped = report.dropped.map(\.notice)
            for note in report.sentences + others + dropped {
                console.warn("pmd: " + note.text(.ofReader))
            }
            let isDone = report.failure == nil || report.failure?.isLeftOut == true
            if isDone, !console.isQuiet { try console.print(summary(report)) }
        } else if let line = report.lineForCron(.ofReader) {
            console.warn("pmd: " + line)
        }
        guard let failure = report.failure, !(report.offline && offlineOk) else { return }
        throw isWatched ? Failure(failure) : .reported(failure.exit)
    }

    /// `pushed 2, received 3, merged 1, 1 conflict`.
    private func summary(_ report: SyncReport) -> String {
        var parts = report.countWords(.ofReader)
        if parts.isEmpty { parts.append(CommandSentence.nothingToDo.text) }
        if !report.hasRemote { parts.append(CommandSentence.noRemotePart.text) }
        return parts.joined(separator: ", ")
    }
}

extension SyncReport {
    /// Returns the results of a sync, such as `pushed 2` and `1 conflict`; empty if nothing
    /// happened.
    func countWords(_ language: Language) -> [String] {
        let exchanged: [(Int, CommandSentence)] =
            hasRemote
            ? [
                (pushed, .pushed(pushed)), (received, .received(received)),
                (merged, .merged(merged)),
            ]
            : []
        let counts =
            [(committed, .committed(committed))] + exchanged
            + [(conflicts + conflictingFiles, .conflictCount(conflicts + conflictingFiles))]
        return counts.filter { $0.0 > 0 }.map { $0.1.text(language) }
    }
}
