import TestSupport
import Testing

/// What readings ask of the system, call by call.
extension CostTests {
    /// What a command asked of the system.
    private struct Calls {
        var lines: [Substring] = []

        func count(_ words: String...) -> Int {
            lines.count { line in words.allSatisfy { line.contains($0) } }
        }

        /// All calls but those for memory and between threads. One that another thread
        /// interrupts takes two lines.
        var otherCount: Int {
            let left = ["resumed>", " brk(", "mmap(", "munmap(", "mremap(", "mprotect(", "futex("]
            return lines.count { line in !left.contains { line.contains($0) } }
        }

        /// The bytes that were read by calls, not through the C library's own loading.
        func bytesRead() -> Int {
            lines.filter { $0.contains("read(") || $0.contains("pread64(") }.reduce(0) {
                $0 + (Int($1.split(separator: " ").last ?? "") ?? 0)
            }
        }
    }

    private func calls(of words: String, in sandbox: Sandbox) throws -> Calls {
        let run = try sandbox.shell(
            "strace -f -qq -s 200 -o ../calls pmd \(words) > ../out; cat ../calls")
        try #require(run.status == 0, "\(run)")
        return Calls(lines: run.output.split(separator: "\n"))
    }

    @Test func `a list looks at each file once, opens none, and loads nothing for git`() throws {
        let (small, large) = (try board(of: 20), try board(of: 600))
        let tools = try small.shell("command -v strace && strace -o /dev/null true || true")
        guard tools.output.contains("strace"), tools.error.isEmpty else {
            return Proof("calls", of: "commands", faults: []).notRun("strace cannot trace here")
        }
        for words in ["list", "list --ids", "list nothing-of-the-kind", "board"] {
            let (few, many) = (try calls(of: words, in: small), try calls(of: words, in: large))
            #expect(few.count("fstatat", ".md\"") == 20, "\(words)")
            #expect(many.count("fstatat", ".md\"") == 600, "\(words)")
            #expect(many.count("open", ".md\"") == 0, "\(words)")
            for path in ["/.git/config", "/.git/objects", "/.git/HEAD", "/certs/", "icu"] {
                #expect(many.count("open", path) == 0, "\(words): \(path)")
            }
            let other = (few.otherCount - 20, many.otherCount - 600)
            #expect(other.1 <= other.0 + 40, "\(words): \(other)")
        }
    }

    @Test func `a list reads no bodies, and a change reads and writes no other task`() throws {
        let sandbox = try board(of: 40)
        let tools = try sandbox.shell("command -v strace && strace -o /dev/null true || true")
        guard tools.output.contains("strace"), tools.error.isEmpty else {
            return Proof("bytes", of: "commands", faults: []).notRun("strace cannot trace here")
        }
        let plain = try calls(of: "list", in: sandbox).bytesRead()
        try sandbox.shell(
            """
            for i in $(seq 40); do head -c 20000 /dev/zero | tr '\\0' x >> todo/task-$i.md; done
            touch -d 2026-01-01 todo/*.md; pmd sync -q; pmd list > ../list
            """)
        let long = try calls(of: "list", in: sandbox).bytesRead()
        #expect(long <= plain + 4096, "\(plain) \(long)")
        let change = try calls(of: "edit task-3 due:fri", in: sandbox)
        #expect(change.count("open", ".md\"") <= change.count("open", "task-3.md\"") + 2)
    }
}
