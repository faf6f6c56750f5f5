import TaskBoard
import TestSupport
import Testing

@testable import BoardStorage

/// The block of lines that pmd writes into a crontab.
struct CrontabTests {
    private let entry = Crontab.Entry(job: .remind, board: "/b")
    private let block = Crontab.block(
        running: "/bin/pmd remind -C '/b/50% off'", for: Crontab.Entry(job: .remind, board: "/b"))

    @Test(arguments: ["", "MAILTO=ann\n0 5 * * * tar\n", "0 5 * * * tar", "# 우유\n\n\n", "\n"])
    func `adding and removing a block changes nothing else`(old: String) throws {
        let crontab = Crontab(Array(old.utf8))
        #expect(!crontab.has(entry))
        let new = try #require(crontab.with(block, for: entry))
        #expect(
            new.has(entry) && !new.has(Crontab.Entry(job: .remind, board: "/c"))
                && !new.has(Crontab.Entry(job: .sync, board: "/b")))
        #expect(new.with(block, for: entry) == new)
        let text = String(decoding: new.bytes, as: UTF8.self)
        #expect(text.hasPrefix(old) && text.hasSuffix("/50\\% off'\n# END pmd remind /b\n"))
        let removed = try #require(new.without(entry))
        let separator = old.isEmpty || old.hasSuffix("\n") ? "" : "\n"
        #expect(String(decoding: removed.bytes, as: UTF8.self) == old + separator)
    }

    @Test func `a block keeps its place, and other boards' blocks stay`() throws {
        let other = Crontab.block(running: "x", for: Crontab.Entry(job: .sync, board: "/b/c"))
        let old = "1\n" + Crontab.block(running: "old", for: entry) + other + "2"
        let new = try #require(Crontab(Array(old.utf8)).with(block, for: entry))
        #expect(String(decoding: new.bytes, as: UTF8.self) == "1\n" + block + other + "2")
        let removed = try #require(new.without(entry))
        #expect(String(decoding: removed.bytes, as: UTF8.self) == "1\n" + other + "2")
    }

    @Test(arguments: [
        // No end, before a complete block, a user's line inside, around another board's, empty.
        "# BEGIN pmd remind /b\n* * * * * x\n",
        "# BEGIN pmd remind /b\n0 5 * * * tar\n# BEGIN pmd remind /b\nx\n# END pmd remind /b\n",
        "# BEGIN pmd remind /b\n* * * * * x\n0 5 * * * tar\n# END pmd remind /b\n",
        "# BEGIN pmd remind /b\n# BEGIN pmd sync /c\nx\n# END pmd sync /c\n# END pmd remind /b\n",
        "# BEGIN pmd remind /b\n# END pmd remind /b\n",
    ])
    func `a block that differs from what pmd wrote is left alone`(text: String) {
        let crontab = Crontab(Array(text.utf8))
        #expect(crontab.has(entry) && crontab.isBroken(at: entry))
        #expect(crontab.with(block, for: entry) == nil && crontab.without(entry) == nil)
    }

    @Test func `a percent sign before a combining mark does not end the command`() {
        let block = Crontab.block(running: "pmd -C '/50%\u{301}'", for: entry)
        #expect(Array(block.utf8).split(separator: UInt8(ascii: "%")).count == 2)
        #expect(block.unicodeScalars.contains("\\"))
    }

    @Test(arguments: ["0 3 * * * /bin/pmd remind -C /b", "#* * * * * /bin/pmd remind -C /b"])
    func `an edited line does not identify a program`(line: String) {
        let crontab = Crontab(Array("# BEGIN pmd remind /b\n\(line)\n# END pmd remind /b\n".utf8))
        #expect(crontab.program(of: entry) == nil && !crontab.isBroken(at: entry))
    }

    @Test(arguments: [
        ("/bin/pmd", "/bin/pmd"), ("'/it'\\''s 50\\% mine/pmd'", "/it's 50% mine/pmd"),
    ])
    func `the program and the boards are read from the lines`(written: String, program: String) {
        let entry = Crontab.Entry(job: .sync, board: "/a b")
        let text =
            block
            + "# BEGIN pmd sync relative\n# BEGIN pmd sync /\u{1B}[2J\n"
            + "# BEGIN pmd sync /a b\n*/5 * * * * \(written) sync -C '/a b'\n"
            + "# END pmd sync /a b\n# BEGIN pmd frob /c\n"
        let crontab = Crontab(Array(text.utf8))
        #expect(crontab.entries == [self.entry, entry])
        #expect(crontab.program(of: entry) == program)
    }
}
