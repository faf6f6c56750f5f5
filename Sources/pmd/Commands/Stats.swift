import ArgumentParser
import BoardStorage
import BoardView
import Glibc
import MarkdownDocument
import TaskBoard
import TextLayout
import Words

/// Shows statistics of the board's history.
struct Stats: Command {
    static let configuration = CommandConfiguration(
        commandName: "stats",
        abstract: "Show what was added, finished and open by week",
        discussion: """
            Counts by week, the median and the 85th percentile of the lead time (from added to \
            finished) and of the cycle time (from the start state to finished), and the tasks \
            that have been in progress longest. A terminal also gets a picture: how many tasks \
            were in each state. Everything is read from git's history, including edits made \
            outside pmd and changes from other clones. The query and --by use the values that \
            tasks have now. See 'pmd help history'.

            Examples:
              pmd stats
              pmd stats +house --since 1y
              pmd stats --by assignee
              pmd stats --svg flow.svg
            """)

    @Argument(help: .query) var query: [Word] = []
    @Option(
        help: ArgumentHelp(
            "Add a row for each value of this key, such as tag, assignee, priority or your own.",
            valueName: "key"))
    var by: Word?
    @Option(help: "Begin with the week of this day, such as mon or 1y; 12w by default.")
    var since: Word?
    @Option(
        help: ArgumentHelp(
            "Write the picture to this SVG file instead; - is standard output.",
            valueName: "file"))
    var svg: Word?
    @OptionGroup var common: CommonOptions

    /// The number of columns of a name beside a picture in a file.
    private static let nameColumns = 16

    /// The number of points of a picture that is not fitted to a terminal.
    static let points = 121

    func check() throws(Failure) {
        if svg != nil, common.json { throw Failure(.onlyOne(["--svg", "--json"])) }
        if svg != nil, by != nil { throw Failure(.onlyOne(["--svg", "--by"])) }
    }

    func run(_ session: Session) async throws {
        let workspace = try session.workspace()
        let board = try await session.shownBoard(in: workspace)
        let statistics = try await workspace.statistics(
            request(session, board, workspace), of: board, now: session.now)
        let console = session.console
        if let svg {
            let dates = await session.dates(workspace)
            try write(
                FlowPicture(statistics), statistics.span, board.settings, dates, to: svg)
        } else if console.isJSON {
            try console.print(json: statistics.json(board))
        } else {
            let dates = await session.dates(workspace)
            let layout = StatisticsLayout(
                statistics: statistics, references: References(board), settings: board.settings,
                dates: dates, columns: console.cut)
            let ink = try console.ink
            try page(
                chart(statistics, board.settings, dates, ink, console) + layout.lines(ink: ink),
                on: console)
        }
    }

    private func request(
        _ session: Session, _ board: Board, _ workspace: Workspace
    ) async throws -> StatisticsRequest {
        let query = try await session.query(query, isViewed: true, on: board, in: workspace)
        let grouping = try by.map { try Grouping(Text($0.text()), in: "--by", on: board) }
        return StatisticsRequest(
            query: query.termCount > 0 ? query : nil, grouping: grouping,
            since: try firstDay(session),
            firstWeekday: firstWeekday(ofLocale: DateLanguage.localeName(environment) ?? ""),
            points: session.console.cut ?? Self.points)
    }

    private func firstDay(_ session: Session) throws -> Day {
        let now = session.now
        guard let since else { return StatisticsRequest.firstDay(now) }
        let day = try DueDate.typed(
            Text(try since.text()), in: "--since", now: now, sense: .back
        ).day(now)
        guard day <= now.today else {
            throw Failure(.usage, .futureDate(since.string, of: "--since"))
        }
        return day
    }

    /// Returns the picture for a terminal, and a blank line.
    private func chart(
        _ statistics: BoardStatistics, _ settings: BoardSettings, _ dates: DateWords, _ ink: Ink,
        _ console: Console
    ) -> [String] {
        guard let columns = console.cut else { return [] }
        let (start, end) = Self.days(statistics.span, dates)
        let chart = FlowChart(
            picture: FlowPicture(statistics), start: start, end: end, name: settings.label)
        // Two fifths of the screen leave room for most of the tables.
        let rows = min(max(terminalRows() * 2 / 5, 6), 18)
        let lines = chart.lines(columns: columns, rows: rows).map { ink($0) }
        return lines.isEmpty ? [] : lines + [""]
    }

    private func write(
        _ picture: FlowPicture, _ span: StatisticsSpan, _ settings: BoardSettings,
        _ dates: DateWords, to target: Word
    ) throws {
        let (start, end) = Self.days(span, dates)
        let bytes = picture.svg(
            title: BoardText.statsFlow.text(.ofReader), start: start, end: end
        ) { state in
            safe(settings.label(of: state).utf8).truncated(to: Self.nameColumns)
        }
        if target.isStandardInput {
            try Stream.output.write(bytes)
        } else {
            let path = expandingHome(try target.text())
            guard Self.mayReplace(path) else {
                throw Failure(.data, "exists", .notAPicture(safe(Array(path.utf8))))
            }
            try replaceFile(path, with: bytes)
        }
    }

    /// Returns true if there is no such file, or if it is an earlier picture.
    private static func mayReplace(_ path: String) -> Bool {
        var status = stat()
        guard lstat(path, &status) == 0 else { return true }
        guard status.st_mode & S_IFMT == S_IFREG else { return false }
        guard let file = fopen(path, "re") else { return false }
        defer { fclose(file) }
        var start = [UInt8](repeating: 0, count: 5)
        return fread(&start, 1, start.count, file) == start.count
            && start.elementsEqual("<svg ".utf8)
    }

    private static func days(
        _ span: StatisticsSpan, _ dates: DateWords
    ) -> (start: String, end: String) {
        (
            dates.pastDay(DueDate(span.weeks[0])), dates.pastDay(DueDate(dates.now.today))
        )
    }
}
