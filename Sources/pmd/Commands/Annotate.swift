import ArgumentParser
import BoardStorage
import MarkdownDocument
import TaskBoard
import TextLayout
import Words

/// Appends a dated line to a task.
struct Annotate: Command {
    static let configuration = CommandConfiguration(
        commandName: "annotate",
        abstract: "Append a dated line to a task's body",
        discussion: """
            Examples:
              pmd annotate roof Bob lends his ladder
              pmd annotate k3 "Called the roofer: Friday."
            """)

    @Argument(help: "The task.") var task: Word
    @Argument(help: "The text of the line.") var text: [Word]
    @OptionGroup var common: CommonOptions

    func run(_ session: Session) async throws {
        let workspace = try session.workspace()
        let words = try text.map { try $0.text() }
        try await session.refuseRestOfTitle(after: task, words, in: workspace)
        let text =
            text.count == 1
            ? String(decoding: try session.text(text[0]), as: UTF8.self)
            : words.joined(separator: " ")
        guard !plainWords(Text(text)).isEmpty else {
            throw Failure(.usage, .noteMissing)
        }
        let outcome = try await session.picking([TaskReference(task.bytes)], in: workspace) {
            try await workspace.annotate($0[0], with: Text(text))
        }
        if !session.console.isJSON, let task = outcome.tasks.first?.new {
            let line = task.body.split(separator: UInt8(ascii: "\n")).last ?? []
            return session.console.say("\(quoted(task.title)): \(safe(line))")
        }
        try await session.report(outcome, in: workspace)
    }
}
