import BoardStorage
import BoardView
import Dispatch
import Glibc
import MarkdownDocument
import Programs
import TaskBoard
import TextLayout
import Words

/// The board as lines for screen readers and terminals that draw nothing: first its columns, then
/// each change in words as it happens. A typed line is a command of pmd.
struct PlainBoard {
    private let workspace: Workspace
    /// The same board for questions of this thread.
    private let reading: Workspace
    private let language: Language

    init(_ workspace: Workspace, reading: Workspace, _ language: Language) {
        (self.workspace, self.reading, self.language) = (workspace, reading, language)
    }

    /// Prints changes until `q`, the end of the input, or the end of the board.
    ///
    /// - Parameter board: The board as it is at first.
    func run(_ board: Board, _ dates: @escaping @Sendable () -> DateWords) async {
        let lines = Lines()
        let (workspace, language) = (workspace, language)
        let announcer = Announcer(board, language, dates)
        lines.print(Self.summary(of: board, dates(), language))
        Task.detached {
            do {
                let changes = workspace.changes
                try await workspace.watch()
                // A change since the first reading is one too.
                announcer.announce(workspace.snapshot?.board)
                for await _ in changes { announcer.announce(workspace.snapshot?.board) }
            } catch {
                lines.print(["pmd: " + Failure(error).words.text(language)])
            }
        }
        lines.print([CommandSentence.plainBoardHint.text(language)])
        while let line = readLine() {
            let words = line.split(separator: " ")
            if words == ["q"] { return }
            if !words.isEmpty { await runCommand(line, announcer) }
        }
    }

    /// The columns with their cards, one line each.
    private static func summary(
        of board: Board, _ dates: DateWords, _ language: Language
    ) -> [String] {
        let references = References(board)
        let words = TaskWords(dates, language)
        let marks = Marks(board, now: dates.now)
        var lines: [String] = []
        for column in board.columnViews(matching: .everything(now: dates.now), now: dates.now) {
            lines.append(safe(column.state.utf8) + ": \(column.count)")
            for task in column.tasks {
                let facts = marks.marks(of: task).map { words.cell($0, due: task.due).text }
                let title = references[task] + " " + safe(task.title.utf8)
                lines.append(([title] + facts).joined(separator: ", "))
            }
        }
        return lines
    }

    private func runCommand(_ line: String, _ announcer: Announcer) async {
        let start = Moment.present.seconds
        announcer.hold()
        do throws(Failure) {
            let words = try shellWords(line)
            _ = try runOwnCommand(
                ["-C", .operand(workspace.location.root)] + words.map { .configured($0) })
        } catch {
            Lines().print(["pmd: " + error.description(.english)])
        }
        do {
            // What a sync brings is older, and not reported by name.
            let ids = try await reading.log(LogFilter(since: start)).compactMap(\.change.id)
            let board = try await reading.board()
            catchUp()
            announcer.release(reported: Set(ids), on: board)
        } catch {
            announcer.release(reported: [], on: nil)
        }
        announcer.announce(workspace.snapshot?.board)
    }

    /// Waits until the snapshot has what a command did, whose events may not have arrived yet.
    /// Another thread runs the workspace, so this one, which runs all that it awaits, cannot await
    /// it; see ``OneThread``.
    private func catchUp() {
        let isDone = DispatchSemaphore(value: 0)
        Task.detached { [workspace] in
            await workspace.catchUp()
            isDone.signal()
        }
        isDone.wait()
    }
}

/// Lines of several threads: each call is one write.
struct Lines: Sendable {
    func print(_ lines: [String]) {
        guard !lines.isEmpty else { return }
        let bytes = Array((lines.joined(separator: "\n") + "\n").utf8)
        do throws(Failure) { try Stream.output.write(bytes) } catch {
            // The reader of the lines is gone.
        }
    }
}
