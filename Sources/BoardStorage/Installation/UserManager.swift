import Git
import Glibc
import Programs

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
