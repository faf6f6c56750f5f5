import MarkdownDocument
import TaskBoard
import TaskExchange
import Testing
import Words

/// Tasks in the format of Backlog.md.
struct BacklogTests {
    private static func file(_ name: String, _ text: String) -> ForeignFile {
        ForeignFile(path: "tasks/\(name)", bytes: Array(text.utf8))
    }

    private static let roof = """
        ---
        id: task-12
        title: 'Fix: the roof'
        status: In Progress
        assignee:
          - '@ann'
        created_date: '2026-11-21 00:14'   # by hand
        labels: [house]
        dependencies: [BACK-3, task-99]
        priority: high
        ordinal: 2000
        ---

        ## Description

        <!-- SECTION:DESCRIPTION:BEGIN -->
        Call Jo.
        <!-- SECTION:DESCRIPTION:END -->

        """
    private static let tiles = """
        ---
        id: BACK-003
        title: Tiles
        status: Done
        ---

        """

    private func read(_ files: [ForeignFile]) throws -> Reading {
        try ExchangeFormat.backlog.read(.folder(files), context())
    }

    @Test func `a file is kept byte for byte, except for added keys`() throws {
        let name = "task-12 - Fix-the-roof.md"
        let reading = try read([
            Self.file(name, Self.roof), Self.file("back-003 - Tiles.md", Self.tiles),
        ])
        let board = try Board.empty.adding(reading)
        let task = try #require(board[BoardPath("doing/\(name)")])
        let added = [
            "tags: [house]", "assignees: [ann]", "created: 2026-11-21T09:14:00+09:00",
            "blocked-by: [back-003 - tiles]", "source: backlog.md:task-12", "rank: i",
        ]
        var lines = String(decoding: task.bytes, as: UTF8.self).split(
            separator: "\n", omittingEmptySubsequences: false
        ).map(String.init)
        for line in added { #expect(lines.contains(line), "\(line)") }
        lines.removeAll { added.contains($0) }
        #expect(lines.joined(separator: "\n") == Self.roof)
        #expect(task.blockedBy == [try board.task(titled: "Tiles").id])
    }

    @Test func `a dependency without a match stays and is reported`() throws {
        let report = try Board.empty.importing(
            read([Self.file("a.md", Self.roof)]).tasks, from: "backlog.md", deleted: [],
            hash: testHash)
        #expect(
            report.notes.count == 1 && report.notes[0].words.english.contains("'BACK-3', 'task-99'")
        )
    }

    @Test(arguments: [
        ("To Do", "todo"), ("In Progress", "doing"), ("Done", "done"), ("done", "done"),
        ("todo", "todo"), ("Review", "doing"), ("''", "todo"), ("○ To Do", "todo"),
        ("◒ In Progress", "doing"),
    ])
    func `the status is mapped to first, start or finished`(
        _ status: String, _ state: String
    ) throws {
        let text = Self.tiles.replacing("Done", with: status)
        #expect(
            try Board.empty.adding(read([Self.file("a.md", text)])).tasks[0].state == Text(state))
    }

    @Test func `the project's own statuses are mapped by their order`() throws {
        let config = ForeignFile(
            path: "config.yml", bytes: Array("statuses: [\"Idea\", \"Build\", \"Live\"]\n".utf8))
        for (status, state) in [("Idea", "todo"), ("Build", "doing"), ("Live", "done")] {
            let text = Self.tiles.replacing("Done", with: status)
            let task = try Board.empty.adding(read([config, Self.file("a.md", text)])).tasks[0]
            #expect(task.state == Text(state))
        }
        let odd = try read([Self.file("a.md", Self.tiles.replacing("Done", with: "Live"))])
        #expect(odd.notes.count == 1 && odd.notes[0].words.english.contains("'Live'"))
    }

    @Test(arguments: [
        ("BACK-200", "task-200"), ("task-24.1", "TASK-24.1"), ("task-7", "BACK-007"),
    ])
    func `dependencies match by number`(_ dependency: String, _ id: String) throws {
        let first = Self.tiles.replacing("Done", with: "Done\ndependencies:\n  - \(dependency)")
        let second = Self.tiles.replacing("BACK-003", with: id).replacing("Tiles", with: "Other")
        let board = try Board.empty.adding(
            read([Self.file("a.md", first), Self.file("b.md", second)]))
        #expect(
            try board.task(titled: "Tiles").blockedBy == [try board.task(titled: "Other").id])
    }

    @Test func `tasks are in the user's order, then by number`() throws {
        let files = [(10, ""), (9, ""), (1, "ordinal: 5\n")].map { number, more in
            Self.file(
                "task-\(number).md", "---\nid: task-\(number)\ntitle: T\(number)\n\(more)---\n")
        }
        let board = try Board.empty.adding(read(files))
        #expect(board.tasks.map(\.title) == ["T1", "T9", "T10"])
    }

    @Test func `files without an ID are skipped, and equal IDs are separate tasks`() throws {
        let reading = try read([
            Self.file("a.md", Self.tiles), Self.file("b.md", Self.tiles),
            Self.file("readme.md", "# Notes\n"),
        ])
        #expect(reading.skipped.counts.map(\.count) == [1])
        let board = try Board.empty.adding(reading)
        #expect(
            Set(board.tasks.compactMap(\.source)) == [
                "backlog.md:BACK-003", "backlog.md:BACK-003#2",
            ])
    }

    @Test(
        arguments: [
            ("assignee: @ann", ["ann"]), ("assignee: [@ann, @bob]", ["ann", "bob"]),
            ("assignee:\n  - @ann", ["ann"]), ("assignee: '@ann'", ["ann"]),
        ] as [(String, [Text])])
    func `names with a sign are read as in Backlog.md`(
        _ line: String, _ names: [Text]
    ) throws {
        let file = Self.file("a.md", "---\nid: task-1\ntitle: a\n\(line)\n---\n")
        let task = try Board.empty.adding(read([file])).tasks[0]
        #expect(task.assignees == names && !task.isMalformed)
    }

    @Test(
        arguments: [
            ("completed/a.md", "done", "2025-07-08"), ("drafts/a.md", "todo", nil),
            ("tasks/a.md", "doing", nil), ("archive/tasks/a.md", nil, nil),
        ] as [(String, Text?, Text?)])
    func `the folder determines a task's outcome`(
        _ path: String, _ state: Text?, _ finished: Text?
    ) throws {
        let text =
            "---\nid: task-1\ntitle: a\nstatus: In Progress\npriority: High\n"
            + "updated_date: 08-07-25\n---\n"
        let reading = try read([ForeignFile(path: path, bytes: Array(text.utf8))])
        let tasks = try Board.empty.adding(reading).tasks
        #expect(tasks.map(\.state) == (state.map { [$0] } ?? []))
        #expect(reading.skipped.total == (state == nil ? 1 : 0))
        guard let task = tasks.first else { return }
        #expect(task.texts(of: .finished).first == finished && task.priority == .high)
    }

    @Test func `a title with a colon is read as in Backlog.md`() throws {
        let text = Self.tiles.replacing("title: Tiles", with: "title: a: b")
        let reading = try read([Self.file("a.md", text)])
        #expect(reading.tasks.map(\.title) == ["a: b"])
    }

    @Test func `a name that no file system accepts is replaced by pmd's`() throws {
        let board = try Board.empty.adding(read([Self.file("a: b?.md", Self.tiles)]))
        #expect(board.tasks[0].path.string.hasPrefix("done/a-b-"))
    }

    @Test func `an export returns an imported file, with the changes since`() throws {
        let name = "task-12 - Fix-the-roof.md"
        let board = try Board.empty.adding(read([Self.file(name, Self.roof)]))
        guard case .folder(let files) = board.written(.backlog).files else { return }
        let file = try #require(files.first { $0.path == "tasks/\(name)" })
        #expect(file.bytes == Array(board.tasks[0].bytes))
        let moved = TaskItem(
            path: BoardPath("done/\(name)"), document: board.tasks[0].document)
        guard
            case .folder(let after) = Board(settings: .standard, tasks: [moved])
                .written(.backlog).files
        else { return }
        let text = String(decoding: after[1].bytes, as: UTF8.self)
        #expect(text.contains("status: Done\n") && text.contains("# by hand"))
    }

    @Test func `a pmd task becomes a file with the next number`() throws {
        let board = try Board.empty.adding(read([Self.file("task-12.md", Self.roof)]))
        let new = task("---\ntitle: New one\nassignees: [bob]\n---\nText\n")
        let both = Board(settings: .standard, tasks: board.tasks + [new])
        guard case .folder(let files) = both.written(.backlog).files else { return }
        let file = try #require(files.first { $0.path == "tasks/task-13 - new-one.md" })
        let text = String(decoding: file.bytes, as: UTF8.self)
        #expect(text.contains("status: To Do\n") && text.contains("assignee: ['@bob']\n"))
        #expect(text.hasSuffix("---\nText\n"))
    }

    @Test func `a parent task, or else the milestone, is the parent`() throws {
        func text(_ id: String, _ more: String) -> String {
            "---\nid: \(id)\ntitle: T \(id)\n\(more)\n---\n"
        }
        let milestone = ForeignFile(
            path: "milestones/m-1 - release.md",
            bytes: Array("---\nid: m-1\ntitle: \"Release\"\n---\n\n## Description\n".utf8))
        let board = try Board.empty.adding(
            read([
                milestone, Self.file("a.md", text("task-1", "milestone: m-1\nstatus: Done")),
                Self.file("b.md", text("task-1.1", "parent_task_id: task-1\nmilestone: m-1")),
                Self.file("c.md", text("task-2", "milestone: release\nstatus: Done")),
                Self.file("d.md", text("task-3", "milestone: Old one\nstatus: Done")),
                Self.file("e.md", text("task-4", "parent_task_id: task-77")),
            ]))
        func parent(_ id: String) throws -> Text? {
            try board.task(titled: "T \(id)").parent.flatMap { board[$0] }?.title
        }
        #expect(try parent("task-1") == "Release" && parent("task-1.1") == "T task-1")
        #expect(try parent("task-2") == "Release" && parent("task-3") == "Old one")
        #expect(try board.task(titled: "T task-4").parent == nil)
        // A milestone is finished when its tasks are.
        #expect(try board.task(titled: "Release").state == "doing")
        #expect(try board.task(titled: "Old one").state == "done")
        #expect(try board.task(titled: "Release").path == "doing/m-1 - release.md")

        guard case .folder(let files) = board.written(.backlog).files else { return }
        let copy = try Board.empty.adding(read(files))
        #expect(Set(copy.tasks.map(\.title)) == Set(board.tasks.map(\.title)))
        for task in board.tasks {
            let other = try copy.task(titled: task.title.string)
            #expect(
                other.parent.flatMap { copy[$0] }?.title == task.parent.flatMap { board[$0] }?.title
            )
            #expect(other.state == task.state, "\(task.title)")
        }
    }

    @Test func `the order of tasks is their ordinal, and their criteria are a checklist`() throws {
        let criteria = """
            ## Acceptance Criteria
            <!-- AC:BEGIN -->
            - [x] #1 It is dry
            - [ ] #2 It is red
            <!-- AC:END -->

            """
        let board = try Board.empty.adding(
            read(
                [("1", 3000), ("2", 1000), ("3", 2000)].map { id, ordinal in
                    Self.file(
                        "\(id).md",
                        "---\nid: task-\(id)\ntitle: T\(id)\nordinal: \(ordinal)\n---\n\(criteria)")
                }))
        #expect(board.column("todo")?.tasks.map(\.title) == ["T2", "T3", "T1"])
        #expect(board.tasks.allSatisfy { $0.checklist.done == 1 && $0.checklist.total == 2 })
    }

    @Test func `a parent of the board's own is written as Backlog.md's`() throws {
        let house = task("---\ntitle: House\n---\n")
        let roof = task(
            "---\ntitle: Roof\nparent: k3f9m2\nproject: home\n---\n", at: "todo/roof-k3f9m3.md")
        let board = Board(settings: .standard, tasks: [house, roof])
        guard case .folder(let files) = board.written(.backlog).files else { return }
        let text = files.map { String(decoding: $0.bytes, as: UTF8.self) }.joined()
        #expect(text.contains("parent_task_id: task-1\n") && text.contains("project: home\n"))
        #expect(board.written(.backlog).lost.isEmpty)
        let copy = try Board.empty.adding(read(files))
        let parent = try copy.task(titled: "Roof").parent
        #expect(try parent == copy.task(titled: "House").id)
    }
}
