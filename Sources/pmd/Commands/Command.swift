import ArgumentParser

/// A command of pmd: it declares its arguments, calls the workspace, and prints.
protocol Command: AsyncParsableCommand {
    var common: CommonOptions { get }

    /// Refuses arguments that the parser accepts, but that are missing or exclude each other.
    ///
    /// The parser's own `validate()` can only report in English.
    func check() throws(Failure)

    func run(_ session: Session) async throws
}

extension Command {
    func check() throws(Failure) {}

    func run() async throws {
        try check()
        let session = Session(common)
        defer { session.finishReading() }
        try await run(session)
        session.tidyUp()
    }
}

/// The options shared by all commands.
struct CommonOptions: ParsableArguments {
    @Option(
        name: .customShort("C"),
        help: ArgumentHelp("Work on the board at or above this folder.", valueName: "dir"))
    var directory: Word?

    @Flag(help: "Print data and errors as JSON.") var json = false

    @Flag(name: .shortAndLong, help: "Print only what needs your attention.") var quiet = false

    @Option(help: "Colour the output: auto, always or never.")
    var color = ColourPolicy.auto

    /// Returns the same options for the board in a folder.
    func at(_ folder: String) -> CommonOptions {
        var options = self
        options.directory = Word(bytes: Array(folder.utf8))
        return options
    }
}

extension ColourPolicy: ExpressibleByArgument {}

extension PMD {
    /// The names of all commands and their aliases.
    static var commandNames: [String] {
        commands.flatMap { [$0._commandName] + $0.configuration.aliases }
    }

    /// Parses the words of a command line.
    ///
    /// If the first word is a command, only that command is parsed, which takes half as long as
    /// parsing from the root. If that fails, the root parser words the error.
    static func parsed(_ words: [String]) async throws -> any ParsableCommand {
        if let name = words.first, let command = command(named: name) {
            do { return try await command.asyncParse(Array(words.dropFirst())) } catch {
                // A help request or an error, which the root parser handles below.
            }
        }
        return try await asyncParseAsRoot(words)
    }
}
