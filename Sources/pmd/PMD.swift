import ArgumentParser

/// The root of all commands. The commands are in `Commands`; related ones share a file.
struct PMD: AsyncParsableCommand {
    static let version = "1.0.0"

    static let configuration = CommandConfiguration(
        commandName: "pmd",
        abstract: "Keep tasks as Markdown files on a board that syncs through git",
        discussion: """
            A board is a folder in a git repository. Its states are folders, and each task is a \
            Markdown file that you can edit in any editor. Every command works offline and \
            commits its change; 'pmd sync' exchanges commits with a remote.

            Start with:
              pmd init my-tasks && cd my-tasks
              pmd add Fix the roof +house priority:high due:fri
              pmd board

            Name a task by the start of its code (k3), by words of its title, or by its file \
            name. See 'pmd help getting-started' for a tour.
            """,
        version: version,
        groupedSubcommands: groups.map { CommandGroup(name: $0.name, subcommands: $0.commands) })

    /// The commands by group, in the order of the help.
    static let groups: [(name: String, commands: [any Command.Type])] = [
        ("Board", [Init.self, Clone.self, Config.self, Check.self]),
        (
            "Task",
            [
                Add.self, Edit.self, Annotate.self, Attach.self, Move.self, Start.self, Done.self,
                Reopen.self, Skip.self, Snooze.self, Tick.self, Untick.self, Remove.self,
                Restore.self, Archive.self,
            ]
        ),
        (
            "Viewing",
            [
                Ui.self, Serve.self, List.self, Next.self, Count.self, Tags.self, Projects.self,
                People.self, ShowBoard.self, Show.self,
            ]
        ),
        ("History", [Log.self, Blame.self, Stats.self, Undo.self, Redo.self]),
        ("Other tools", [Import.self, Export.self]),
        ("Reminders", [Remind.self]),
        ("Sync", [Sync.self, Status.self, Conflicts.self, Resolve.self, Doctor.self]),
        ("Help", [Help.self, Completion.self, MergeDriver.self, DaySummary.self]),
    ]

    static let commands = groups.flatMap(\.commands)
}
