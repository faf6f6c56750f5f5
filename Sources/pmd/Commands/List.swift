import ArgumentParser
import BoardStorage
import BoardView
import MarkdownDocument
import TaskBoard
import TextLayout
import Words

/// Lists tasks, one per line.
struct List: Command {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List tasks by column and rank",
        discussion: """
            A task must match all terms; or, not and parentheses combine them. 'pmd help queries' lists them all.

            Examples:
              pmd list
              pmd list +house not:@ann due.before:2w
              pmd list roof --all --sort -due
              pmd list view:today -n 5
              pmd list is:overdue --ids | pmd start -
              pmd list --columns ref,due,project,title
            """,
        aliases: ["l", "ls"])

    @Argument(help: .query) var query: [Word] = []
    @Flag(help: "Include finished and waiting tasks.") var all = false
    @Option(help: "The key to sort by; -KEY reverses the order.") var sort: Word?
    @Option(name: .short, help: "Show at most this many tasks.") var n: Int?
    @Flag(help: "Print only full IDs, one per line.") var ids = false
    @Option(help: "The fields to print, separated by commas; tabs separate them in a pipe.")
    var columns: Word?
    @Flag(help: "With --json, add when each task was last changed and finished.") var history =
        false
    @OptionGroup var common: CommonOptions

    func check() throws(Failure) {
        if history, ids || !common.json { throw Failure(.historyWithoutJSON) }
        if columns != nil, ids || common.json { throw Failure(.usage, .columnsWithOthers) }
    }

    func run(_ session: Session) async throws {
        let workspace = try session.workspace()
        let sorting = try sort.map { ["sort:" + (try $0.text())] } ?? []
        var chosen: TaskColumns?
        if let columns { chosen = try TaskColumns(columns.text(), await workspace.fields()) }
        let found = try await session.find(
            query, adding: sorting, all: all, withTimes: history || chosen?.needsHistory == true,
            limit: try limit(n),
            isViewed: !ids, in: workspace)
        defer { if !all, !ids, !session.console.isJSON { session.sayWaiting(of: found) } }
        if let chosen {
            guard !found.tasks.isEmpty else { return session.console.say(.noMatch) }
            let lines = chosen.lines(
                found, await session.dates(workspace), ink: try session.console.ink,
                width: session.console.cut)
            return try page(lines, on: session.console)
        }
        if ids, session.console.isJSON {
            try session.console.print(json: .strings(found.tasks.map(\.id.text)))
        } else if ids {
            try session.console.print(found.tasks.map { safe($0.id.text.utf8) })
        } else if session.console.isJSON {
            try printJSON(found, session)
        } else {
            try session.printList(found, await session.dates(workspace))
        }
    }

    private func printJSON(_ found: Found, _ session: Session) throws {
        let references = References(found.board)
        let objects = found.tasks.map { task in
            let object = task.json(
                ref: references[task], overdue: session.now, fields: references.fields)
            return session.console.compact(
                history ? object.adding(task.historyJSON(found.times)) : object)
        }
        try session.console.print(json: .array(objects))
    }
}

/// Returns the task limit set by `-n`.
func limit(_ count: Int?) throws(Failure) -> Int {
    guard let count else { return .max }
    guard count > 0 else {
        throw Failure(.usage, .wrongLimit(count))
    }
    return count
}

extension Session {
    func printList(_ found: Found, _ dates: DateWords) throws {
        guard !found.tasks.isEmpty else {
            console.say(.noMatch)
            if let term = found.query.nameMeant(on: found.board) {
                console.say(.wordIsName(safe(term.utf8)))
            }
            return
        }
        let layout = ListLayout(found.tasks, found.board, dates: dates, columns: console.cut)
        let ink = try console.ink
        guard console.cut != nil else {
            return try layout.write(ink: ink) {
                bytes throws(Failure) in try Stream.output.write(bytes)
            }
        }
        try paged(on: console) { pager throws(Failure) in
            try layout.write(ink: ink) { bytes throws(Failure) in try pager.show(text: bytes) }
        }
    }
}

extension ArgumentHelp {
    static var query: ArgumentHelp { "Words and terms that tasks must match." }
}
