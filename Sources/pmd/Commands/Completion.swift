import ArgumentParser

/// Prints the script that completes the words of pmd in a shell.
struct Completion: Command {
    enum Shell: String, CaseIterable, ExpressibleByArgument {
        case bash, zsh, fish
    }

    static let configuration = CommandConfiguration(
        commandName: "completion",
        abstract: "Print the completion script for a shell",
        discussion: """
            Examples:
              pmd completion bash > ~/.local/share/bash-completion/completions/pmd
              pmd completion zsh > ~/.zfunc/_pmd
              pmd completion fish > ~/.config/fish/completions/pmd.fish
            """)

    @Argument(help: "The shell: bash, zsh or fish.") var shell: Shell
    @OptionGroup var common: CommonOptions

    func run(_ session: Session) async throws {
        try session.console.print(shell.completionScript)
    }
}
