package import Git
import Glibc
package import TaskBoard

/// The installation of a job for one board.
package struct JobInstallation {
    /// A file that an installation writes, or a command that it runs.
    package enum Step: Equatable, Sendable {
        case crontab(String)
        case file(path: String, text: String)
        case command(String)
    }

    /// The default port of a server.
    package static let standardPort = SystemdUnits.standardPort

    let job: ScheduledJob
    /// The absolute path of the board's folder. The board itself may no longer exist.
    let board: String
    /// The program that runs the job: an absolute path.
    let executable: String
    let crontab: UserCrontab
    let units: UnitInstallation

    /// - Throws: ``BoardError`` (65) for a folder whose path cannot appear in a crontab or a unit.
    package init(
        _ job: ScheduledJob, of board: String, executable: String, in environment: Environment
    ) throws(BoardError) {
        for path in [board, executable] where path.utf8.contains(where: { $0 < 0x20 }) {
            throw .installation(.unusablePath(path))
        }
        (self.job, self.board, self.executable) = (job, board, executable)
        crontab = UserCrontab(for: job, environment)
        units = UnitInstallation(job, of: board, executable: executable, environment)
    }

    init(_ job: ScheduledJob, at location: Location, executable: String) throws(BoardError) {
        try self.init(
            job, of: location.root, executable: executable, in: location.environment)
    }

    /// The installed port of the board's server.
    package var port: Int? { units.port }

    /// True if a scheduler has the job for this board.
    package var isInstalled: Bool {
        get throws(BoardError) {
            if !units.forms.isEmpty { return true }
            return try crontab.readIfAny()?.has(entry) ?? false
        }
    }

    /// Returns the steps of ``install(_:port:)``, with only pmd's part of a crontab.
    package func preview(
        _ scheduler: JobScheduler, port: Int? = nil
    ) throws(BoardError) -> [Step] {
        switch scheduler {
        case .cron: [.crontab(try block())]
        case .systemd: try units.preview(port: port)
        }
    }

    /// Makes a scheduler run the job. Repeating this changes nothing.
    ///
    /// - Parameter port: The port of a server; nil for the current one, or a free one.
    /// - Returns: The port of a server.
    /// - Throws: ``BoardError`` (69) if the scheduler does not start it, and for a port in use,
    ///   (65) for a crontab or a file that pmd may not change, (74) if the files cannot be
    ///   written.
    package func install(
        _ scheduler: JobScheduler, port: Int? = nil
    ) throws(BoardError) -> Int? {
        let lock = try lock()
        defer { close(lock) }
        switch scheduler {
        case .cron:
            try installLine()
            return nil
        case .systemd: return try units.install(port: port)
        }
    }

    /// Removes everything that ``install(_:port:)`` created.
    ///
    /// - Returns: The schedulers that ran the job.
    package func uninstall() throws(BoardError) -> [JobScheduler] {
        let lock = try lock()
        defer { close(lock) }
        // A failure of one scheduler does not stop the other.
        let line = Swift.Result { () throws(BoardError) in try removeLine() }
        let hadUnits = try units.uninstall()
        return (try line.get() ? [.cron] : []) + (hadUnits ? [.systemd] : [])
    }

    /// Waits until no other installation of this user reads or writes the crontab and the ports,
    /// since each writes back a version that it has read.
    ///
    /// - Returns: The user's home folder, which is locked until it is closed.
    private func lock() throws(BoardError) -> Int32 {
        let home = units.folders.home
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
    var entry: Crontab.Entry { Crontab.Entry(job: job, board: board) }

    private func block() throws(BoardError) -> String {
        // cron treats some backslashes as escapes, and offers no way to escape a backslash.
        for path in [board, executable] where path.utf8.contains(UInt8(ascii: "\\")) {
            throw .installation(.backslash(path))
        }
        return Crontab.block(
            running: systemCommand([executable] + job.words(for: board)), for: entry)
    }

    private func installLine() throws(BoardError) {
        let block = try block()
        let old = try crontab.read()
        guard let new = old.with(block, for: entry) else {
            throw .installation(.brokenCrontab(comment: entry.comments.begin))
        }
        if new != old { try crontab.write(new) }
    }

    /// - Returns: False if there was no line.
    private func removeLine() throws(BoardError) -> Bool {
        guard let old = try crontab.readIfAny(), old.has(entry) else { return false }
        guard let new = old.without(entry) else {
            throw .installation(.brokenCrontab(comment: entry.comments.begin))
        }
        try crontab.write(new)
        return true
    }
}
