import ArgumentParser
import BoardStorage
import MarkdownDocument
import TaskBoard

extension CompletionKind {
    /// References of the tasks on the board that one stands in.
    static var tasks: CompletionKind {
        .custom { (words: [String], _: Int, _: String) async in
            await candidates(words) { board in
                let references = References(board)
                return board.tasks.filter { !$0.isFinished }.map { references[$0] }
            }
        }
    }

    /// References of tasks, and the states that they can go to.
    static var tasksAndStates: CompletionKind {
        .custom { (words: [String], _: Int, _: String) async in
            await candidates(words) { board in
                let references = References(board)
                return board.tasks.filter { !$0.isFinished }.map { references[$0] }
                    + board.columns.map(\.state.string)
            }
        }
    }

    /// The states of the board that one stands in.
    static var states: CompletionKind {
        .custom { (words: [String], _: Int, _: String) async in
            await candidates(words) { $0.columns.map(\.state.string) }
        }
    }

    /// Tags, people and keys that a query can ask for.
    static var queryWords: CompletionKind {
        .custom { (words: [String], _: Int, _: String) async in
            await candidates(words) { board in
                let tags = Set(board.tasks.flatMap(\.tags)).sorted().map { "+" + $0.string }
                let people = Set(board.tasks.flatMap(\.assignees)).sorted().map { "@" + $0.string }
                let states = board.columns.map { "state:" + $0.state.string }
                let terms = [
                    "is:overdue", "is:conflicted", "is:blocked", "is:waiting", "is:malformed",
                    "is:done", "is:any", "has:due", "no:due", "sort:due", "due.before:",
                    "priority:high", "not:",
                ]
                return tags + people + states + terms
            }
        }
    }

    /// What a board offers; nothing, and no word of complaint, where there is none.
    private static func candidates(
        _ words: [String], _ offer: (Board) -> [String]
    ) async -> [String] {
        let directory = words.firstIndex(of: "-C").flatMap { index in
            index + 1 < words.count ? words[index + 1] : nil
        }
        do {
            let location = try Location.find(named: directory)
            let board = try await Workspace(location).board()
            let offered = offer(board).filter { word in
                word.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }
            }
            // To zsh a bare colon ends the word: what follows would be its description.
            guard environment("SAP_SHELL") == "zsh" else { return offered }
            return offered.map {
                $0.replacing("\\", with: "\\\\").replacing(":", with: "\\:")
            }
        } catch {
            return []
        }
    }
}
