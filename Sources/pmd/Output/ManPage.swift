import ArgumentParser

/// The page for man(1), in mdoc, from the declarations of the commands.
struct ManPage {
    private let root: any ParsableCommand.Type

    init(of root: any ParsableCommand.Type) { self.root = root }

    /// The lines of the page. It has no date, so that it is reproducible.
    var lines: [String] {
        let configuration = root.configuration
        return [
            ".Dd $Mdocdate$", ".Dt PMD 1", ".Os", ".Sh NAME", ".Nm pmd",
            ".Nd \(Self.text(configuration.abstract))", ".Sh SYNOPSIS", ".Nm pmd",
            ".Ar command", ".Op Ar words", ".Op Ar options", ".Sh DESCRIPTION",
        ] + Self.paragraphs(configuration.discussion)
            + [".Sh COMMON OPTIONS", "Every command takes these.", ".Bl -tag -width indent"]
            + entries(of: Help.self).filter(Self.isCommon).flatMap(Self.item) + [".El"]
            + [".Sh COMMANDS"] + commands.flatMap(section)
            + [".Sh EXIT STATUS", ".Bl -tag -width 4n"]
            + Self.statuses.flatMap { [".It \($0.0)", Self.text($0.1)] } + [".El"]
            + [".Sh SEE ALSO", ".Xr git 1", ".Pp", "Longer pages:"]
            + ManualPage.all.map { ".Ql pmd help \($0.topic)" }
    }

    private static let statuses = [
        (0, "done, or nothing to do"), (64, "words that cannot be understood"),
        (65, "malformed data or settings, or nothing found"),
        (74, "input or output failed, or the disk is full"),
        (75, "offline, locked or raced: try again later; the work is safe"),
        (77, "credentials, a host key or permissions"),
        (78, "a repository or format that cannot be served"), (1, "anything else"),
    ]

    private var commands: [any ParsableCommand.Type] {
        root.configuration.subcommands.filter { $0.configuration.shouldDisplay }
    }

    private func section(_ command: any ParsableCommand.Type) -> [String] {
        let configuration = command.configuration
        let own = entries(of: command).filter { !Self.isCommon($0) }
        let items = [".Bl -tag -width indent"] + own.flatMap(Self.item) + [".El"]
        return [".Ss \(Self.text(usage(of: command, own)))"]
            + [Self.text(configuration.abstract) + "."]
            + Self.paragraphs(configuration.discussion) + (own.isEmpty ? [] : items)
    }

    private func entries(of command: any ParsableCommand.Type) -> [HelpText.Entry] {
        HelpText(PMD.helpMessage(for: command, columns: 10_000)).entries
    }

    /// The synopsis of a command.
    private func usage(
        of command: any ParsableCommand.Type, _ entries: [HelpText.Entry]
    ) -> String {
        let arguments = entries.map(\.name).filter { $0.hasPrefix("<") }
        let hasOptions = entries.contains { $0.name.hasPrefix("-") }
        let words = ["pmd", command.configuration.commandName ?? ""] + arguments
        return (words + (hasOptions ? ["[options]"] : [])).joined(separator: " ")
    }

    private static func item(_ entry: HelpText.Entry) -> [String] {
        [".It \(text(entry.name))", text(entry.help)]
    }

    private static func isCommon(_ entry: HelpText.Entry) -> Bool {
        ["-C <dir>", "--json", "-q, --quiet", "--color <color>", "-h, --help", "--version"]
            .contains(entry.name)
    }

    /// Prose as filled paragraphs; indented lines as they are.
    private static func paragraphs(_ prose: String) -> [String] {
        var lines: [String] = []
        var isLiteral = false
        for line in prose.split(separator: "\n", omittingEmptySubsequences: false) {
            let startsLiteral = line.hasPrefix("  ")
            if startsLiteral != isLiteral, startsLiteral || !line.isEmpty {
                lines += startsLiteral ? [".Bd -literal -offset indent"] : [".Ed", ".Pp"]
                isLiteral = startsLiteral
            }
            if line.isEmpty {
                if !isLiteral { lines.append(".Pp") }
            } else {
                lines.append(text(String(isLiteral ? line.dropFirst(2) : line)))
            }
        }
        if isLiteral { lines.append(".Ed") }
        return prose.isEmpty ? [] : [".Pp"] + lines
    }

    /// Text with the characters escaped that roff would interpret.
    private static func text(_ text: String) -> String {
        var escaped = ""
        for character in text {
            switch character {
            case "\\": escaped += "\\e"
            case "-": escaped += "\\-"
            case "\"": escaped += "\\(dq"
            case "'" where escaped.isEmpty, "." where escaped.isEmpty: escaped += "\\&\(character)"
            default: escaped.append(character)
            }
        }
        return escaped
    }
}
