import ArgumentParser
import BoardStorage
import BoardView
import MarkdownDocument
import Synchronization
import TaskBoard
import TextLayout
import Words

/// Announces the reminders that are due.
struct Remind: Command {
    static let configuration = CommandConfiguration(
        commandName: "remind",
        abstract: "Announce what is due, from cron or a systemd timer",
        usage: """
            pmd remind [--dry-run]
            pmd remind --install cron|systemd [--print]
            pmd remind --uninstall
            """,
        discussion: """
            Prints your own and unassigned tasks whose reminders are due, each once. To use other \
            channels, set them in this clone's git configuration; see 'pmd help time'.

            Examples:
              pmd remind --dry-run
              pmd remind --install cron
              git config pmd.remindBy notify
            """)

    @Flag(help: "Print what would be announced, without recording it.") var dryRun = false
    @Option(
        help: ArgumentHelp(
            "Run this command every minute: cron or systemd.", valueName: "scheduler"))
    var install: JobScheduler?
    @Flag(help: "With '--install', print what it would write.") var print = false
    @Flag(help: "Remove what '--install' wrote.") var uninstall = false
    @OptionGroup var common: CommonOptions

    func check() throws(Failure) {
        try installation.check(isJSON: common.json)
        if dryRun, installation.isAsked {
            throw Failure(.onlyOne(["--dry-run", "--install", "--uninstall"]))
        }
    }

    private var installation: InstallationRequest {
        InstallationRequest(job: .remind, install: install, print: print, uninstall: uninstall)
    }

    func run(_ session: Session) async throws {
        if installation.isAsked { return try installation.run(session) }
        let workspace = try session.workspace()
        let settings = try workspace.location.reminderSettings()
        let reminders = ReminderOutput(
            session: session, settings: settings, location: workspace.location,
            dates: await session.dates(workspace))
        guard !dryRun else {
            var all: [Announcements] = []
            for channel in settings.channels {
                all.append(
                    try await workspace.announcements(by: channel, settings, isPreview: true))
            }
            return try reminders.preview(all)
        }
        try await announce(reminders, in: workspace)
    }

    private func announce(_ reminders: ReminderOutput, in workspace: Workspace) async throws {
        let console = reminders.session.console
        let run: ReminderRun
        do {
            run = try await workspace.remind(reminders.settings) {
                (announcements) throws(DeliveryFailure) in try reminders.deliver(announcements)
            }
        } catch let error as BoardError where error.exit == .tryLater {
            // Another run announces the same reminders; cron should not mail this error.
            throw Stream.error.isTerminal ? Failure(error) : .reported(.tryLater)
        }
        if console.isJSON, !reminders.hasPrinted {
            try console.print(json: .array(run.announced.map(\.json)))
        }
        if run.announced.isEmpty, run.failures.isEmpty, Stream.error.isTerminal {
            console.say(.nothingToAnnounce(next: run.next.map { reminders.dates.planned(at: $0) }))
        }
        for failure in run.reported { console.warn(reminders.sentence(for: failure)) }
        guard !run.failures.isEmpty else { return }
        let isOutput = run.failures.contains { $0.channel == .stdout }
        throw Failure.reported(isOutput ? .inputOutput : .unavailable)
    }
}

// MARK: Output

/// The announcements of a run so far.
private final class Announced: Sendable {
    private let state = Mutex<(all: [JSONValue], isPrinted: Bool)>(([], false))

    var isPrinted: Bool { state.withLock(\.isPrinted) }

    func note(_ announcements: Announcements) {
        state.withLock { $0.all.append(announcements.json) }
    }

    /// Returns the announcements so far plus the last one, which are about to be printed.
    func all(and last: Announcements) -> [JSONValue] {
        state.withLock { state in
            state.isPrinted = true
            return state.all + [last.json]
        }
    }
}

/// The output channels of reminders.
private struct ReminderOutput: Sendable {
    let session: Session
    let settings: ReminderSettings
    let location: Location
    /// The date format for standard output.
    let dates: DateWords
    /// The announcements so far, printed as a single JSON array.
    private let announced = Announced()

    init(session: Session, settings: ReminderSettings, location: Location, dates: DateWords) {
        (self.session, self.location, self.dates) = (session, location, dates)
        var settings = settings
        // Standard output runs last, so that its array includes the other channels.
        if session.console.isJSON, settings.channels.contains(.stdout) {
            settings.channels = settings.channels.filter { $0 != .stdout } + [.stdout]
        }
        self.settings = settings
    }

    /// True once the array has been printed.
    var hasPrinted: Bool { announced.isPrinted }

    /// Announces through one channel.
    func deliver(_ announcements: Announcements) throws(DeliveryFailure) {
        guard announcements.channel == .stdout else {
            try Delivery(location, settings)
                .deliver(text(announcements), by: announcements.channel)
            return announced.note(announcements)
        }
        let isRead: Bool
        do throws(Failure) {
            isRead =
                session.console.isJSON
                ? try session.console.printed(json: .array(announced.all(and: announcements)))
                : try session.console.print(lines(announcements))
        } catch {
            throw DeliveryFailure(.stdout, error.deliveryCause)
        }
        guard isRead else {
            throw DeliveryFailure(.stdout, .readerEnded)
        }
    }

    func preview(_ all: [Announcements]) throws {
        let console = session.console
        guard !console.isJSON else { return try console.print(json: .array(all.map(\.json))) }
        for announcements in all where !announcements.entries.isEmpty {
            if all.count > 1 {
                try console.print(.announcedBy(announcements.channel.name.string))
            }
            try console.print(lines(announcements))
        }
        guard all.allSatisfy({ $0.entries.isEmpty }) else { return }
        let next = all.compactMap(\.next).min()
        console.say(.nothingToAnnounce(next: next.map { dates.planned(at: $0) }))
    }

    func sentence(for failure: DeliveryFailure) -> CommandSentence {
        .channelFails(failure.channel.name.string, failure.cause.words)
    }

    private func lines(_ announcements: Announcements) -> [String] {
        ReminderWords(announcements.entries, dates: dates, .ofReader, isWhole: true).lines
            .map { safe(Array($0.utf8)) }
    }

    /// Returns the text for a program. It may be read on another day, so dates are absolute.
    private func text(_ announcements: Announcements) -> ReminderText {
        let words = ReminderWords(
            announcements.entries, dates: DateWords(.locale, now: session.now), .ofReader)
        return ReminderText(
            title: words.title, body: words.lines.joined(separator: "\n"),
            json: announcements.json.encoded(isVersioned: true) + [0x0A])
    }
}

extension Failure {
    /// The cause of a failed delivery to standard output.
    fileprivate var deliveryCause: DeliveryFailure.Cause {
        switch self {
        case .board(let error): .error(error)
        case .command(_, _, .outputNotWritten(let cause)): .outputNotWritten(cause: cause)
        case .command, .parsing, .reported: .outputNotWritten(cause: words.english)
        }
    }
}
