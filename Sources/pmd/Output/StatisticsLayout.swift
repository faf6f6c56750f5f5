import BoardView
import MarkdownDocument
import TaskBoard
import TextLayout
import Words

/// The tables that `pmd stats` prints.
struct StatisticsLayout {
    let statistics: BoardStatistics
    let references: References
    /// The settings of the board, which have the names of states for people.
    let settings: BoardSettings
    let dates: DateWords
    /// The width of a terminal; nil for other programs, which get whole lines.
    let columns: Int?

    /// The number of tasks in progress that are listed.
    private static let oldest = 5
    private static let valueColumns = 20

    func lines(ink: Ink) -> [String] {
        let tables = [weeks, groups, durations].map { $0.lines(ink: ink, limit: columns) }
        return (tables + [inProgress(ink)]).filter { !$0.isEmpty }.joined(separator: [""])
            .map { $0 }
    }

    private var weeks: Table {
        var table = table(.calendarWeek, [.statsAdded, .statsFinished, .statsRemoved, .statsOpen])
        for week in statistics.total.weeks {
            table.append(
                [Table.Cell(text: dates.week(from: week.start))]
                    + [week.added, week.finished, week.removed, week.open].map { number($0) })
        }
        return fitted(table, hiding: [3, 1])
    }

    private var groups: Table {
        guard let grouping = statistics.grouping else { return Table() }
        var table = table(
            named: safe(settings.name(ofKey: grouping.key, .ofReader).utf8),
            [
                .statsAdded, .statsFinished, .statsOpen, .statsLead, .statsMost, .statsCycle,
                .statsMost,
            ])
        for group in statistics.groups {
            let value = group.value.map { value in
                safe(settings.name(of: value, ofKey: grouping.key, .ofReader).utf8)
            }
            table.append(
                [Table.Cell(text: value ?? text(.statsNone))]
                    + [group.added, group.finished, group.open].map { number($0) }
                    + [group.lead, group.cycle].flatMap {
                        [duration($0.median), duration($0.p85)]
                    })
        }
        if columns != nil { table.truncate(0, to: Self.valueColumns) }
        return fitted(table, hiding: [7, 6, 5, 4, 1])
    }

    private var durations: Table {
        var table = table(named: "", [.statsMedian, .statsMost, .statsTasks])
        for (name, durations) in [
            (BoardText.statsLead, statistics.total.lead),
            (.statsCycle, statistics.total.cycle),
        ] {
            table.append([
                Table.Cell(text: text(name)), duration(durations.median), duration(durations.p85),
                number(durations.count),
            ])
        }
        return fitted(table, hiding: [3])
    }

    private func inProgress(_ ink: Ink) -> [String] {
        guard !statistics.inProgress.isEmpty else { return [] }
        var table = Table()
        table.isPadded = columns != nil
        for started in statistics.inProgress.prefix(Self.oldest) {
            table.append([
                Table.Cell(text: references[started.task], style: .reference),
                duration(dates.now.seconds - started.since),
                Table.Cell(text: safe(settings.label(of: started.task.state).utf8), style: .meta),
                Table.Cell(text: safe(started.task.title.utf8)),
            ])
        }
        let more = statistics.inProgress.count - Self.oldest
        let heading = text(.statsOldest).truncated(to: columns ?? .max)
        return [ink(heading, .header)] + table.lines(ink: ink, limit: columns)
            + (more > 0 ? [ink(CommandSentence.more(more).text, .meta)] : [])
    }

    private func text(_ text: BoardText) -> String { text.text(.ofReader) }

    private func table(_ name: BoardText, _ headings: [BoardText]) -> Table {
        table(named: text(name), headings)
    }

    /// Returns a table with a row of headings.
    private func table(named name: String, _ headings: [BoardText]) -> Table {
        var table = Table()
        table.isPadded = columns != nil
        table.append(
            [Table.Cell(text: name, style: .header)]
                + headings.map { Table.Cell(text: text($0), style: .header, isRight: true) })
        return table
    }

    /// Leaves out columns until the rows fit.
    private func fitted(_ table: Table, hiding columns: [Int]) -> Table {
        guard let limit = self.columns else { return table }
        var table = table
        for column in columns where table.columns > limit { table.hide(column) }
        return table
    }

    private func number(_ number: Int) -> Table.Cell {
        Table.Cell(text: "\(number)", isRight: true)
    }

    private func duration(_ seconds: Int64?) -> Table.Cell {
        Table.Cell(text: seconds.map { durationWords($0).text(.ofReader) } ?? "-", isRight: true)
    }
}
