import Git
import Glibc
import Programs
import TaskBoard

/// The folders that the user's systemd searches for units.
struct UnitFolders {
    /// The user's home folder.
    let home: String
    /// The folder of the user's own units.
    let own: String
    /// All folders that may hold templates; the first takes precedence.
    private let searched: [String]

    init(_ environment: Environment) {
        let home = environment.home
        self.home = home
        func folder(_ variable: String, or standard: String) -> String {
            environment[variable].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? home + standard
        }
        own = folder("XDG_CONFIG_HOME", or: "/.config") + "/systemd/user"
        let shared = environment.text("XDG_DATA_DIRS") ?? "/usr/local/share:/usr/share"
        searched =
            [own, "/etc/systemd/user"]
            + ([folder("XDG_DATA_HOME", or: "/.local/share")]
            + shared.split(separator: ":").map(String.init)).map { $0 + "/systemd/user" }
            + ["/usr/local/lib/systemd/user", "/usr/lib/systemd/user", "/lib/systemd/user"]
    }

    /// Returns the text of the template with which systemd would run a job; nil if there is none.
    func template(of job: ScheduledJob) -> (service: String, path: String)? {
        let trigger = "pmd-\(job.rawValue)@.\(job.triggerType)"
        guard searched.contains(where: { access("\($0)/\(trigger)", R_OK) == 0 }) else {
            return nil
        }
        let paths = searched.map { "\($0)/pmd-\(job.rawValue)@.service" }
        return paths.lazy.compactMap { path in Self.text(at: path).map { ($0, path) } }.first
    }

    /// Returns true if the template of a job runs a program.
    func hasTemplate(of job: ScheduledJob, running program: String) -> Bool {
        guard let service = template(of: job)?.service,
            let named = SystemdUnits.command(in: service)?.first, let path = realPath(named)
        else { return false }
        return path == realPath(program)
    }

    /// Returns the link in the user's own folder that makes systemd start a unit; an absolute
    /// path.
    func link(enabling trigger: String) -> String {
        let type = trigger.split(separator: ".").last ?? ""
        return "\(own)/\(type)s.target.wants/\(trigger)"
    }

    /// Returns the names in a folder; none if it cannot be read.
    static func names(in folder: String) -> [String] {
        guard let directory = opendir(folder) else { return [] }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            names.append(String(decoding: Folder.name(of: entry), as: UTF8.self))
        }
        return names.sorted()
    }

    /// Returns the text of a file, following links; nil if it cannot be read.
    static func text(at path: String) -> String? {
        let file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        let count = read(file, &buffer, buffer.count)
        return count < 0 ? nil : String(decoding: buffer[..<count], as: UTF8.self)
    }

    /// Returns true for a file that pmd wrote, according to its first line.
    static func isOwn(_ path: String) -> Bool {
        text(at: path)?.hasPrefix(SystemdUnits.ownComment) == true
    }

    static func isLink(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
    }

    /// Returns true if there is an entry, which may be a link to a missing file.
    static func exists(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0
    }
}

/// The user's systemd, accessed through `systemctl`. There may be none, for example in a
/// container.
final class UserManager {
    private let environment: Environment
    private var isSilent = false

    /// The timeout for an answer, in seconds. A manager that hangs is only queried once.
    private static let patience = 10.0
    /// The status of `systemctl` for a unit that is not loaded: see systemctl(1).
    private static let notLoaded: Int32 = 5
    /// The status of `systemctl is-active` for a loaded unit that is not running.
    private static let inactive: Int32 = 3

    init(_ environment: Environment) { self.environment = environment }

    /// True if it is running, according to its socket.
    var isRunning: Bool {
        // 'su' keeps or drops the variable, while the manager runs regardless.
        let given = environment["XDG_RUNTIME_DIR"].flatMap { access($0, F_OK) == 0 ? $0 : nil }
        return access((given ?? "/run/user/\(getuid())") + "/systemd/private", F_OK) == 0
    }

    /// Returns true if the command succeeded.
    func run(_ words: Argument...) -> Bool { status(of: words) == 0 }

    /// Returns true if a unit is active; nil without an answer.
    func isActive(_ unit: String) -> Bool? {
        switch status(of: ["--quiet", "is-active", "--", .operand(unit)]) {
        case 0: true
        case Self.inactive: false
        default: nil
        }
    }

    /// Stops a unit; returns true if it is no longer running.
    func stop(_ unit: String) -> Bool {
        [0, Self.notLoaded].contains(status(of: ["stop", "--", .operand(unit)]))
    }

    /// Returns the exit status; nil without an answer.
    private func status(of words: [Argument]) -> Int32? {
        guard !isSilent else { return nil }
        do throws(GitError) {
            let end = try Git.run(
                "systemctl", ["--user"] + words, environment: environment.reachingDesktop,
                within: Self.patience)
            isSilent = end.isTimedOut
            return end.isTimedOut ? nil : end.status
        } catch {
            // Without the program, there is no manager.
            isSilent = true
            return nil
        }
    }
}
