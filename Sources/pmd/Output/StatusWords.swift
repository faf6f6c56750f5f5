import BoardView
import MarkdownDocument
import TaskBoard
import TextLayout
import Words

/// The lines that `pmd status` prints.
struct StatusWords {
    private let status: StatusView
    private let dates: DateWords

    init(_ status: StatusView, _ dates: DateWords) {
        (self.status, self.dates) = (status, dates)
    }

    private var clone: CloneStatus { status.clone }
    private var board: Board { status.board }

    /// The number of paths to list; the rest are only counted.
    private static let pathsShown = 10

    /// - Parameter limit: The width at which lines are wrapped; nil for no wrapping.
    func lines(ink: Ink, columns limit: Int?) -> [String] {
        let rows = dueRows + remoteRows + uncommitted + attention
        return counts(ink, limit)
            + rows.flatMap { row in
                guard let limit, row.text.columns > limit else { return [ink(row.text, row.style)] }
                return row.text.wrapped(to: limit, indent: row.indent).map { ink($0, row.style) }
            }
    }

    /// A line with one style; continuation lines are indented.
    private struct Row {
        var text: String
        var style: Style = []
        var indent = 2
    }

    /// Returns the task counts of the columns, on as many lines as needed.
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
        let text = "\(safe(board.settings.label(of: column.state).utf8)) \(column.count)\(limit)"
        if column.isOverLimit { return (text + " !", .limit) }
        return column.isUnknown
            ? (text + " (\(CommandSentence.unknownState.text))", .problem) : (text, [])
    }

    private var dueRows: [Row] {
        let due = status.due
        let line = due.words.joined(separator: ", ")
        let isLate = due.overdue > 0
        let views = status.views.map { "\(safe($0.name.utf8)) \($0.count.map(String.init) ?? "?")" }
        return
            (line.isEmpty
            ? [] : [Row(text: isLate ? "! " + line : line, style: isLate ? .overdue : [])])
            + [Row(text: CommandSentence.views.text + ": " + views.joined(separator: "  "))]
    }

    private var remoteRows: [Row] {
        var lines: [Row] = []
        let branch = clone.branch.map { safe($0) } ?? CommandSentence.detachedHead.text
        let remote =
            clone.remote.map { distance(to: safe($0)) } ?? CommandSentence.noRemote.text
        lines.append(Row(text: "\(branch): \(remote)"))
        if let sync = clone.lastSync { lines.append(words(of: sync)) }
        if let obstacle = clone.obstacle {
            lines.append(Row(text: "! " + safe(obstacle.words.text(.ofReader)), style: .problem))
        }
        return lines
    }

    /// `2 ahead, 1 behind origin`, as of the last fetch.
    private func distance(to remote: String) -> String {
        let sentence: CommandSentence =
            switch (clone.ahead, clone.behind) {
            case (0?, 0?): .upToDate(remote)
            case (let ahead?, 0?): .ahead(ahead, of: remote)
            case (0?, let behind?): .behind(behind, remote)
            case (let ahead?, let behind?): .aheadAndBehind(ahead, behind, remote)
            default: .notYetSynced(remote)
            }
        return sentence.text
    }

    private func words(of sync: LastSync) -> Row {
        let time = stamp(sync.time)
        // The cause of a failure is stored as worded for the log.
        let result = safe(sync.result.words.text(.ofReader))
        guard sync.hasFailed else {
            let isDone = sync.result == .done
            let sentence: CommandSentence =
                isDone ? .lastSyncDone(time: time) : .lastSync(time: time, result: result)
            return Row(text: sentence.text)
        }
        let sentence: CommandSentence =
            sync.failingSince.map { .syncFailingSince(stamp($0), tried: time, result: result) }
            ?? .syncFailed(time, result: result)
        return Row(text: "! " + sentence.text, style: .problem)
    }

    private func stamp(_ seconds: Int64) -> String { safe(dates.past(seconds)) }

    private var uncommitted: [Row] {
        guard !clone.uncommitted.isEmpty else { return [] }
        let shown = clone.uncommitted.prefix(Self.pathsShown).map { path in
            Row(text: "  " + safe(path.bytes), indent: 4)
        }
        let rest = clone.uncommitted.count - shown.count
        return [Row(text: CommandSentence.uncommitted.text)] + shown
            + (rest > 0
                ? [Row(text: "  " + CommandSentence.uncommittedMore(rest).text, indent: 4)] : [])
    }

    private var attention: [Row] {
        var lines: [Row] = []
        let conflicted = status.conflicted.count
        if conflicted > 0 {
            lines.append(
                Row(
                    text: SyncReport.conflicted(conflicted).text(.ofReader), style: .conflict))
        }
        if !clone.conflictFiles.isEmpty {
            let words = SyncReport.conflictedFiles(clone.conflictFiles.count)
            lines.append(Row(text: words.text(.ofReader), style: .conflict))
        }
        if let identity = clone.identity, !identity.isConfigured {
            let author = "\(identity.name) <\(identity.email)>"
            lines.append(
                Row(
                    text: "! " + CommandSentence.noIdentity(safe(author)).text, style: .warning))
        }
        if let settingsError = status.settingsError {
            lines.append(
                Row(text: "! " + safe(settingsError.sentence.text(.ofReader)), style: .problem))
        }
        for task in status.malformed {
            guard let malformation = task.document.malformation else { continue }
            let place = "\(task.path.string):\(malformation.line):\(malformation.column)"
            lines.append(
                Row(
                    text: "! " + safe("\(place): \(malformation.reason.words.text(.ofReader))"),
                    style: .problem))
        }
        for path in clone.notSynced {
            lines.append(
                Row(
                    text: "! " + Bilingual.notSynced(safe(path.bytes)).text(.ofReader),
                    style: .warning))
        }
        for file in status.unread {
            lines.append(
                Row(
                    text: "! " + CommandSentence.notATask(safe(file.path.bytes), file.reason).text,
                    style: .warning))
        }
        for (path, reason) in clone.leftOut {
            lines.append(
                Row(
                    text: "! " + safe(Bilingual.leftOut(safe(path), reason).text(.ofReader)),
                    style: .warning))
        }
        for note in clone.takenBack {
            lines.append(Row(text: "! \(safe(note.notice.text(.ofReader)))", style: .warning))
        }
        for dropped in clone.dropped {
            lines.append(Row(text: "! \(safe(dropped.notice.text(.ofReader)))", style: .warning))
        }
        for entry in clone.notWritten {
            lines.append(
                Row(
                    text: "! "
                        + CommandSentence.notWritten(
                            safe(entry.path.utf8), entry.reason, author: safe(entry.author),
                            commit: String(entry.commit.prefix(10))
                        ).text, style: .warning))
        }
        return lines
    }
}

extension DueCounts {
    /// The nonzero counts, in words.
    var words: [String] {
        [
            overdue > 0 ? CommandSentence.overdueCount(overdue).text : nil,
            today > 0 ? CommandSentence.dueTodayCount(today).text : nil,
            waiting > 0 ? CommandSentence.waitingCount(waiting).text : nil,
        ].compactMap(\.self)
    }
}
