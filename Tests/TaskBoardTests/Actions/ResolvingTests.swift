import MarkdownDocument
import Testing

@testable import TaskBoard

/// Listing and resolving conflicts.
struct ResolvingTests {
    private static let task = """
        ---
        title: Fix
        due: 2026-12-01
        rank: c
        conflicts:
          - {key: due, value: 2026-12-03, by: Ann, at: 2026-11-21T00:14:00Z}
          - {key: due, value: 2026-12-05, by: Bob, at: 2026-11-21T00:15:00Z}
          - {key: .state, value: doing, by: Ann, at: 2026-11-21T00:14:00Z}
        ---
        one
        mine
        > [!conflict] Ann wrote instead, 2026-11-21
        > theirs

        two

        """

    private func board(_ text: String = task) throws -> Board {
        try ActionBoard.make(["todo/a.md": text, "todo/b.md": "# B\n"])
    }

    private func resolve(
        _ resolution: Resolution, _ board: Board, kept: [BoardPath: String] = [:],
        won: WonLines = WonLines()
    ) throws -> Plan {
        try board.resolving(
            [try #require(board["todo/a.md"])], resolution,
            conflictFile: { kept[$0].map { Array($0.utf8) } }, won: [TaskID("a"): won],
            hash: ActionBoard.hash)
    }

    private func result(_ plan: Plan) throws -> String {
        String(decoding: try #require(plan.changes.first?.bytes), as: UTF8.self)
    }

    @Test func `conflicts are numbered: records first, then callouts`() throws {
        let kept = try #require(try board()["todo/a.md"]).openConflicts
        #expect(kept.map(\.number) == [1, 2, 3, 4])
        #expect(kept.map(\.key) == ["due", "due", ".state", "body"])
        #expect(kept.map(\.value) == ["2026-12-03", "2026-12-05", "doing", "theirs"])
        #expect(kept.last?.by == "Ann")
        #expect(kept.last?.at == "2026-11-21")
    }

    @Test func `keep drops every conflict and nothing else`() throws {
        #expect(
            try result(resolve(.keep, board())) == """
                ---
                title: Fix
                due: 2026-12-01
                rank: c
                ---
                one
                mine
                two

                """)
    }

    @Test func `take restores a value and resolves its key`() throws {
        let board = try board()
        let plan = try resolve(.take(2), board)
        let text = try result(plan)
        #expect(text.contains("due: 2026-12-05\n"))
        #expect(!text.contains("key: due"))
        #expect(text.contains("key: .state"))
        #expect(text.contains("> theirs"))
        #expect(
            plan.subject == "Edit \"Fix\": due 2026-12-01 to 2026-12-05, some conflicts resolved")
    }

    @Test func `taking a state moves the task`() throws {
        let plan = try resolve(.take(3), board())
        #expect(plan.changes.map(\.after) == ["doing/a.md"])
        #expect(try !result(plan).contains(".state"))
        #expect(plan.subject == "Move \"Fix\" from todo to doing: some conflicts resolved")
    }

    @Test func `taking a text replaces the line that won`() throws {
        let text = try result(resolve(.take(4), board()))
        #expect(text.hasSuffix("---\none\ntheirs\ntwo\n"))
        #expect(text.contains("key: due"))
    }

    @Test func `both keeps both texts, one after the other`() throws {
        let text = try result(resolve(.both(4), board()))
        #expect(text.hasSuffix("---\none\nmine\ntheirs\ntwo\n"))
    }

    @Test func `setting a third value resolves its key`() throws {
        let plan = try resolve(
            .values([Pair(key: "due", value: "2026-12-24"), Pair(key: "state", value: "done")]),
            board())
        let text = try result(plan)
        #expect(text.contains("due: 2026-12-24\n"))
        #expect(!text.contains("conflicts:"))
        #expect(plan.changes.map(\.after) == ["done/a.md"])
    }

    @Test func `several tasks are resolved in one plan`() throws {
        let record = "conflicts:\n  - {key: .state, value: doing, by: Ann}\n"
        let board = try ActionBoard.make([
            "todo/a.md": "---\ntitle: A\nrank: c\n\(record)---\n",
            "todo/b.md": "---\ntitle: B\nrank: d\n\(record)---\n",
            "doing/c.md": "---\ntitle: C\nrank: m\n---\n",
        ])
        let tasks = board.tasks.filter { !$0.openConflicts.isEmpty }
        let plan = try board.resolving(tasks, .take(1), hash: ActionBoard.hash)
        #expect(plan.changes.map(\.after) == ["doing/a.md", "doing/b.md"])
        #expect(plan.tasks == [TaskID("a"), TaskID("b")])
        let ranks = plan.changes.compactMap { change in
            Document(change.bytes ?? []).entry("rank").map { "\($0.value)" }
        }
        #expect(Set(ranks).count == 2)
        let kept = try board.resolving(tasks, .keep, hash: ActionBoard.hash)
        #expect(kept.changes.map(\.after) == ["todo/a.md", "todo/b.md"])
        #expect(throws: ActionError.self) {
            try board.resolving(board.tasks, .keep, hash: ActionBoard.hash)
        }
    }

    @Test func `taking a removal removes the key again`() throws {
        let board = try board(
            "---\npriority: low\nconflicts:\n  - {key: priority, value: '', by: Ann}\n---\n# A\n")
        #expect(try result(resolve(.take(1), board)) == "# A\n")
    }

    @Test func `a list is restored with its spelling`() throws {
        let board = try board(
            "---\nlinks: [a]\nconflicts:\n  - {key: links, value: '[b, \"c\"]', by: Ann}\n---\n")
        #expect(try result(resolve(.take(1), board)) == "---\nlinks: [b, \"c\"]\n---\n")
    }

    @Test(arguments: [(true, nil), (false, "# A\n")] as [(Bool, String?)])
    func `a deletion is a conflict too`(_ c: (isTaken: Bool, left: String?)) throws {
        let board = try board("---\nconflicts:\n  - {key: .deleted, by: Ann}\n---\n# A\n")
        let plan = try resolve(c.isTaken ? .take(1) : .keep, board)
        #expect(plan.changes.first?.bytes.map { String(decoding: $0, as: UTF8.self) } == c.left)
        #expect(plan.changes.map(\.before) == ["todo/a.md"])
    }

    @Test func `a conflict file becomes the task or is removed`() throws {
        let board = try board(
            "---\nconflicts:\n  - {key: .file, value: a-12345678.md, by: Ann}\n---\n# A\n")
        let kept: [BoardPath: String] = ["conflicts/a-12345678.md": "---\ntitle: a: b\n---\n"]
        let taken = try resolve(.take(1), board, kept: kept)
        #expect(
            taken.changes == [
                .write("todo/a.md", Array("---\ntitle: a: b\n---\n".utf8)),
                .remove("conflicts/a-12345678.md"),
            ])
        let dropped = try resolve(.keep, board, kept: kept)
        #expect(
            dropped.changes == [
                .write("todo/a.md", Array("# A\n".utf8)), .remove("conflicts/a-12345678.md"),
            ])
        let error = #expect(throws: ActionError.self) { try resolve(.take(1), board) }
        #expect(error?.reason == .conflictFileGone("conflicts/a-12345678.md"))
    }

    @Test func `a text of several lines replaces its other versions and no other line`() throws {
        let board = try board(
            """
            - [ ] stays here
            - [ ] order ten red tiles
            - [ ] call the shop today
            > [!conflict] Ann wrote instead, 2026-11-21
            > - [ ] order ten blue tiles
            > - [ ] call the shop tomorrow

            """)
        #expect(
            try result(resolve(.take(1), board)) == """
                - [ ] stays here
                - [ ] order ten blue tiles
                - [ ] call the shop tomorrow

                """)
    }

    @Test func `a text replaces the lines that won, as the merged versions have them`() throws {
        let version = { (text: String) in Document(Array("---\ntitle: Fix\n---\n\(text)".utf8)) }
        let won = WonLines(
            base: version("top\nold\nend\n"), version("top\n# A\n\n- [ ] a\nend\n"),
            version("top\n# B\nend\n"))
        let callout = "> [!conflict] Bob wrote instead, 2026-11-21\n> # B\n\n"
        for mark in [" ", "x"] {
            let board = try board("top\n# A\n\n- [\(mark)] a\n\(callout)end\n")
            #expect(try result(resolve(.take(1), board, won: won)) == "top\n# B\nend\n")
            let conflicts = try #require(board["todo/a.md"]).openConflicts(won: won)
            #expect(conflicts.map(\.winner) == [Text("# A\n\n- [\(mark)] a")])
        }
        // What changed since the merge is not taken for what won.
        let edited = try board("top\n# A\n\nMore.\n\(callout)end\n")
        #expect(
            try result(resolve(.take(1), edited, won: won)) == "top\n# A\n\n# B\nend\n")
    }

    private func won(_ base: String, _ ours: String, _ theirs: String) -> WonLines {
        let version = { (text: String) in Document(Array("---\ntitle: Fix\n---\n\(text)".utf8)) }
        return WonLines(base: version(base), version(ours), version(theirs))
    }

    @Test(
        arguments: [
            ("", "mine\n", "old\n", "top\nBob\n\(annWrote)end\n"),
            ("\n", "mine\n", "old\n", "top\nBob\n\n\(annWrote)end\n"),
            ("", "# A\n\n- a\n", "old\n", "top\nBob\n\(annWrote)end\n"),
            ("", "mine\n", nil, "top\nBob\n\(annWrote)end\n"),
        ] as [(String, String, String?, String)])
    func `a text below another open conflict replaces the lines that won`(
        _ c: (blank: String, mine: String, base: String?, taken: String)
    ) throws {
        let known =
            c.base.map { won("top\n\($0)end\n", "top\n\(c.mine)end\n", "top\nBob\nend\n") }
            ?? WonLines()
        let bob = "> [!conflict] Bob wrote instead, 2026-11-21\n> Bob\n\n"
        let board = try board("top\n\(c.mine)\(c.blank)\(Self.annWrote)\(bob)end\n")
        #expect(try result(resolve(.take(2), board, won: known)) == c.taken)
        let task = try #require(board["todo/a.md"])
        #expect(task.openConflicts(won: known)[1].winner == Text(String(c.mine.dropLast())))
    }

    private static let annWrote = "> [!conflict] Ann wrote instead, 2026-11-21\n> Ann\n\n"

    @Test func `a text after a blank line replaces nothing if its winner is not known`() throws {
        let board = try board("# Notes\n\n\(Self.annWrote)end\n")
        #expect(try result(resolve(.take(1), board)) == "# Notes\n\nAnn\nend\n")
    }

    @Test func `a text that lost in two places replaces no more lines than won`() throws {
        let known = won(
            "end\none\nkept\ntwo\n", "end\nAnn\nkept\nAnn\n", "end\nBob\nkept\nend\nBob\n")
        let board = try board("end\nBob\n\(Self.annWrote)kept\nend\nBob\n")
        #expect(
            try result(resolve(.take(1), board, won: known)) == "end\nAnn\nkept\nend\nBob\n")
    }

    @Test func `a text replaces what won over the lines that won over it`() throws {
        var known = won("top\nold\nend\n", "top\nAnn\nend\n", "top\nBob\nend\n")
        let later = won("top\nold\nend\n", "top\nBob\nend\n", "top\none\ntwo\nend\n")
        let isAdded = known.add(over: "Bob", from: later)
        #expect(isAdded)
        let bob = "> [!conflict] Bob wrote instead, 2026-11-21\n> Bob\n\n"
        let board = try board("top\none\ntwo\n\(Self.annWrote)\(bob)end\n")
        #expect(try result(resolve(.take(1), board, won: known)) == "top\nAnn\n\(bob)end\n")
        let edited = try self.board("top\none\nthree\n\(Self.annWrote)\(bob)end\n")
        #expect(
            try result(resolve(.take(1), edited, won: known)) == "top\none\nAnn\n\(bob)end\n")
    }

    @Test func `a callout at the top replaces the only lines that won`() throws {
        let known = won("> quote\nold\n", "> quote\nAnn\n", "> quote\nBob\n")
        let once = try board("\(Self.annWrote)> quote\nBob\n")
        #expect(try result(resolve(.take(1), once, won: known)) == "> quote\nAnn\n")
        let twice = try board("\(Self.annWrote)> quote\nBob\nBob\n")
        #expect(try result(resolve(.take(1), twice, won: known)) == "Ann\n> quote\nBob\nBob\n")
    }

    @Test(arguments: [
        ("- [ ] a\n\(lost)\n  * [ ] bread\n", "- [ ] a\n  * [x] bread\n"),
        ("- [ ] a\n\(lost)\n- [ ] b\n", "- [ ] a\n- [x] bread\n- [ ] b\n"),
        ("\(lost)\n- [ ] bread\n- [ ] bread\n", "- [x] bread\n- [ ] bread\n- [ ] bread\n"),
    ])
    func `a lost mark is set on the only item with its text, or the item is restored`(
        _ text: String, _ taken: String
    ) throws {
        let board = try board(text)
        let conflict = try #require(board["todo/a.md"]?.openConflicts.first)
        #expect(conflict.by == "Ann" && conflict.at == "2026-11-21")
        #expect(conflict.value == "- [x] bread")
        #expect(try result(resolve(.take(1), board)) == taken)
        #expect(!(try result(resolve(.keep, board)).contains("set [x]")))
    }

    private static let lost = "> [!conflict] Ann set [x], 2026-11-21\n> - [x] bread\n"

    @Test func `a quoted callout in code is text`() throws {
        let board = try board("```\n> [!conflict] Ann wrote instead, 2026-11-21\n> x\n```\n")
        let error = #expect(throws: ActionError.self) { try resolve(.keep, board) }
        #expect(error?.reason == .nothingToResolve(title: "a"))
    }

    @Test(arguments: ["", "  ", "\t"])
    func `resolving reads the callouts that merging writes`(_ indent: String) throws {
        let lost = ["- [ ] theirs: a > b", "", "    > deeper"]
        let units = BodyParts(Array((lost.joined(separator: "\n") + "\n").utf8)).units
        let writer = Writer(time: 1_795_220_040, author: "Ann, B.", commit: [1])
        let callout = Callout(keeping: units[...], by: writer)
        let lines = callout.lines(indent: Array(indent.utf8)[...], ending: Array("\r\n".utf8))
        let body =
            "- mine\r\n" + lines.map { Text($0.content + $0.ending).string }.joined() + "end\r\n"
        let board = try board(body)
        let open = try #require(board["todo/a.md"]).openConflicts
        #expect(open.map(\.value) == [Text(lost.joined(separator: "\n"))])
        #expect(open.map(\.by) == ["Ann, B."])
        #expect(open.map(\.at) == ["2026-11-21"])
        #expect(try result(resolve(.keep, board)) == "- mine\r\nend\r\n")
        let both = try result(resolve(.both(1), board))
        #expect(both == "- mine\r\n" + lost.map { $0 + "\r\n" }.joined() + "end\r\n")
    }
}
