import ArgumentParser
import BoardStorage
import BoardView
import Clinux
import Glibc
import HTTPServer
import MarkdownDocument
import TaskBoard
import TextLayout
import WebBoard
import Words

/// Serves the board to browsers and programs.
struct Serve: Command {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Serve the board to browsers, and to programs as a REST API",
        discussion: """
            Prints an address that signs in one browser. Listens only on this machine, unless \
            '--host' gives another address and '--origin' the page's address as browsers show it. \
            Programs send a token; '--print-token' prints the path of its file. \
            'GET /api/openapi.json' describes the API. See 'pmd help serve'.

            Examples:
              pmd serve --open
              pmd serve --port 8080 --sync-every 5m
              pmd serve --install systemd
            """)

    @Option(help: "Listen on this port; 0 chooses a free one. (default: 7463)") var port: Int?
    @Option(help: "Listen on this address of the machine; may be repeated.") var host: [Word] = []
    @Option(help: "Also serve pages of this origin, such as https://board.example.org.")
    var origin: [Word] = []
    @Option(help: "Listen on this socket in the file system, for a proxy.") var socket: Word?
    @Option(
        help: ArgumentHelp(
            "Take the author of commits from this header, set by a proxy.", valueName: "name")
    )
    var userHeader: Word?
    @Option(
        help: ArgumentHelp(
            "Trust the header from a proxy at this address; may be repeated.", valueName: "ip"))
    var trustedProxy: [Word] = []
    @Option(
        help: ArgumentHelp(
            "Trust a proxy only if it sends the secret in this file as 'Pmd-Proxy-Secret'.",
            valueName: "file"))
    var proxySecret: Word?
    @Option(help: "Sync at this interval, such as 5m.") var syncEvery: Word?
    @Flag(help: "Open the board in the browser.") var open = false
    @Flag(help: "Serve the board read-only: refuse every change.") var readOnly = false
    @Flag(help: "Replace the token, which signs out every browser and program at once.")
    var newToken = false
    @Flag(help: "Print the path of the token's file, and exit.") var printToken = false
    @Flag(help: "Print the calendar's addresses, for events and for tasks, and exit.")
    var printCalendar = false
    @Flag(help: "Replace the calendar's key, which disables its old addresses at once.")
    var newCalendar = false
    @Option(
        help: ArgumentHelp(
            "Let systemd listen on the port, and start the server when a browser first "
                + "connects: systemd.", valueName: "scheduler"))
    var install: Manager?
    @Flag(help: "With '--install', print what it would write.") var print = false
    @Flag(help: "Remove what '--install' wrote.") var uninstall = false
    @OptionGroup var common: CommonOptions

    /// The schedulers that can run a server.
    enum Manager: String, CaseIterable, ExpressibleByArgument { case systemd }

    private var installation: InstallationRequest {
        InstallationRequest(
            job: .serve, install: install.map { _ in .systemd }, print: print, uninstall: uninstall,
            port: port)
    }

    func run(_ session: Session) async throws {
        guard !common.json else { throw Failure(.usage, .noJSON(of: "serve")) }
        if installation.isAsked { return try installation.run(session) }
        let reading = try session.workspace(keepsRepository: false)
        var new: [(file: AccessFile, secret: AccessToken)] = []
        if newToken { new.append((.token, AccessToken())) }
        if newCalendar { new.append((.calendarKey, AccessToken())) }
        if printToken || printCalendar {
            for (file, secret) in new { try await reading.keepAccess(secret.text, in: file) }
        }
        let token =
            newToken
            ? new.first?.secret ?? AccessToken()
            : try await Self.secret(in: .token, of: reading)
        if printToken { return try session.console.print(await reading.accessPath()) }
        if printCalendar {
            let key = try await Self.secret(in: .calendarKey, of: reading)
            let installed = try JobInstallation(
                .serve, of: reading.location.root, executable: ownPath(), in: Program.environment)
            try session.console.print(
                calendarAddresses(key, port: port ?? installed.port ?? ServerPlace.standardPort))
            return
        }
        let seconds = try syncEvery.map(interval)
        let place = try place()
        let signals = try SignalPipe(and: [SIGUSR1])
        // The server has its own workspace, on a thread of its own.
        let workspace = try Workspace(reading.location)
        let (me, location) = (try await reading.me(), reading.location)
        var options = WebBoard.Options(
            version: PMD.version, executable: try ownPath(), me: me, now: Moment.present)
        options.language = .ofReader
        let server = ServerRun(
            place: place, token: token, options: options, workspace: workspace, location: location,
            proxy: try proxy(), isReadOnly: readOnly)
        // A server that cannot listen must not replace a running one.
        try server.start(syncingEvery: try seconds ?? configuredSeconds(location)) {
            for (file, secret) in new {
                try Workspace.keepAccess(secret.text, in: file, at: location)
            }
        }
        let door = open ? try DoorPage(to: server.address(signingInFor: Self.openingTime)) : nil
        defer { door?.remove() }
        let opener = try door.map { (door) throws(Failure) in try openAddress(door.address) }
        if let door {
            Task.detached {
                try await Task.sleep(for: Self.openingTime)
                door.remove()
            }
        }
        // A printed code stays in the log, where more people may read it than on a terminal.
        let life: Duration? = Stream.output.isTerminal ? nil : .seconds(900)
        let name = safe(location.name.utf8)
        try session.console.print(.serving(name, at: server.address(signingInFor: life)))
        if Stream.error.isTerminal { session.console.say(.signInTwice) }
        while signals.wait() == SIGUSR1 {
            try session.console.print(.serving(name, at: server.address(signingInFor: life)))
        }
        try server.stop()
        if let opener { waitpid(opener, nil, WNOHANG) }
    }

    /// The time a browser has to open the page.
    private static let openingTime = Duration.seconds(60)

    /// Returns the stored secret, or a new one.
    private static func secret(
        in file: AccessFile, of workspace: Workspace
    ) async throws -> AccessToken {
        if let secret = try await workspace.keptAccess(file).flatMap({ AccessToken($0) }) {
            return secret
        }
        let secret = AccessToken()
        let kept = try await workspace.keptAccess(file, orNew: secret.text) {
            AccessToken($0) != nil
        }
        return AccessToken(kept) ?? secret
    }

    private func calendarAddresses(_ key: AccessToken, port: Int) throws -> [String] {
        let place = try place()
        let address =
            (place.originAddress ?? place.address(port: port)) + "/calendar.ics?key=\(key.text)"
        return [address + "&events=true", address]
    }

    private func place() throws -> ServerPlace {
        if socket != nil, port != nil || !host.isEmpty {
            throw Failure(.usage, .socketWithOthers)
        }
        _ = try proxy()
        if let passed = try PassedSockets(environment) {
            guard socket == nil, port == nil, host.isEmpty else {
                throw Failure(.usage, .passedWithOthers)
            }
            return try ServerPlace(passed: passed, origins: origin.map { try $0.text() })
        }
        return try ServerPlace(
            hosts: host.map { try $0.text() }, port: port ?? ServerPlace.standardPort,
            socket: socket.map { try absolutePath($0.text(), from: ".") },
            origins: origin.map { try $0.text() })
    }

    func check() throws(Failure) {
        if let port, !(0...65_535).contains(port) { throw Failure(.wrongPort(port)) }
        try installation.check(isJSON: false)
        guard installation.isAsked else { return }
        if isServing || install == nil && port != nil { throw Failure(.serveInstallation) }
        if port == 0 { throw Failure(.installedPortZero) }
    }

    /// True if a server-only option is given.
    private var isServing: Bool {
        !host.isEmpty || !origin.isEmpty || socket != nil || userHeader != nil
            || !trustedProxy.isEmpty || proxySecret != nil || syncEvery != nil || open || readOnly
            || newToken || printToken || printCalendar || newCalendar
    }

    private func proxy() throws -> ProxyTrust {
        try ProxyTrust(
            header: userHeader?.text(), addresses: trustedProxy.map { try $0.text() },
            secretFile: proxySecret.map { try absolutePath($0.text(), from: ".") },
            hasSocket: socket != nil)
    }

    /// Returns the number of seconds in an interval such as `90s`, `5m` or `1h`.
    private func interval(_ word: Word) throws -> Int {
        let text = try word.text()
        let units: [Character: Int] = ["s": 1, "m": 60, "h": 3_600]
        guard let unit = text.last.flatMap({ units[$0] }), let count = Int(text.dropLast()),
            count > 0, count <= 86_400, (10...86_400).contains(count * unit)
        else { throw Failure(.usage, .wrongInterval(safe(Array(text.utf8)))) }
        return count * unit
    }

    /// Returns the setting `pmd.autoSync`, in seconds.
    private func configuredSeconds(_ location: Location) throws -> Int? {
        try BoardRun.minutesBetweenSyncs(location).map { $0 * 60 }
    }
}

extension Moment {
    /// Returns the current time, with dates in `language`; in the reader's own date format if that
    /// is the reader's language.
    static func present(_ language: Language) -> Moment {
        let present = Moment.present
        guard language != .ofReader else { return present }
        return Moment(
            seconds: present.seconds, language: language == .korean ? .korean : .english,
            offset: present.offset)
    }
}
