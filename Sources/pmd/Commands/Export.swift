import ArgumentParser
import BoardStorage
import BoardView
import MarkdownDocument
import TaskBoard
import TaskExchange
import TextLayout
import Words

/// Exports tasks in the format of another tool.
struct Export: Command {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Export tasks in the format of another tool",
        discussion: """
            The formats: taskwarrior, todo.txt, dstask, backlog.md, obsidian-kanban, csv, json \
            and ics. Exports all tasks, including finished and waiting ones, unless a query \
            selects some. Fields that the format cannot store are listed on standard error. \
            backlog.md is a folder and needs --to. ics contains tasks; with --events, it contains \
            an event at each due date instead, which more calendar programs show. See 'pmd help \
            exchange'.

            Examples:
              pmd export json > tasks.json
              pmd export todo.txt +house is:any
              pmd export backlog.md --to ../project/backlog
            """)

    @Argument(help: "The format.") var format: Word
    @Argument(help: .query) var query: [Word] = []
    @Option(help: "The new file or folder to write; standard output by default.") var to: Word?
    @Flag(help: "With ics, write an event at each due date instead of tasks.")
    var events = false
    @OptionGroup var common: CommonOptions

    func run(_ session: Session) async throws {
        let format = try ExchangeFormat(typed: format)
        let target = try to.map { try $0.text() }
        if target == nil, format.writesOnlyFolders {
            throw Failure(.usage, .exportNeedsFolder(format: format.name))
        }
        if events, format != .ics { throw Failure(.usage, .eventsNeedICS) }
        // Finding out which tasks a calendar cannot represent means reading it back.
        if format == .ics { try ExchangeFormat.requireCalendars() }
        let workspace = try session.workspace()
        let found = try await session.find(query, all: true, withTimes: true, in: workspace)
        var context = ExportContext(now: session.now, board: found.board, times: found.times)
        context.calendar.hasEvents = events
        context.calendar.zone = workspace.location.zoneName.map { Text($0) }
        // Programs that show events would show a finished task as upcoming.
        let tasks = events ? found.tasks.filter { !$0.isFinished } : found.tasks
        var writing = format.write(tasks, context)
        if format == .dstask, target != nil { writing = writing.asDstaskFolder }
        if let target {
            try ForeignFiles(format).write(writing.files, to: target)
        } else if case .text(let bytes) = writing.files {
            if Stream.output.isTerminal {
                let lines = bytes.split(
                    separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
                try session.console.print(lines.map { safe($0) })
            } else {
                try Stream.output.write(bytes)
            }
        }
        session.warnOfLosses(writing.losses) { .lossesOfExport(format: format.name, $0) }
    }
}
