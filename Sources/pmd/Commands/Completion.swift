import ArgumentParser
import TaskBoard
import TextLayout
import Words

/// Prints the shell completion script.
struct Completion: Command {
    enum Shell: String, CaseIterable {
        case bash, zsh, fish
    }

    static let configuration = CommandConfiguration(
        commandName: "completion",
        abstract: "Print the completion script for a shell",
        usage: "pmd completion <shell>",
        discussion: """
            The folder must exist. bash and zsh also need a line in their settings; see 'pmd help \
            commands'.

            Examples:
              pmd completion bash > ~/.local/share/bash-completion/completions/pmd
              pmd completion zsh > ~/.zfunc/_pmd
              pmd completion fish > ~/.config/fish/completions/pmd.fish
            """)

    @Argument(help: "The shell: bash, zsh or fish.") var shell: Word?
    @OptionGroup var common: CommonOptions

    func run(_ session: Session) async throws {
        guard let shell else { throw Failure(.usage, .unknownShell(nil, known: Shell.list)) }
        guard let known = Shell(rawValue: try shell.text()) else {
            throw Failure(.usage, .unknownShell(safe(shell.bytes), known: Shell.list))
        }
        try session.console.print(known.completionScript)
    }
}

extension Completion.Shell {
    fileprivate static var list: String { "bash, zsh or fish" }
}
