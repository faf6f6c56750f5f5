import Git
import Glibc
import Programs
package import TaskBoard

/// A program that runs `pmd remind` every minute.
package enum ReminderScheduler: String, CaseIterable, Sendable {
    case cron, systemd
}

/// The installation of `pmd remind` for one board.
package struct ReminderInstallation: Sendable {
    let location: Location
    /// The words that announce, with absolute paths.
    private let words: [String]

    /// The result of an installation.
    package enum Result: Equatable, Sendable {
        case installed
        /// The files are written, and systemd has not read them: the command that makes it do so.
        case notEnabled(String)
    }

    /// - Throws: ``BoardError`` (65) for a folder whose path no crontab can have.
    package init(_ location: Location, executable: String) throws(BoardError) {
        if location.root.utf8.contains(where: { $0 < 0x20 }) {
            throw .reminder(.unusablePath(location.root))
        }
        self.location = location
        words = [executable, "remind", "-C", location.root]
    }

    private var block: String {
        Crontab.block(running: commandLine([words]), for: location.root)
    }

    private var units: SystemdUnits { SystemdUnits(running: words, for: location.root) }

    /// Returns what ``install(_:)`` writes: each file with its path, of a crontab only pmd's part.
    package func preview(_ scheduler: ReminderScheduler) -> [(path: String?, text: String)] {
        switch scheduler {
        case .cron: [(nil, block)]
        case .systemd: files.map { (path: unitFolder + "/" + $0.name, text: $0.text) }
        }
    }

    /// Makes a scheduler run `pmd remind` every minute. Doing so again changes nothing.
    ///
    /// - Throws: ``BoardError`` (69) without that program, (65) for a crontab that cannot be
    ///   changed, (74) if the files cannot be written.
    package func install(_ scheduler: ReminderScheduler) throws(BoardError) -> Result {
        switch scheduler {
        case .cron:
            // cron takes some backslashes for escapes, and offers no way to escape a backslash.
            if location.root.utf8.contains(UInt8(ascii: "\\")) {
                throw .reminder(.unusablePath(location.root))
            }
            let old = try crontab()
            let comments = Crontab.comments(of: location.root)
            guard let new = old.with(block, for: location.root) else {
                throw .reminder(.brokenCrontab(comment: comments.begin))
            }
            if new != old { try write(new) }
            return .installed
        case .systemd:
            try writeUnits()
            let timer = units.name + ".timer"
            if systemctl("daemon-reload"), systemctl("enable", "--now", "--", .operand(timer)) {
                return .installed
            }
            return .notEnabled(
                suggestedCommand("systemctl", "--user", "enable", "--now", timer))
        }
    }

    /// Removes what ``install(_:)`` wrote.
    ///
    /// - Returns: The schedulers that ran `pmd remind`.
    package func uninstall() throws(BoardError) -> [ReminderScheduler] {
        let found = installed()
        if found.contains(.cron) {
            guard let new = try crontab().without(location.root) else {
                let comment = Crontab.comments(of: location.root).begin
                throw .reminder(.brokenCrontab(comment: comment))
            }
            try write(new)
        }
        if found.contains(.systemd) {
            _ = systemctl("disable", "--now", "--", .operand(units.name + ".timer"))
            let wanted = unitFolder + "/timers.target.wants/" + units.name + ".timer"
            for path in files.map({ unitFolder + "/" + $0.name }) + [wanted] {
                guard unlink(path) == 0 || errno == ENOENT else {
                    throw SystemError(.remove, Array(path.utf8)).boardError
                }
            }
            _ = systemctl("daemon-reload")
        }
        return found
    }

    /// Returns the schedulers that run `pmd remind` for this board.
    package func installed() -> [ReminderScheduler] {
        var found: [ReminderScheduler] = []
        // Where there is no cron, or this user may not use it, it runs nothing.
        let crontab = answer(of: "crontab", ["-l"], environment: environment, within: 10)
        if let crontab, crontab.status == 0,
            Crontab(Array(crontab.output.utf8)).has(location.root)
        {
            found.append(.cron)
        }
        if access(unitFolder + "/" + units.name + ".timer", F_OK) == 0 { found.append(.systemd) }
        return found
    }
}

// MARK: cron

extension ReminderInstallation {
    private var environment: [String] {
        location.environment.list(replacing: ["LC_ALL": "C"])
    }

    /// Reads the user's crontab; it is empty if there is none.
    private func crontab() throws(BoardError) -> Crontab {
        let end = try run("crontab", ["-l"])
        let words = String(decoding: end.errors, as: UTF8.self)
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
                keeping: 1 << 24)
        } catch {
            guard error.kind == .notFound else { throw BoardError(error) }
            throw .reminder(.noProgram(program))
        }
    }

    private func failed(_ program: String, _ end: ProgramRun) -> BoardError {
        let words = plainWords(String(decoding: end.errors.prefix(400), as: UTF8.self))
        return .reminder(
            .programFailed(program, words: words.isEmpty ? "status \(end.status)" : words))
    }
}

// MARK: systemd

extension ReminderInstallation {
    private var files: [(name: String, text: String)] {
        [(units.name + ".service", units.service), (units.name + ".timer", units.timer)]
    }

    /// The folder of the user's own units.
    private var unitFolder: String {
        let set = location.environment["XDG_CONFIG_HOME"]
        let base = set?.hasPrefix("/") == true ? set : nil
        return (base ?? (location.environment["HOME"] ?? "") + "/.config") + "/systemd/user"
    }

    private func writeUnits() throws(BoardError) {
        do throws(SystemError) {
            var path = ""
            for name in unitFolder.split(separator: "/") {
                path += "/" + name
                guard mkdir(path, 0o755) == 0 || errno == EEXIST else {
                    throw SystemError(.create, Array(path.utf8))
                }
            }
            // The user may keep the folder elsewhere, by a link.
            let folder = try Folder(realPath(unitFolder) ?? unitFolder)
            for file in files { try folder.replace(Array(file.name.utf8), Array(file.text.utf8)) }
        } catch { throw error.boardError }
    }

    /// Returns true if systemd did as it was asked. There may be none for the user.
    private func systemctl(_ words: Argument...) -> Bool {
        let variables = Delivery(location, ReminderSettings()).environment
        return answer(
            of: "systemctl", ["--user"] + words, environment: variables, within: 10)?.status == 0
    }
}
