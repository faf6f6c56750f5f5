import TestSupport

/// Replicas of one board, each with its own user, clock, time zone and language.
///
/// The users write tokens, each only once, so that a lost token can be distinguished from a removed
/// one.
final class Replicas {
    /// One user's clone.
    struct Clone {
        let name: String
        var sandbox: ProgramSandbox
        /// How many seconds its clock is ahead.
        var skew: Int64

        var path: String { sandbox.here }
    }

    private(set) var all: [Clone] = []
    let home: ProgramSandbox
    let trial: Trial
    var random: SplitMix64
    /// The tokens that a user removed after seeing them.
    private(set) var removed: Set<Int> = []
    /// The tokens that were ever in a user's files.
    private(set) var written: Set<Int> = []
    private var lastToken = 0
    private var now: Int64 = 1_800_000_000

    /// The clock errors: none, small, and decades behind or ahead.
    private static let skews: [Int64] = [
        0, 0, 3, -7, 86_400 * 400, -86_400 * 3_650, 86_400 * 29_000, -1_700_000_000,
    ]
    private static let people = [
        "Ann", "Böb", "김 아무개", "\u{202E}eve", "{x: y}", "a \"b\" \\c", "# no: comment",
    ]
    private static let zones = ["UTC", "Asia/Seoul", "America/St_Johns", "Pacific/Kiritimati"]

    /// Creates a board and clones it.
    init(_ number: Int, _ trial: Trial) throws {
        self.trial = trial
        random = trial.random
        home = try ProgramSandbox()
        try home.expect("git init -q --bare -b main hub.git && pmd init board")
        for (path, text) in Self.firstFiles { try writeFile(home.here + "/board/" + path, text) }
        try home.expect(
            """
            cd board && mkdir -p attachments && git remote add origin ../hub.git
            pmd sync && cd .. && mv board c0
            for n in $(seq 1 \(number - 1)); do pmd clone hub.git c$n; done
            """)
        for index in 0..<number { try add(index) }
    }

    private static let firstFiles = [
        "README.md": "# Board\n\none\ntwo\n",
        "todo/a-k3f9m2.md":
            "---\ntitle: A\ntags: [k]\nrank: m1\n---\nfirst\nsecond\n\n- [ ] box\n- [ ] other\nlast\n",
        "todo/b-x7q2bd.md": "---\ntitle: B\nx: 1\n# said\nrank: m2\n---\nfirst\nsecond\nthird\n",
        "doing/call.md": "# Call\n\nsomebody\n",
        "done/old-2b3c4d.md": "---\ntitle: Old\ncreated: 2020-01-01T00:00:00Z\n---\n",
    ]

    private func add(_ index: Int) throws {
        var sandbox = home
        sandbox.here = home.here + "/c\(index)"
        let person = Self.people.randomElement(using: &random) ?? ""
        try sandbox.expect("git config user.name '\(person)'")
        sandbox.environment["TZ"] = Self.zones.randomElement(using: &random)
        sandbox.environment["LC_ALL"] = index % 2 == 0 ? "C" : "C.UTF-8"
        all.append(
            Clone(
                name: "c\(index)", sandbox: sandbox,
                skew: Self.skews.randomElement(using: &random) ?? 0))
        all[index].sandbox.setClock(to: now + all[index].skew)
    }
}

extension Replicas {
    /// Advances every clock, or none: two users may write in the same second.
    func tick() {
        now += Int64.random(in: 0...2, using: &random) * 30
        let clone = all.indices.randomElement(using: &random) ?? 0
        if Int.random(in: 0..<20, using: &random) == 0 {
            all[clone].skew = Self.skews.randomElement(using: &random) ?? 0
        }
        for index in all.indices { all[index].sandbox.setClock(to: now + all[index].skew) }
    }

    /// Sets the pmd that a clone uses.
    func use(_ program: String, in index: Int) { all[index].sandbox.program = program }

    /// Returns a token that is never written again.
    func token() -> String {
        lastToken += 1
        return "q\(lastToken)z"
    }

    /// Notes the tokens that an edit removed.
    ///
    /// - Parameter mayRemove: The tokens that it may remove; nil for any.
    func note(
        _ what: String, from before: Set<Int>, to after: Set<Int>, mayRemove: Set<Int>?
    ) {
        let gone = before.subtracting(after)
        if let mayRemove, !gone.isSubset(of: mayRemove) {
            trial.fail("lost", "\(what) took \(gone.subtracting(mayRemove).sorted())")
        }
        removed.formUnion(gone)
        written.formUnion(after)
    }
}

extension ProgramSandbox {
    /// Runs a shell line that must succeed.
    @discardableResult
    func expect(_ line: String) throws -> String {
        let run = try shell(line)
        guard run.status == 0 else { throw Unexpected("\(line): \(run.status) \(run.error)") }
        return run.output
    }
}

/// A failed precondition of a trial.
struct Unexpected: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}

extension Replicas {
    /// The faults that a history of clones can have.
    static let faults = ["diverged", "lost", "stale", "asymmetric", "grew", "refused", "unsound"]
}

extension Proof {
    /// Tries random histories of some clones, if this machine can set their clocks.
    func replicas(
        _ count: Int, quick: Int, _ body: (Replicas, Trial) async throws -> Void
    ) async {
        guard !fakeTimeLibrary.isEmpty else {
            return notRun("libfaketime is not installed: apt-get install faketime")
        }
        await random(quick: quick) { trial in try await body(Replicas(count, trial), trial) }
    }
}
