import BoardStorage
import Glibc
import MarkdownDocument
import TaskBoard
import TestSupport
import Testing

/// Random edits and syncs of several clones, on real repositories with real transfers.
struct ConvergenceTests {
    @Test(arguments: 0..<4)
    func `clones that have all synced twice are the same commit and the same files`(
        number: Int
    ) async throws {
        let seed = testSeed &+ UInt64(number)
        var history = try await RandomHistory(seed: seed, clones: 3)
        do {
            for _ in 0..<30 { try await history.step() }
            try await history.syncAll()
            try await history.syncAll()
            try history.expectSame()
        } catch {
            Issue.record("seed \(seed): \(error)")
        }
    }
}

/// A history of random edits, the same for the same seed.
private struct RandomHistory {
    let sandbox: BoardSandbox
    private var random: SplitMix64
    private var clones: [(name: String, workspace: Workspace)] = []
    private var count = 0

    init(seed: UInt64, clones number: Int) async throws {
        sandbox = try BoardSandbox()
        random = SplitMix64(seed: seed)
        try sandbox.sh("git init -q --bare -b main remote.git", in: "")
        let first = try sandbox.board("c0", remote: "\(sandbox.path)/remote.git")
        for letter in ["a", "b", "c"] {
            try await first.put(
                BoardPath("todo/\(letter).md"),
                "---\ntitle: \(letter)\ntags: [x]\n---\none\ntwo\nthree\n\n- [ ] do\n")
        }
        _ = try await first.sync(sandbox.transfer)
        clones.append(("c0", first))
        for index in 1..<number {
            let made = try BoardCreation.clone(
                CloneRequest(
                    url: "\(sandbox.path)/remote.git", folder: "\(sandbox.path)/c\(index)",
                    transfer: sandbox.transfer), clock: sandbox.clock)
            clones.append(("c\(index)", try Workspace(made.location, clock: sandbox.clock)))
        }
    }

    mutating func step() async throws {
        let (name, workspace) = clones[Int(random.next() % UInt64(clones.count))]
        count += 1
        let files = try sandbox.sh("ls */*.md 2>/dev/null || true", in: name).split(separator: "\n")
            .map(String.init)
            .filter { !$0.hasPrefix("conflicts/") }
        guard let file = files.isEmpty ? nil : files[Int(random.next() % UInt64(files.count))]
        else {
            return try sandbox.write("new \(count)\n", "todo/n\(count).md", in: name)
        }
        switch random.next() % 9 {
        case 0, 1: try expectDone(try await workspace.sync(sandbox.transfer))
        case 2: try sandbox.sh("sed -i 's/^two.*/two \(count)/' \(file)", in: name)
        case 3: try sandbox.sh("printf 'line \(count)\\n' >> \(file)", in: name)
        case 4: try sandbox.sh("mv \(file) doing/ 2>/dev/null || mv \(file) done/", in: name)
        case 5: try sandbox.sh("rm \(file)", in: name)
        case 6: try sandbox.sh("sed -i 's/^title: .*/title: t\(count)/' \(file)", in: name)
        case 7: try sandbox.sh("sed -i 's/\\[ \\]/[x]/' \(file)", in: name)
        default:
            try await workspace.put(
                BoardPath("todo/n\(count)-k3f9m\(2 + count % 8).md"), "# \(count)\n")
        }
    }

    func syncAll() async throws {
        for clone in clones { try expectDone(try await clone.workspace.sync(sandbox.transfer)) }
    }

    private func expectDone(_ report: SyncReport) throws {
        if let failure = report.failure { throw failure }
    }

    func expectSame() throws {
        for clone in clones.dropFirst() {
            let difference = try sandbox.sh(
                "diff -r --exclude=.git c0 \(clone.name) || true", in: "")
            #expect(difference == "")
            #expect(
                try sandbox.sh("git rev-parse HEAD", in: "c0")
                    == sandbox.sh("git rev-parse HEAD", in: clone.name))
        }
        for clone in clones { try sandbox.expectClean(clone.name) }
    }
}
