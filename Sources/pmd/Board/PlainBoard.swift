import BoardStorage
import BoardView
import Glibc
import MarkdownDocument
import TaskBoard
import TextLayout

/// The board as lines for screen readers and terminals that draw nothing: first its columns, then
/// each change in words as it happens. A typed line is a command of pmd.
struct PlainBoard {
    private let workspace: Workspace
    private let language: Language

    init(_ workspace: Workspace, _ language: Language) {
        (self.workspace, self.language) = (workspace, language)
    }

    /// Prints changes until `q`, the end of the input, or the end of the board.
    ///
    /// - Parameter board: The board as it is at first.
    func run(_ board: Board, _ dates: @escaping @Sendable () -> DateWords) {
        let lines = Lines()
        let (workspace, language) = (workspace, language)
        lines.print(Self.summary(of: board, dates(), language))
        Task.detached {
            do {
                let changes = workspace.changes
                try await workspace.watch()
                var old = board
                // A change since the first reading is one too.
                if let new = workspace.snapshot?.board {
                    lines.print(Self.changes(from: old, to: new, dates(), language))
                    old = new
                }
                for await _ in changes {
                    guard let new = workspace.snapshot?.board else { continue }
                    lines.print(Self.changes(from: old, to: new, dates(), language))
                    old = new
                }
            } catch {
                lines.print(["pmd: " + Failure(error).description(language)])
            }
        }
        lines.print([
            language == .korean
                ? "pmd 명령을 입력하세요(예: done k3). q는 종료입니다."
                : "Type a command of pmd, such as 'done k3'; q quits."
        ])
        while let line = readLine() {
            let words = line.split(separator: " ")
            if words == ["q"] { return }
            if !words.isEmpty { runCommand(line) }
        }
    }

    /// The columns with their cards, one line each.
    private static func summary(
        of board: Board, _ dates: DateWords, _ language: Language
    ) -> [String] {
        let references = References(board)
        let words = TaskWords(dates, language)
        let marks = Marks(board, now: dates.now)
        return board.columnViews(matching: .everything(now: dates.now), now: dates.now).flatMap {
            column in
            [safe(column.state.utf8) + ": \(column.count)"]
                + column.tasks.map { task in
                    let facts = marks.marks(of: task).map { words.cell($0, due: task.due).text }
                    return ([references[task] + " " + safe(task.title.utf8)] + facts)
                        .joined(separator: ", ")
                }
        }
    }

    /// What differs between two boards, in sentences.
    private static func changes(
        from old: Board, to new: Board, _ dates: DateWords, _ language: Language
    ) -> [String] {
        let ids = Set(old.tasks.map(\.id)).union(new.tasks.map(\.id)).sorted { $0 < $1 }
        return ids.compactMap { id in
            let (before, after) = (old[id], new[id])
            if let before, let after, before.path == after.path, before.bytes == after.bytes {
                return nil
            }
            return TaskChange(from: before, to: after).map {
                safe(Array($0.doneSentence(language, dates: dates.value).utf8))
            }
        }
    }

    private func runCommand(_ line: String) {
        do throws(Failure) {
            let words = try shellWords(line)
            _ = try runOwnCommand(words + ["-C", workspace.location.root])
        } catch {
            Lines().print(["pmd: " + error.description])
        }
    }
}

/// Lines of several threads: each call is one write.
private struct Lines: Sendable {
    func print(_ lines: [String]) {
        guard !lines.isEmpty else { return }
        let bytes = Array((lines.joined(separator: "\n") + "\n").utf8)
        do throws(Failure) { try Stream.output.write(bytes) } catch {
            // The reader of the lines is gone.
        }
    }
}
