import TestSupport
import Testing

/// What readings ask of the system, call by call.
struct CallCostTests {
    private let cost = CostTests()

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

    /// Whether calls can be traced here, in the words for a proof that was not run.
    private func hindrance(_ sandbox: Sandbox) throws -> String? {
        let tools = try sandbox.shell("command -v strace && strace -o /dev/null true || true")
        let works = tools.output.contains("strace") && tools.error.isEmpty
        return works ? nil : "strace cannot trace here"
    }

    @Test func `a list looks at each file once, opens none, and loads nothing for git`()
        async throws
    {
        let proof = Proof(
            "calls", of: "readings", faults: ["looked twice", "opened", "loaded", "grew"])
        let (small, large) = (try cost.board(of: 20), try cost.board(of: 600))
        if let hindrance = try hindrance(small) { return proof.notRun(hindrance) }
        let readings = ["list", "list --ids", "list nothing-of-the-kind", "board"]
        await proof.each(readings, quick: 4) { words, trial in
            let (few, many) = (try calls(of: words, in: small), try calls(of: words, in: large))
            let looks = (few.count("fstatat", ".md\""), many.count("fstatat", ".md\""))
            trial.expect(looks == (20, 600), "looked twice", "\(words): \(looks)")
            trial.expect(many.count("open", ".md\"") == 0, "opened", words)
            for path in ["/.git/config", "/.git/objects", "/.git/HEAD", "/certs/", "icu"] {
                trial.expect(many.count("open", path) == 0, "loaded", "\(words): \(path)")
            }
            let other = (few.otherCount - 20, many.otherCount - 600)
            trial.expect(other.1 <= other.0 + 40, "grew", "\(words): \(other)")
        }
    }

    @Test func `a list reads no bodies, and a change reads and writes no other task`()
        async throws
    {
        let proof = Proof("bytes", of: "boards", faults: ["bodies read", "others opened"])
        let sandbox = try cost.board(of: 40)
        if let hindrance = try hindrance(sandbox) { return proof.notRun(hindrance) }
        await proof.each([40], quick: 1) { count, trial in
            let plain = try calls(of: "list", in: sandbox).bytesRead()
            try sandbox.shell(
                """
                for i in $(seq \(count)); do
                    head -c 20000 /dev/zero | tr '\\0' x >> todo/task-$i.md
                done
                touch -d 2026-01-01 todo/*.md; pmd sync -q; pmd list > ../list
                """)
            let long = try calls(of: "list", in: sandbox).bytesRead()
            trial.expect(long <= plain + 4096, "bodies read", "\(plain) \(long)")
            let change = try calls(of: "edit task-3 due:fri", in: sandbox)
            let opened = (change.count("open", ".md\""), change.count("open", "task-3.md\""))
            trial.expect(opened.0 <= opened.1 + 2, "others opened", "\(opened)")
        }
    }
}
