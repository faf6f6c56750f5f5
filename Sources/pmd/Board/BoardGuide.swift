import BoardView
import Glibc
import Programs
import TaskBoard
import TextLayout
import Words

/// Offers to make or clone a board when the user opens one where none exists.
struct BoardGuide {
    let language: Language
    /// The folder of `-C`; nil for the current one.
    let start: String?

    /// The folder for the new board.
    var place: String { start ?? "." }

    enum Answer {
        /// The folder of the new board.
        case board(String)
        case practice
        case none
    }

    /// Asks what to do, then does it.
    func run() throws -> Answer {
        say(.noBoard)
        say(.make)
        say(.clone)
        say(.practice)
        say(.leave)
        switch ask(.choice) {
        case "1": return try make()
        case "2": return try clone()
        case "3": return .practice
        default: return .none
        }
    }

    /// Asks for a folder and a remote until a board is made, or the input ends.
    private func make() throws -> Answer {
        var folder = "tasks"
        while let answer = ask(.folder, default: folder), let remote = ask(.remote) {
            folder = answer
            let options: [Argument] = remote.isEmpty ? [] : [.attached("--remote=", remote)]
            if try run(["init"] + options + ["--", .operand(folder)]) { return opened(folder) }
        }
        return .none
    }

    /// Asks for a remote and a folder until the clone succeeds or no remote is given.
    private func clone() throws -> Answer {
        var folder = "tasks"
        while let remote = ask(.address), !remote.isEmpty,
            let answer = ask(.folder, default: folder)
        {
            folder = answer
            if try run(["clone", "--", .operand(remote), .operand(folder)]) {
                return opened(folder)
            }
        }
        return .none
    }

    /// Waits until the user has read the command's output, which the board will cover.
    private func opened(_ folder: String) -> Answer {
        ask(.open) == nil ? .none : .board(folder)
    }

    private func say(_ sentence: GuideSentence) {
        let words = sentence.text(language) + "\n"
        do throws(Failure) { try Stream.error.write(Array(words.utf8)) } catch {
            // The terminal is closed, so the next read ends.
        }
    }

    /// Returns the trimmed answer; nil at the end of the input.
    private func ask(_ question: GuideSentence, default value: String = "") -> String? {
        let words = question.text(language)
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
/// - Parameter isSilent: True to drop all output except errors.
/// - Returns: Its exit status, or 128 plus the number of the signal that ended it.
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
