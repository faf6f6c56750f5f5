import ArgumentParser
import TestSupport
import Testing

@testable import pmd

/// Help pages, completion scripts and suggestions for misspelled commands.
struct HelpTests {
    static let commands = PMD.commands

    @Test func `the help of all commands matches its snapshots`() throws {
        try expectSnapshot(PMD.helpMessage(columns: 80) + "\n", "help")
        for command in Self.commands {
            let name = try #require(command.configuration.commandName)
            let text = PMD.helpMessage(for: command, columns: 80)
            try expectSnapshot(text + "\n", "help-\(name)")
        }
    }

    /// The options are listed by hand, since the parser's own list is slow.
    @Test func `the pass before the parser recognizes exactly the declared options`() throws {
        for type in Self.commands {
            var declared = OptionNames()
            let tool = try JSON(type._dumpHelp())
            for argument in Self.elements(tool["command"]?["arguments"]) {
                let names = Self.elements(argument["names"]).compactMap { name in
                    name["name"]?.text.map { (name["kind"]?.text == "long" ? "--" : "-") + $0 }
                }
                if argument["kind"]?.text == "option" { declared.values.formUnion(names) }
                if argument["kind"]?.text == "option", argument["isRepeating"] == true {
                    declared.repeated.formUnion(names)
                }
                if argument["kind"]?.text == "flag" { declared.flags.formUnion(names) }
            }
            #expect(declared == OptionNames(of: type), "\(type)")
            #expect(declared.values.isSuperset(of: ["-C", "--color"]), "\(type)")
            #expect(declared.flags.isSuperset(of: ["-q", "--quiet", "--json", "-h"]), "\(type)")
        }
    }

    private static func elements(_ list: JSON?) -> [JSON] {
        guard let list, case .array(let elements) = list else { return [] }
        return elements
    }

    @Test func `every command has a name, an abstract and an example`() {
        for command in Self.commands where command.configuration.shouldDisplay {
            let configuration = command.configuration
            #expect(configuration.commandName != nil)
            #expect(!configuration.abstract.isEmpty && !configuration.abstract.hasSuffix("."))
            #expect(configuration.discussion.contains("pmd \(configuration.commandName ?? "")"))
        }
    }

    @Test func `every manual page can be read by its topic`() throws {
        let sandbox = try ProgramSandbox()
        for page in ManualPage.all {
            let run = try sandbox.pmd("help", page.topic)
            #expect(run.status == 0 && run.output == page.markdown && run.error.isEmpty)
        }
    }

    @Test(arguments: [
        (["hlep"], "pmd: 'hlep' is not a pmd command; did you mean 'pmd help'?\n"),
        (
            ["help", "querys"],
            "pmd: no help on 'querys'; did you mean 'pmd help queries'?\n"
        ),
        (["-C"], "pmd: '-C' needs a value\n"),
        (
            ["move"],
            "pmd: 'pmd move' needs a task and a state, such as 'pmd move k3 doing'; "
                + "see 'pmd move --help'\n"
        ),
        (
            ["list", "--color", "pink"],
            "pmd: the value 'pink' is invalid for '--color <color>'; expected 'auto', "
                + "'always' or 'never'; see 'pmd list --help'\n"
        ),
        (
            ["help", "--frob"],
            "pmd: '--frob' is not an option of 'pmd help'; see 'pmd help --help'\n"
        ),
    ])
    func `a misspelled command gets a suggestion and exits with 64`(
        _ words: [String], _ message: String
    ) throws {
        let run = try ProgramSandbox().run([binaryFolder + "/pmd"] + words)
        #expect(run.status == 64 && run.output.isEmpty && run.error == message)
    }

    @Test(arguments: ["bash", "zsh", "fish"])
    func `each shell has a completion script`(_ shell: String) throws {
        let run = try ProgramSandbox().pmd("completion", shell)
        #expect(run.status == 0 && run.output.contains("pmd") && run.error.isEmpty)
    }
}
