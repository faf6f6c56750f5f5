import ArgumentParser
import BoardStorage
import BoardView
import MarkdownDocument
import TaskBoard
import TextLayout
import Words

/// Lists tasks that can be worked on now.
struct Next: Command {
    static let configuration = CommandConfiguration(
        commandName: "next",
        abstract: "List what can be worked on now, most urgent first",
        discussion: """
            Blocked and waiting tasks are left out. Urgency is a sum of weights: 'pmd help \
            queries' lists them, and 'pmd config urgency.NAME' changes them.

            Examples:
              pmd next
              pmd next @me +house -n 3
              pmd next --why
            """,
        aliases: ["n"])

    @Argument(help: .query) var query: [Word] = []
    @Option(name: .short, help: "Show at most this many tasks.") var n: Int?
    @Flag(help: "Show how each urgency adds up.") var why = false
    @OptionGroup var common: CommonOptions

    func run(_ session: Session) async throws {
        let workspace = try session.workspace()
        // Finished tasks would be sorted by history, only to be dropped.
        var found = try await session.find(
            query, adding: ["not:is:done", "sort:urgency"], all: true, isViewed: true,
            in: workspace)
        let scale = UrgencyScale(found.board, now: session.now)
        let whole = found.tasks.filter { !found.board.hasOpenChildren($0) }
        let open = whole.filter { !found.board.isBlocked($0) }
        let ready = open.filter { !$0.isWaiting(session.now) }
        let leftOut = CommandSentence.leftOut(
            parents: found.tasks.count - whole.count, blocked: whole.count - open.count,
            waiting: open.count - ready.count)
        let count = found.tasks.count
        found.tasks = Array(ready.prefix(try limit(n)))
        if session.console.isJSON {
            let references = References(found.board)
            let objects = found.tasks.map { task in
                task.json(ref: references[task], overdue: session.now, fields: references.fields)
                    .adding(scale.urgency(of: task).json)
            }
            return try session.console.print(json: .array(objects))
        }
        if why {
            try printSums(found, scale, session)
        } else {
            try session.printList(found, await session.dates(workspace))
        }
        if ready.count < count { session.console.say(leftOut) }
    }

    private func printSums(_ found: Found, _ scale: UrgencyScale, _ session: Session) throws {
        let references = References(found.board)
        let limit = session.console.cut
        var lines: [String] = []
        for task in found.tasks {
            let urgency = scale.urgency(of: task)
            let terms = urgency.terms.map { "\($0.name) \($0.words)" }.joined(separator: " + ")
            let name = "\(safe(references[task]))  \(safe(task.title.utf8))"
            let sum = Urgency.words(urgency.sum) + (terms.isEmpty ? "" : " = " + terms)
            let line = "\(name): \(sum)"
            if let limit, line.columns > limit {
                lines.append(name.truncated(to: limit))
                lines += sum.wrapped(to: limit - 4).map { "    " + $0 }
            } else {
                lines.append(line)
            }
        }
        try page(lines, on: session.console)
    }
}
