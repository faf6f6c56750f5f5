import Git
import Glibc
import Programs

/// The user's systemd, which the program `systemctl` asks. There may be none, for example in a
/// container.
final class UserManager {
    private let environment: Environment
    private var isSilent = false

    /// The seconds that an answer may take. A manager that hangs is asked once.
    private static let patience = 10.0
    /// The status of `systemctl` for a unit that is not loaded: see systemctl(1).
    private static let notLoaded: Int32 = 5
    /// The status of `systemctl is-active` for one that is loaded and does not run.
    private static let inactive: Int32 = 3

    init(_ environment: Environment) { self.environment = environment }

    /// True if it is running, as far as its socket tells.
    var isRunning: Bool {
        // 'su' keeps or drops the variable, and the manager runs all the same.
        let given = environment["XDG_RUNTIME_DIR"].flatMap { access($0, F_OK) == 0 ? $0 : nil }
        return access((given ?? "/run/user/\(getuid())") + "/systemd/private", F_OK) == 0
    }

    /// Returns true if it did as it was asked.
    func run(_ words: Argument...) -> Bool { status(of: words) == 0 }

    /// Returns true if a unit is active; nil without an answer.
    func isActive(_ unit: String) -> Bool? {
        switch status(of: ["--quiet", "is-active", "--", .operand(unit)]) {
        case 0: true
        case Self.inactive: false
        default: nil
        }
    }

    /// Returns true if a unit does not run any more.
    func stop(_ unit: String) -> Bool {
        [0, Self.notLoaded].contains(status(of: ["stop", "--", .operand(unit)]))
    }

    /// The exit status; nil without an answer.
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
