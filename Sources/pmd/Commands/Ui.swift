import ArgumentParser
import BoardStorage
import BoardView
import Glibc
import MarkdownDocument
import TaskBoard
import TerminalBoard
import TerminalUI

/// Opens the board in the terminal.
struct Ui: Command {
    static let configuration = CommandConfiguration(
        commandName: "ui",
        abstract: "Open the board in the terminal",
        discussion: """
            Drag cards with the mouse, or press Space and use the arrow keys. '?' lists the keys, \
            ':' finds every action by its name. Changes by editors, git and other programs show at \
            once. Bare 'pmd' opens the board too.

            Keys can be set in git's configuration: 'git config pmd.key.delete Ctrl-D'.

            Examples:
              pmd ui
              pmd ui +house due.before:2w
              pmd ui --theme light
            """)

    @Argument(help: "Show only the tasks of this query.") var query: [Word] = []
    @Option(help: "Show the board as of this date, such as 2w or 2026-11-01.") var at: Word?
    @Option(help: "Use colours for a light or dark terminal: auto, light or dark.")
    var theme = ThemeChoice.auto
    @OptionGroup var common: CommonOptions

    func run(_ session: Session) async throws {
        let device = try BoardRun.device(session)
        // What is asked once is asked on this thread; the board has its own from here on.
        let reading = try session.workspace()
        var surroundings = try await BoardRun.surroundings(session, reading, depth: device.depth)
        let workspace = try Workspace(reading.location)
        surroundings.theme.isDark = theme != .light
        var app = BoardApp(surroundings)
        try app.start(query: query.map { try $0.text() }, at: pastDay(session))
        var run = BoardRun(device.device, app, workspace, isThemeForced: theme != .auto)
        try run.run()
    }

    private func pastDay(_ session: Session) throws -> Day? {
        guard let at else { return nil }
        let text = Text(try at.text())
        return try DueDate.typed(text, in: text, now: session.now, sense: .back).day(session.now)
    }
}

/// The colours of the board.
enum ThemeChoice: String, CaseIterable, ExpressibleByArgument {
    case auto, light, dark
}

/// One run of the board in the terminal.
struct BoardRun {
    private let device: TerminalDevice
    private var app: BoardApp
    private let workspace: Workspace
    private let driver: BoardDriver
    private let mailbox: Mailbox
    private let isThemeForced: Bool

    init(
        _ device: TerminalDevice, _ app: BoardApp, _ workspace: Workspace, isThemeForced: Bool
    ) {
        (self.device, self.app, self.workspace) = (device, app, workspace)
        self.isThemeForced = isThemeForced
        mailbox = Mailbox(waking: device.waker)
        let style = app.surroundings.dateStyle
        driver = BoardDriver(workspace, mailbox: mailbox) { DateWords(style, now: .present) }
    }

    /// - Throws: ``Failure`` (64) without a terminal that can show the board.
    static func device(
        _ session: Session
    ) throws(Failure) -> (device: TerminalDevice, depth: ColourDepth) {
        let term = environment("TERM") ?? ""
        guard Stream.input.isTerminal, Stream.output.isTerminal, term != "dumb" else {
            let reason = term == "dumb" ? "TERM is 'dumb'" : "this is none"
            throw Failure(
                .usage, "the board needs a terminal, and \(reason): 'pmd board' prints it")
        }
        let depth = depth(term, isColoured: session.options.color)
        return (try TerminalDevice(depth: depth), depth)
    }

    /// The colours that the terminal shows, by its name.
    private static func depth(_ term: String, isColoured policy: ColourPolicy) -> ColourDepth {
        guard policy.isColoured(isTerminal: true, environment: environment) else { return .none }
        if ["truecolor", "24bit"].contains(environment("COLORTERM") ?? "") { return .trueColour }
        return term.contains("256color") ? .palette : .sixteen
    }

    static func surroundings(
        _ session: Session, _ workspace: Workspace, depth: ColourDepth
    ) async throws -> Surroundings {
        let language = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap(environment)
            .first { !$0.isEmpty }
        let keys: KeyMap
        do throws(KeyMap.Problem) {
            keys = try KeyMap(settings: workspace.location.keySettings())
        } catch {
            throw Failure(.data, "bad-setting", error.words)
        }
        return Surroundings(
            now: session.now, language: Language(locale: language ?? ""),
            dateStyle: await session.dates(workspace).style, me: try await workspace.me(),
            theme: BoardTheme(depth: depth), keys: keys, hash: contentHash)
    }

    mutating func run() throws(Failure) {
        try device.enter()
        defer { device.leave() }
        driver.start()
        resize()
        while true {
            for notice in mailbox.takeAll() { app.take(notice, now: .present) }
            if try carryOutEffects() { return }
            try device.show(app.screen())
            let wait = app.nextChange.map { max(0, Int($0 - Moment.present.seconds)) * 1000 + 20 }
            switch try device.next(within: wait) {
            case .input(let events):
                for event in events where !isIgnored(event) { app.take(event) }
            case .resized: resize()
            case .continued: break
            case .woken: app.take(.time, now: .present)
            case .ended(let number):
                device.leave()
                if number == SIGHUP { return }
                // As the signal would have ended it.
                raise(number)
            }
        }
    }

    private func isIgnored(_ event: InputEvent) -> Bool {
        if case .background = event { return isThemeForced }
        return false
    }

    private mutating func resize() {
        let size = device.size
        app.resize(columns: size.columns, rows: size.rows)
    }

    /// - Returns: True if the board is left.
    private mutating func carryOutEffects() throws(Failure) -> Bool {
        for effect in app.takeEffects() {
            switch effect {
            case .quit: return true
            case .suspend:
                try device.suspend()
                resize()
            case .openEditor(let id): try openEditor(id)
            case .openLink(let address): openLink(address)
            default: driver.take(effect)
            }
        }
        return false
    }

    private mutating func openEditor(_ id: TaskID) throws(Failure) {
        guard let path = app.path(of: id) else { return }
        device.leave()
        do throws(Failure) {
            let editor = try Editor(environment: environment, hasTerminal: true)
            try editor.open(Array((workspace.location.root + "/").utf8) + path.bytes)
            driver.commitEdits(of: id)
        } catch {
            app.take(.message(error.description, isFailure: true))
        }
        try device.enter()
        resize()
    }

    /// Opens an address in the user's browser or mail program.
    private func openLink(_ address: String) {
        guard ["http://", "https://", "mailto:"].contains(where: address.hasPrefix) else { return }
        var process: pid_t = 0
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for descriptor in Int32(0)...2 {
            posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
        }
        let words = ["xdg-open", address].map { Array($0.utf8) }
        let status = withCStrings(words) { words in
            withProgramEnvironment { posix_spawnp(&process, "xdg-open", &actions, nil, words, $0) }
        }
        if status != 0 {
            mailbox.post(
                .message("'xdg-open' cannot be started: \(systemWords(status))", isFailure: true))
        }
    }
}

extension Moment {
    /// The present, in the reader's zone and language.
    static var present: Moment {
        Moment(
            seconds: Clock.system.seconds, language: .ofReader(environment),
            offset: { Int(Clock.system.offset($0)) * 60 })
    }
}

extension Location {
    /// The keys that git's configuration sets; none where it cannot be read.
    fileprivate func keySettings() -> [(name: String, value: String)] {
        do { return try userSettings(below: "pmd.key") } catch { return [] }
    }
}

extension KeyMap.Problem {
    fileprivate var words: String {
        switch self {
        case .unknownAction(let name):
            let names = BoardAction.allCases.map(\.name)
            let hint = suggestion(for: name, among: names).map { "did you mean 'pmd.key.\($0)'?" }
            return "git's setting pmd.key.\(name) has no effect: "
                + (hint ?? "there is no such action")
        case .unknownKey(let key, let action):
            return "git's setting pmd.key.\(action.name) is '\(key)', which is no key: "
                + "use a character, or a name such as Ctrl-D, F5 or Delete"
        case .fixed(let action):
            return "git's setting pmd.key.\(action.name) has no effect: "
                + "this key is the same on every board"
        case .taken(let key, let action):
            return "git's setting pmd.key.\(action.name) is '\(key)', which has another meaning: "
                + "choose another key"
        }
    }
}
