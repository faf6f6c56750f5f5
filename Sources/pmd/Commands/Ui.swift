import ArgumentParser
import BoardStorage
import BoardView
import Glibc
import MarkdownDocument
import TaskBoard
import TerminalBoard
import TerminalUI
import TextLayout
import Words

/// Opens the board in the terminal.
struct Ui: Command {
    static let configuration = CommandConfiguration(
        commandName: "ui",
        abstract: "Open the board in the terminal",
        discussion: """
            Drag cards with the mouse, or press Space and use the arrow keys. '?' lists the keys, \
            ':' finds every action by its name. Changes by editors, git and other programs appear \
            at once. Bare 'pmd' opens the board too. 'pmd help board' has all its keys.

            Settings in git's configuration: 'pmd.key.ACTION' sets a key, as in \
            'git config pmd.key.delete Ctrl-D'; 'pmd.theme' is auto, light or dark; 'pmd.autoSync' \
            is how often the open board syncs by itself, in minutes.

            Examples:
              pmd ui
              pmd ui +house due.before:2w
              pmd ui --theme light
              pmd ui --try
            """)

    @Argument(help: "Show only the tasks that match this query.") var query: [Word] = []
    @Option(help: "Show the board as of this date, such as 2w or 2026-11-01.") var at: Word?
    @Option(help: "Use colours for a light or dark terminal: auto, light or dark.")
    var theme: ThemeChoice?
    @Flag(help: "Print the board and its changes as lines, and read commands as lines.")
    var plain = false
    @Flag(
        name: .customLong("try"),
        help: "Open a scratch board, which is deleted when you leave it.")
    var isPractice = false
    @OptionGroup var common: CommonOptions

    func run(_ session: Session) async throws {
        guard !common.json else { throw Failure(.usage, .noJSON(of: "ui")) }
        if isPractice { return try await practise(session) }
        do {
            _ = try session.location()
        } catch let error as BoardError where error.code == "no-board" && Stream.canAsk && !plain {
            let guide = BoardGuide(language: .ofReader, start: try common.directory?.text())
            switch try guide.run() {
            case .board(let folder):
                return try await open(Session(common.at(absolutePath(folder, from: guide.place))))
            case .practice: return try await practise(session)
            case .none: throw error
            }
        }
        try await open(session)
    }

    private func practise(_ session: Session) async throws {
        guard at == nil, common.directory == nil else {
            throw Failure(.usage, .practiceWithOthers)
        }
        if !plain { _ = try BoardRun.colours(session) }
        let board = try PracticeBoard(.ofReader, today: session.now.today)
        defer {
            board.remove()
            EndingSignals.release()
        }
        try await open(Session(common.at(board.folder)), thatEnds: board.remove)
    }

    /// - Parameter thatEnds: Runs before a signal ends the program.
    private func open(_ session: Session, thatEnds: @escaping () -> Void = {}) async throws {
        // This thread makes the one-time queries; the board then uses its own thread.
        let reading = try session.workspace(keepsRepository: false)
        if plain {
            EndingSignals.release()
            return try await runPlain(session, reading)
        }
        let depth = try BoardRun.colours(session)
        let device = try TerminalDevice(depth: depth)
        let theme = try theme ?? reading.location.choice("pmd.theme", or: ThemeChoice.auto)
        var boardEnvironment = try await BoardRun.boardEnvironment(session, reading, depth: depth)
        let workspace = try Workspace(reading.location)
        boardEnvironment.theme.isDark = theme != .light
        var app = BoardApp(boardEnvironment)
        try app.show(reading.location.choice("pmd.density", or: Density.comfortable))
        try app.start(query: query.map { try $0.text() }, at: pastDate(session))
        let minutes = try BoardRun.minutesBetweenSyncs(reading.location)
        var run = try BoardRun(
            device, app, workspace, in: window(at: reading.location), isThemeForced: theme != .auto)
        guard let signal = try run.run(syncingEvery: minutes) else { return }
        thatEnds()
        // End as if the signal had not been caught.
        raise(signal)
    }

    /// Returns the window in which this board undoes only its own actions; nil if the local state
    /// cannot be written. The board then undoes every action of the clone, as a command does.
    private func window(at location: Location) -> TerminalWindow? {
        do { return try TerminalWindow(at: location) } catch { return nil }
    }

    private func runPlain(_ session: Session, _ reading: Workspace) async throws {
        guard query.isEmpty, at == nil, theme == nil else {
            throw Failure(.usage, .plainWithOthers)
        }
        let style = await session.dates(reading).style
        let workspace = try Workspace(reading.location)
        let board = try await reading.board()
        await PlainBoard(workspace, reading: reading, .ofReader).run(board) {
            DateWords(style, now: .present)
        }
    }

    private func pastDate(_ session: Session) throws -> DueDate? {
        guard let at else { return nil }
        let text = try at.text()
        let date = try DueDate.typed(Text(text), in: "--at", now: session.now, sense: .back)
        guard date.seconds(session.now) <= session.now.seconds else {
            throw Failure(.usage, .futureDate(text, of: "--at"))
        }
        return date
    }
}

/// The colour themes of the board.
enum ThemeChoice: String, CaseIterable, ExpressibleByArgument {
    case auto, light, dark
}

extension Language {
    /// The message language set in the environment.
    static let ofReader: Language = {
        let name = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap(environment)
            .first { !$0.isEmpty }
        return Language(locale: name ?? "")
    }()
}

/// One run of the board in the terminal.
struct BoardRun {
    private let device: TerminalDevice
    private var app: BoardApp
    private let workspace: Workspace
    private let driver: BoardDriver
    private let mailbox: Mailbox
    private let isThemeForced: Bool
    /// Kept as long as the board is open.
    private let window: TerminalWindow?
    private var leaving: Leaving?
    /// The running processes that open links.
    private var openers: [pid_t] = []

    init(
        _ device: TerminalDevice, _ app: BoardApp, _ workspace: Workspace,
        in window: TerminalWindow?, isThemeForced: Bool
    ) throws(BoardError) {
        (self.device, self.app, self.workspace) = (device, app, workspace)
        (self.window, self.isThemeForced) = (window, isThemeForced)
        mailbox = Mailbox(waking: device.waker)
        let style = app.environment.dateStyle
        driver = try BoardDriver(
            workspace, by: Caller(client: window?.client), mailbox: mailbox,
            language: app.environment.language
        ) {
            DateWords(style, now: .present)
        }
    }

    /// Returns the colour depth of the terminal.
    ///
    /// - Throws: ``Failure`` (64) if there is no terminal that can show the board.
    static func colours(_ session: Session) throws(Failure) -> ColourDepth {
        let term = environment("TERM") ?? ""
        guard Stream.input.isTerminal, Stream.output.isTerminal, term != "dumb" else {
            throw Failure(.usage, .noTerminal(isDumb: term == "dumb"))
        }
        return depth(term, isColoured: session.options.color)
    }

    /// Returns the colour depth of a terminal type.
    private static func depth(_ term: String, isColoured policy: ColourPolicy) -> ColourDepth {
        guard policy.isColoured(isTerminal: true, environment: environment) else { return .none }
        if ["truecolor", "24bit"].contains(environment("COLORTERM") ?? "") { return .trueColour }
        return term.contains("256color") ? .palette : .sixteen
    }

    static func boardEnvironment(
        _ session: Session, _ workspace: Workspace, depth: ColourDepth
    ) async throws -> BoardEnvironment {
        let keys: KeyMap
        do throws(KeyMap.Problem) {
            keys = try KeyMap(settings: workspace.location.keySettings())
        } catch {
            throw Failure(.data, "bad-setting", .setting(error.settingProblem))
        }
        var theme = BoardTheme(depth: depth)
        if depth != .none {
            let settings = try workspace.location.userSettings(below: "pmd.color")
            for (style, look) in try Theme.looks(settings: settings) { theme.set(style, to: look) }
        }
        var boardEnvironment = BoardEnvironment(
            name: workspace.location.name, now: session.now, language: .ofReader,
            dateStyle: await session.dates(workspace).style, me: try await workspace.me(),
            theme: theme, keys: keys, hash: contentHash)
        boardEnvironment.firstWeekday = firstWeekday(
            ofLocale: DateLanguage.localeName(environment) ?? "")
        boardEnvironment.numbers = .ofReader(environment)
        return boardEnvironment
    }

    /// Returns the value of `pmd.autoSync` in git's configuration, in minutes; nil if it is not
    /// set.
    ///
    /// - Throws: ``Failure`` (65) for anything but a positive number.
    static func minutesBetweenSyncs(_ location: Location) throws -> Int? {
        guard let text = try location.userSetting("pmd.autoSync") else { return nil }
        if let minutes = Int(text), (1...10_080).contains(minutes) { return minutes }
        throw Failure(
            .data, "bad-setting",
            .setting(.wrongMinutes("pmd.autoSync", safe(Array(text.utf8)))))
    }

    /// - Parameter minutes: The interval of automatic syncs; nil for none.
    /// - Returns: The number of the signal that ended the board; nil if the user left it.
    mutating func run(syncingEvery minutes: Int?) throws(Failure) -> Int32? {
        try device.enter()
        defer { device.leave() }
        // From here on, the device handles them.
        EndingSignals.release()
        driver.start()
        if let minutes { driver.startSyncing(every: minutes) }
        resize()
        while true {
            for notice in mailbox.takeAll() { app.take(notice, now: .present) }
            try performEffects()
            if let leaving, !driver.isBusy || leaving.end < .now {
                switch leaving.way {
                case .quitting: return nil
                case .ending(let signal): return signal
                case .suspending:
                    self.leaving = nil
                    try device.suspend()
                    resize()
                }
            }
            if case .ending? = leaving?.way {
                // The terminal may be closed.
                usleep(20_000)
            } else {
                try device.show(app.screen())
                try takeNext()
            }
        }
    }

    private mutating func takeNext() throws(Failure) {
        openers.removeAll { waitpid($0, nil, WNOHANG) != 0 }
        let wait = app.nextChange.map { max(0, Int($0 - Moment.present.seconds)) * 1000 + 20 }
        let (pause, start) = (app.scrollPause, ContinuousClock.now)
        let event = try device.next(
            within: leaving == nil ? [wait, pause].compactMap(\.self).min() : 100)
        app.environment.now = .present
        switch event {
        case .input(let events):
            for event in events where !isIgnored(event) { app.take(event) }
        case .resized: resize()
        case .continued: break
        case .woken:
            app.take(.time)
            if let pause, .now - start >= .milliseconds(pause) { app.take(.rested) }
        case .ended(let number):
            app.leaveForms()
            leaving = Leaving(.ending(by: number))
        }
    }

    /// A pending exit from the board, which waits for unfinished requests.
    private struct Leaving {
        enum Reason {
            case quitting, suspending
            case ending(by: Int32)
        }

        let way: Reason
        /// The deadline of the wait.
        let end = ContinuousClock.now + .seconds(30)

        init(_ way: Reason) { self.way = way }
    }

    private func isIgnored(_ event: InputEvent) -> Bool {
        if case .background = event { return isThemeForced }
        return false
    }

    private mutating func resize() {
        let size = device.size
        app.resize(columns: size.columns, rows: size.rows, cell: size.cell)
    }

    private mutating func performEffects() throws(Failure) {
        for effect in app.takeEffects() {
            switch effect {
            case .quit: leaving = Leaving(.quitting)
            case .suspend: leaving = Leaving(.suspending)
            case .redraw: device.forgetScreen()
            case .openEditor(let id): try openEditor(id)
            case .openLink(let address): openLink(address)
            case .openFile(let file): openFile(file)
            case .reminded:
                try device.ring()
                driver.take(effect)
            default: driver.take(effect)
            }
        }
    }

    private mutating func openEditor(_ id: TaskID) throws(Failure) {
        guard let path = app.path(of: id) else { return }
        let setting: String?
        do { setting = try workspace.configuredEditor() } catch {
            return app.take(.message(BoardError(error).words.text(.ofReader), isFailure: true))
        }
        device.leave()
        do throws(Failure) {
            let editor = try Editor(
                environment: environment, setting: setting, hasTerminal: true)
            let opened: OpenedVersion?
            do { opened = try workspace.versionToOpen(at: path) } catch { throw Failure(error) }
            try editor.open(Array((workspace.location.root + "/").utf8) + path.bytes)
            driver.commitEdits(of: id, openedAs: opened)
        } catch {
            app.take(.message(error.words.text(.ofReader), isFailure: true))
        }
        try device.enter()
        resize()
    }

    /// Opens an address in the user's browser or mail program.
    private mutating func openFile(_ file: BoardPath) {
        do {
            let location = workspace.location
            guard try location.sizes(of: [file])[file] != nil else {
                let words = BoardText.files(.missing(safe(file.fileName)))
                return app.take(.message(words.text(.ofReader), isFailure: true))
            }
            openers.append(
                try openFileInProgram(
                    Array((location.root + "/").utf8) + file.bytes,
                    program: location.userSetting("pmd.opener")))
        } catch {
            app.take(.message(Failure(error).words.text(.ofReader), isFailure: true))
        }
    }

    private mutating func openLink(_ address: String) {
        guard isOpenable(address) else { return }
        do throws(Failure) { openers.append(try openAddress(address)) } catch {
            mailbox.post(.message(error.words.text(.ofReader), isFailure: true))
        }
    }
}

extension Moment {
    /// The current time, in the reader's time zone and language.
    static var present: Moment {
        Moment(
            seconds: Clock.system.seconds, language: .ofReader(environment),
            offset: { Int(Clock.system.offset($0)) * 60 })
    }
}

extension Location {
    /// Returns the word of a setting in git's configuration; a default if it is not set.
    ///
    /// - Throws: ``Failure`` (65) for a word that is no choice.
    fileprivate func choice<Choice: RawRepresentable<String> & CaseIterable>(
        _ key: String, or standard: Choice
    ) throws -> Choice {
        guard let word = try userSetting(key) else { return standard }
        if let choice = Choice(rawValue: word) { return choice }
        throw Failure(
            .data, "bad-setting",
            .setting(
                .wrongSetting(
                    key, safe(Array(word.utf8)), choices: Choice.allCases.map(\.rawValue))))
    }

    /// Returns the key bindings in git's configuration; empty if it cannot be read.
    fileprivate func keySettings() -> [(name: String, value: String)] {
        do { return try userSettings(below: "pmd.key") } catch { return [] }
    }
}

extension KeyMap.Problem {
    fileprivate var settingProblem: SettingProblem {
        switch self {
        case .unknownAction(let name):
            .unknownKeyAction(
                name, near: suggestion(for: name, among: BoardAction.allCases.map(\.name)))
        case .unknownKey(let key, let action): .unknownKey(key, action: action.name)
        case .fixed(let action): .fixedKey(action: action.name)
        case .taken(let key, let action): .takenKey(key, action: action.name)
        }
    }
}
