import Glibc
import TestSupport
import Testing

/// The installation as the README describes it, in a home in which there was nothing.
struct InstallationTests {
    @Test(arguments: ["bash", "zsh", "fish"])
    func `the lines of the README install pmd, its completion and its manual page`(
        _ shell: String
    ) throws {
        var sandbox = try Sandbox()
        let home = sandbox.folder.path + "/fresh"
        try sandbox.shell(
            "mkdir '\(home)'; mkdir -p .build/release; ln -s '\(binaryFolder)/pmd' .build/release")
        sandbox.environment = [
            "HOME": home, "PATH": "/usr/local/bin:/usr/bin:/bin", "TERM": "xterm",
        ]
        let lines = try Self.lines(after: "swift build ")
        #expect(lines.contains { $0.contains("help --man") }, "\(lines)")
        let choice = try Self.lines(after: "# \(shell)")
        #expect(choice.contains { $0.contains("pmd completion \(shell)") }, "\(choice)")
        let script = ["set -e"] + lines + choice + ["command -v pmd", "pmd --version"]
        let run = try sandbox.run(["/bin/sh", "-c", script.joined(separator: "\n")])
        #expect(run.status == 0 && run.error.isEmpty, "\(run)")
        #expect(run.output.hasPrefix(home + "/.local/bin/pmd\n"), "\(run)")

        sandbox.environment["PATH"] = home + "/.local/bin:/usr/local/bin:/usr/bin:/bin"
        let terminal = try InteractiveShell(shell, in: sandbox, folder: sandbox.here, home: home)
        #expect(try terminal.line(after: "pmd stat\t") == "pmd status ")
        try expectManualPage(of: sandbox, home)
    }

    private func expectManualPage(of sandbox: Sandbox, _ home: String) throws {
        guard try sandbox.shell("command -v man || true").output != "" else {
            return noteNotRun("man is missing")
        }
        let page = try sandbox.shell("man -w pmd; MANPAGER=cat man pmd")
        #expect(page.output.hasPrefix(home + "/.local/share/man/man1/pmd.1\n"), "\(page)")
        #expect(page.output.contains("pmd completion"))
    }

    /// The indented lines of the README after the one that begins so, up to the next paragraph.
    private static func lines(after start: String) throws -> [String] {
        let path = #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined()
        let readme = String(decoding: try readFile(path + "/README.md"), as: UTF8.self)
        let lines = readme.split(separator: "\n", omittingEmptySubsequences: false)
            .drop { $0 != "## Install" }.drop { !$0.hasPrefix("    " + start) }.dropFirst()
        return lines.prefix { $0.hasPrefix("    ") }.map { String($0.dropFirst(4)) }
    }
}
