import BoardStorage
import Glibc
import Programs
import TaskBoard
import TextLayout

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
        let words = language == .korean ? Self.korean(today) : Self.english(today)
        let commands: [[Argument]] =
            [["init"]] + words.map { words in ["add"] + words.map { .configured($0) } }
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

    /// The words of `pmd add` for each task, in the order in which they are added. The titles are
    /// whole in three columns of 80.
    private static func english(_ today: Day) -> [[String]] {
        [
            [
                "Press Enter to read", "--body",
                """
                The body is **Markdown**. Tick a box with Tab and Space, or with a click:

                - [ ] press e to edit this task in a form
                - [ ] press H to see what has happened to it
                - [ ] press Esc to go back

                Press ? at any time to list the keys.
                """,
            ],
            ["Drag me to doing", "--body", "Or press Space and an arrow key.", "--tag", "mouse"],
            ["Press a to add one", "--body", "Such as: Call Ann +house @ann due:fri"],
            ["Press D to delay me", "--due", today.adding(days: -2).description],
            [
                "Press / to filter", "--body", "due:today finds what is due today.", "--due",
                today.description, "--tag", "house",
            ],
            ["Press m for my menu", "--priority", "high"],
            ["Press x to finish me", "--state", "doing"],
            ["Press u to undo", "--body", "Ctrl-R does it again.", "--state", "doing"],
            ["q deletes this board", "--state", "done"],
        ]
    }

    private static func korean(_ today: Day) -> [[String]] {
        [
            [
                "Enter로 읽어 보세요", "--body",
                """
                본문은 **Markdown**입니다. Tab과 Space 또는 클릭으로 항목을 체크할 수 있습니다.

                - [ ] e를 눌러 양식에서 편집하기
                - [ ] H를 눌러 지난 변경 보기
                - [ ] Esc를 눌러 돌아가기

                ?를 누르면 언제나 모든 키를 볼 수 있습니다.
                """,
            ],
            [
                "doing으로 끌기", "--body", "Space와 화살표 키로도 옮깁니다.", "--tag", "마우스",
            ],
            ["a로 할 일 추가하기", "--body", "예: 앤에게 전화하기 +집 @ann due:fri"],
            ["D로 날짜 바꾸기", "--due", today.adding(days: -2).description],
            [
                "/로 할 일 찾기", "--body", "due:today는 오늘까지인 일을 찾습니다.", "--due",
                today.description, "--tag", "집",
            ],
            ["m으로 메뉴 열기", "--priority", "high"],
            ["x로 끝내기", "--state", "doing"],
            ["u로 되돌리기", "--body", "Ctrl-R로 다시 실행합니다.", "--state", "doing"],
            ["q를 누르면 사라짐", "--state", "done"],
        ]
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
