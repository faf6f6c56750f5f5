import Git
import Glibc
import Programs
import TaskBoard

/// The units of the user's systemd that run a job of one board.
struct UnitInstallation {
    /// The kind of units that run the job.
    enum Form: CaseIterable {
        /// An instance of a package's template.
        case template
        /// Units for this board alone, written by pmd.
        case written
    }

    let job: ScheduledJob
    let board: String
    let executable: String
    let folders: UnitFolders
    let manager: UserManager

    init(_ job: ScheduledJob, of board: String, executable: String, _ environment: Environment) {
        (self.job, self.board, self.executable) = (job, board, executable)
        folders = UnitFolders(environment)
        manager = UserManager(environment)
    }
}

// MARK: Inspecting

extension UnitInstallation {
    /// The kinds of units that exist.
    var forms: [Form] { Form.allCases.filter(isPresent) }

    /// The installed port of a server.
    var port: Int? {
        guard job == .serve, !forms.isEmpty else { return nil }
        return ServerPorts(in: folders).port(of: names)
    }

    func isEnabled(_ form: Form) -> Bool {
        UnitFolders.exists(folders.link(enabling: trigger(of: form)))
    }

    /// Returns the name of the units without their types; nil if the path cannot be that of an
    /// instance.
    func name(of form: Form) -> String? {
        form == .template
            ? SystemdUnits.instance(of: job, for: board) : SystemdUnits.name(of: job, for: board)
    }

    func trigger(of form: Form) -> String { "\(name(of: form) ?? "").\(job.triggerType)" }

    private var names: [String] { Form.allCases.compactMap(name(of:)) }

    /// Returns true if pmd wrote any file of this kind, or systemd starts such units.
    private func isPresent(_ form: Form) -> Bool {
        guard name(of: form) != nil else { return false }
        let paths = files(of: form).map(path)
        if paths.contains(where: UnitFolders.isOwn) { return true }
        // Units of the same name that the user wrote belong to the user.
        return isEnabled(form) && (form == .template || !paths.contains(where: UnitFolders.exists))
    }

    private func path(of file: SystemdUnits.File) -> String { "\(folders.own)/\(file.name)" }
}

// MARK: Installing

extension UnitInstallation {
    /// Returns the files that an installation writes, and the command to run afterwards.
    func preview(port: Int?) throws(BoardError) -> [JobInstallation.Step] {
        let form = chosenForm
        let files = files(of: form, port: try chosenPort(port))
        for file in files { try refuseForeign(path(of: file)) }
        return files.map { .file(path: path(of: $0), text: $0.text) }
            + (form == .template ? [.command(commandLine([enabling(form)]))] : [])
    }

    /// Makes systemd run the job. If a package's template runs this program, it is used; otherwise
    /// the board gets units of its own. The others are removed.
    ///
    /// - Returns: The port of a server.
    /// - Throws: ``BoardError`` (69) if systemd does not start it, or a port is in use, (65) for a
    ///   user's file in the way, (74) if a file cannot be written.
    func install(port asked: Int?) throws(BoardError) -> Int? {
        let (form, port) = (chosenForm, try chosenPort(asked))
        let others = forms.filter { $0 != form }
        let files = files(of: form, port: port)
        for file in files { try refuseForeign(path(of: file)) }
        let changed = files.filter { UnitFolders.text(at: path(of: $0)) != $0.text }
        // A listening socket keeps its port until it is stopped.
        if job == .serve, !changed.isEmpty, forms.contains(form) { stop(form) }
        for file in changed { try write(file) }
        for other in others { try remove(other) }
        let isStarted =
            manager.run("daemon-reload")
            && manager.run("enable", "--now", "--", .operand(trigger(of: form)))
        guard isStarted else {
            throw .installation(
                .notStarted(
                    command: job.rawValue, port: port, start: suggestedCommand(enabling(form))))
        }
        // A user's drop-in may override the one of pmd.
        return port.map { ServerPorts(in: folders).port(of: names) ?? $0 }
    }

    private var chosenForm: Form {
        name(of: .template) != nil && folders.hasTemplate(of: job, running: executable)
            ? .template : .written
    }

    private func chosenPort(_ asked: Int?) throws(BoardError) -> Int? {
        guard job == .serve else { return nil }
        return try ServerPorts(in: folders).choose(asked, for: names)
    }

    /// Returns the files below the folder of the user's units.
    private func files(of form: Form, port: Int? = nil) -> [SystemdUnits.File] {
        let port = port ?? SystemdUnits.standardPort
        switch form {
        case .template:
            // It records the board's port, even if systemd is not running.
            return job == .serve
                ? [
                    SystemdUnits.File(
                        name: trigger(of: form) + ".d/port.conf",
                        text: SystemdUnits.dropIn(port: port))
                ] : []
        case .written:
            let units = SystemdUnits(job, program: executable, for: board, port: port)
            return [units.service, units.trigger]
        }
    }

    private func enabling(_ form: Form) -> [String] {
        ["systemctl", "--user", "enable", "--now", trigger(of: form)]
    }

    private func refuseForeign(_ path: String) throws(BoardError) {
        guard !UnitFolders.exists(path) || UnitFolders.isOwn(path) else {
            throw .installation(.foreignFile(path))
        }
    }

    private func write(_ file: SystemdUnits.File) throws(BoardError) {
        let parts = path(of: file).split(separator: "/")
        do throws(SystemError) {
            var parent = ""
            for name in parts.dropLast() {
                parent += "/" + name
                guard mkdir(parent, 0o755) == 0 || errno == EEXIST else {
                    throw SystemError(.create, Array(parent.utf8))
                }
            }
            // The user may keep the folder elsewhere, through a link.
            let folder = try Folder(realPath(parent) ?? parent)
            try folder.replace(Array((parts.last ?? "").utf8), Array(file.text.utf8))
        } catch { throw error.boardError }
    }
}

// MARK: Removing

extension UnitInstallation {
    /// Removes everything that ``install(port:)`` created, and links that enabled the template by
    /// hand.
    ///
    /// - Returns: False if there was nothing.
    /// - Throws: ``BoardError`` (69) if systemd does not answer, and may run the job until the
    ///   user logs out.
    func uninstall() throws(BoardError) -> Bool {
        let present = forms
        guard !present.isEmpty else { return false }
        var isStopped = true
        for form in present { isStopped = try remove(form) && isStopped }
        isStopped = manager.run("daemon-reload") && isStopped
        guard isStopped || !manager.isRunning else {
            throw .installation(
                .notStopped(
                    command: job.rawValue,
                    stop: suggestedCommand(
                        ["systemctl", "--user", "stop"] + present.flatMap(units))))
        }
        return true
    }

    /// Returns the units of a kind that may be running.
    private func units(of form: Form) -> [String] {
        // The service also holds the socket.
        [trigger(of: form)] + (job == .serve ? ["\(name(of: form) ?? "").service"] : [])
    }

    @discardableResult
    private func stop(_ form: Form) -> Bool {
        units(of: form).reduce(true) { isStopped, unit in manager.stop(unit) && isStopped }
    }

    /// - Returns: True if systemd no longer runs them.
    @discardableResult
    private func remove(_ form: Form) throws(BoardError) -> Bool {
        let trigger = trigger(of: form)
        // A unit may be enabled in more ways than by the link below.
        _ = manager.run("disable", "--", .operand(trigger))
        let isStopped = stop(form)
        for file in files(of: form) where UnitFolders.isOwn(path(of: file)) {
            try remove(path(of: file))
        }
        // Other drop-ins belong to the user, and the folder stays with them.
        if form == .template { rmdir("\(folders.own)/\(trigger).d") }
        let link = folders.link(enabling: trigger)
        if UnitFolders.isLink(link) { try remove(link) }
        return isStopped
    }

    private func remove(_ path: String) throws(BoardError) {
        guard unlink(path) == 0 || errno == ENOENT else {
            throw SystemError(.remove, Array(path.utf8)).boardError
        }
    }
}
