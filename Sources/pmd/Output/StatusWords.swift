import BoardView
import MarkdownDocument
import TaskBoard
import TextLayout

/// The lines that `pmd status` prints.
struct StatusWords {
    private let status: StatusView
    private let dates: DateWords

    init(_ status: StatusView, _ dates: DateWords) {
        (self.status, self.dates) = (status, dates)
    }

    private var report: StatusReport { status.report }
    private var board: Board { status.board }

    /// The number of paths that are listed; the rest is counted.
    private static let pathsShown = 10

    /// - Parameter limit: The columns at which lines are wrapped; nil leaves them whole.
    func lines(ink: Ink, columns limit: Int?) -> [String] {
        let rows = dueRows + remoteRows + uncommitted + attention
        return counts(ink, limit)
            + rows.flatMap { row in
                guard let limit, row.text.columns > limit else { return [ink(row.text, row.style)] }
                return row.text.wrapped(to: limit, indent: row.indent).map { ink($0, row.style) }
            }
    }

    /// A line with one style; what is wrapped of it is indented.
    private struct Row {
        var text: String
        var style: Style = []
        var indent = 2
    }

    /// The columns of the board, on as many lines as they need.
    private func counts(_ ink: Ink, _ limit: Int?) -> [String] {
        var lines: [(text: String, columns: Int)] = []
        for column in board.columns {
            let words = words(of: column)
            let text = limit.map { words.text.truncated(to: $0) } ?? words.text
            let styled = ink(text, words.style)
            if let last = lines.last, last.columns + 2 + text.columns <= limit ?? .max {
                lines[lines.count - 1] = (
                    last.text + "  " + styled, last.columns + 2 + text.columns
                )
            } else {
                lines.append((styled, text.columns))
            }
        }
        return lines.map(\.text)
    }

    private func words(of column: Board.Column) -> (text: String, style: Style) {
        let limit = column.limit.map { "/\($0)" } ?? ""
        let text = "\(safe(column.state.utf8)) \(column.count)\(limit)"
        if column.isOverLimit { return (text + " !", .limit) }
        return column.isUnknown ? (text + " (unknown state)", .problem) : (text, [])
    }

    private var dueRows: [Row] {
        let due = status.due
        let line = due.words.joined(separator: ", ")
        let isLate = due.overdue > 0
        let views = status.views.map { "\(safe($0.name.utf8)) \($0.count.map(String.init) ?? "?")" }
        return
            (line.isEmpty
            ? [] : [Row(text: isLate ? "! " + line : line, style: isLate ? .overdue : [])])
            + [Row(text: "Views: " + views.joined(separator: "  "))]
    }

    private var remoteRows: [Row] {
        var lines: [Row] = []
        let branch = report.branch.map { safe($0) } ?? "detached HEAD"
        let remote = report.remote.map { "\(distance) \(safe($0))" } ?? "no remote"
        lines.append(Row(text: "\(branch): \(remote)"))
        if let sync = report.lastSync { lines.append(words(of: sync)) }
        if let obstacle = report.obstacle {
            lines.append(Row(text: "! " + safe(obstacle.description), style: .problem))
        }
        return lines
    }

    /// `2 ahead, 1 behind`, as of the last fetch.
    private var distance: String {
        guard let ahead = report.ahead, let behind = report.behind else {
            return "not yet synced with"
        }
        if behind == 0 { return ahead == 0 ? "up to date with" : "\(ahead) ahead of" }
        return ahead == 0 ? "\(behind) behind" : "\(ahead) ahead, \(behind) behind"
    }

    private func words(of sync: LastSync) -> Row {
        let time = stamp(sync.time)
        guard sync.code != 0 else {
            return Row(text: "Last sync \(time): \(safe(sync.result))")
        }
        let words =
            sync.failingSince.map { "Sync failing since \(stamp($0)) (last tried \(time))" }
            ?? "Last sync \(time) failed"
        return Row(text: "! \(words): \(safe(sync.result))", style: .problem)
    }

    private func stamp(_ seconds: Int64) -> String { safe(dates.past(seconds)) }

    private var uncommitted: [Row] {
        guard !report.uncommitted.isEmpty else { return [] }
        let shown = report.uncommitted.prefix(Self.pathsShown).map { path in
            Row(text: "  " + safe(path.bytes), indent: 4)
        }
        let rest = report.uncommitted.count - shown.count
        return [Row(text: "Uncommitted edits ('pmd sync' commits them):")] + shown
            + (rest > 0 ? [Row(text: "  and \(rest) more", indent: 4)] : [])
    }

    private var attention: [Row] {
        var lines: [Row] = []
        let conflicted = status.conflicted.count
        if conflicted > 0 {
            lines.append(
                Row(
                    text:
                        "\(counted(conflicted, "task")) \(conflicted == 1 ? "has" : "have") conflicts; "
                        + "see 'pmd conflicts'", style: .conflict))
        }
        if !report.identity.isConfigured {
            let author = "\(report.identity.name) <\(report.identity.email)>"
            lines.append(
                Row(
                    text:
                        "! git has no name for you, so the author of commits is \(safe(author)): set "
                        + "'git config --global user.name NAME' and user.email", style: .warning))
        }
        if let settingsError = status.settingsError {
            lines.append(Row(text: "! " + safe("\(settingsError)"), style: .problem))
        }
        for task in status.malformed {
            guard let malformation = task.document.malformation else { continue }
            let place = "\(task.path.string):\(malformation.line):\(malformation.column)"
            lines.append(
                Row(text: "! " + safe("\(place): \(malformation.reason)"), style: .problem))
        }
        for path in report.notSynced {
            lines.append(
                Row(text: "! \(safe(path.bytes)) is not synced: git ignores it", style: .warning))
        }
        for file in status.unread {
            lines.append(
                Row(
                    text:
                        "! \(safe(file.path.bytes)) is not a task: \(safe(file.reason.text(.ofReader)))",
                    style: .warning))
        }
        for (path, reason) in report.leftOut {
            lines.append(
                Row(
                    text: "! \(safe(path)) is left out: \(safe(reason.text(.ofReader)))",
                    style: .warning))
        }
        for dropped in report.dropped {
            lines.append(Row(text: "! \(safe(dropped.notice.text(.ofReader)))", style: .warning))
        }
        for entry in report.notWritten {
            let origin = "\(entry.author) in \(entry.commit.prefix(10))"
            lines.append(
                Row(
                    text:
                        "! \(safe(entry.path.utf8)) is not written here: it \(entry.reason.english) "
                        + "(by \(safe(origin)))", style: .warning))
        }
        return lines
    }
}

/// A number with its noun.
func counted(_ count: Int, _ noun: String) -> String {
    "\(count) \(noun)\(count == 1 ? "" : "s")"
}
