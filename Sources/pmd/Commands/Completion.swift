import ArgumentParser

/// Prints what a shell needs to complete pmd's words.
struct Completion: Command {
    enum Shell: String, CaseIterable, ExpressibleByArgument {
        case bash, zsh, fish
    }

    static let configuration = CommandConfiguration(
        commandName: "completion",
        abstract: "Print the completion script of a shell",
        discussion: """
            Examples:
              pmd completion bash > ~/.local/share/bash-completion/completions/pmd
              pmd completion zsh > ~/.zfunc/_pmd
              pmd completion fish > ~/.config/fish/completions/pmd.fish
            """)

    @Argument(help: "The shell: bash, zsh or fish.") var shell: Shell
    @OptionGroup var common: CommonOptions

    func run(_ session: Session) async throws {
        let script = PMD.completionScript(for: CompletionShell(rawValue: shell.rawValue)!)
        try session.console.print(Self.withoutSecondHelp(script))
    }

    /// The script without the help command that the parser adds to pmd's own: the
    /// later of two functions of one name is the one that shells call.
    private static func withoutSecondHelp(_ script: String) -> String {
        var lines = script.split(separator: "\n", omittingEmptySubsequences: false)
        let starts = lines.indices.filter { lines[$0] == "_pmd_help() {" }
        guard starts.count == 2, let end = lines[starts[1]...].firstIndex(of: "}") else {
            return script
        }
        lines.removeSubrange(starts[1]...end)
        return lines.joined(separator: "\n")
    }
}
