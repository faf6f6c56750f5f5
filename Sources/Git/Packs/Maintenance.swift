import Glibc
import Programs

/// The packing of loose objects and merging of packs, by git itself.
///
/// `git maintenance run` with the tasks `loose-objects` and `incremental-repack` removes only
/// objects that another pack has. Unlike `git gc`, it prunes nothing, so an object without a
/// reference is safe.
package struct Maintenance {
    /// The result of a run.
    package enum Outcome: Hashable, Sendable {
        case done
        /// Another git process is packing, or the repository belongs to another user.
        case notNow
        /// The user disabled git's own maintenance.
        case switchedOff
        /// There is no `git` in `PATH`.
        case noGit
    }

    private let repository: Repository

    package init(_ repository: Repository) { self.repository = repository }

    /// Returns the path of the lock that git holds while it maintains a repository.
    package static func lock(in commonDirectory: String) -> String {
        commonDirectory + "objects/maintenance.lock"
    }

    /// Returns the setting that disables maintenance, such as `gc.auto is 0`.
    package func reasonForNone() throws(GitError) -> (english: String, korean: String)? {
        let configuration = repository.configuration
        if try configuration.bool("maintenance.auto") == false {
            return ("maintenance.auto is false", "maintenance.auto 설정이 false여서")
        }
        guard try configuration.integer("gc.auto") == 0 else { return nil }
        return ("gc.auto is 0", "gc.auto 설정이 0이어서")
    }

    /// Packs the loose objects and merges packs.
    ///
    /// It may be killed, and may run at the same time as git and pmd: a reader that misses an
    /// object looks for new packs.
    ///
    /// - Throws: ``GitError`` with git's own message, for example if an object is damaged.
    package func run() throws(GitError) -> Outcome {
        guard try reasonForNone() == nil else { return .switchedOff }
        guard Ownership(at: repository.workTree, in: repository.environment).isOfThisUser else {
            return .notNow
        }
        repository.removeLeftovers(wasLeft: false)
        for lock in [Self.lock(in: repository.commonDirectory), multiPackIndexLock]
        where access(lock, F_OK) == 0 && !repository.lockFile(lock).removeIfAbandoned() {
            return .notNow
        }
        guard !isCollectingGarbage else { return .notNow }
        for tasks in Self.runs {
            guard let complaints = git(tasks) else { return .noGit }
            guard complaints.status == 0 else {
                let lines = QuotedWords.lines(complaints.words).joined(separator: "; ")
                throw GitError(.packingFailed(words: lines), "pack the objects")
            }
        }
        return .done
    }

    /// Each git task defers its removals to its next run, so each runs twice: otherwise packed
    /// objects would take twice the space until then. Each step is a separate command, since
    /// versions of git differ in the order of the tasks of one command.
    private static let runs: [[Argument]] = [
        ["--task=loose-objects"], ["--task=incremental-repack"],
        ["--task=loose-objects"], ["--task=incremental-repack"],
    ]

    private var multiPackIndexLock: String {
        repository.commonDirectory + "objects/pack/multi-pack-index.lock"
    }

    /// True if a `git gc` may be running: it relies on loose objects that are also in a pack,
    /// which the task `loose-objects` removes.
    ///
    /// As in git, its record is valid for twelve hours at most. If all processes are visible, the
    /// record of this machine is valid for less time.
    private var isCollectingGarbage: Bool {
        do throws(GitError) {
            guard let record = try FileReading(repository.commonDirectory + "gc.pid"),
                time(nil) - record.status.st_mtim.tv_sec < Self.longestCollection
            else { return false }
            // `PID HOST`
            let words = String(decoding: record.bytes, as: UTF8.self).split { $0.isWhitespace }
            guard words.count == 2, let process = Int32(words[0]) else { return false }
            return RunningProcess(process)?.isAlive == true || words[1] != Self.host
                || !RunningProcess.areAllSeen || repository.isGitAtWork
        } catch {
            return true
        }
    }

    private static let longestCollection = 43_200

    private static let host: String = {
        var buffer = [CChar](repeating: 0, count: 256)
        guard gethostname(&buffer, buffer.count - 1) == 0 else { return "" }
        return String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self)
    }()

    private static let settings: [Argument] = [
        "-c", "core.hooksPath=/dev/null", "-c", "core.fsmonitor=false",
        "-c", "core.multiPackIndex=true",
        // Loose objects are removed once their pack exists, so the pack must be on the disk.
        "-c", "core.fsync=committed,loose-object", "-c", "pack.threads=1",
    ]

    /// Runs git's maintenance with an environment and settings that prevent the repository from
    /// starting other programs or fetching anything.
    ///
    /// - Returns: Nil if git is not installed.
    private func git(_ tasks: [Argument]) -> (status: Int32, words: String)? {
        let directory = String(repository.commonDirectory.dropLast())
        do throws(GitError) {
            let child = try ChildProcess(
                "git",
                [.attached("--git-dir=", directory)] + Self.settings
                    + ["maintenance", "run", "--quiet"] + tasks,
                environment: repository.environment.list(replacing: [
                    "GIT_ALLOW_PROTOCOL": "none", "GIT_NO_LAZY_FETCH": "1",
                    "GIT_TERMINAL_PROMPT": "0", "LC_ALL": "C.UTF-8",
                ]), folder: directory)
            child.closeInput()
            let words = child.complaints()
            return (child.wait(), words)
        } catch {
            return nil
        }
    }
}
