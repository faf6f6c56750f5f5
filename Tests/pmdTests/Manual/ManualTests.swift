import ArgumentParser
import TestSupport
import Testing

@testable import pmd

/// Every command line in the manual and the README works.
struct ManualTests {
    static let topics = ManualPage.all.map(\.topic)

    @Test(arguments: topics)
    func `every command line of the manual works`(_ topic: String) throws {
        let page = try #require(ManualPage.all.first { $0.topic == topic })
        let lines = Self.commandLines(of: page.markdown)
        guard !lines.isEmpty else { return }
        let sandbox = try ProgramSandbox()
        let script = (["set -e", "set -x"] + lines).joined(separator: "\n")
        let run = try sandbox.run(["/bin/sh", "-c", script])
        #expect(run.status == 0, "\(run.error)")
    }

    @Test func `every command is in the manual's list`() throws {
        let page = try #require(ManualPage.all.first { $0.topic == "commands" })
        for command in HelpTests.commands where command.configuration.shouldDisplay {
            let name = try #require(command.configuration.commandName)
            guard !["help", "merge-driver"].contains(name) else { continue }
            #expect(page.markdown.contains("`pmd \(name)"), "\(name)")
        }
    }

    @Test func `every command line of the README works`() throws {
        let lines = Self.commandLines(of: String(decoding: try readFile(readme), as: UTF8.self))
        #expect(lines.count > 5)
        let script = (["set -e", "set -x"] + lines).joined(separator: "\n")
        let run = try ProgramSandbox().run(["/bin/sh", "-c", script])
        #expect(run.status == 0, "\(run.error)")
    }

    private var readme: String {
        projectFolder + "/README.md"
    }

    /// The commands after `$ ` in terminal examples.
    private static func commandLines(of markdown: String) -> [String] {
        var isConsole = false
        var lines: [String] = []
        for line in markdown.split(separator: "\n") {
            if line.hasPrefix("```") { isConsole = line == "```console" }
            if isConsole, line.hasPrefix("$ ") { lines.append(String(line.dropFirst(2))) }
        }
        return lines
    }
}
