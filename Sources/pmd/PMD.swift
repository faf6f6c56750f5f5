import ArgumentParser

/// The root of all commands. Each is one file in `Commands`.
struct PMD: AsyncParsableCommand {
    static let version = "0.1.0"

    static let configuration = CommandConfiguration(
        commandName: "pmd",
        abstract: "Keep tasks as Markdown files on a board that syncs through git",
        discussion: """
            A board is a folder in a git repository, its states are folders in it, and each \
            task is a Markdown file that any editor may change. Every command is committed \
            when it returns, and works offline; 'pmd sync' exchanges work with a remote.

            Begin with:
              pmd init my-tasks && cd my-tasks
              pmd add Fix the roof +house priority:high due:fri
              pmd board

            A task is named by the start of its code (k3), by words of its title, or by its \
            file's name. 'pmd help getting-started' goes on from here.
            """,
        version: version,
        groupedSubcommands: groups.map { CommandGroup(name: $0.name, subcommands: $0.commands) })

    /// By their kinds, in the order of the help.
    private static let groups: [(name: String, commands: [any Command.Type])] = [
        ("Board", [Init.self, Clone.self, Config.self, Check.self]),
        (
            "Task",
            [
                Add.self, Edit.self, Move.self, Start.self, Done.self, Reopen.self, Tick.self,
                Untick.self, Remove.self, Restore.self, Archive.self,
            ]
        ),
        ("Looking", [List.self, ShowBoard.self, Show.self]),
        ("History", [Log.self, Blame.self, Undo.self, Redo.self]),
        ("Sync", [Sync.self, Status.self, Conflicts.self, Resolve.self, Doctor.self]),
        ("Help", [Help.self, Completion.self, MergeDriver.self]),
    ]

    static let commands = groups.flatMap(\.commands)
}
