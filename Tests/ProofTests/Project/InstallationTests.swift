import Glibc
import TestSupport
import Testing

/// Installation from source into an empty home folder, with the commands of the README and the
/// manual.
struct InstallationTests {
    @Test(arguments: ["bash", "zsh", "fish"])
    func `the README's commands install pmd, its completion and its manual page`(
        _ shell: String
    ) throws {
        var sandbox = try ProgramSandbox()
        let home = sandbox.folder.path + "/fresh"
        try sandbox.shell(
            "mkdir '\(home)'; mkdir -p .build/release; ln -s '\(binaryFolder)/pmd' .build/release")
        sandbox.environment = [
            "HOME": home, "PATH": "/usr/local/bin:/usr/bin:/bin", "TERM": "xterm",
        ]
        let lines = try Self.sourceLines()
        #expect(lines.contains { $0.contains("help --man-pages") }, "\(lines)")
        let choice = try Self.completionLines(for: shell)
        #expect(choice.contains { $0.contains("pmd completion \(shell)") }, "\(choice)")
        let script = ["set -e"] + lines + choice + ["command -v pmd", "pmd --version"]
        let run = try sandbox.run(["/bin/sh", "-c", script.joined(separator: "\n")])
        #expect(run.status == 0 && run.error.hasPrefix("Wrote "), "\(run)")
        #expect(run.output.hasPrefix(home + "/.local/bin/pmd\n"), "\(run)")

        sandbox.environment["PATH"] = home + "/.local/bin:/usr/local/bin:/usr/bin:/bin"
        let terminal = try InteractiveShell(shell, in: sandbox, folder: sandbox.here, home: home)
        #expect(try terminal.line(after: "pmd statu\t") == "pmd status ")
        try expectManualPage(of: sandbox, home)
    }

    private func expectManualPage(of sandbox: ProgramSandbox, _ home: String) throws {
        guard try sandbox.shell("command -v man || true").output != "" else {
            return noteNotRun("man is missing")
        }
        let page = try sandbox.shell("man -w pmd; MANPAGER=cat man pmd")
        #expect(page.output.hasPrefix(home + "/.local/share/man/man1/pmd.1\n"), "\(page)")
        #expect(page.output.contains("pmd completion"))
    }

    /// The README's lines that install a build from source, without those that build it.
    private static func sourceLines() throws -> [String] {
        let page = try lines(of: "README.md", after: "<!-- Tests/packages runs these lines. -->")
        let block = page.drop { !$0.hasPrefix("```") }.dropFirst().prefix { !$0.hasPrefix("```") }
        return Array(block.drop { !$0.hasPrefix("swift build ") }.dropFirst())
    }

    /// The manual's lines that set up completion for a shell, and its line for the shell's own
    /// configuration.
    private static func completionLines(for shell: String) throws -> [String] {
        let page = try lines(of: "Sources/pmd/Manual/commands.md", after: "## Completion")
        let commands = page.filter { $0.hasPrefix("$ ") }.map { String($0.dropFirst(2)) }
            .filter { $0.hasPrefix("mkdir ") || $0.contains("completion \(shell) ") }
        let settings = [
            "bash": (start: "    . ", file: "~/.bashrc"),
            "zsh": (start: "    fpath=", file: "~/.zshrc"),
        ]
        guard let setting = settings[shell] else { return commands }
        let line = try #require(page.first { $0.hasPrefix(setting.start) }).dropFirst(4)
        return commands + ["echo '\(line)' >> \(setting.file)"]
    }

    /// The lines of a file below a given line.
    private static func lines(of file: String, after start: String) throws -> [String] {
        let text = String(decoding: try readFile("\(projectFolder)/\(file)"), as: UTF8.self)
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        return Array(lines.drop { $0 != start })
    }
}
