import ArgumentParser
import BoardStorage

extension Candidates {
    /// The commands that the help lists.
    static var commands: [Candidate] {
        PMD.commands.filter { $0.configuration.shouldDisplay }.map { command in
            Candidate(
                command.configuration.commandName ?? "", command.configuration.abstract)
        }
    }

    /// Returns the options with their help. In a listing they appear as `-q, --quiet`.
    static func options(of command: (any Command.Type)?) -> [Candidate] {
        let help = PMD.helpMessage(for: command ?? Help.self, columns: 10_000)
        let names = command.map { OptionNames(of: $0) } ?? .common
        let described = HelpText(help).entries.flatMap { entry in
            entry.name.split(separator: ", ").map { name in
                Candidate(String(name.prefix { $0 != " " }), entry.help)
            }
        }
        return described.filter { names.all.contains($0.word) || $0.word == "--version" }
    }
}
