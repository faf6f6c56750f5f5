import Glibc
import TestSupport
import Testing

@testable import Git

/// Paths that git's index accepts on every platform.
struct VerifiedPathTests {
    /// Names that some file system treats as `.git` or `.gitmodules`, and similar names.
    private static let names: [[UInt8]] =
        [
            ".git", ".GIT", ".gIt", "git~1", "GIT~1", "git~2", ".git.", ".git ", ".git. .. ",
            ".git::$INDEX_ALLOCATION", ".git:x", ".gitx", ".git.x", "git~1:x", "git~1 .", "git~10",
            ".g\u{200C}it", "\u{FEFF}.git", ".git\u{200D}", ".\u{202E}g\u{206A}it", ".git\u{2060}",
            ".git\u{FFFE}", ".ｇit", ".gít", "a\\.git", "a\\git~1", ".git\\x", "a\\b", "\\",
            "\\.git",
            ".gitmodules", ".GitModules", "gitmod~1", "gitmod~4", "gitmod~5", "gi7eba~1",
            "gi7eb~10", "gi7e~123", "gi7d~123", "GI7EBA~9", "gi7eba~0", ".gitmodules.",
            ".gitmodules:x", ".gitmodules x", ".g\u{200B}itmodules", ".git\u{200C}modules",
            "~1234567", "gitmod~1 .:x", "a\\.gitmodules", ".gitattributes", ".gitignore", "con",
            "nul.md", "a:b", "a.", "a ", "...", "....", ". ", ".. ", "-x", "C:", "a\nb", "~",
        ].map { Array($0.utf8) }
        + [[0x2E, 0x67, 0x69, 0x74, 0xFF], [0xFF, 0xFE], [0x2E, 0x67, 0xC0, 0xAF, 0x69, 0x74]]

    private static func random(_ random: inout SplitMix64) -> [UInt8] {
        let parts = [
            ".", "g", "G", "i", "t", "~", "1", "\\", ":", " ", "\u{200C}", "\u{FEFF}", "git",
            ".git", "modules", "x", "/", "é",
        ]
        let count = Int.random(in: 1...6, using: &random)
        return (0..<count).flatMap { _ in
            Array(parts.randomElement(using: &random).unsafelyUnwrapped.utf8)
        }
    }

    @Test(arguments: ["100644", "120000"])
    func `a path is valid exactly if git's index accepts it on all platforms`(mode: String) throws {
        let sandbox = try RepositorySandbox()
        let repository = try sandbox.repository()
        let blob = try repository.writeBlob(Array("x".utf8))
        var source = SplitMix64(seed: 77)
        var paths = Self.names
        paths += Self.names.map { Array("todo/".utf8) + $0 }
        paths += Self.names.map { $0 + Array("/x.md".utf8) }
        paths += (0..<500).map { _ in Self.random(&source) }
        paths += ["", "/", "a/", "/a", "a//b", "a/./b", "a/../b", ".", ".."].map { Array($0.utf8) }
        let accepted = try ask(paths, mode: mode, blob, sandbox)
        for (path, isAccepted) in zip(paths, accepted) {
            let verified = VerifiedPath(path, mode: try #require(UInt32(mode, radix: 8)))
            // git on Linux misses a backslash at the start of a name, which Windows treats as a
            // slash.
            let isMissed = path.split(separator: UInt8(ascii: "/")).contains { $0.first == 0x5C }
            #expect(
                (verified != nil) == isAccepted || isMissed && verified == nil,
                "\(mode) \(String(decoding: path, as: UTF8.self).debugDescription)")
        }
        #expect(accepted.contains(true) && accepted.contains(false))
    }

    /// Asks git about one path after another.
    private func ask(
        _ paths: [[UInt8]], mode: String, _ blob: ObjectID, _ sandbox: RepositorySandbox
    ) throws -> [Bool] {
        let list = sandbox.path + "/paths"
        let descriptor = open(list, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        defer { close(descriptor) }
        try writeAll(Array(paths.joined(separator: [0])), to: descriptor, list)
        let answers = try sandbox.sh(
            """
            python3 - <<'END'
            import subprocess
            for path in open("\(list)", "rb").read().split(b"\\0"):
                run = subprocess.run(
                    ["git", "-c", "core.protectHFS=true", "-c", "core.protectNTFS=true",
                     "update-index", "--add", "--cacheinfo", b"\(mode),\(blob.hex)," + path],
                    capture_output=True, env=dict(__import__("os").environ, GIT_INDEX_FILE="other"))
                print(int(run.returncode == 0))
                subprocess.run(["rm", "-f", "other"])
            END
            """)
        return answers.split(separator: "\n").map { $0 == "1" }
    }
}
