import TestSupport
import Testing

/// Merges by plain git without pmd's driver: every clone repairs them in the same way, and nothing
/// is lost.
struct HealingProof {
    @Test func `every clone repairs a half-finished merge by plain git in the same way`() async {
        let proof = Proof(
            "healing", of: "merges of plain git x 3 clones",
            faults: ["lost", "diverged", "unhealed", "untidy"])
        await proof.random(quick: 2) { trial in
            let clones = try Clones()
            try clones.run("pmd add One; pmd add Two; pmd add Three; pmd sync", in: "ann")
            try clones.run("git clone -q hub.git cat", in: "")
            try clones.run("git config user.name cat; git config user.email c@x.org", in: "cat")
            var tokens: [String] = []
            try edit(clones, "ann", &tokens, &trial.random)
            try clones.run("pmd sync", in: "ann")
            try editByHand(clones, "cat", &tokens, &trial.random)
            let isStopped = try mergeWithoutPmd(clones)
            if isStopped { trial.count("stopped by git") }
            let isLate = Bool.random(using: &trial.random)
            try clones.run("pmd sync", in: "bob")
            if isLate { try edit(clones, "bob", &tokens, &trial.random) }
            try clones.run("cp -r cat dan", in: "")
            try clones.run("git push -q", in: "cat")
            for name in ["ann", "bob", "dan", "ann", "bob", "dan"] {
                try clones.run("pmd sync", in: name)
            }
            try check(clones, tokens, trial)
        }
    }

    private func edit(
        _ clones: Clones, _ name: String, _ tokens: inout [String], _ random: inout SplitMix64
    ) throws {
        for task in ["one", "two", "three"] where Bool.random(using: &random) {
            let token = "\(name)\(tokens.count)token"
            let day = Int.random(in: 10...28, using: &random)
            let words = [
                "+\(token)", "--append 'line \(token)'", "+\(token) due:2026-12-\(day)",
                "project=\(token)", "--body 'body \(token)'",
            ]
            // Bob has seen the others' tokens, so he only adds.
            let count = name == "bob" ? 3 : words.count
            let word = words[Int.random(in: 0..<count, using: &random)]
            try clones.run("pmd edit \(task) \(word)", in: name)
            tokens.append(token)
        }
    }

    private func editByHand(
        _ clones: Clones, _ name: String, _ tokens: inout [String], _ random: inout SplitMix64
    ) throws {
        for task in ["one", "two", "three"] where Bool.random(using: &random) {
            let token = "\(name)\(tokens.count)token"
            let lines = [
                "sed -i '2a tags: [\(token)]'", "sed -i '2a project: \(token)'",
                "sed -i '$a by hand \(token)'", "sed -i '2a milestone: \(token)'",
            ]
            let line = lines[Int.random(in: 0..<lines.count, using: &random)]
            // Moved and edited so much that git treats it as another file.
            let isMoved = Int.random(in: 0..<3, using: &random) == 0
            let move = """
                seq 40 | sed -i '$r /dev/stdin' todo/\(task)-*.md; mkdir -p doing
                git mv todo/\(task)-*.md doing
                """
            try clones.run(
                """
                \(line) todo/\(task)-*.md
                \(isMoved ? move : ":")
                git commit -qam \(token)
                """, in: name)
            tokens.append(token)
        }
    }

    /// - Returns: Whether git stopped. All files are then committed as they are.
    private func mergeWithoutPmd(_ clones: Clones) throws -> Bool {
        try clones.run(
            """
            export PATH=/usr/bin:/bin
            git fetch -q; git merge -q -m merge origin/main >&2 || {
                git add -A; git commit -qm 'merge, as it stands' >&2; echo stopped; }
            """, in: "cat"
        ).contains("stopped")
    }

    private func check(_ clones: Clones, _ tokens: [String], _ trial: Trial) throws {
        let heads = try clones.run(
            "for c in ann bob dan; do git -C $c rev-parse HEAD; done", in: ""
        ).split(separator: "\n")
        trial.expect(Set(heads).count == 1, "diverged", "\(heads)")
        for token in tokens {
            let found =
                try clones.sh("grep -rq \(token) todo doing conflicts", in: "ann").status == 0
            if !found {
                trial.fail("lost", token + "\n" + (try clones.run("cat */*.md", in: "ann")))
            }
        }
        let marked = try clones.sh(
            """
            grep -rE '^(<<<<<<<|>>>>>>>)' todo doing || :
            ls todo doing | grep md | sort | uniq -d
            """, in: "ann"
        ).output
        trial.expect(marked.isEmpty, "unhealed", marked)
        for name in ["ann", "bob", "dan"] {
            let left = try clones.run(
                "git status --porcelain; git fsck --strict 2>&1 | grep -v dangling || :", in: name)
            trial.expect(left.isEmpty, "untidy", left)
        }
    }
}
