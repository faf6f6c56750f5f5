import BoardStorage
import BoardView
import Dispatch
import Glibc
import MarkdownDocument
import Programs
import TaskBoard
import TextLayout
import Words

/// The board as lines of text, for screen readers and terminals without cursor control: first its
/// columns, then each change as a sentence. Each typed line is a pmd command.
struct PlainBoard {
    private let workspace: Workspace
    /// The same board, for queries from this thread.
    private let reading: Workspace
    private let language: Language

    init(_ workspace: Workspace, reading: Workspace, _ language: Language) {
        (self.workspace, self.reading, self.language) = (workspace, reading, language)
    }

    /// Prints changes until `q`, the end of the input, or the end of the board.
    ///
    /// - Parameter board: The initial board.
    func run(_ board: Board, _ dates: @escaping @Sendable () -> DateWords) async {
        let lines = Lines()
        let (workspace, language) = (workspace, language)
        let announcer = Announcer(board, language, dates)
        lines.print(Self.summary(of: board, dates(), language))
        let live = LiveBoard(now: { dates().now }, news: { workspace.news(since: $0) }) {
            version, _ in
            announcer.announce(version.board)
        }
        Task.detached {
            do {
                let changes = workspace.changes
                try await workspace.watch()
                // Changes since the first reading count, too.
                live.follow(changes)
            } catch {
                lines.print(["pmd: " + Failure(error).words.text(language)])
            }
        }
        lines.print([CommandSentence.plainBoardHint.text(language)])
        while let line = readLine() {
            let words = line.split(separator: " ")
            if words == ["q"] { return }
            if !words.isEmpty { await runCommand(line, announcer, live) }
        }
    }

    /// Returns the columns with their cards, one line each.
    private static func summary(
        of board: Board, _ dates: DateWords, _ language: Language
    ) -> [String] {
        let references = References(board)
        let words = TaskWords(dates, language)
        let marks = Marks(board, now: dates.now)
        var lines: [String] = []
        for column in board.columnViews(matching: .everything(now: dates.now), now: dates.now) {
            lines.append(safe(column.label.utf8) + ": \(column.count)")
            for task in column.tasks {
                let facts = marks.marks(of: task).map { words.cell($0, due: task.due).text }
                let title = references[task] + " " + safe(task.title.utf8)
                lines.append(([title] + facts).joined(separator: ", "))
            }
        }
        return lines
    }

    private func runCommand(_ line: String, _ announcer: Announcer, _ live: LiveBoard) async {
        let start = Moment.present.seconds
        announcer.hold()
        do throws(Failure) {
            let words = try shellWords(line)
            _ = try runOwnCommand(
                ["-C", .operand(workspace.location.root)] + words.map { .configured($0) })
        } catch {
            Lines().print(["pmd: " + error.words.text(language)])
        }
        do {
            // Received commits are older and are not listed individually.
            let ids = try await reading.log(LogFilter(since: start)).compactMap(\.change.id)
            let board = try await reading.board()
            catchUp(live)
            announcer.release(reported: Set(ids), on: board)
        } catch {
            announcer.release(reported: [], on: nil)
        }
        announcer.announce(live.version?.board)
    }

    /// Waits until the shown board includes the command's changes; their events may not have arrived
    /// yet. Awaiting the workspace would deadlock: it runs on another thread, and this thread runs
    /// everything it awaits itself; see ``OneThread``.
    private func catchUp(_ live: LiveBoard) {
        let isDone = DispatchSemaphore(value: 0)
        Task.detached { [workspace] in
            await workspace.catchUp()
            live.catchUp()
            isDone.signal()
        }
        isDone.wait()
    }
}

/// Lines written by several threads, each call in a single write.
struct Lines: Sendable {
    func print(_ lines: [String]) {
        guard !lines.isEmpty else { return }
        let bytes = Array((lines.joined(separator: "\n") + "\n").utf8)
        do throws(Failure) { try Stream.output.write(bytes) } catch {
            // The reader has closed the pipe.
        }
    }
}
