import Git
import Glibc
import Programs
package import TaskBoard

/// The installation of a job for one board.
package struct JobInstallation: Sendable {
    /// A file that an installation writes, or a command that it runs.
    package enum Step: Equatable, Sendable {
        case crontab(String)
        case file(path: String, text: String)
        case command(String)
    }

    /// The result of an installation.
    package struct Result: Equatable, Sendable {
        /// The port of a server.
        package let port: Int?
        /// The command that makes systemd start the job, if it did not do so itself; else nil.
        package let command: String?
    }

    /// The port of a server for which no other one is chosen.
    package static let standardPort = SystemdUnits.standardPort

    let job: ScheduledJob
    let location: Location
    /// The program that runs the job: an absolute path.
    let executable: String

    /// - Throws: ``BoardError`` (65) for a folder whose path no crontab and no unit can have.
    package init(
        _ job: ScheduledJob, at location: Location, executable: String
    ) throws(BoardError) {
        for path in [location.root, executable] where path.utf8.contains(where: { $0 < 0x20 }) {
            throw .installation(.unusablePath(path))
        }
        (self.job, self.location, self.executable) = (job, location, executable)
    }

    /// Returns what ``install(_:port:)`` does, of a crontab only pmd's part.
    package func preview(
        _ scheduler: JobScheduler, port: Int? = nil
    ) throws(BoardError) -> [Step] {
        switch scheduler {
        case .cron: return [.crontab(block)]
        case .systemd:
            let form = form
            let files = files(of: form, port: try chosenPort(port))
            return files.map { .file(path: "\(folders.own)/\($0.name)", text: $0.text) }
                + (form == .template ? [.command(enablingCommand(form))] : [])
        }
    }

    /// Makes a scheduler run the job. Doing so again changes nothing.
    ///
    /// systemd runs the template of the package if it has one that runs this program, and units of
    /// the board's own otherwise. Units of the other kind are removed.
    ///
    /// - Parameter port: The port of a server; nil for the one that it has, or a free one.
    /// - Throws: ``BoardError`` (69) without that program and for a port that is taken, (65) for a
    ///   crontab that cannot be changed, (74) if the files cannot be written.
    package func install(
        _ scheduler: JobScheduler, port: Int? = nil
    ) throws(BoardError) -> Result {
        let lock = try lock()
        defer { close(lock) }
        switch scheduler {
        case .cron:
            try installLine()
            return Result(port: nil, command: nil)
        case .systemd: return try installUnits(port: try chosenPort(port))
        }
    }

    /// Removes what ``install(_:port:)`` made.
    ///
    /// - Returns: The schedulers that ran the job.
    package func uninstall() throws(BoardError) -> [JobScheduler] {
        let lock = try lock()
        defer { close(lock) }
        var found: [JobScheduler] = []
        if try removeLine() { found.append(.cron) }
        let forms = Form.allCases.filter(isPresent)
        for form in forms { try remove(form) }
        if !forms.isEmpty {
            found.append(.systemd)
            _ = systemctl("daemon-reload")
        }
        return found
    }
}

extension JobInstallation {
    /// Waits until no other installation of this user reads or writes the crontab and the ports:
    /// each writes what it read before.
    ///
    /// - Returns: The user's home folder, which is locked until it is closed.
    private func lock() throws(BoardError) -> Int32 {
        let home = folders.home
        let descriptor = open(home, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw SystemError(.open, Array(home.utf8)).boardError }
        // An installation takes a minute at most, if every program that it starts hangs.
        for _ in 0..<1_200 {
            if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return descriptor }
            guard errno == EWOULDBLOCK || errno == EINTR else { break }
            usleep(50_000)
        }
        let error = SystemError(.open, Array(home.utf8)).boardError
        close(descriptor)
        throw error
    }
}

// MARK: cron

extension JobInstallation {
    /// The bytes of a crontab that are read; a longer one would be cut off.
    private static var crontabLimit: Int { 1 << 24 }

    private var entry: Crontab.Entry { Crontab.Entry(job: job, board: location.root) }

    private var block: String {
        Crontab.block(
            running: commandLine([[executable] + job.words(for: location.root)]), for: entry)
    }

    private var environment: [String] {
        location.environment.list(replacing: ["LC_ALL": "C"])
    }

    private func installLine() throws(BoardError) {
        // cron takes some backslashes for escapes, and offers no way to escape a backslash.
        if (location.root + executable).utf8.contains(UInt8(ascii: "\\")) {
            throw .installation(.unusablePath(location.root))
        }
        let old = try crontab()
        guard let new = old.with(block, for: entry) else {
            throw .installation(.brokenCrontab(comment: entry.comments.begin))
        }
        if new != old { try write(new) }
    }

    /// - Returns: False if there was no line.
    private func removeLine() throws(BoardError) -> Bool {
        guard let readable = readableCrontab, readable.has(entry) else { return false }
        guard let new = try crontab().without(entry) else {
            throw .installation(.brokenCrontab(comment: entry.comments.begin))
        }
        try write(new)
        return true
    }

    /// The user's crontab; nil where there is no cron, or this user may not use it: it runs
    /// nothing.
    var readableCrontab: Crontab? {
        let answer = answer(of: "crontab", ["-l"], environment: environment, within: 10)
        guard let answer, answer.status == 0 else { return nil }
        return Crontab(Array(answer.output.utf8))
    }

    /// Reads the user's crontab; it is empty if there is none.
    private func crontab() throws(BoardError) -> Crontab {
        let end = try run("crontab", ["-l"])
        let words = String(decoding: end.errors, as: UTF8.self)
        guard end.output.count < Self.crontabLimit else {
            throw .installation(.programFailed("crontab", words: "it has more than 16 MiB"))
        }
        if end.status == 0 { return Crontab(end.output) }
        guard words.contains("no crontab for") else { throw failed("crontab", end) }
        return Crontab([])
    }

    private func write(_ crontab: Crontab) throws(BoardError) {
        let end = try run("crontab", ["-"], input: crontab.bytes)
        guard end.status == 0 else { throw failed("crontab", end) }
    }

    private func run(
        _ program: String, _ arguments: [Argument], input: [UInt8] = []
    ) throws(BoardError) -> ProgramRun {
        do throws(GitError) {
            return try Git.run(
                program, arguments, input: input, environment: environment, within: 30,
                keeping: Self.crontabLimit)
        } catch {
            guard error.kind == .notFound else { throw BoardError(error) }
            throw .installation(.noProgram(program, command: job.rawValue))
        }
    }

    private func failed(_ program: String, _ end: ProgramRun) -> BoardError {
        let words = plainWords(String(decoding: end.errors.prefix(400), as: UTF8.self))
        return .installation(
            .programFailed(program, words: words.isEmpty ? "status \(end.status)" : words))
    }
}

// MARK: systemd

extension JobInstallation {
    /// The kind of units that run the job.
    enum Form: CaseIterable {
        /// An instance of a package's template.
        case template
        /// Units of this board alone, which pmd wrote.
        case written
    }

    var folders: UnitFolders { UnitFolders(location.environment) }

    /// The kind of units that an installation makes.
    private var form: Form {
        instance != nil && folders.hasTemplate(of: job, running: executable) ? .template : .written
    }

    private var instance: String? { SystemdUnits.instance(of: job, for: location.root) }

    /// The name of the units without their types; nil for a path that no instance can have.
    func name(of form: Form) -> String? {
        form == .template ? instance : SystemdUnits.name(of: job, for: location.root)
    }

    private func trigger(of form: Form) -> String { "\(name(of: form) ?? "").\(job.triggerType)" }

    private func dropInFolder(of form: Form) -> String { trigger(of: form) + ".d" }

    private func chosenPort(_ asked: Int?) throws(BoardError) -> Int? {
        guard job == .serve else { return nil }
        return try ServerPorts(in: folders)
            .choose(asked, for: Form.allCases.compactMap(name(of:)))
    }

    /// The files below the folder of the user's units.
    private func files(of form: Form, port: Int?) -> [SystemdUnits.File] {
        let standard = SystemdUnits.standardPort
        switch form {
        case .template:
            guard let port, port != standard else { return [] }
            return [
                SystemdUnits.File(
                    name: dropInFolder(of: form) + "/port.conf",
                    text: SystemdUnits.dropIn(port: port))
            ]
        case .written:
            let units = SystemdUnits(
                job, program: executable, for: location.root, port: port ?? standard)
            return [units.service, units.trigger]
        }
    }

    private func installUnits(port: Int?) throws(BoardError) -> Result {
        let form = form
        for other in Form.allCases where other != form && isPresent(other) { try remove(other) }
        let files = files(of: form, port: port)
        let changed = files.filter {
            UnitFolders.text(at: "\(folders.own)/\($0.name)") != $0.text
        }
        let isPortDropped =
            form == .template && files.isEmpty && UnitFolders.exists(dropIn(of: form))
        if job == .serve, isPresent(form), !changed.isEmpty || isPortDropped {
            // A socket that listens keeps its port until it is stopped.
            stop(form)
        }
        if isPortDropped { try removeDropIn(of: form) }
        for file in changed { try write(file) }
        let isRunning =
            systemctl("daemon-reload")
            && systemctl("enable", "--now", "--", .operand(trigger(of: form)))
        return Result(port: port, command: isRunning ? nil : enablingCommand(form))
    }

    private func enablingCommand(_ form: Form) -> String {
        suggestedCommand("systemctl", "--user", "enable", "--now", trigger(of: form))
    }

    /// True if there is anything of units of this kind.
    func isPresent(_ form: Form) -> Bool {
        guard name(of: form) != nil else { return false }
        return isEnabled(form)
            || UnitFolders.exists(
                form == .template ? dropIn(of: form) : "\(folders.own)/\(trigger(of: form))")
    }

    func isEnabled(_ form: Form) -> Bool {
        UnitFolders.exists(folders.link(enabling: trigger(of: form)))
    }

    private func dropIn(of form: Form) -> String {
        "\(folders.own)/\(dropInFolder(of: form))/port.conf"
    }

    private func stop(_ form: Form) {
        _ = systemctl("stop", "--", .operand(trigger(of: form)))
        // The service has the socket too.
        if job == .serve {
            _ = systemctl("stop", "--", .operand("\(name(of: form) ?? "").service"))
        }
    }

    private func remove(_ form: Form) throws(BoardError) {
        _ = systemctl("disable", "--now", "--", .operand(trigger(of: form)))
        if job == .serve { stop(form) }
        if form == .template {
            try removeDropIn(of: form)
        } else {
            for file in files(of: form, port: nil) { try remove("\(folders.own)/\(file.name)") }
        }
        try remove(folders.link(enabling: trigger(of: form)))
    }

    private func removeDropIn(of form: Form) throws(BoardError) {
        try remove(dropIn(of: form))
        // Other drop-ins are the user's.
        rmdir("\(folders.own)/\(dropInFolder(of: form))")
    }

    private func remove(_ path: String) throws(BoardError) {
        guard unlink(path) == 0 || errno == ENOENT else {
            throw SystemError(.remove, Array(path.utf8)).boardError
        }
    }

    private func write(_ file: SystemdUnits.File) throws(BoardError) {
        let path = "\(folders.own)/\(file.name)"
        let parts = path.split(separator: "/")
        do throws(SystemError) {
            var parent = ""
            for name in parts.dropLast() {
                parent += "/" + name
                guard mkdir(parent, 0o755) == 0 || errno == EEXIST else {
                    throw SystemError(.create, Array(parent.utf8))
                }
            }
            // The user may keep the folder elsewhere, by a link.
            let folder = try Folder(realPath(parent) ?? parent)
            try folder.replace(Array((parts.last ?? "").utf8), Array(file.text.utf8))
        } catch { throw error.boardError }
    }

    /// Returns true if systemd did as it was asked. There may be none for the user.
    func systemctl(_ words: Argument...) -> Bool {
        let variables = Delivery(location, ReminderSettings()).environment
        return answer(
            of: "systemctl", ["--user"] + words, environment: variables, within: 10)?.status == 0
    }
}
