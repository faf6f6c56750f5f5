import TestSupport
import Testing

/// `show`, `board`, `log`, `status`, `check`, `config`, `conflicts` and `resolve`.
struct InspectionTests {
    @Test func `show prints all details of a task`() throws {
        let board = try ProgramSandbox.board()
        try board.write(
            "todo/roof.md",
            "---\ntitle: Fix the roof\ndue: soon\ntags: [a]\nestimate: 3h\n---\nCall.\n\n- [x] measure\n- [ ] order\n"
        )
        let text = try board.pmd("show", "roof").output
        for part in [
            "Fix the roof", "todo/roof.md", "+a", "3h", "1 - [x] measure", "2 - [ ] order",
            "todo/roof.md:3:6",
        ] {
            #expect(text.contains(part), "\(part) in \(text)")
        }
        let task = try board.json("show", "roof")
        #expect(task.keys.suffix(3) == ["history", "updated", "finished"])
        #expect(task["updated"] == .null && task["history"] == [])
        #expect(task["problems"]?[0]?["line"] == 3)
    }

    @Test func `show prints a map of the front matter in its lines`() throws {
        let board = try ProgramSandbox.board()
        try board.write("todo/roof.md", "---\ntitle: Roof\nmeta:\n  a: 1\n  b: 2\n---\n")
        let text = try board.pmd("show", "roof").output
        #expect(text.contains("  meta   a: 1\n           b: 2\n"), "\(text)")
    }

    @Test func `show by title shows the short reference, and by whole ID the whole ID`() throws {
        let board = try ProgramSandbox.board()
        let tiles = try board.add("Buy", "tiles")
        let roof = try board.add("Fix", "the", "roof", "blocked-by:\(tiles)")
        let short = try board.json("show", roof)["ref"]?.text ?? ""
        #expect(roof.hasPrefix(short) && short.count < roof.count)
        let byTitle = try board.pmd("show", "roof").output
        #expect(byTitle.contains("\n\(short)  todo/"), "\(byTitle)")
        for name in [roof, "todo/fix-the-roof-\(roof).md"] {
            let text = try board.pmd("show", name).output
            #expect(text.contains("\n\(roof)  todo/fix-the-roof-\(roof).md"), "\(text)")
            #expect(text.contains("\(tiles) Buy tiles"), "\(text)")
        }
        try board.write("done/other-\(roof).md", "# Other\n")
        try board.expectRefusal(["show", roof], 65, "matches 2 tasks")
    }

    @Test func `show --at prints the task as of a day`() throws {
        let board = try ProgramSandbox.board()
        let code = try board.add("Old", "title", "--body", "Old text")
        let run = try board.shell(
            """
            commit() { export GIT_AUTHOR_DATE=$1 GIT_COMMITTER_DATE=$1; shift; git commit -q "$@"; }
            git checkout -q --orphan past; commit 2026-01-01T12:00:00Z -m Added
            sed -i 's/^Old text/New text/; s/Old title/New title/' todo/*-\(code).md
            mv todo/*-\(code).md doing; git add -A; commit 2026-02-01T12:00:00Z -m Changed
            """)
        #expect(run.status == 0, "\(run)")
        let days = [
            ("2026-01-15", "todo", "Old"), ("2026-02-15", "doing", "New"),
        ]
        for (day, state, word) in days {
            let task = try board.json("show", code, "--at", day)
            #expect(task["title"]?.text == word + " title", "\(day)")
            #expect(task["body"]?.text?.contains(word + " text") == true, "\(day)")
            #expect(task["state"]?.text == state, "\(day)")
            let shown = try board.pmd("show", code, "--at", day).output
            #expect(shown.contains(word + " title") && shown.contains(word + " text"), "\(shown)")
        }
        try board.expectRefusal(["show", code, "--at", "2025-12-31"], 65, "")
        try board.expectRefusal(["show", code, "--at", "soon"], 64, "soon")
    }

    @Test func `board shows columns, counts and limits`() throws {
        let board = try ProgramSandbox.board()
        try board.pmd("config", "limits.doing", "1")
        try board.add("One", "--state", "doing")
        try board.add("Two", "--state", "doing", "--body", "First\nSecond\nThird\nFourth")
        let text = try board.pmd("board").output
        #expect(text.contains("todo 0") && text.contains("doing 2/1 !") && text.contains("done 0"))
        #expect(text.contains("Third …") && !text.contains("Fourth"))
        let columns = try board.json("board")
        #expect(columns[1]?.keys == ["schemaVersion", "state", "count", "limit", "tasks"])
        #expect(columns[1]?["count"] == 2 && columns[1]?["limit"] == 1)
        #expect(columns[0]?["limit"] == .null && columns[1]?["tasks"]?.count == 2)
    }

    @Test func `log shows who did what, newest first`() throws {
        let board = try ProgramSandbox.board()
        let code = try board.add("Fix", "the", "roof")
        try board.pmd("edit", code, "due:2026-12-01")
        try board.pmd("start", code)
        try board.pmd("rm", code)
        let lines = try board.pmd("log").output.split(separator: "\n").map { $0.dropFirst(27) }
        #expect(lines[0] == "Ann deleted \"Fix the roof\"")
        #expect(lines[1] == "Ann moved \"Fix the roof\" from todo to doing")
        #expect(lines[2].hasPrefix("Ann edited \"Fix the roof\": due 2026-12-01"))
        #expect(lines[3] == "Ann added \"Fix the roof\"")
        let entries = try board.json("log", code, "--action", "edited")
        #expect(entries.count == 1)
        let keys = ["commit", "at", "by", "action", "id", "title", "changes", "undoes", "redoes"]
        #expect(entries[0]?.keys == ["schemaVersion"] + keys)
        #expect(entries[0]?["changes"]?[0]?.keys == ["key", "from", "to"])
        #expect(try board.json("log", "-n", "2").count == 2)
        #expect(try board.json("log", "--by", "nobody").count == 0)
        #expect(try board.json("log", "--since", "-1d", "--until", "today").count == 4)
        try board.expectRefusal(["log", "--action", "frobbed"], 64, "added, edited")
        try board.expectRefusal(["log", "--since", "soon"], 64, "soon")
        try board.expectRefusal(["log", "-n", "-1"], 64, "-n")
        try board.expectRefusal(["log", "nothing"], 65, "nothing")
    }

    @Test func `status summarizes the board`() throws {
        let board = try ProgramSandbox.board()
        try board.add("One")
        try board.write("todo/new.md", "# New\n")
        try board.write("todo/bad.md", "---\ntitle: a: b\n---\n")
        let text = try board.pmd("status").output
        #expect(
            text.contains("todo 3") && text.contains("todo/new.md")
                && text.contains("todo/bad.md:2:"))
        let status = try board.json("status")
        #expect(
            status.keys == [
                "schemaVersion", "states", "overdue", "dueToday", "waiting", "views", "uncommitted",
                "leftOut",
                "ahead",
                "behind", "lastSync", "notWritten", "dropped", "takenBack", "conflicts",
                "conflictFiles", "malformed",
            ])
        #expect(status["states"]?["todo"] == 3)
        #expect(status["uncommitted"] == ["todo/bad.md", "todo/new.md"])
        #expect(status["malformed"]?[0]?["line"] == 2 && status["lastSync"] == .null)
    }

    @Test func `check finds problems, and repairs common mistakes in one commit`() throws {
        let board = try ProgramSandbox.board()
        #expect(try board.pmd("check").status == 0)
        try board.write("todo/bad.md", "---\ntitle: a: b\n---\n")
        try board.write("todo/wrong.md", "---\ndue: 2026-13-45\n---\n")
        let run = try board.pmd("check")
        #expect(run.status == 65)
        #expect(run.output.contains("todo/bad.md:2:") && run.output.contains("todo/wrong.md:2:6"))
        let findings = try JSON(try board.pmd("check", "--json").output)
        #expect(
            findings[0]?.keys == [
                "schemaVersion", "path", "id", "line", "column", "kind", "message",
            ])
        #expect(findings[0]?["kind"] == "malformed")
        let fixed = try board.pmd("check", "--fix")
        #expect(fixed.output.contains("-title: a: b") && fixed.status == 65)
        #expect(
            try board.read("todo/bad.md").contains("\"a: b\"")
                || board.read("todo/bad.md").contains("'a: b'"))
        try board.write("todo/wrong.md", "---\ndue: 2026-12-01\n---\n")
        #expect(try board.pmd("check").status == 0)
    }

    @Test func `config reads and writes settings, losslessly`() throws {
        let board = try ProgramSandbox.board()
        try board.write("pmd.yml", "# ours\nstates: [todo, doing, done] # three\nbody-limit: 500\n")
        #expect(try board.pmd("config", "body-limit").output == "500\n")
        #expect(try board.pmd("config", "states").output == "todo, doing, done\n")
        #expect(try board.pmd("config", "limits.doing", "3").status == 0)
        #expect(
            try board.read("pmd.yml").hasPrefix(
                "# ours\nstates: [todo, doing, done] # three\nbody-limit: 500\n"))
        #expect(
            try board.json("config")["limits"]?["doing"] == 3
                || board.json("config")["limits"]?["doing"] == "3")
        try board.expectRefusal(["config", "limits", "3"], 64, "pmd config limits.NAME VALUE")
        try board.expectRefusal(["config", "nothing"], 64, "nothing")
        try board.expectRefusal(["config", "limits.doing", "many"], 64, "many")
        try board.expectRefusal(["config", "states", "a/b"], 64, "a/b")
        try board.expectRefusal(["config", "a", "b", "c"], 64, "expected")
    }

    @Test func `a new state has a folder, and a file in its place is reported`() throws {
        let board = try ProgramSandbox.board()
        try board.add("One")
        #expect(try board.pmd("config", "states", "add", "review").status == 0)
        #expect(
            try board.shell("git status --porcelain; git ls-files review").output
                == "review/.gitkeep\n")
        try board.shell("mv todo/one*.md review")
        #expect(try board.json("list", "one")[0]?["state"] == "review")
        try board.shell(
            "mkdir other && mv review/one*.md todo && rm -r review && mv todo/one*.md review")
        for command in ["check", "status"] {
            #expect(try board.pmd(command).output.contains("review"), "\(command)")
        }
        #expect(try board.pmd("check").output.contains("takes the place of a state's folder"))
        try board.add("Two")
        let run = try board.pmd("move", "two", "review")
        #expect(run.status == 78 && run.error.contains("review is not a folder"), "\(run)")
    }

    @Test func `a state is renamed with everything in it, in one commit`() throws {
        let board = try ProgramSandbox.board()
        try board.add("One")
        try board.write("todo/notes.txt", "mine")
        try board.shell("git add -A && git commit -qm notes")
        let before = try board.commits()
        let run = try board.pmd("config", "states", "rename", "todo", "next")
        #expect(run.status == 0, "\(run.error)")
        #expect(try board.commits() == before + 1)
        #expect(try board.json("list")[0]?["state"] == "next")
        #expect(try names(in: board.here + "/next").contains("notes.txt"))
        try board.expectRefusal(["config", "states", "rename", "todo", "x"], 64, "todo")
        try board.expectRefusal(["config", "states", "rename", "next", "done"], 64, "done")
    }

    @Test func `wrong settings are reported with their position`() throws {
        let board = try ProgramSandbox.board()
        try board.add("One")
        try board.write("pmd.yml", "states: [todo, doing, done]\nlimits: many\n")
        try board.expectRefusal(["list"], 65, "pmd.yml:2:9")
        try board.expectRefusal(["add", "x"], 65, "pmd.yml:2:9")
        for words in [["status"], ["log"]] {
            #expect(try board.run([binaryFolder + "/pmd"] + words).status == 0)
        }
        #expect(try board.pmd("check").output.contains("pmd.yml:2:9"))
    }

    @Test func `conflicts are listed and resolved`() throws {
        let board = try ProgramSandbox.board()
        try board.write(
            "todo/roof.md",
            """
            ---
            title: Fix the roof
            due: 2026-12-01
            conflicts:
              - {key: due, value: 2026-12-03, by: Bob, at: 2026-11-21T00:14:00Z}
            ---

            """)
        try board.shell("git add -A && git commit -qm kept")
        let text = try board.pmd("conflicts").output
        #expect(text.contains("2026-12-03") && text.contains("Bob") && text.contains("2026-12-01"))
        let kept = try board.json("conflicts")
        #expect(kept[0]?.keys == ["schemaVersion", "id", "title", "n", "key", "value", "by", "at"])
        try board.expectRefusal(["resolve", "roof"], 64, "--keep")
        try board.expectRefusal(["resolve", "roof", "--keep", "--take", "1"], 64, "--keep")
        try board.expectRefusal(["resolve", "roof", "--take", "2"], 65, "2")
        try board.expectRefusal(["resolve", "roof", "due"], 64, "KEY=VALUE")
        #expect(try board.json("resolve", "roof", "--take", "1")["due"] == "2026-12-03")
        #expect(
            try board.read("todo/roof.md") == "---\ntitle: Fix the roof\ndue: 2026-12-03\n---\n")
        #expect(try board.pmd("conflicts").error.contains("No conflicts"))
        try board.expectRefusal(["resolve", "roof", "--keep"], 65, "nothing to resolve")
    }

    @Test func `a query resolves the conflicts of all tasks that match, in one commit`() throws {
        let board = try ProgramSandbox.board()
        for (name, tag, due) in [("a", "house", "03"), ("b", "house", "04"), ("c", "work", "05")] {
            try board.write(
                "todo/\(name).md",
                """
                ---
                title: Task \(name)
                tags: [\(tag)]
                due: 2026-12-01
                conflicts:
                  - {key: due, value: 2026-12-\(due), by: Bob, at: 2026-11-21T00:14:00Z}
                ---

                """)
        }
        try board.write("todo/d.md", "---\ntitle: Task d\ntags: [house]\n---\n")
        try board.shell("git add -A && git commit -qm kept")
        try board.expectRefusal(["resolve", "where", "+house"], 64, "--keep")
        try board.expectRefusal(["resolve", "where", "--keep"], 64, "where")
        try board.expectRefusal(["resolve", "where", "+house", "--take", "2", "--yes"], 65, "2")
        #expect(try board.json("conflicts").count == 3)
        let taken = try board.json("resolve", "where", "+house", "--take", "1", "--yes")
        #expect(taken.count == 2 && taken[0]?["due"] == "2026-12-03")
        #expect(taken[1]?["due"] == "2026-12-04")
        #expect(
            try board.shell("git rev-list --count HEAD~1..HEAD; git diff --stat HEAD~1")
                .output.contains("2 files changed"))
        #expect(try board.json("conflicts").count == 1)
        try board.done("pmd undo")
        #expect(try board.json("conflicts").count == 3)
        try board.done("pmd resolve where is:any --yes -- due=2026-12-24")
        #expect(try board.json("show", "c")["due"] == "2026-12-24")
        #expect(try board.json("show", "d")["due"] == .null)
        #expect(try board.pmd("resolve", "where", "is:any", "--keep").error.contains("No"))
    }

    @Test func `conflicts are described in words`() throws {
        let board = try ProgramSandbox.board()
        try board.write(
            "todo/roof.md",
            """
            ---
            title: Fix the roof
            conflicts:
              - {key: .deleted, by: Bob, at: 2026-11-21T00:14:00Z}
              - {key: .state, value: doing, by: Bob, at: 2026-11-21T00:14:00Z}
              - {key: .file, value: conflicts/roof-1.md, by: Bob, at: 2026-11-21T00:14:00Z}
              - {key: due, value: 2026-12-03}
            ---

            """)
        let lines = try board.pmd("conflicts").output.split(separator: "\n").map { line in
            line.split(separator: " ").joined(separator: " ")
        }
        #expect(
            lines == [
                "roof Fix the roof", "1 deleted by Bob, 2026-11-21",
                "2 state doing by Bob, 2026-11-21; now todo",
                "3 whole file conflicts/roof-1.md by Bob, 2026-11-21", "4 due 2026-12-03",
            ])
        #expect(try board.pmd("show", "roof").output.contains("deleted"))
    }

    @Test func `a conflict is resolved with a date as users type it`() throws {
        let board = try ProgramSandbox.board()
        try board.write(
            "todo/roof.md",
            "---\ntitle: Roof\nconflicts:\n  - {key: due, value: 2026-12-03, by: Bob}\n---\n")
        try board.expectRefusal(["resolve", "roof", "due=soon"], 64, "'soon' is not a date")
        let task = try board.json("resolve", "roof", "due=2020-02-01T15:00")
        #expect(task["due"] == "2020-02-01T15:00" && task["conflicts"] == [])
    }

    @Test func `pmd's own merges are shown as pmd's`() throws {
        let board = try ProgramSandbox.board()
        try board.add("Fix", "the", "roof")
        try board.shell(
            """
            git checkout -q -b other && touch todo/other.md && git add . && git commit -qm other
            git checkout -q main && touch todo/main.md && git add . && git commit -qm main
            git merge -q --no-commit -s ours other >/dev/null 2>&1
            printf -- 'x' > todo/other.md; git add .
            GIT_AUTHOR_NAME=pmd-merge GIT_AUTHOR_EMAIL=merge@pmd.invalid git commit -qm merge
            """)
        #expect(try board.pmd("log", "-n", "1").output.contains("  pmd merged \"other\""))
        #expect(try board.json("log", "--by", "pmd")[0]?["by"] == "pmd")
    }

    @Test func `status and check report folders, links and pipes with task names`() throws {
        var board = try ProgramSandbox.board()
        try board.shell("mkdir todo/folder.md && ln -s pmd.yml todo/link.md && mkfifo todo/pipe.md")
        let check = try board.pmd("check")
        #expect(check.status == 65, "\(check)")
        for (path, reason) in [
            ("todo/folder.md", "a folder"), ("todo/link.md", "symbolic link"),
            ("todo/pipe.md", "not a regular file"),
        ] {
            for text in [check.output, try board.pmd("status").output] {
                #expect(text.contains(path) && text.contains(reason), "\(text)")
            }
        }
        try board.write("pmd.yml", "states: [a, b\n")
        #expect(try board.pmd("status").output.contains("! pmd.yml:1:9: a '['"))
        #expect(try board.json("status")["malformed"]?[0]?["path"] == "pmd.yml")
        #expect(!(try board.pmd("status").output.contains("user.name")))
        try board.shell("rm ~/.gitconfig")
        #expect(try board.pmd("status").output.contains("git config --global user.name"))
        board.environment["GIT_AUTHOR_NAME"] = "Ann"
        board.environment["GIT_AUTHOR_EMAIL"] = "ann@example.org"
        #expect(!(try board.pmd("status").output.contains("user.name")))
    }
}
