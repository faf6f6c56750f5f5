import ArgumentParser

/// The options that a command declares, for ``CommandLineWords``.
struct OptionNames: Equatable, Sendable {
    /// Options without a value.
    var flags: Set<String>
    /// Options whose value is the next word.
    var values: Set<String>
    /// Options with values that may be repeated.
    var repeated: Set<String>

    init(flags: Set<String> = [], values: Set<String> = [], repeated: Set<String> = []) {
        self.flags = flags
        self.values = values
        self.repeated = repeated
    }

    /// The options of a command, including the common ones.
    ///
    /// ArgumentParser reports its declarations only as help or as JSON, which takes longer than the
    /// whole of a short command. A test compares the two.
    init(of command: any Command.Type) {
        let name = command.configuration.commandName ?? ""
        self.init(listed: Self.commonList + " " + Self.own(name))
    }

    /// The common options of all commands.
    static let common = OptionNames(listed: commonList)

    var all: Set<String> { flags.union(values) }
}

extension OptionNames {
    /// Reads a list in which `=` marks an option with a value, and `=*` one that may be repeated.
    private init(listed list: String) {
        self.init()
        for word in list.split(separator: " ") {
            let name = String(word.prefix { $0 != "=" })
            if word.hasSuffix("=*") { repeated.insert(name) }
            if word.contains("=") { values.insert(name) } else { flags.insert(name) }
        }
    }

    private static let commonList = "-C= --json -q --quiet --color= -h --help"

    private static func own(_ command: String) -> String {
        switch command {
        case "add":
            "--due= --priority= --tag=* --assignee=* --state= --top --body= --edit"
        case "archive": "--before="
        case "attach": "--name="
        case "board": "--all --at="
        case "check": "--fix"
        case "config": "--local --dry-run"
        case "doctor": "--fix --clone="
        case "edit":
            "--title= --due= --wait= --priority= --tag=* --assignee=* --body= --append= --yes"
        case "export": "--to= --events"
        case "help": "--man --man-pages="
        case "import": "--dry-run --declare --taskrc="
        case "redo", "undo": "--dry-run"
        case "init": "--states= --remote= --branch= --here"
        case "list": "--all --sort= -n= --ids --columns= --history"
        case "log": "--since= --until= --by= --action= -n= -p --patch"
        case "move": "--top --bottom --before= --after= --yes"
        case "next": "-n= --why"
        case "remind": "--dry-run --install= --print --uninstall"
        case "resolve": "--keep --take= --both= --yes"
        case "restore": "--dropped --yes"
        case "done", "reopen", "rm", "skip", "snooze", "start": "--yes"
        case "serve":
            """
            --port= --host=* --origin=* --socket= --user-header= --trusted-proxy=* \
            --proxy-secret= --sync-every= --open --read-only --new-token --print-token \
            --print-calendar --new-calendar --install= --print --uninstall
            """
        case "show": "--at="
        case "stats": "--by= --since= --svg="
        case "status": "--short"
        case "sync": "--verbose --offline-ok --timeout= --install= --print --uninstall"
        case "ui": "--at= --theme= --plain --try"
        default: ""
        }
    }
}
