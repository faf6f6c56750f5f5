import TestSupport
import Testing

@testable import pmd

/// The version number, which the program defines once.
struct VersionTests {
    @Test func `the program, the changelog and the manual pages have the same version`() throws {
        let sandbox = try ProgramSandbox()
        #expect(try sandbox.pmd("--version").output == PMD.version + "\n")
        let changelog = String(
            decoding: try readFile(projectFolder + "/CHANGELOG.md"), as: UTF8.self)
        let entry = changelog.split(separator: "\n").first { $0.hasPrefix("## ") } ?? ""
        let words = entry.split { " []#".contains($0) }
        #expect(words.first.map(String.init) == PMD.version, "the first entry is '\(entry)'")
        for page in ManPage.all {
            let lines = page.lines(dated: ManDate(epoch: "0", now: 0))
            #expect(lines.contains(".Os \"\\&pmd \(PMD.version)\""), "\(page.name)")
        }
    }

    @Test func `the version has three numbers`() {
        let numbers = PMD.version.split(separator: ".", omittingEmptySubsequences: false)
        #expect(numbers.count == 3 && numbers.allSatisfy { Int($0) != nil })
    }
}
