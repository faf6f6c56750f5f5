import BoardView
import Glibc
import Programs
import TaskBoard
import TextLayout

/// Makes or clones a board for a person who opens one where there is none.
struct BoardGuide {
    let language: Language
    /// The folder of `-C`; nil for the current one.
    let start: String?

    /// The folder in which a board is made.
    var place: String { start ?? "." }

    /// What a person wants.
    enum Answer {
        /// The folder of the new board.
        case board(String)
        case practice
        case none
    }

    /// Asks what to do, and does it.
    func run() throws -> Answer {
        say("There is no board here.", "여기에는 보드가 없습니다.")
        say("  1  make one", "  1  새로 만들기")
        say("  2  clone one from a remote", "  2  원격 저장소에서 복제하기")
        say("  3  try things on a board in memory", "  3  메모리에 있는 보드에서 시험해 보기")
        say("  Enter leaves", "  Enter를 누르면 나갑니다")
        switch ask("1, 2 or 3", "1, 2, 3 중 하나") {
        case "1": return try make()
        case "2": return try clone()
        case "3": return .practice
        default: return .none
        }
    }

    /// Asks for a folder and a remote until a board is made, or the input ends.
    private func make() throws -> Answer {
        var folder = "tasks"
        while let answer = ask("Folder", "폴더", default: folder),
            let remote = ask(
                "Remote to sync with, empty for none", "동기화할 원격 저장소, 없으면 비워 두기")
        {
            folder = answer
            let options: [Argument] = remote.isEmpty ? [] : [.attached("--remote=", remote)]
            if try run(["init"] + options + ["--", .operand(folder)]) { return opened(folder) }
        }
        return .none
    }

    /// Asks for a remote and a folder until that is cloned, or no remote is given.
    private func clone() throws -> Answer {
        var folder = "tasks"
        while let remote = ask("Address of the remote, empty to leave", "원격 저장소 주소, 비우면 나가기"),
            !remote.isEmpty, let answer = ask("Folder", "폴더", default: folder)
        {
            folder = answer
            if try run(["clone", "--", .operand(remote), .operand(folder)]) {
                return opened(folder)
            }
        }
        return .none
    }

    /// Waits until what the command printed is read: the board covers it.
    private func opened(_ folder: String) -> Answer {
        ask("Enter opens the board", "Enter를 누르면 보드를 엽니다") == nil ? .none : .board(folder)
    }

    private func say(_ english: String, _ korean: String) {
        let words = language == .korean ? korean : english
        do throws(Failure) { try Stream.error.write(Array((words + "\n").utf8)) } catch {
            // The terminal is gone: the next read ends.
        }
    }

    /// Returns an answer without the blanks around it; nil at the end of the input.
    private func ask(_ english: String, _ korean: String, default value: String = "") -> String? {
        let words = language == .korean ? korean : english
        do throws(Failure) {
            try Stream.error.write(
                Array((words + (value.isEmpty ? "" : " [\(value)]") + ": ").utf8))
        } catch {
            return nil
        }
        guard let line = readLine() else { return nil }
        let answer = line.trimmingTrailingBlanks.drop { $0 == " " }
        return answer.isEmpty ? value : String(answer)
    }

    /// Runs a command of pmd, and returns true if it succeeded.
    private func run(_ words: [Argument]) throws -> Bool {
        let place: [Argument] = start.map { ["-C", .configured($0)] } ?? []
        return try runOwnCommand(place + words) == 0
    }
}

/// Runs pmd with other words, on the same terminal.
///
/// - Parameter isSilent: True if what it prints is dropped, but for errors.
/// - Returns: Its exit status, or 128 and the number of the signal that ended it.
func runOwnCommand(_ words: [Argument], isSilent: Bool = false) throws(Failure) -> Int32 {
    let program = try ownPath()
    let process: pid_t
    do throws(StartFailure) {
        process = try startProgram(program, words) { start in
            if isSilent { start.silentStreams = [1] }
        }
    } catch {
        throw Failure(.failed, .pmdNotStarted(cause: error.cause))
    }
    var code: Int32 = 0
    while waitpid(process, &code, 0) < 0 {
        guard errno == EINTR else { break }
    }
    return code & 0x7F == 0 ? (code >> 8) & 0xFF : 128 + (code & 0x7F)
}
