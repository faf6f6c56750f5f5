import BoardStorage
import MarkdownDocument
import TaskBoard

extension LogEntry {
    /// `2026-11-21 09:14  Ann moved "Fix the roof" from todo to doing`, in the zone
    /// of whoever reads it.
    func line(now: Moment) -> String {
        let stamp = now.at(time).stamp.string.prefix(16)
        return stamp.replacing("T", with: " ") + "  " + safe(change.sentence(by: author))
    }

    /// The same with the commit's first digits, which `undo` takes.
    func lineWithCommit(now: Moment) -> String {
        let line = line(now: now)
        return "\(line.prefix(16))  \(commit.prefix(7))\(line.dropFirst(16))"
    }
}
