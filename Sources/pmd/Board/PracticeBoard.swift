import BoardStorage
import Glibc
import Programs
import TaskBoard
import TextLayout
import Words

/// A scratch board in memory, deleted when it is closed.
struct PracticeBoard {
    private let made: PracticeFolder
    /// The folder of the board, which other users cannot enter.
    var folder: String { made.path }

    /// Makes the board with a few tasks that suggest what to try.
    ///
    /// Termination signals stay blocked until the terminal's handlers are installed; otherwise
    /// nothing would remove the folder.
    init(_ language: Language, today: Day) throws(Failure) {
        EndingSignals.hold()
        do throws(Failure) { made = try Self.newFolder() } catch {
            EndingSignals.release()
            throw error
        }
        let commands: [[Argument]] =
            [["init"]]
            + PracticeTask.allCases.map { task in
                ["add"] + task.words(language, today: today).map { .configured($0) }
            }
        for command in commands {
            guard
                try runOwnCommand(
                    ["-C", .operand(folder), "--quiet"] + command, isSilent: true) == 0
            else {
                remove()
                EndingSignals.release()
                throw Failure(.failed, .practiceFailed)
            }
        }
    }

    /// Returns a new folder in memory, or below TMPDIR if the system has no in-memory file system.
    private static func newFolder() throws(Failure) -> PracticeFolder {
        let shared = "/dev/shm"
        let place =
            access(shared, W_OK | X_OK) == 0 ? shared : environment("TMPDIR") ?? "/tmp"
        do throws(PracticeFolder.Failure) { return try PracticeFolder(in: place) } catch {
            throw Failure(.inputOutput, .practiceFolder(safe(place), cause: error.cause))
        }
    }

    /// Removes the board and everything on it.
    func remove() { made.remove() }
}

extension PracticeTask {
    /// Returns the words of `pmd add` that add the task.
    fileprivate func words(_ language: Language, today: Day) -> [String] {
        var words = [title.text(language)]
        if let body { words += ["--body", body.text(language)] }
        words += options(today: today)
        if let tag { words += ["--tag", tag.text(language)] }
        return words
    }

    private func options(today: Day) -> [String] {
        switch self {
        case .delay: ["--due", today.adding(days: -2).description]
        case .filter: ["--due", today.description]
        case .menu: ["--priority", "high"]
        case .finish, .undo: ["--state", "doing"]
        case .quit: ["--state", "done"]
        case .read, .drag, .add: []
        }
    }
}

/// The termination signals.
enum EndingSignals {
    /// Blocks them in this thread and the threads that it starts.
    static func hold() { change(SIG_BLOCK) }

    /// Unblocks them and delivers pending ones.
    static func release() { change(SIG_UNBLOCK) }

    private static func change(_ how: Int32) {
        var signals = sigset_t()
        sigemptyset(&signals)
        for signal in [SIGTERM, SIGHUP, SIGINT] { sigaddset(&signals, signal) }
        pthread_sigmask(how, &signals, nil)
    }
}
