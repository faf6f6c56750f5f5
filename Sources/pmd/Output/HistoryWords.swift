import BoardView
import TaskBoard

/// Words entries of the history, each on one line.
struct HistoryWords {
    private let dates: DateWords
    private let columns: Int

    init(_ dates: DateWords) {
        self.dates = dates
        columns = dates.pastColumns
    }

    /// `2026-11-21 09:14  Ann moved "Fix the roof" from todo to doing`, in the user's zone.
    func line(_ entry: HistoryEntry) -> String { "\(time(entry))  \(safe(entry.sentence(dates)))" }

    /// The same with the commit's first digits, which `undo` takes.
    func lineWithCommit(_ entry: HistoryEntry) -> String {
        "\(time(entry))  \(entry.shortCommit)  \(safe(entry.sentence(dates)))"
    }

    private func time(_ entry: HistoryEntry) -> String {
        safe(dates.past(entry.time)).padded(to: columns)
    }
}
