import ArgumentParser
import BoardStorage
import BoardView
import Clinux
import Glibc
import TaskBoard
import Words

/// One run of pmd: words in, output and an exit status out.
package enum Program {
    /// The environment of this run, read once and shared with boards and child processes.
    static let environment = processEnvironment()

    package static func main() {
        // A closed pipe is a write error, not a signal.
        signal(SIGPIPE, SIG_IGN)
        // So is a file that exceeds a limit set with 'ulimit -f', for example.
        signal(SIGXFSZ, SIG_IGN)
        guard let words = commandLineBytes() else { exit(reportNoArguments()) }
        // These are handled before any parsing.
        if words == ["--version".bytes] { exit(printText(PMD.version)) }
        if words.count == 2, Set(words) == ["--version".bytes, "--json".bytes] {
            let version: JSONValue = ["version": .string(PMD.version)]
            exit(printText(String(decoding: version.encoded(isVersioned: true), as: UTF8.self)))
        }
        if words == ["--help".bytes] { exit(pageText(PMD.helpMessage(columns: helpColumns))) }
        // Internal commands: the children that transfer objects, pack in the background, and check
        // objects for 'doctor'.
        let texts = words.map { String(decoding: $0, as: UTF8.self) }
        let rest = Array(texts.dropFirst())
        // The transfer child has a memory limit, so it reserves no memory in advance.
        if texts.first == "__transfer" { exit(runTransferChild(rest, in: environment)) }
        guard hasRoom(smallestRoom) else { exit(reportNoMemory()) }
        if hasRoom(generousRoom) { pmd_allocate_generously() }
        if texts.first == "__objects" {
            exit(runObjectsChild(rest, in: environment) { $0.words })
        }
        if texts.first == "__pack" {
            exit(runPackingChild(rest, in: environment) { $0.logLine })
        }
        // The completion scripts run this.
        if texts.first == "__complete" { exit(OneThread.run { await runCompletion(rest) }) }
        exit(OneThread.run { await run(words) })
    }

    private static func run(_ arguments: [[UInt8]]) async -> Int32 {
        var words = CommandLineWords(
            commands: PMD.commandNames, alias: alias,
            takesMany: { PMD.command(named: $0) is any ManyWordsCommand.Type },
            letters: { LoneLetter(of: PMD.command(named: $0)?.configuration.commandName ?? $0) }
        ) { name in
            PMD.command(named: name).map { OptionNames(of: $0) } ?? .common
        }
        do {
            try words.read(arguments.isEmpty && isOnBoard ? [onBoard.bytes] : arguments)
            var command = try await PMD.parsed(words.arguments)
            if !words.further.isEmpty, var many = command as? any ManyWordsCommand {
                many.manyWords += words.further
                command = many
            }
            if var asynchronous = command as? any AsyncParsableCommand {
                try await asynchronous.run()
            } else {
                try command.run()
            }
            return 0
        } catch {
            return report(error, words)
        }
    }

    /// Returns the user's alias with a name.
    private static func alias(_ name: String, in folder: [UInt8]) -> String? {
        aliases(in: folder).first { $0.name == name }?.value
    }

    /// Returns the user's aliases, `pmd.alias.NAME` in git's configuration.
    ///
    /// - Parameter folder: The board's folder; empty for the nearest one.
    static func aliases(in folder: [UInt8]) -> [(name: String, value: String)] {
        do {
            let folder = folder.isEmpty ? nil : String(decoding: folder, as: UTF8.self)
            return try Location.find(named: folder, in: environment)
                .userSettings(below: "pmd.alias")
        } catch {
            return userAliases
        }
    }

    /// The aliases outside a board, or on one whose repository cannot be read.
    private static var userAliases: [(name: String, value: String)] {
        do {
            return try Location.userSettings(below: "pmd.alias", in: environment)
        } catch {
            return []
        }
    }

    /// The default command on a board: the interactive board, or a summary of the day if the
    /// terminal cannot show it.
    private static var onBoard: String {
        let isDumb = ["dumb", ""].contains(Program.environment.value("TERM") ?? "")
        return isDumb || !Stream.input.isTerminal ? "_day" : "ui"
    }

    /// True if a person reads the output and there is a board.
    private static var isOnBoard: Bool {
        guard Stream.output.isTerminal else { return false }
        do {
            _ = try Location.find(named: nil, in: environment)
            return true
        } catch {
            return false
        }
    }

    /// Reports the error that ended a run, and returns the exit status.
    private static func report(_ error: any Error, _ words: CommandLineWords) -> Int32 {
        if PMD.exitCode(for: error) == .success {
            return pageText(PMD.fullMessage(for: error, columns: helpColumns))
        }
        let failure = Failure(error, command: words.command)
        Console(isJSON: words.isJSON).report(failure)
        return failure.exit.rawValue
    }

    /// The minimum memory a command needs, and the minimum limit at which it reserves memory in
    /// advance.
    private static let smallestRoom = 24 << 20
    private static let generousRoom = 1 << 30

    /// Returns whether this process may allocate this many more bytes. Swift's runtime crashes
    /// when an allocation fails.
    private static func hasRoom(_ bytes: Int) -> Bool {
        let flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE
        guard let memory = mmap(nil, bytes, PROT_READ | PROT_WRITE, flags, -1, 0),
            memory != MAP_FAILED
        else { return false }
        munmap(memory, bytes)
        return true
    }

    private static func reportNoArguments() -> Int32 {
        report(
            "cannot read the arguments: there is no '/proc', or no more files may be opened; "
                + "nothing was done")
    }

    private static func reportNoMemory() -> Int32 {
        report(
            "not enough memory: a limit such as 'ulimit -v' leaves less than "
                + "\(smallestRoom >> 20) MiB; raise it and try again")
    }

    /// Reports that the program cannot start.
    private static func report(_ reason: String) -> Int32 {
        let words = "pmd: \(reason)\n"
        _ = write(STDERR_FILENO, words, words.utf8.count)
        return ExitCode.inputOutput.rawValue
    }

    private static var helpColumns: Int { min(max(terminalColumns(), Console.narrowest), 100) }

    /// Prints text, through the pager on a terminal.
    private static func pageText(_ text: String) -> Int32 {
        do {
            let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
            try page(lines.map(String.init), on: Console())
            return 0
        } catch {
            return Failure(error, command: nil).exit.rawValue
        }
    }

    private static func printText(_ text: String) -> Int32 {
        do {
            try Stream.output.write(Array((text + "\n").utf8))
            return 0
        } catch {
            return error.exit.rawValue
        }
    }
}

extension String {
    fileprivate var bytes: [UInt8] { Array(utf8) }
}
