import BoardView
import TaskBoard

extension HistoryEntry {
    /// `2026-11-21 09:14  Ann moved "Fix the roof" from todo to doing`, in the user's zone.
    func line(now: Moment) -> String { "\(stamp(now))  \(safe(sentence))" }

    /// The same with the commit's first digits, which `undo` takes.
    func lineWithCommit(now: Moment) -> String {
        "\(stamp(now))  \(shortCommit)  \(safe(sentence))"
    }
}
