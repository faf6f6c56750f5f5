import TestSupport
import Testing

/// `pmd stats` on random histories, compared with a reading of `git log` that shares no code.
struct StatsOracleTests {
    private static let oracle = PythonOracle("stats.py", packages: "git python3 tzdata")

    @Test(arguments: 0..<6)
    func `statistics equal a plain walk of git log`(number: Int) throws {
        var history = try RandomBoardHistory(seed: testSeed &+ UInt64(number))
        for _ in 0..<3 {
            try history.change(times: 22)
            try Self.oracle.expectAgreement(history.cases(), atLeast: 370)
        }
    }

    @Test func `a finish in the statistics is the one that lists show`() throws {
        var history = try RandomBoardHistory(seed: testSeed)
        try history.change(times: 40)
        let ann = history.clones[0]
        let weeks = try ann.json("stats", "is:done", "--since", "1y")["weeks"]
        let sum = { (key: String) in
            (0..<(weeks?.count ?? 0)).reduce(0) { sum, week in
                guard case .number(let count)? = weeks?[week]?[key] else { return sum }
                return sum + count
            }
        }
        let tasks = try ann.json("list", "is:done", "--history")
        let finished = (0..<(tasks.count ?? 0)).count { tasks[$0]?["finished"]?.text != nil }
        // Deleted tasks are on no list.
        #expect(sum("finished") == finished + sum("removed"))
    }
}

/// Two clones of a board that change it in every way: by pmd, by git, and by hand.
private struct RandomBoardHistory {
    private(set) var clones: [ProgramSandbox]
    private var random: SplitMix64
    private var now: Int64 = 1_790_000_000
    private var added: [String] = []
    private let zone: String

    init(seed: UInt64) throws {
        random = SplitMix64(seed: seed)
        zone = seed % 2 == 0 ? "UTC" : "America/New_York"
        var ann = try ProgramSandbox()
        ann.setClock(to: now)
        ann.environment["TZ"] = zone
        try ann.shell("pmd init -q board --states todo,doing,review,done,dropped")
        ann.here += "/board"
        try ann.shell("pmd config finished done,dropped; git init -q --bare ../hub")
        try ann.shell("git remote add origin ../hub; pmd sync -q; pmd clone -q ../hub ../bob")
        var bob = ann
        bob.here = ann.folder.path + "/work/bob"
        try bob.shell("git config user.name Bob; git config user.email bob@example.org")
        clones = [ann, bob]
    }

    mutating func change(times: Int) throws {
        for _ in 0..<times {
            now += Int64.random(in: 600...400_000, using: &random)
            for index in clones.indices { clones[index].setClock(to: now) }
            let clone = clones[Int.random(in: 0...1, using: &random)]
            if added.count < 4 || Int.random(in: 0..<4, using: &random) == 0 {
                try add(to: clone)
            } else {
                try changeOne(in: clone)
            }
            if Int.random(in: 0..<6, using: &random) == 0 { try sync() }
        }
        try sync()
    }

    private func sync() throws {
        for clone in [clones[0], clones[1], clones[0]] {
            let run = try clone.pmd("sync")
            #expect(run.status == 0, "\(run.error)")
        }
    }

    private mutating func add(to clone: ProgramSandbox) throws {
        let tag = ["house", "work", "both"].randomElement(using: &random)!
        switch Int.random(in: 0..<6, using: &random) {
        case 0:
            let name = "by-hand-\(added.count)-x"
            let state = ["todo", "doing", "done"].randomElement(using: &random)!
            try clone.shell(
                "mkdir -p \(state); printf -- '---\\ntags: [\(tag)]\\n---\\n' > \(state)/\(name).md; "
                    + "git add .; git commit -qm 'By hand'")
            added.append(name)
        case 1:
            let date = "2026-0\(Int.random(in: 5...9, using: &random))-10"
            try clone.shell(
                "mkdir -p done; printf -- '---\\ntags: [\(tag)]\\ncreated: 2026-04-01T10:00:00Z\\n"
                    + "finished: \(date)T12:00:00Z\\n---\\n' > done/old-\(added.count)-x.md; "
                    + "git add .; git commit -qm 'Import'")
            added.append("old-\(added.count)-x")
        default:
            let state = Bool.random(using: &random) ? "todo" : "doing"
            let tags = tag == "both" ? "+house +work" : "+" + tag
            let run = try clone.shell("pmd add Task \(added.count) \(tags) --state \(state)")
            added.append(String(run.output.dropLast()))
        }
    }

    /// A change of any kind; on this clone, it may have no effect or be refused.
    private mutating func changeOne(in clone: ProgramSandbox) throws {
        let id = added.randomElement(using: &random)!
        let state = ["todo", "doing", "review", "done", "done", "dropped"]
            .randomElement(using: &random)!
        let file = "file=$(git ls-files '*\(id).md' | head -1); [ -n \"$file\" ] || exit 0; "
        let lines = [
            "pmd move \(id) \(state) || :", "pmd start \(id) || :", "pmd done \(id) || :",
            "pmd edit \(id) due:2026-12-01 || :", "pmd rm \(id) --yes || :",
            "pmd restore \(id) || :", "pmd undo || :", "pmd archive || :",
            file + "mkdir -p \(state); git mv -k \"$file\" \(state)/; "
                + "git commit -qm 'Move by hand' || :",
            file + "git mv -k \"$file\" \"$(dirname \"$file\")/renamed-\(id).md\"; "
                + "git commit -qm 'Rename' || :",
            file + "git rm -q \"$file\"; git commit -qm 'Remove' || :",
            file + "echo more >> \"$file\"; git commit -qam 'Edit' || :",
            // An author's time that is older than the commit.
            file + "mkdir -p \(state); git mv -k \"$file\" \(state)/; "
                + "GIT_AUTHOR_DATE='@\(now - 90_000) +0000' git commit -qm 'Late' || :",
            // Stays uncommitted, until a sync commits it.
            file + "mkdir -p \(state); mv -n \"$file\" \(state)/ || :",
        ]
        try clone.shell(lines.randomElement(using: &random)!)
    }

    /// The statistics of both clones with the facts that the oracle needs.
    func cases() throws -> [String] {
        var lines: [String] = []
        for (index, words) in [[], ["+house"], ["--by", "tag"]].enumerated() {
            var clone = clones[index % 2]
            clone.environment["LC_TIME"] = index == 1 ? "en_US.UTF-8" : nil
            let run = try clone.run([clone.program, "stats", "--json"] + words)
            #expect(run.status == 0, "\(run.error)")
            let now = try clone.shell("date +%s").output.dropLast()
            lines.append(
                [
                    clone.here, String(now), zone, index == 1 ? "7" : "1",
                    words == ["+house"] ? "house" : "-",
                    String(run.output.dropLast()),
                ].joined(separator: "\t"))
        }
        return lines
    }
}
