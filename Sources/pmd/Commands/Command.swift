import ArgumentParser

/// One command of pmd: it declares its words, calls the board, and prints.
protocol Command: AsyncParsableCommand {
    var common: CommonOptions { get }
    func run(_ session: Session) async throws
}

extension Command {
    func run() async throws {
        let session = Session(common)
        defer { session.finishReading() }
        try await run(session)
        session.tidyUp()
    }
}

/// What every command takes.
struct CommonOptions: ParsableArguments {
    @Option(
        name: .customShort("C"),
        help: ArgumentHelp("Work on the board at or above this folder.", valueName: "dir"))
    var directory: Word?

    @Flag(help: "Print data and errors as JSON.") var json = false

    @Flag(name: .shortAndLong, help: "Say only what needs a person.") var quiet = false

    @Option(help: "Colour the output: auto, always or never.")
    var color = ColourPolicy.auto
}

extension ColourPolicy: ExpressibleByArgument {}

extension PMD {
    /// The names of all commands and their aliases.
    static var commandNames: [String] {
        commands.flatMap { [$0._commandName] + $0.configuration.aliases }
    }

    /// The command that words call for.
    ///
    /// One that the first word names is parsed by itself: the parser takes twice as long
    /// for all of them. Where that fails all are asked, who know what to say.
    static func parsed(_ words: [String]) async throws -> any ParsableCommand {
        if let name = words.first, let command = command(named: name) {
            do { return try await command.asyncParse(Array(words.dropFirst())) } catch {
                // Help, or a slip: told below.
            }
        }
        return try await asyncParseAsRoot(words)
    }
}
