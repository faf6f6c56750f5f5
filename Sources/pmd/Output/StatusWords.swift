import BoardView
import MarkdownDocument
import TaskBoard

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

    func lines(ink: Ink) -> [String] {
        [counts(ink)] + dueLines(ink) + remoteLines(ink) + uncommitted(ink) + attention(ink)
    }

    private func counts(_ ink: Ink) -> String {
        board.columns.map { column in
            let limit = column.limit.map { "/\($0)" } ?? ""
            let text = "\(safe(column.state.utf8)) \(column.count)\(limit)"
            if column.isOverLimit { return ink(text + " !", .red) }
            return column.isUnknown ? ink(text + " (unknown state)", .red) : text
        }.joined(separator: "  ")
    }

    private func dueLines(_ ink: Ink) -> [String] {
        let due = status.due
        let line = due.words.joined(separator: ", ")
        let views = status.views.map { "\(safe($0.name.utf8)) \($0.count.map(String.init) ?? "?")" }
        return (line.isEmpty ? [] : [due.overdue > 0 ? ink(line, .red) : line])
            + ["Views: " + views.joined(separator: "  ")]
    }

    private func remoteLines(_ ink: Ink) -> [String] {
        var lines: [String] = []
        let branch = report.branch.map { safe($0) } ?? "detached HEAD"
        let remote = report.remote.map { "\(distance) \(safe($0))" } ?? "no remote"
        lines.append("\(branch): \(remote)")
        if let sync = report.lastSync { lines.append(words(of: sync, ink)) }
        if let obstacle = report.obstacle {
            lines.append(ink("! " + safe(obstacle.description), .red))
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

    private func words(of sync: LastSync, _ ink: Ink) -> String {
        let time = stamp(sync.time)
        guard sync.code != 0 else { return "Last sync \(time): \(safe(sync.result))" }
        let words =
            sync.failingSince.map { "Sync failing since \(stamp($0)) (last tried \(time))" }
            ?? "Last sync \(time) failed"
        return ink("! \(words): \(safe(sync.result))", .red)
    }

    private func stamp(_ seconds: Int64) -> String { safe(dates.past(seconds)) }

    private func uncommitted(_ ink: Ink) -> [String] {
        guard !report.uncommitted.isEmpty else { return [] }
        let shown = report.uncommitted.prefix(Self.pathsShown).map { "  " + safe($0.bytes) }
        let rest = report.uncommitted.count - shown.count
        return ["Uncommitted edits ('pmd sync' commits them):"] + shown
            + (rest > 0 ? ["  and \(rest) more"] : [])
    }

    private func attention(_ ink: Ink) -> [String] {
        var lines: [String] = []
        let conflicted = status.conflicted.count
        if conflicted > 0 {
            lines.append(
                ink(
                    "\(counted(conflicted, "task")) \(conflicted == 1 ? "has" : "have") conflicts; "
                        + "see 'pmd conflicts'", .magenta))
        }
        if !report.identity.isConfigured {
            let author = "\(report.identity.name) <\(report.identity.email)>"
            lines.append(
                ink(
                    "! git has no name for you, so the author of commits is \(safe(author)): set "
                        + "'git config --global user.name NAME' and user.email", .yellow))
        }
        if let settingsError = status.settingsError {
            lines.append(ink("! " + safe("\(settingsError)"), .red))
        }
        for task in status.malformed {
            guard let malformation = task.document.malformation else { continue }
            let place = "\(task.path.string):\(malformation.line):\(malformation.column)"
            lines.append(ink("! " + safe("\(place): \(malformation.reason)"), .red))
        }
        for path in report.notSynced {
            lines.append(ink("! \(safe(path.bytes)) is not synced: git ignores it", .yellow))
        }
        for file in status.unread {
            lines.append(
                ink("! \(safe(file.path.bytes)) is not a task: \(safe(file.reason))", .yellow))
        }
        for (path, reason) in report.leftOut {
            lines.append(ink("! \(safe(path)) is left out: \(safe(reason))", .yellow))
        }
        for dropped in report.dropped {
            lines.append(ink("! \(safe(dropped.notice))", .yellow))
        }
        for entry in report.notWritten {
            let origin = "\(entry.author) in \(entry.commit.prefix(10))"
            lines.append(
                ink(
                    "! \(safe(entry.path.utf8)) is not written here: it \(entry.reason) "
                        + "(by \(safe(origin)))", .yellow))
        }
        return lines
    }
}

/// A number with its noun.
func counted(_ count: Int, _ noun: String) -> String {
    "\(count) \(noun)\(count == 1 ? "" : "s")"
}
