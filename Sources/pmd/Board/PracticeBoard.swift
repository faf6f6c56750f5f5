import BoardStorage
import Glibc
import Programs
import TaskBoard
import TextLayout
import Words

/// A board to try things on. It lies in memory, and is gone when it is closed.
struct PracticeBoard {
    private let made: PracticeFolder
    /// The folder of the board, which nobody else can enter.
    var folder: String { made.path }

    /// Makes the board with a few tasks that say what can be tried.
    ///
    /// Until a terminal's handlers are installed, signals that would end the program wait: nothing
    /// would remove the folder.
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

    /// A new folder in memory, or below TMPDIR where the system has no such place.
    private static func newFolder() throws(Failure) -> PracticeFolder {
        let shared = "/dev/shm"
        let place =
            access(shared, W_OK | X_OK) == 0 ? shared : environment("TMPDIR") ?? "/tmp"
        do throws(PracticeFolder.Failure) { return try PracticeFolder(in: place) } catch {
            throw Failure(.inputOutput, .practiceFolder(safe(place), cause: error.cause))
        }
    }

    /// Removes the board with all that was done on it.
    func remove() { made.remove() }
}

extension PracticeTask {
    /// The words of `pmd add` that add the task.
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

/// The signals that ask a program to end.
enum EndingSignals {
    /// Makes them wait, in this thread and those that it starts.
    static func hold() { change(SIG_BLOCK) }

    /// Delivers those that waited.
    static func release() { change(SIG_UNBLOCK) }

    private static func change(_ how: Int32) {
        var signals = sigset_t()
        sigemptyset(&signals)
        for signal in [SIGTERM, SIGHUP, SIGINT] { sigaddset(&signals, signal) }
        pthread_sigmask(how, &signals, nil)
    }
}
