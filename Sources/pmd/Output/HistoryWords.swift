import BoardView
import TaskBoard
import TextLayout

/// Formats history entries, each on one line.
struct HistoryWords {
    private let dates: DateWords
    private let columns: Int

    init(_ dates: DateWords) {
        self.dates = dates
        columns = dates.pastColumns
    }

    /// `2026-11-21 09:14` and `Ann moved "Fix the roof" from todo to doing`, in the user's time
    /// zone.
    func parts(_ entry: HistoryEntry) -> (time: String, sentence: String) {
        (safe(dates.past(entry.time)).padded(to: columns), safe(entry.sentence(dates, .ofReader)))
    }

    /// The width left for a sentence below which the time or the commit is left out.
    private static let sentenceColumns = 20

    /// Returns an entry with its abbreviated commit, which `undo` accepts.
    ///
    /// - Parameter limit: The width at which the line is truncated; narrow lines omit the commit,
    ///   and the narrowest also the time.
    func logLine(_ entry: HistoryEntry, ink: Ink, columns limit: Int?) -> String {
        let (time, sentence) = parts(entry)
        var cells = [(time, Style.meta), (entry.shortCommit, Style.reference)]
        func used() -> Int { cells.reduce(0) { $0 + $1.0.columns + 2 } }
        while let limit, !cells.isEmpty, limit - used() < Self.sentenceColumns {
            cells.removeLast()
        }
        let shown = limit.map { sentence.truncated(to: $0 - used()) } ?? sentence
        return cells.map { ink($0.0, $0.1) + "  " }.joined() + shown
    }
}
