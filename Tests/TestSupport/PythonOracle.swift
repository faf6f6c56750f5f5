import Glibc
import Testing

/// A Python script in its own process, which reads lines and compares what they say with the
/// results of a Python library.
///
/// The script prints the differences, and the number of comparisons on its last line.
package struct PythonOracle {
    private let script: String
    /// The Debian packages with its libraries.
    private let packages: String

    /// - Parameters:
    ///   - name: The script's file name, in the test's folder.
    ///   - file: The test's file.
    package init(_ name: String, packages: String, file: String = #filePath) {
        script = file.split(separator: "/").dropLast().map { "/" + $0 }.joined() + "/" + name
        self.packages = packages
    }

    /// Sends lines to the script and returns its output lines.
    package func ask(_ lines: [String], _ arguments: String...) throws -> [String] {
        let folder = try TemporaryFolder()
        let input = folder.path + "/lines"
        try writeFile(input, lines.joined(separator: "\n") + "\n")
        let words = ["'\(script)'"] + arguments
        let command = "/usr/bin/python3 \(words.joined(separator: " ")) < \(input) 2>&1"
        let pipe = try #require(popen(command, "r"))
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while case let count = fread(&chunk, 1, chunk.count, pipe), count > 0 {
            bytes += chunk[..<count]
        }
        let status = pclose(pipe)
        let said = String(decoding: bytes, as: UTF8.self)
        try #require(
            status == 0,
            "The oracle does not run. Install it: apt-get install -y \(packages)\n\(said)")
        return said.split(separator: "\n").map(String.init)
    }

    /// Records each difference that the script finds, and too low a number of comparisons.
    package func expectAgreement(_ lines: [String], atLeast count: Int) throws {
        let said = try ask(lines)
        for difference in said.dropLast().prefix(20) { Issue.record("\(difference)") }
        let compared = said.last.flatMap { Int($0.split(separator: " ").last ?? "") } ?? 0
        #expect(compared >= count)
    }
}
