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
        groupedSubcommands: groups)

    private static let groups: [CommandGroup] = [
        CommandGroup(name: "Board", subcommands: [Init.self, Clone.self, Config.self, Check.self]),
        CommandGroup(
            name: "Task",
            subcommands: [
                Add.self, Edit.self, Move.self, Start.self, Done.self, Reopen.self, Tick.self,
                Untick.self, Remove.self, Restore.self, Archive.self,
            ]),
        CommandGroup(
            name: "Looking", subcommands: [List.self, ShowBoard.self, Show.self]),
        CommandGroup(name: "History", subcommands: [Log.self, Blame.self, Undo.self, Redo.self]),
        CommandGroup(
            name: "Sync",
            subcommands: [Sync.self, Status.self, Conflicts.self, Resolve.self, Doctor.self]),
        CommandGroup(
            name: "Help",
            subcommands: [Help.self, Completion.self, MergeDriver.self]),
    ]
}
