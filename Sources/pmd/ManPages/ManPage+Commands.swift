import ArgumentParser

extension ManPage {
    /// The page of pmd itself, which lists the commands.
    static let program = ManPage(
        name: Name(title: "pmd", section: 1), otherTitles: ["git-pmd"],
        summary: PMD.configuration.abstract.startingSmall,
        body: [
            ".Sh SYNOPSIS", ".Nm pmd", ".Ar command", ".Op Ar words", ".Op Ar options",
            ".Sh DESCRIPTION",
        ] + Mdoc.paragraphs(PMD.configuration.discussion)
            + [
                ".Pp",
                Mdoc.text("If the program is also installed as 'git-pmd', 'git pmd' runs it."),
                ".Sh COMMANDS",
            ] + PMD.groups.flatMap { section($0.name, $0.commands) } + commonOptions
            + environmentVariables
            + files + exitStatus,
        related: [Name(title: "git", section: 1), .settings]
            + PMD.shown.map(Name.init) + ManualPage.all.map(Name.init))

    /// The page of one command.
    init(of command: any Command.Type) {
        let configuration = command.configuration
        let help = HelpText(PMD.helpMessage(for: command, columns: 10_000))
        let parts = configuration.discussion.components(around: "Examples:\n")
        name = Name(command)
        summary = configuration.abstract.startingSmall
        let own = help.entries.filter { !Self.isCommon($0) }
        body =
            [".Sh SYNOPSIS"] + help.usage.flatMap(Self.synopsis)
            + [".Sh DESCRIPTION"]
            + (parts.before.isEmpty
                ? [Mdoc.text(configuration.abstract + ".")] : Mdoc.paragraphs(parts.before))
            + Self.aliases(configuration.aliases)
            + (own.isEmpty ? [] : [".Sh OPTIONS"] + Mdoc.definitions(own.map(Self.definition)))
            + Self.commonOptions
            + [".Sh EXIT STATUS", "0 on success; see", ".Xr pmd 1", "for the others."]
            + (parts.after.map { [".Sh EXAMPLES"] + Mdoc.paragraphs($0) } ?? [])
        var related = Name.mentioned(in: configuration.discussion) + [Self.program.name]
        if let topic = ManualPage.all.first(where: { $0.topic == configuration.commandName }) {
            related.append(Name(topic))
        }
        self.related = related
    }

    private static func aliases(_ names: [String]) -> [String] {
        names.isEmpty
            ? []
            : [
                ".Pp",
                Mdoc.text("Another name: \(names.map { "'pmd \($0)'" }.joined(separator: ", "))."),
            ]
    }

    /// `pmd move <ref> <state>`: the name is a macro, which indents continuation lines.
    private static func synopsis(_ usage: String) -> [String] {
        let words = usage.split(separator: " ")
        let rest = words.dropFirst(2).joined(separator: " ")
            .replacing(" [-C <dir>] [--json] [--quiet] [--color <color>]", with: "")
        return [".Nm \(Mdoc.argument(words.prefix(2).joined(separator: " ")))"]
            + (rest.isEmpty ? [] : [styled(rest)])
    }

    /// Returns the commands of a group, each with its page.
    private static func section(_ name: String, _ commands: [any Command.Type]) -> [String] {
        let shown = commands.filter { $0.configuration.shouldDisplay }
        return [".Ss \(Mdoc.argument(name))"]
            + Mdoc.definitions(
                shown.map { command in
                    let page = Name(command)
                    return (
                        term: Mdoc.quoted(styled(words(of: command))),
                        lines: [
                            Mdoc.text(command.configuration.abstract) + ":",
                            ".Xr \(page.title) \(page.section) .",
                        ]
                    )
                })
    }

    /// `pmd move <words>`: the name and the arguments of a command.
    private static func words(of command: any Command.Type) -> String {
        let entries = HelpText(PMD.helpMessage(for: command, columns: 10_000)).entries
        let arguments = entries.map(\.name).filter { $0.hasPrefix("<") }
        return (["pmd", command.configuration.commandName ?? ""] + arguments)
            .joined(separator: " ")
    }

    private static let commonOptions =
        [".Sh COMMON OPTIONS", "Every command takes these."]
        + Mdoc.definitions(
            HelpText(PMD.helpMessage(for: Help.self, columns: 10_000)).entries
                .filter(isCommon).map(definition))

    private static let environmentVariables =
        [".Sh ENVIRONMENT"]
        + Mdoc.definitions(
            variables.map { names, text in
                (
                    term: names.split(separator: " ").map { Mdoc.bold(String($0)) }
                        .joined(separator: ", "), lines: [Mdoc.text(text)]
                )
            })

    private static let variables = [
        ("PMD_BOARD", "the board, if there is none in the current folder or its parents"),
        ("GIT_EDITOR VISUAL EDITOR", "the editor, chosen as by git(1)"),
        ("PMD_PAGER PAGER", "the pager for output that is longer than the screen"),
        ("NO_COLOR CLICOLOR CLICOLOR_FORCE TERM", "whether output has colours"),
        ("LC_ALL LC_MESSAGES LANG", "the language of messages: English or Korean"),
        ("LC_TIME TZ", "the language of dates, and the time zone"),
        (
            "https_proxy no_proxy SSL_CERT_FILE SSL_CERT_DIR",
            "the proxy for https, and trusted certificates"
        ),
    ]

    private static let files =
        [".Sh FILES"]
        + Mdoc.definitions(
            [
                ("pmd.yml", "the settings of a board, which all its clones share: pmd.yml(5)"),
                (
                    ".git/pmd",
                    "what one clone knows: its locks, cache, journal, recorded actions and reminders"
                ),
                (
                    ".git/config ~/.gitconfig",
                    "the settings of a person, such as pmd.me and pmd.autoSync"
                ),
            ].map { path, text in (term: Mdoc.bold(path), lines: [Mdoc.text(text)]) })

    private static let exitStatus =
        [".Sh EXIT STATUS"]
        + Mdoc.definitions(statuses.map { (term: "\($0.0)", lines: [Mdoc.text($0.1)]) })

    private static let statuses = [
        (0, "done, or nothing to do"),
        (64, "misuse: an unknown command or option, or an invalid value"),
        (65, "malformed data or settings, or nothing found"),
        (69, "a required program or service is missing"),
        (74, "input or output failed, or the disk is full"),
        (75, "offline, locked or raced: try again later; no work is lost"),
        (77, "credentials, a host key or permissions are missing or wrong"),
        (78, "an unsupported repository or format"), (1, "anything else"),
    ]

    private static func definition(_ entry: HelpText.Entry) -> (term: String, lines: [String]) {
        (term: Mdoc.quoted(styled(entry.name)), lines: [Mdoc.text(entry.help)])
    }

    private static func isCommon(_ entry: HelpText.Entry) -> Bool {
        ["-C <dir>", "--json", "-q, --quiet", "--color <color>", "-h, --help", "--version"]
            .contains(entry.name)
    }

    /// Words of a command line: option names in bold, placeholders in italics.
    private static func styled(_ words: String) -> String {
        var result = ""
        var rest = words[...]
        while let first = rest.first {
            let end = rest.firstIndex(of: ">")
            if first == "<", let end {
                result += Mdoc.italic(String(rest[..<end].dropFirst()))
                rest = rest[end...].dropFirst()
            } else {
                let part = rest.prefix { $0.isLetter || $0.isNumber || $0 == "-" }
                result += part.isEmpty ? Mdoc.characters(String(first)) : Mdoc.bold(String(part))
                rest = rest.dropFirst(max(1, part.count))
            }
        }
        return result
    }
}

extension ManPage.Name {
    init(_ command: any Command.Type) {
        self.init(title: "pmd-" + (command.configuration.commandName ?? ""), section: 1)
    }

    init(_ page: ManualPage) { self.init(title: "pmd-" + page.topic, section: 7) }

    /// The page of `pmd.yml`.
    static let settings = ManPage.Name(title: "pmd.yml", section: 5)

    /// Returns the pages that a text mentions: `pmd help sync`, `pmd sync` and `pmd.yml`.
    static func mentioned(in text: String) -> [ManPage.Name] {
        let words = text.split { !$0.isLetter && !$0.isNumber && $0 != "-" && $0 != "." }
            .map { $0.hasSuffix(".") ? $0.dropLast() : $0 }
        var names: Set<ManPage.Name> = words.contains("pmd.yml") ? [.settings] : []
        for (index, word) in words.enumerated() where word == "pmd" {
            guard index + 1 < words.count else { continue }
            let next = words[index + 1]
            if next == "help", index + 2 < words.count {
                names.formUnion(
                    ManualPage.all.filter { $0.topic == words[index + 2] }.map(Self.init))
            }
            names.formUnion(
                PMD.shown.filter { $0.configuration.commandName == String(next) }.map(Self.init))
        }
        return Array(names)
    }
}

extension PMD {
    /// The commands that the help lists.
    static let shown = commands.filter { $0.configuration.shouldDisplay }
}

extension String {
    /// The sentence with a lowercase start: `The format` becomes `the format`.
    var startingSmall: String { prefix(1).lowercased() + dropFirst() }

    fileprivate func components(around separator: String) -> (before: String, after: String?) {
        guard let range = firstRange(of: separator) else { return (self, nil) }
        return (String(self[..<range.lowerBound]), String(self[range.upperBound...]))
    }
}
