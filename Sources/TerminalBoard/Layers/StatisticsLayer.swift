import BoardView
import MarkdownDocument
import TaskBoard
import TerminalUI
import TextLayout
import Words

/// Statistics: a picture of the states over time, and what was added, finished and open by week.
struct StatisticsLayer: Layer {
    /// The numbers of weeks to choose from.
    private static let periods = [12, 26, 52, 104]
    /// The number of tasks in progress that are listed.
    private static let oldest = 5

    private var period = 0
    /// The key whose values are counted; nil for none.
    private var grouping: Text?
    private var statistics: BoardStatistics?
    private var lines: [Line] = []
    /// The first visible line.
    private var first = 0

    /// The statistics to load.
    func request(in app: BoardApp) -> BoardEffect {
        .loadStatistics(
            query: app.queryWords, weeks: Self.periods[period], by: grouping,
            firstWeekday: app.environment.firstWeekday)
    }

    func hints(in app: BoardApp) -> [Hint] {
        [
            Hint(key: "← →", words: app.text(.statsSince)),
            Hint(key: "Tab", words: app.text(.statsBy)),
            Hint(key: "↑ ↓", words: app.text(.hint(.scroll))),
            Hint(key: "Esc", words: app.text(.hint(.close))),
        ]
    }

    mutating func update(in app: inout BoardApp, from old: Board?) -> Bool {
        app.effects.append(request(in: app))
        return true
    }

    mutating func take(_ new: BoardStatistics, in app: BoardApp) {
        statistics = new
        layOut(in: app)
    }

    mutating func handle(_ event: InputEvent, in app: inout BoardApp) -> Bool {
        let rows = rectangle(in: app).height - 2
        defer { first = min(max(0, first), max(0, lines.count - rows)) }
        if let wheel = event.wheel { first += wheel * 3 }
        if let position = event.click {
            return rectangle(in: app).contains(column: position.column, row: position.row)
        }
        switch event.plainKey {
        case .escape, .character("q"): return false
        case .left, .character("h"): choosePeriod(period - 1, in: &app)
        case .right, .character("l"): choosePeriod(period + 1, in: &app)
        case .tab: chooseGrouping(in: &app)
        case .up, .character("k"): first -= 1
        case .down, .character("j"): first += 1
        case .pageUp: first -= rows
        case .pageDown: first += rows
        case .home, .character("g"): first = 0
        case .end, .character("G"): first = lines.count
        default: return true
        }
        return true
    }

    private mutating func choosePeriod(_ index: Int, in app: inout BoardApp) {
        guard Self.periods.indices.contains(index) else { return }
        period = index
        app.effects.append(request(in: app))
    }

    /// Groups by the next key of the board; by none after the last one.
    private mutating func chooseGrouping(in app: inout BoardApp) {
        guard let board = app.shown?.board else { return }
        let keys = [Text?.none] + Grouping.keys(of: board).map { Optional($0) }
        let place = keys.firstIndex(of: grouping) ?? 0
        grouping = keys[(place + 1) % keys.count]
        app.effects.append(request(in: app))
    }

    private func rectangle(in app: BoardApp) -> Rectangle {
        Rectangle(column: 0, row: 1, width: app.columns, height: max(3, app.boxRows - 2))
    }
}

// Drawing.
extension StatisticsLayer {
    func draw(on screen: inout Screen, in app: BoardApp) {
        let theme = app.environment.theme
        let rectangle = rectangle(in: app)
        var title = Line(BoardAction.statistics.title(app.language), theme.bold)
        title.append(
            " · " + app.text(.statsWeeks("\(Self.periods[period])"))
                + (grouping.map { " · " + keyName($0, in: app) } ?? ""), theme.dim)
        let inside = screen.box(rectangle, title: title, style: theme.dim)
        screen.cursor = nil
        guard statistics != nil else {
            return _ = screen.write("…", column: inside.column, row: inside.row, style: theme.dim)
        }
        screen.drawScrollMarks(
            of: rectangle, first: first, rows: inside.height, count: lines.count, style: theme.dim)
        for (row, line) in lines.dropFirst(first).prefix(inside.height).enumerated() {
            screen.write(
                line, column: inside.column + 1, row: inside.row + row, width: inside.width - 2)
        }
    }

    mutating func layOut(in app: BoardApp) {
        guard let statistics else { return }
        let width = rectangle(in: app).width - 4
        var lines = picture(of: statistics, width: width, in: app)
        if lines.isEmpty { lines = [Line(app.text(.noMatchHere), app.environment.theme.dim)] }
        let weeks = weeks(of: statistics, in: app)
        let others = [
            groups(of: statistics, in: app), durations(of: statistics, in: app),
            inProgress(of: statistics, in: app),
        ].filter { !$0.isEmpty }.joined(separator: [Line()])
        lines.append(Line())
        let left = weeks.map(\.columns).max() ?? 0
        // On a wide terminal, the weeks are beside the other tables.
        if left + 44 <= width {
            lines += Self.beside(weeks, Array(others), at: max(left + 6, width / 2))
        } else {
            lines += weeks + [Line()] + others
        }
        self.lines = lines
    }

    private static func beside(_ left: [Line], _ right: [Line], at column: Int) -> [Line] {
        (0..<max(left.count, right.count)).map { row in
            var line = left.indices.contains(row) ? left[row] : Line()
            guard right.indices.contains(row) else { return line }
            line.append(String(repeating: " ", count: column - line.columns))
            line.append(right[row])
            return line
        }
    }

    private func picture(
        of statistics: BoardStatistics, width: Int, in app: BoardApp
    ) -> [Line] {
        let (theme, dates) = (app.environment.theme, app.environment.dates)
        let chart = FlowChart(
            picture: FlowPicture(statistics),
            start: dates.pastDay(DueDate(statistics.span.weeks[0])),
            end: dates.pastDay(DueDate(app.environment.now.today))
        ) { state in
            app.shown?.board.settings.label(of: state) ?? state
        }
        let rows = min(max((app.boxRows - 2) * 2 / 5, 4), 18)
        return chart.lines(columns: width, rows: rows).map { Line($0, theme) }
    }

    private func weeks(of statistics: BoardStatistics, in app: BoardApp) -> [Line] {
        let head: [BoardText] = [
            .calendarWeek, .statsAdded, .statsFinished, .statsRemoved, .statsOpen,
        ]
        // The newest week is visible without scrolling.
        let rows = statistics.total.weeks.reversed().map { week in
            [app.environment.dates.week(from: week.start)]
                + [week.added, week.finished, week.removed, week.open].map { app.number($0) }
        }
        return fitted([head.map { app.text($0) }] + rows, hiding: [3, 1], in: app)
    }

    private func groups(of statistics: BoardStatistics, in app: BoardApp) -> [Line] {
        guard let grouping = statistics.grouping else { return [] }
        let head: [BoardText] = [.statsAdded, .statsFinished, .statsOpen, .statsLead, .statsCycle]
        let rows = statistics.groups.map { group in
            let value = group.value.map { name(of: $0, ofKey: grouping.key, in: app) }
            return [value.map { Line($0).cut(to: 20).text } ?? app.text(.statsNone)]
                + [group.added, group.finished, group.open].map { app.number($0) }
                + [group.lead.median, group.cycle.median].map { app.duration($0) }
        }
        return fitted(
            [[keyName(grouping.key, in: app)] + head.map { app.text($0) }] + rows,
            hiding: [5, 4, 1], in: app)
    }

    private func keyName(_ key: Text, in app: BoardApp) -> String {
        plainWords(app.shown?.board.settings.name(ofKey: key, app.language) ?? key)
    }

    private func name(of value: Text, ofKey key: Text, in app: BoardApp) -> String {
        let settings = app.shown?.board.settings
        return plainWords(settings?.name(of: value, ofKey: key, app.language) ?? value)
    }

    private func durations(of statistics: BoardStatistics, in app: BoardApp) -> [Line] {
        let head: [BoardText] = [.statsMedian, .statsMost, .statsTasks]
        let rows = [
            (BoardText.statsLead, statistics.total.lead),
            (.statsCycle, statistics.total.cycle),
        ].map { name, durations in
            [
                app.text(name), app.duration(durations.median), app.duration(durations.p85),
                app.number(durations.count),
            ]
        }
        return Self.table([[""] + head.map { app.text($0) }] + rows, app.environment.theme)
    }

    private func inProgress(of statistics: BoardStatistics, in app: BoardApp) -> [Line] {
        guard !statistics.inProgress.isEmpty else { return [] }
        let theme = app.environment.theme
        let more = statistics.inProgress.count - Self.oldest
        return [Line(app.text(.statsOldest), theme.bold)]
            + statistics.inProgress.prefix(Self.oldest).map { started in
                let seconds = app.environment.now.seconds - started.since
                var line = Line(padded(app.duration(seconds), to: 10), theme.plain)
                line.append(plainWords(started.task.title))
                let state = name(of: started.task.state, ofKey: Field.state.key, in: app)
                line.append("  " + state, theme.dim)
                return line
            }
            + (more > 0 ? [Line(app.text(.andMore(app.number(more))), theme.dim)] : [])
    }

    /// Returns a table without the columns that do not fit.
    ///
    /// - Parameter hidden: The columns that are left out, the first one first.
    private func fitted(_ rows: [[String]], hiding hidden: [Int], in app: BoardApp) -> [Line] {
        var rows = rows
        var lines = Self.table(rows, app.environment.theme)
        for column in hidden
        where (lines.first?.columns ?? 0) > rectangle(in: app).width - 4 {
            for index in rows.indices { rows[index].remove(at: column) }
            lines = Self.table(rows, app.environment.theme)
        }
        return lines
    }

    /// Returns rows in columns, the first one on the left and numbers on the right.
    ///
    /// - Parameter rows: The headings, then the rows.
    private static func table(_ rows: [[String]], _ theme: BoardTheme) -> [Line] {
        let widths = (rows.first ?? []).indices.map { column in
            rows.map { columns(of: $0[column]) }.max() ?? 0
        }
        return rows.enumerated().map { index, cells in
            var line = Line()
            for (column, cell) in cells.enumerated() {
                let gap = String(repeating: " ", count: widths[column] - columns(of: cell))
                line.append(
                    column == 0 ? cell + gap : "  " + gap + cell, index == 0 ? theme.bold : .plain)
            }
            return line
        }
    }
}

extension BoardApp {
    /// Opens the statistics of the tasks that the board shows.
    mutating func openStatistics() {
        let layer = StatisticsLayer()
        open(layer)
        effects.append(layer.request(in: self))
    }

    /// Returns a duration in its largest unit; a dash without one.
    fileprivate func duration(_ seconds: Int64?) -> String {
        seconds.map {
            durationWords($0, decimal: environment.numbers.decimal).text(language)
        } ?? "–"
    }
}

extension Line {
    /// Styled text in the colours of a theme.
    fileprivate init(_ text: StyledText, _ theme: BoardTheme) {
        self.init()
        for span in text.spans { append(span.text, theme.style(span.style)) }
    }
}
