import ArgumentParser
import BoardStorage
import MarkdownDocument
import TaskBoard
import Words

/// Resolves conflicts of tasks.
struct Resolve: Command {
    static let configuration = CommandConfiguration(
        commandName: "resolve",
        abstract: "Resolve conflicts of tasks",
        usage: "pmd resolve <task> (--keep | --take <n> | --both <n> | <key>=<value> ...)",
        discussion: """
            'pmd conflicts' lists the conflicts with their numbers. 'where' followed by a query \
            resolves the conflicts of all tasks that match, in one commit. See 'pmd help \
            conflicts'.

            Examples:
              pmd resolve roof --keep
              pmd resolve roof --take 1
              pmd resolve roof due=2026-12-05
              pmd resolve where +house --keep --yes
              pmd resolve where +house -- due=2026-12-05
            """)

    @Argument(help: "The task, or 'where' and a query; KEY=VALUE to set another value.")
    var words: [Word]

    @Flag(help: "Keep the current values.") var keep = false
    @Option(help: ArgumentHelp("Take the value of conflict n.", valueName: "n"))
    var take: Int?
    @Option(help: ArgumentHelp("Keep both texts of conflict n.", valueName: "n")) var both: Int?
    @OptionGroup var confirm: ConfirmOptions
    @OptionGroup var common: CommonOptions

    func check() throws(Failure) {
        let ways = [keep, take != nil, both != nil, !pairs.isEmpty].count { $0 }
        guard ways == 1 else { throw Failure(.resolveUsage) }
    }

    func run(_ session: Session) async throws {
        let workspace = try session.workspace()
        let resolution = try resolution(FieldOptions(now: session.now, me: nil))
        try await session.change(
            named, confirm, adding: words.query == nil ? [] : ["is:conflicted"], in: workspace
        ) {
            try await workspace.resolve($0, with: resolution)
        }
    }

    /// The words that name the tasks. After `where`, all words up to `--` are the query.
    private var named: [Word] {
        words.query == nil
            ? Array(words.prefix(words.count - pairs.count)) : words.filter { !$0.isLiteral }
    }

    /// The words that set other values.
    private var pairs: [Word] {
        guard words.query == nil else { return words.filter(\.isLiteral) }
        // The first word names a task in any case.
        let first = words.dropFirst().firstIndex { $0.bytes.contains(UInt8(ascii: "=")) }
        return first.map { Array(words[$0...]) } ?? []
    }

    private func resolution(_ fields: FieldOptions) throws -> Resolution {
        if keep { return .keep }
        if let take { return .take(take) }
        if let both { return .both(both) }
        return .values(
            try pairs.map { word in
                let parts = try word.text().split(
                    separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                guard parts.count == 2, !parts[0].isEmpty else {
                    throw Failure(.usage, .notKeyAndValue(word.string))
                }
                let value = Word(bytes: Array(parts[1].utf8))
                return Pair(
                    key: Text(String(parts[0])),
                    value: try typed(value, for: String(parts[0]), fields))
            })
    }

    /// Returns the value for the file, parsed from the user's input.
    private func typed(_ value: Word, for key: String, _ fields: FieldOptions) throws -> Text {
        switch Field.keyed(Text(key))?.kind {
        case _ where value.bytes.isEmpty: Text(try value.text())
        case .date: try fields.date(value, key)
        case .day: try fields.day(value, key).text
        default: Text(try value.text())
        }
    }
}
