import Glibc

/// Packing of a repository's loose objects and joining of its packs, by git itself.
///
/// `git maintenance run` with the tasks `loose-objects` and `incremental-repack` removes only
/// what another pack has: unlike `git gc` it prunes nothing, so an object that no reference
/// names yet is safe.
package struct Maintenance {
    /// The result of a run.
    package enum Outcome: Hashable, Sendable {
        case done
        /// Another git is packing, or the repository belongs to another user.
        case notNow
        /// The user switched git's own maintenance off.
        case switchedOff
        /// No `git` is in `PATH`.
        case noGit
    }

    private let repository: Repository

    package init(_ repository: Repository) { self.repository = repository }

    /// The lock that git holds while it maintains a repository.
    package static func lock(in commonDirectory: String) -> String {
        commonDirectory + "objects/maintenance.lock"
    }

    /// The setting by which the user switched maintenance off, such as `gc.auto is 0`.
    package func reasonForNone() throws(GitError) -> String? {
        let configuration = repository.configuration
        if try configuration.bool("maintenance.auto") == false {
            return "maintenance.auto is false"
        }
        return try configuration.integer("gc.auto") == 0 ? "gc.auto is 0" : nil
    }

    /// Packs the loose objects and joins packs.
    ///
    /// Safe to kill, and safe beside git and pmd: a reader that misses an object looks for
    /// new packs.
    ///
    /// - Throws: ``GitError`` with git's own words, as where an object is damaged.
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

    /// Each task of git defers its removals to its next run, so each runs twice: otherwise all
    /// that was just packed or joined would take its space twice until then. One command a
    /// step, since versions of git differ in the order of the tasks of one.
    private static let runs = [
        ["loose-objects"], ["incremental-repack"], ["loose-objects"], ["incremental-repack"],
    ]

    private var multiPackIndexLock: String {
        repository.commonDirectory + "objects/pack/multi-pack-index.lock"
    }

    /// True if a `git gc` is at work: it counts on loose objects that a pack has too, which the
    /// task `loose-objects` removes.
    private var isCollectingGarbage: Bool {
        do throws(GitError) {
            let bytes = try FileReading(repository.commonDirectory + "gc.pid")?.bytes ?? []
            let process = String(decoding: bytes, as: UTF8.self).prefix { $0.isNumber }
            return Int32(process).map { isRunning(process: $0) } ?? false
        } catch {
            return true
        }
    }

    /// Runs git's maintenance in an environment and with settings by which the repository
    /// can have no other program run, nor anything fetched.
    ///
    /// - Returns: Nil if there is no git.
    private func git(_ tasks: [String]) -> (status: Int32, words: String)? {
        let settings = [
            "core.hooksPath=/dev/null", "core.fsmonitor=false", "core.multiPackIndex=true",
            // Loose objects go when their pack is there: the pack must be on the disk.
            "core.fsync=committed,loose-object", "pack.threads=1",
        ]
        let directory = String(repository.commonDirectory.dropLast())
        do throws(GitError) {
            let child = try ChildProcess(
                "git",
                ["--git-dir=\(directory)"] + settings.flatMap { ["-c", $0] }
                    + ["maintenance", "run", "--quiet"] + tasks.map { "--task=\($0)" },
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
