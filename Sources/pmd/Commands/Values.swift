import ArgumentParser
import BoardStorage
import BoardView
import MarkdownDocument
import TaskBoard
import TextLayout
import Words

/// Lists the tags of a board.
struct Tags: Command {
    static let configuration = valuesConfiguration(
        "tags", "List the tags, with the number of open and finished tasks of each",
        example: "pmd tags @me")

    @Argument(help: .query) var query: [Word] = []
    @OptionGroup var common: CommonOptions

    func run(_ session: Session) async throws { try await session.printValues(of: .tags, query) }
}

/// Lists the projects of a board.
struct Projects: Command {
    static let configuration = valuesConfiguration(
        "projects", "List the projects, with the number of open and finished tasks of each",
        example: "pmd projects due.before:2w",
        more: "A project also counts the tasks of the projects within it.")

    @Argument(help: .query) var query: [Word] = []
    @OptionGroup var common: CommonOptions

    func run(_ session: Session) async throws {
        try await session.printValues(of: .project, query)
    }
}

/// Lists the people to whom tasks are assigned.
struct People: Command {
    static let configuration = valuesConfiguration(
        "people", "List the people, with the number of open and finished tasks of each",
        example: "pmd people +house")

    @Argument(help: .query) var query: [Word] = []
    @OptionGroup var common: CommonOptions

    func run(_ session: Session) async throws {
        try await session.printValues(of: .assignees, query)
    }
}

private func valuesConfiguration(
    _ name: String, _ abstract: String, example: String, more: String = ""
) -> CommandConfiguration {
    CommandConfiguration(
        commandName: name, abstract: abstract,
        discussion: """
            Only tasks that match the query count; without one, all do.\(more.isEmpty ? "" : " " + more)

            Examples:
              pmd \(name)
              \(example)
            """)
}

extension Session {
    /// Prints the values of a field with the number of open and finished tasks of each.
    fileprivate func printValues(of field: Field, _ query: [Word]) async throws {
        let workspace = try workspace()
        let found = try await find(query, all: true, in: workspace)
        let counts = ValueCounts(found.tasks, of: field)
        if console.isJSON {
            let objects = counts.rows.map { row -> JSONValue in
                [
                    "value": .string(row.value), "open": .number(row.open),
                    "finished": .number(row.finished),
                ]
            }
            return try console.print(json: .array(objects))
        }
        guard !counts.rows.isEmpty else { return sayNoValues(of: field, query, found) }
        let sign = field.typedSign.map { String(UnicodeScalar($0)) } ?? ""
        var table = Table()
        for row in counts.rows {
            table.append([
                .init(text: sign + safe(row.value.utf8)),
                .init(text: CommandSentence.openCount(row.open).text, isRight: true),
                .init(
                    text: CommandSentence.finishedCount(row.finished).text, style: .meta,
                    isRight: true),
            ])
        }
        try page(table.lines(ink: try console.ink, limit: console.cut), on: console)
    }

    /// Reports that no value is found, with the term for a word that is one itself.
    private func sayNoValues(of field: Field, _ query: [Word], _ found: Found) {
        guard found.tasks.isEmpty, !query.isEmpty else {
            return console.say(.keyWithoutTask(safe(field.key.utf8), instead: nil))
        }
        console.say(.noMatch)
        let words = query.map { Text($0.bytes).folded }
        let meant = ValueCounts(found.board.tasks, of: field).rows.first { row in
            words.contains(row.value.folded)
        }
        guard let meant else { return }
        let sign = field.typedSign.map { String(UnicodeScalar($0)) } ?? "\(field.key):"
        console.say(.wordIsName(sign + safe(meant.value.utf8)))
    }
}
