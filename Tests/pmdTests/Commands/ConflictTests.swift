import TestSupport
import Testing

/// The manual's page on conflicts, sentence by sentence, on real clones.
struct ConflictTests {
    /// Clones of a board with one task, whose first lines are realistic.
    private struct UserClones {
        let hub: ProgramSandbox
        let names: [String]

        init(_ names: String..., others: String = "") throws {
            self.names = names
            hub = try ProgramSandbox()
            try hub.done(
                """
                git init -q --bare -b main hub.git && pmd init board
                cd board && git remote add origin ../hub.git
                printf -- '---\\ntitle: Fix the roof\\ndue: 2026-12-01\\ntags: [old]\\n' \
                    >todo/roof-k3f9m2.md
                printf -- '---\\nFirst.\\nCall.\\nLast.\\n\\n- [ ] one\\n- [ ] two\\n' \
                    >>todo/roof-k3f9m2.md
                printf 'readme\\n' >README.md; \(others)
                pmd sync
                """)
            for (index, name) in names.enumerated() {
                try hub.done("pmd clone hub.git \(index)")
                _ = try hub.run(["/usr/bin/git", "-C", "\(index)", "config", "user.name", name])
            }
        }

        /// One of the clones.
        subscript(_ index: Int) -> ProgramSandbox {
            var clone = hub
            clone.here += "/\(index)"
            return clone
        }

        /// Each user edits without seeing the others' changes, and syncs; then all sync again.
        func meet(_ edits: String...) throws {
            for (index, edit) in edits.enumerated() { try self[index].done(edit) }
            for round in 0..<2 {
                for index in edits.indices { try self[index].done("pmd sync", "round \(round)") }
            }
        }
    }

    private static let task = "k3f9m2"
    private static let file = "todo/roof-k3f9m2.md"

    @Test func `changes that do not overlap are all kept, without a conflict`() throws {
        let clones = try UserClones("Ann", "Bob")
        try clones.meet(
            "pmd edit k3f9m2 priority:high +a -old; sed -i s/First/Ann/ */*.md; pmd tick k3f9m2 1",
            "pmd start k3f9m2; pmd edit k3f9m2 x=1 +b; sed -i s/Last/Bob/ */*.md; pmd tick k3f9m2 2"
        )
        let text = try clones[0].read("doing/roof-k3f9m2.md")
        for part in ["high", "x: '1'", "Ann.\nCall.\nBob.", "- [x] one\n- [x] two"] {
            #expect(text.contains(part), "\(text)")
        }
        let tags = try #require(try clones[0].json("show", Self.task)["tags"])
        #expect(tags == ["a", "b"] || tags == ["b", "a"])
        #expect(try clones[0].json("conflicts").count == 0)
        #expect(!text.contains("<<<<"))
    }

    @Test func `every command reports a file that lost a merge until it is removed`()
        throws
    {
        let clones = try UserClones("Ann", "Bob")
        try clones[0].done("printf 'one\\ntwo\\n' > notes.txt; pmd sync")
        try clones[1].done("pmd sync")
        try clones[0].done("echo Ann >> notes.txt; pmd sync")
        let clone = clones[1]
        try clone.done("echo Bob >> notes.txt")
        let sync = try clone.pmd("sync", "--json")
        #expect(try JSON(sync.output)["conflictingFiles"] == 1)
        let name = try #require(
            try clone.shell("ls conflicts").output.split(separator: "\n").first.map(String.init))
        let file = "conflicts/\(name)"
        #expect(try clone.json("conflicts")[0]?["file"] == .string(file))
        #expect(try clone.json("status")["conflictFiles"] == .array([.string(file)]))
        #expect(try clone.json("check")[0]?["kind"] == "conflict")
        #expect(try clone.pmd("conflicts").output.hasPrefix("\(file): lost a merge: "))
        #expect(try clone.pmd("status").output.contains("1 file has conflicts"))
        let check = try clone.pmd("check")
        #expect(check.status == 0 && check.output.hasPrefix("\(file): "), "\(check.output)")
        try clone.done("rm \(file); pmd sync")
        #expect(try clone.json("conflicts").count == 0)
        #expect(try !clone.pmd("check").output.contains(file))
    }

    @Test func `a lost version of the settings is reported with the settings that differ`() throws {
        let clones = try UserClones("Ann", "Bob")
        try clones[0].done("pmd config fields add effort number; pmd sync")
        try clones[1].done("pmd sync")
        try clones.meet(
            "sed -i 's/effort: number/effort: duration/' pmd.yml",
            "sed -i 's/effort: number/effort: text/' pmd.yml")
        let lost = "lost a merge, with another value of 'fields.effort': copy what you need to"
        for clone in [clones[0], clones[1]] {
            #expect(try clone.json("conflicts")[0]?["settings"] == ["fields.effort"])
            #expect(try clone.pmd("conflicts").output.contains(lost))
            #expect(try clone.pmd("check").output.contains(lost))
        }
        try clones[0].done("cp conflicts/pmd-*.yml pmd.yml")
        #expect(try clones[0].pmd("conflicts").output.contains("lost a merge: copy"))
    }

    @Test func `the later value is current, the other is kept, marked and numbered`() throws {
        let clones = try UserClones("Ann", "Bob")
        try clones[0].done("pmd edit k3f9m2 due:2026-12-02; pmd sync")
        try clones[1].done("pmd edit k3f9m2 due:2026-12-03")
        let sync = try clones[1].pmd("sync", "--verbose")
        #expect(sync.output.contains("1 conflict"), "\(sync.output)")
        let clone = clones[1]
        #expect(try clone.read(Self.file).contains("due: 2026-12-03\n"))
        #expect(try clone.read(Self.file).contains("{key: due, value: 2026-12-02, by: Ann, at: 20"))
        #expect(try clone.pmd("list").output.contains("1 conflict"))
        #expect(try clone.pmd("board").output.contains("1 conflict"))
        for command in [["conflicts"], ["show", Self.task]] {
            let run = try clone.run([binaryFolder + "/pmd"] + command)
            #expect(run.output.contains("1  due  2026-12-02  by Ann"), "\(run.output)")
        }
        // By hand: the record is removed.
        try clone.done("sed -i '/conflicts:/d; /key: due/d' \(Self.file); pmd sync")
        #expect(try clone.json("conflicts").count == 0)
        try clones[0].done("pmd sync")
        #expect(try clones[0].json("conflicts").count == 0)
        #expect(try clones[0].json("show", Self.task)["due"] == "2026-12-03")
    }

    @Test func `the values of three writers are each kept once, after the current text`() throws {
        let clones = try UserClones("Ann", "Bob", "Cy")
        try clones.meet(
            "pmd edit k3f9m2 due:2027-01-01; sed -i 's/^Call./Call Ann./' */*.md",
            "pmd edit k3f9m2 due:2027-01-02; sed -i 's/^Call./Call Bob./' */*.md",
            "pmd edit k3f9m2 due:2027-01-03; sed -i 's/^Call./Call Cy./' */*.md")
        let kept = try clones[2].json("conflicts")
        #expect(kept.count == 4)
        #expect((0..<4).map { kept[$0]?["n"] } == [1, 2, 3, 4])
        let values = Set((0..<4).compactMap { kept[$0]?["value"]?.text })
        let days = ["2027-01-01", "2027-01-02", "2027-01-03"]
        #expect(days.count { values.contains($0) } == 2)
        let lines = try clones[2].read(Self.file).split(separator: "\n").map(String.init)
        let first = try #require(lines.firstIndex { $0.hasPrefix("Call ") })
        #expect(lines[first - 1] == "First.")
        #expect(lines[first + 1].hasPrefix("> [!conflict] "))
        #expect(lines.count { $0.hasPrefix("> [!conflict] ") } == 2)
        // Both texts stay; a third value resolves its key.
        try clones[2].done("pmd resolve k3f9m2 --both 4 && pmd resolve k3f9m2 --keep")
        try clones[1].done("pmd resolve k3f9m2 due=2027-05-05 && pmd resolve k3f9m2 --take 1")
        #expect(try clones[1].json("show", Self.task)["due"] == "2027-05-05")
        #expect(try clones[1].json("conflicts").count == 1)
    }

    @Test func `resolve takes several words of a title, and prefers a task with conflicts`() throws
    {
        let clones = try UserClones("Ann", "Bob")
        try clones.meet("pmd edit k3f9m2 due:2027-01-01", "pmd edit k3f9m2 due:2027-01-02")
        let title = try #require(clones[0].json("show", "k3f9m2")["title"]?.text)
        _ = try clones[0].add(title + " again")
        let run = try clones[0].shell("pmd resolve \(title) --keep")
        #expect(run.status == 0, "\(run.error)")
        #expect(try clones[0].json("conflicts").count == 0)
    }

    @Test(arguments: [1, 2])
    func `a taken text replaces all lines that won, however they differ`(plan: Int) throws {
        let clones = try UserClones("Ann", "Bob")
        let plans = ["# Ann\n\nAnn's text.", "# Bob\n\n1. Bob's text.\n\n- [ ] More"]
        func write(_ text: String) -> String {
            let lines = text.replacing("\n", with: "\\n").replacing("'", with: "'\\''")
            return "sed -i 's/^Call\\.$/\(lines)/' */*.md"
        }
        // The later writer's text wins.
        try clones.meet(write(plans[plan % 2]), write(plans[(plan + 1) % 2]))
        let (lost, now) = (plans[plan % 2], plans[(plan + 1) % 2])
        let text = try clones[0].read(Self.file)
        let isTurned = !text.contains("First.\n\(now)\n> [!conflict]")
        let (current, other) = isTurned ? (lost, now) : (now, lost)
        #expect(text.contains("First.\n\(current)\n> [!conflict]"), "\(text)")
        let shown = try clones[0].pmd("conflicts").output
        #expect(shown.contains("now " + current.replacing("\n", with: "^J")), "\(shown)")
        try clones[0].done("pmd resolve k3f9m2 --take 1")
        let whole = try clones[0].read(Self.file)
        #expect(whole.contains("First.\n\(other)\nLast.\n"), "\(whole)")
    }

    @Test func `the lines that won are found for each task`() throws {
        let fence = "sed s/roof/fence/ todo/roof-k3f9m2.md >todo/fence-h2j4k6.md; "
        let clones = try UserClones("Ann", "Bob", others: fence)
        try clones.meet(
            #"sed -i 's/^Call\.$/Ann one\n\nAnn two/' */*.md"#,
            #"sed -i 's/^Call\.$/Bob one\n\nBob two/' */*.md"#)
        let shown = try clones[0].pmd("conflicts").output
        #expect(shown.matches(of: /now (Ann one\^J\^JAnn two|Bob one\^J\^JBob two)/).count == 2)
    }

    @Test func `conflicts are shown without the older versions of their files`() throws {
        let clones = try UserClones("Ann", "Bob")
        try clones.meet(
            "sed -i 's/^Call.$/Ann/' */*.md", "sed -i 's/^Call.$/Bob one\\n\\nBob two/' */*.md")
        try clones[1].done(
            """
            for parent in HEAD^1 HEAD^2; do
                id=$(git rev-parse $parent:\(Self.file))
                rm -f .git/objects/$(echo $id | sed 's|..|&/|')
            done
            ! git fsck --connectivity-only 2>/dev/null
            """)
        for command in ["conflicts", "show k3f9m2", "resolve k3f9m2 --keep"] {
            let run = try clones[1].shell("pmd " + command)
            #expect(run.status == 0, "\(command): \(run.error)")
        }
    }

    @Test func `a deletion of an edited task is a conflict with both choices`() throws {
        for (way, isThere) in [("--keep", true), ("--take 1", false)] {
            let clones = try UserClones("Ann", "Bob")
            try clones.meet("pmd rm k3f9m2", "pmd edit k3f9m2 +more")
            #expect(try clones[0].json("conflicts")[0]?["key"] == ".deleted")
            #expect(try clones[0].pmd("conflicts").output.contains("deleted  by Ann"))
            try clones[0].done("pmd resolve k3f9m2 \(way) && pmd sync")
            try clones[1].done("pmd sync")
            #expect(try clones[1].json("list").count == (isThere ? 1 : 0))
            #expect(try clones[1].json("conflicts").count == 0)
        }
    }

    @Test func `a state conflict is resolved by moving the task`() throws {
        let clones = try UserClones("Ann", "Bob")
        try clones.meet("pmd move k3f9m2 doing", "pmd move k3f9m2 done")
        let kept = try #require(try clones[0].json("conflicts")[0]?["value"]?.text)
        try clones[0].done("pmd resolve k3f9m2 --take 1")
        #expect(try clones[0].json("show", Self.task)["state"] == .string(kept))
        #expect(try clones[0].json("conflicts").count == 0)
    }

    @Test(arguments: ["--keep", "--take 1", "due=2029-09-09"])
    func `two users who resolve alike leave no conflict`(_ way: String) throws {
        let clones = try UserClones("Ann", "Bob")
        try clones.meet("pmd edit k3f9m2 due:2027-01-01", "pmd edit k3f9m2 due:2027-01-02")
        try clones.meet("pmd resolve k3f9m2 \(way)", "pmd resolve k3f9m2 \(way)")
        for index in 0..<2 {
            #expect(try clones[index].json("conflicts").count == 0)
            #expect(try !clones[index].read(Self.file).contains("conflicts"))
        }
    }

    @Test func `another file's losing version is in conflicts`() throws {
        let clones = try UserClones("Ann", "Bob")
        try clones.meet("echo ann >README.md", "echo bob >README.md")
        let files = try clones[1].shell("cat README.md conflicts/*").output.split(separator: "\n")
        #expect(Set(files) == ["ann", "bob"])
    }

    /// The name in the record, as a YAML parser returns it, and in the quote.
    @Test(arguments: [
        "Böb \u{202E}eve", "김 아무개", "{x: y}", "a: b", "# no", "'q'x", "[!conflict] x",
        "Ann wrote instead", "a\u{2028}b", "\u{1B}[31mred", "- x", "",
    ])
    func `a conflict shows its author, whatever the name`(_ name: String) throws {
        let clones = try UserClones(name, "Bob")
        try clones.meet(
            "pmd edit k3f9m2 due:2027-01-01; sed -i 's/^Call./Call A./' */*.md",
            "pmd edit k3f9m2 due:2027-01-02; sed -i 's/^Call./Call B./' */*.md")
        let kept = try clones[1].json("conflicts")
        #expect(kept.count == 2)
        for index in 0..<2 {
            #expect(kept[index]?["by"]?.text?.isEmpty == false, "\(kept)")
            #expect(kept[index]?["at"]?.text?.hasPrefix("20") == true, "\(kept)")
        }
        #expect(try clones[1].pmd("check").status == 0)
        let shown = try clones[1].pmd("conflicts").outputBytes
        #expect(!shown.contains(0x1B))
    }
}

extension ProgramSandbox {
    /// Runs shell lines that must succeed.
    func done(
        _ lines: String, _ comment: String = "", sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let run = try shell(lines)
        #expect(
            run.status == 0, "\(lines) \(comment): \(run.error)", sourceLocation: sourceLocation)
    }
}
