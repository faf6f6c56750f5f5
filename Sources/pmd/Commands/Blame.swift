import ArgumentParser
import BoardStorage
import BoardView
import MarkdownDocument
import TaskBoard
import TextLayout
import Words

/// Shows who last set each field of a task, and when.
struct Blame: Command {
    static let configuration = CommandConfiguration(
        commandName: "blame",
        abstract: "Show who last changed each field of a task, and when",
        discussion: """
            Follows a task through moves, renames and merges. Uncommitted edits are marked \
            'not committed'.

            Examples:
              pmd blame roof
              pmd blame roof --json
            """)

    @Argument(help: "The task, by its code or words of the title.") var task: [Word]
    @OptionGroup var common: CommonOptions

    func run(_ session: Session) async throws {
        let workspace = try session.workspace()
        let references = task.map { TaskReference($0.bytes) }
        let tasks = try await workspace.readableBoard(of: references).tasks(
            references, isForReading: true)
        guard tasks.count == 1, let task = tasks.first else {
            throw Failure(.usage, .severalForBlame(tasks.count))
        }
        let lines = try await workspace.blame(task)
        if session.console.isJSON {
            try session.console.print(json: .array(lines.map(\.json)))
            return
        }
        let dates = await session.dates(workspace)
        let limit = session.console.cut
        var table = Table()
        table.isPadded = limit != nil
        for line in lines {
            table.append([
                .init(text: safe(line.key), style: .meta),
                .init(text: value(of: line, dates, limit)),
                .init(text: safe(line.writer?.author ?? CommandSentence.notCommitted.text)),
                .init(text: line.writer.map { safe(dates.past($0.time)) } ?? "", style: .meta),
                .init(text: String(line.writer?.commit.prefix(7) ?? ""), style: .meta),
            ])
        }
        if let limit { Self.fit(&table, in: limit) }
        try page(
            table.lines(ink: try session.console.ink, limit: limit), on: session.console)
    }

    /// Hides the commit and the time if a row would wrap, then truncates the value and the author.
    private static func fit(_ table: inout Table, in limit: Int) {
        for column in [4, 3] where table.columns > limit { table.hide(column) }
        for column in [1, 2] where table.columns > limit {
            let others = table.columns - table.widths[column]
            table.truncate(column, to: max(limit - others, 6))
        }
    }

    private func value(of line: BlameLine, _ dates: DateWords, _ limit: Int?) -> String {
        let value = safe(line.shownValue(dates))
        return limit.map { value.truncated(to: min($0 / 3, 40)) } ?? value
    }
}

extension BlameLine {
    /// Returns the value, with dates in the reader's language.
    fileprivate func shownValue(_ dates: DateWords) -> String {
        Field.named(Text(key)).flatMap { dates.value(Text(value), of: $0) } ?? value
    }

    fileprivate var json: JSONValue {
        let moment = writer.map { writer in
            Moment(seconds: writer.time) { _ in Int(writer.offset) * 60 }.stamp.string
        }
        return [
            "key": .string(key), "value": .string(value),
            "by": writer.map { .string($0.author) } ?? .null,
            "at": moment.map { .string($0) } ?? .null,
            "commit": writer.map { .string($0.commit) } ?? .null,
        ]
    }
}
