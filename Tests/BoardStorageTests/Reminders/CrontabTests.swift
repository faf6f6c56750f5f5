import TestSupport
import Testing

@testable import BoardStorage

/// The part of a crontab that pmd writes, and the units of systemd.
struct CrontabTests {
    private let block = Crontab.block(running: "/bin/pmd remind -C '/b/50% off'", for: "/b")

    @Test(arguments: ["", "MAILTO=ann\n0 5 * * * tar\n", "0 5 * * * tar", "# 우유\n\n\n", "\n"])
    func `a block is added and removed, and nothing else changes`(old: String) throws {
        let crontab = Crontab(Array(old.utf8))
        #expect(!crontab.has("/b"))
        let new = try #require(crontab.with(block, for: "/b"))
        #expect(new.has("/b") && !new.has("/c"))
        #expect(new.with(block, for: "/b") == new)
        let text = String(decoding: new.bytes, as: UTF8.self)
        #expect(text.hasPrefix(old) && text.hasSuffix("/50\\% off'\n# END pmd remind /b\n"))
        let removed = try #require(new.without("/b"))
        let separator = old.isEmpty || old.hasSuffix("\n") ? "" : "\n"
        #expect(String(decoding: removed.bytes, as: UTF8.self) == old + separator)
    }

    @Test func `a block keeps its place, and those of other boards stay`() throws {
        let other = Crontab.block(running: "x", for: "/b/c")
        let old = "1\n" + Crontab.block(running: "old", for: "/b") + other + "2"
        let new = try #require(Crontab(Array(old.utf8)).with(block, for: "/b"))
        #expect(String(decoding: new.bytes, as: UTF8.self) == "1\n" + block + other + "2")
        let removed = try #require(new.without("/b"))
        #expect(String(decoding: removed.bytes, as: UTF8.self) == "1\n" + other + "2")
    }

    @Test func `a block without an end is not touched`() {
        let crontab = Crontab(Array("# BEGIN pmd remind /b\n* * * * * x\n".utf8))
        #expect(crontab.with(block, for: "/b") == nil && crontab.without("/b") == nil)
    }

    @Test func `lines between a comment without an end and a block stay`() throws {
        let own = "# BEGIN pmd remind /b\n0 5 * * * tar\n"
        let new = try #require(Crontab(Array((own + block).utf8)).with(block, for: "/b"))
        #expect(String(decoding: new.bytes, as: UTF8.self) == own + block)
    }

    @Test func `the units quote what systemd would expand`() {
        let units = SystemdUnits(
            running: ["/bin/pmd", "remind", "-C", "/b/50% \"$HOME\" \\"],
            for: "/b/50% \"$HOME\" \\")
        #expect(
            units.service.contains(
                #"ExecStart="/bin/pmd" "remind" "-C" "/b/50%% \"$$HOME\" \\""#))
        #expect(units.name == #"pmd-remind-b-50\x25\x20\x22\x24HOME\x22\x20\x5c"#)
        let long = SystemdUnits(running: ["x"], for: "/" + String(repeating: "우", count: 200))
        #expect(long.name.utf8.count == "pmd-remind-".utf8.count + 40)
    }
}
