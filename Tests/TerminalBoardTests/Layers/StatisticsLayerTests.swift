import BoardView
import MarkdownDocument
import MergeSupport
import TaskBoard
import TerminalUI
import Testing

@testable import TerminalBoard

/// The page of statistics.
struct StatisticsLayerTests {
    private func statistics(on board: PlayedBoard, firstWeekday: Int = 1) -> BoardStatistics {
        let settings = board.memory.board.settings
        var tracks = StateTracks(settings)
        tracks.follow(board.memory.board.tasks, at: Sample.now.seconds - 86_400 * 9)
        let tasks = tracks.steps.compactMap { id, steps in
            TrackedTask(
                steps, of: tracks, current: board.memory.board[id], last: nil, now: Sample.now)
        }
        return BoardStatistics(
            tasks, of: tracks, since: Sample.now.today.adding(days: -84),
            firstWeekday: firstWeekday,
            points: 121, now: Sample.now)
    }

    @Test(arguments: [(44, 20), (100, 30), (200, 50)])
    func `statistics show a picture, weeks and durations`(columns: Int, rows: Int) {
        var board = PlayedBoard(columns: columns, rows: rows)
        board.type("S")
        #expect(board.shows("…"))
        board.tell(.statistics(statistics(on: board)))
        #expect(board.shows("▒") && board.shows("▒ todo"))
        #expect(board.shows("Finished") && board.shows("Open"))
        #expect(board.shows("Deleted") == (columns > 44))
        board.type("End")
        #expect(board.shows("Lead time"))
        #expect(board.app.screen().fault == nil)
        board.type("Esc")
        #expect(board.app.layers.isEmpty)
    }

    @Test func `a week that began today is named by its date`() {
        var board = PlayedBoard()
        board.type("S")
        board.tell(.statistics(statistics(on: board, firstWeekday: 6)))
        #expect(board.shows("21 Nov 2026  "))
    }

    @Test func `keys choose the period and the groups, and the filter applies`() {
        var board = PlayedBoard()
        board.type("/")
        board.write("alpha")
        board.type("Enter", "S", "Right", "Tab", "Left", "Left")
        let requests = board.effects.compactMap { effect -> String? in
            guard case .loadStatistics(let query, let weeks, let key, _) = effect else {
                return nil
            }
            return "\(query) \(weeks) \(key?.string ?? "-")"
        }
        let key = Grouping.keys(of: board.memory.board)[0].string
        #expect(
            requests == [
                "[\"alpha\"] 12 -", "[\"alpha\"] 26 -", "[\"alpha\"] 26 \(key)",
                "[\"alpha\"] 12 \(key)",
            ])
    }

    @Test func `a change of the board loads them again`() {
        var board = PlayedBoard()
        board.type("S")
        let before = board.effects.count
        board.change("todo/a.md", "title: New")
        #expect(board.effects.count == before + 1)
    }
}
