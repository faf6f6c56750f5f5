import MarkdownDocument
import TestSupport
import Testing

@testable import TaskBoard
@testable import pmd

/// Declared fields, projects, children and labels on the command line.
struct FieldCommandTests {
    private func board() throws -> ProgramSandbox {
        let board = try ProgramSandbox.board()
        for declaration in [
            "estimate duration card=true", "scheduled date", "effort number",
            "stage choice values=idea,spec,build default=idea label=Phase", "links text many=true",
        ] {
            let run = try board.shell("pmd config fields add \(declaration)")
            #expect(run.status == 0, "\(run.error)")
        }
        return board
    }

    @Test func `a declared field works in add, edit, list, show, log and JSON`() throws {
        let board = try board()
        _ = try board.add("Roof", "estimate:90min", "effort:2.5", "project:home.roof")
        let run = try board.pmd("edit", "roof", "stage:spec", "links:a,b", "scheduled:2026-12-01")
        #expect(run.status == 0, "\(run.error)")
        let task = try board.json("list", "estimate>1h", "stage.above:idea", "project:home")[0]
        #expect(task?["fields"]?["estimate"] == 90)
        #expect(task?["fields"]?["stage"] == "spec")
        #expect(task?["extra"]?["estimate"] == "1h30")
        #expect(task?["project"] == "home.roof")
        let shown = try board.pmd("show", "roof").output
        #expect(shown.contains("Phase") && shown.contains("1h30"), "\(shown)")
        #expect(try board.pmd("log").output.contains("stage idea to spec"))
        #expect(
            try board.pmd("list", "--columns", "title,stage,estimate,project").output
                == "Roof\tspec\t1h30\thome.roof\n")
        #expect(try board.pmd("check").status == 0)
        try board.expectRefusal(["edit", "roof", "stage:bild"], 64, "did you mean 'build'")
        try board.expectRefusal(["edit", "roof", "estimate:2d"], 64, "hours and minutes")
        try board.expectRefusal(["edit", "roof", "project:a/b"], 64, "project:a.b")
        try board.expectRefusal(["list", "estimat:2h"], 64, "estimate:2h")
        try board.expectRefusal(["list", "--columns", "stag"], 64, "did you mean 'stage'")
        try board.expectRefusal(["list", "--columns", "title", "--ids"], 64, "--columns")
    }

    @Test func `add declines the default of a field with none`() throws {
        let board = try board()
        _ = try board.add("Roof")
        _ = try board.add("Door", "stage:none")
        let rows = try board.pmd("list", "--columns", "title,stage", "--sort", "title").output
        #expect(rows == "Door\t\nRoof\tidea\n", "\(rows)")
        try board.expectRefusal(["add", "Wall", "stage:none", "stage:spec"], 64, "stage")
    }

    @Test func `declaring tells what fits, and changes nothing with --dry-run`() throws {
        let board = try ProgramSandbox.board()
        _ = try board.add("A", "effort=3")
        _ = try board.add("B", "effort=many")
        let head = try board.shell("git rev-parse HEAD").output
        let dry = try board.pmd("config", "fields", "add", "effort", "number", "--dry-run")
        #expect(
            dry.error.contains("Would declare effort: 1 of 2 values fit; 1 does not: pmd check"),
            "\(dry.error)")
        #expect(try board.shell("git rev-parse HEAD").output == head)
        #expect(try board.pmd("config", "fields", "add", "effort", "number").status == 0)
        let check = try board.pmd("check")
        #expect(
            check.status == 65 && check.output.contains("'effort' is 'many'"), "\(check.output)")
        #expect(try board.pmd("list", "effort:many").output.contains("B"))
        let sorted = try board.pmd("list", "--columns", "title,effort", "--sort", "effort").output
        #expect(sorted == "A\t3\nB\t! many\n", "\(sorted)")
        try board.expectRefusal(["config", "fields", "add", "due", "text"], 64, "another name")
        try board.expectRefusal(["config", "fields", "add", "x1", "numbr"], 64, "'number'")
        try board.expectRefusal(["config", "fields", "add", "effort", "text"], 64, "already")
        try board.expectRefusal(["config", "states", "--dry-run"], 64, "--dry-run")
    }

    @Test func `a renamed field is renamed in every task, in one commit that can be undone`() throws
    {
        let board = try board()
        let code = try board.add("Roof", "effort:3")
        let run = try board.pmd("config", "fields", "rename", "effort", "size")
        #expect(run.error.contains("Renamed field effort to size in 1 task"), "\(run.error)")
        #expect(try board.shell("cat todo/*-\(code).md").output.contains("size: 3"))
        #expect(try board.pmd("undo").status == 0)
        #expect(try board.shell("cat todo/*-\(code).md pmd.yml").output.contains("effort: 3"))
        #expect(try board.pmd("config", "fields", "remove", "effort").status == 0)
        #expect(try board.shell("cat todo/*-\(code).md").output.contains("effort: 3"))
        #expect(!(try board.pmd("config", "fields").output.contains("effort")))
    }

    @Test func `renaming a field renames its conflicts`() throws {
        let board = try board()
        let code = try board.add("Roof", "effort:3")
        let file = try board.shell("printf %s todo/*-\(code).md").output
        let conflict = "conflicts: [{key: effort, value: '5', by: Ann, at: 2026-11-21T00:14:00Z}]"
        try board.done("sed -i \"2i \(conflict)\" '\(file)'")
        try board.done("pmd config fields rename effort size")
        #expect(try board.read(file).contains("key: size, value: "))
        try board.done("pmd resolve roof --take 1")
        let text = try board.read(file)
        #expect(text.contains("size: '5'") || text.contains("size: 5"), "\(text)")
        #expect(!text.contains("effort") && !text.contains("conflicts"), "\(text)")
    }

    @Test func `null, which a file would read as no value, is refused`() throws {
        let board = try ProgramSandbox.board()
        for word in ["project:null", "project:~", "+null"] {
            try board.expectRefusal(["add", "Roof", word], 64, "cannot be")
        }
    }

    @Test func `renaming reports malformed files that it leaves, with exit code 65`() throws {
        let board = try board()
        _ = try board.add("Roof", "effort:3")
        try board.write("todo/bad.md", "---\neffort: 3\ntags: [\n---\n# Bad\n")
        #expect(try board.pmd("config", "views.big", "effort>2 sort:effort").status == 0)
        #expect(try board.pmd("config", "urgency.effort", "1").status == 0)
        let run = try board.pmd("config", "fields", "rename", "effort", "size")
        #expect(run.status == 65, "\(run.error)")
        #expect(run.error.contains("1 malformed file keeps 'effort' (todo/bad.md)"), "\(run.error)")
        #expect(try board.pmd("list", "view:big", "--columns", "title,size").output == "Roof\t3\n")
        #expect(try board.pmd("config", "urgency.size").output == "1.0\n")
        let removal = try board.pmd("config", "fields", "remove", "size")
        #expect(removal.status == 0 && removal.error.contains("a view still uses it: big"))
    }

    @Test func `finishing or deleting a parent reports its open children`() throws {
        let board = try ProgramSandbox.board()
        let house = try board.add("House")
        let roof = try board.add("Roof", "parent:\(house)")
        _ = try board.add("Door", "parent:\(house)")
        let done = try board.pmd("done", house).error
        let open = "2 children of \"House\" are still open: \"Roof\", \"Door\""
        #expect(done.contains(open), "\(done)")
        try board.pmd("reopen", house)
        try board.pmd("done", roof)
        let removed = try board.pmd("rm", house).error
        #expect(removed.contains("a child of \"House\" is still open: \"Door\""), "\(removed)")
        #expect(removed.contains("parent:none"), "\(removed)")
    }

    @Test func `a task that waits until after its due date is reported`() throws {
        let board = try ProgramSandbox.board()
        let words = "\"Trip\" is hidden until 2099-12-06, after its due date (2099-11-30)"
        #expect(
            try board.pmd("add", "Trip", "due:2099-11-30", "wait:2099-12-06").error == words + "\n")
        #expect(!(try board.pmd("edit", "trip", "+far").error.contains("hidden")))
        #expect(!(try board.pmd("edit", "trip", "wait:2099-11-30").error.contains("hidden")))
        #expect(try board.pmd("edit", "trip", "wait:2099-12-06").error.contains(words))
    }

    @Test func `children are listed with their progress, and the last one mentions the parent`()
        throws
    {
        let board = try board()
        _ = try board.add("House")
        _ = try board.add("Roof", "parent:house", "estimate:1h")
        _ = try board.add("Door", "parent:house", "estimate:30min")
        try board.expectRefusal(["edit", "house", "parent:roof"], 65, "its own parent")
        #expect(!(try board.pmd("next").output.contains("House")))
        #expect(try board.pmd("done", "roof").error.contains("children of") == false)
        let shown = try board.pmd("show", "house").output
        #expect(shown.contains("1/2, estimate 1h/1h30"), "\(shown)")
        let done = try board.pmd("done", "door")
        #expect(done.error.contains("all children of \"House\" are finished"), "\(done.error)")
        #expect(try board.pmd("list", "under:house", "--all", "--columns", "title").output != "")
        try board.expectRefusal(["list", "under:nothing"], 65, "nothing")
    }

    @Test func `labels name states for people, and commands accept them`() throws {
        let board = try ProgramSandbox.board()
        #expect(try board.pmd("config", "labels.doing", "In progress").status == 0)
        _ = try board.add("Roof")
        #expect(try board.pmd("move", "roof", "in progress").status == 0)
        #expect(try board.shell("ls doing").output.contains("roof"))
        #expect(try board.pmd("list", "state:\"in progress\"").output.contains("In progress"))
        #expect(try board.pmd("board").output.contains("In progress 1"))
        #expect(try board.json("list")[0]?["state"] == "doing")
        try board.expectRefusal(["config", "labels.dong", "X"], 64, "did you mean 'doing'?")
        try board.expectRefusal(["config", "labels.todo", "DONE"], 64, "also means 'done'")
        try board.shell(
            "sed -i '/^labels:/,+1d' pmd.yml; echo 'labels: {doing: done, gone: X}' >> pmd.yml")
        let check = try board.pmd("check").output
        #expect(check.contains("also means 'done'") && check.contains("there is no 'gone'"))
        #expect(try board.pmd("board").output.contains("doing 1"))
    }

    @Test func `answers, statistics, reports and suggestions have the labels of states`() throws {
        let board = try ProgramSandbox.board()
        try board.done(
            """
            pmd config labels.doing 'In progress'; pmd config labels.done 완료
            pmd config limits.doing 1
            """)
        _ = try board.add("Roof")
        _ = try board.add("Door")
        let moved = try board.pmd("start", "roof").error
        #expect(moved.contains("from todo to In progress"), "\(moved)")
        #expect(try board.pmd("start", "door").error.contains("'In progress' has 2 tasks"))
        #expect(try board.pmd("move", "door", "doing").error.contains("already in In progress"))
        #expect(try board.pmd("stats").output.contains("In progress  Roof"))
        #expect(try board.pmd("stats", "--by", "state").output.contains("In progress"))
        #expect(try board.pmd("stats", "--svg", "-").output.contains(">In progress <tspan"))
        #expect(try board.pmd("log").output.contains("to In progress"))
        for (words, meant) in [
            (["move", "roof", "in progres"], "In progress"), (["move", "roof", "dne"], "done"),
            (["list", "state:doin"], "doing"), (["list", "state:완뇨"], "완료"),
        ] {
            let run = try board.run([board.program] + words)
            #expect(run.status == 64 && run.error.contains("did you mean '\(meant)'?"), "\(run)")
        }
        try board.expectRefusal(["move", "roof", "later"], 64, "todo, In progress, 완료")
        for (word, term) in [
            ("redy", "is:ready"), ("tody", "view:today"), ("progress", ""),
            ("blokced", "is:blocked"),
        ] {
            let said = try board.pmd("list", word).error
            #expect(term.isEmpty ? !said.contains("try") : said.contains("try \(term)"), "\(said)")
        }
    }

    @Test func `a picture in a file is XML, whatever the names of states are`() throws {
        let board = try ProgramSandbox.board()
        _ = try board.add("Roof")
        for label in [
            #"<\u0301b>&\u0301\"'"#, #"\u0001\u000b\ufffe\uffff\u202e"#, "a🎉]]>",
        ] {
            try board.shell(
                "sed -i /labels/d pmd.yml; echo 'labels: {todo: \"\(label.replacing("'", with: "’"))\"}' >> pmd.yml"
            )
            try board.done("pmd stats --svg ../flow.svg")
            let parsed = try board.shell(
                "python3 -c 'import xml.dom.minidom as m; m.parse(\"../flow.svg\")'")
            #expect(parsed.status == 0, "\(label) \(parsed.error)")
        }
        let long = String(repeating: "long ", count: 40)
        try board.shell("sed -i /labels/d pmd.yml; echo 'labels: {todo: \(long)x}' >> pmd.yml")
        #expect(try board.pmd("stats", "--svg", "-").output.contains(">long long long …"))
    }

    @Test func `a command without the values of a choice gets the command with values`() throws {
        let board = try ProgramSandbox.board()
        try board.expectRefusal(
            ["config", "fields", "add", "size", "choice"], 64,
            "'pmd config fields add size choice values=a,b'")
    }

    @Test func `a word with a key that is not a field gets a hint`() throws {
        let board = try ProgramSandbox.board()
        _ = try board.add("Call Jo")
        let run = try board.pmd("edit", "jo", "size:big")
        #expect(
            run.status == 65 && run.error.contains("'size=big' sets a key of your own"), "\(run)")
        #expect(run.error.contains("'pmd config fields add size text'"))
        try board.expectRefusal(["edit", "jo", "!h"], 64, "write p:h")
        try board.expectRefusal(["add", "Call", "Ann", "!m"], 64, "write p:m")
        #expect(try board.pmd("add", "--", "Call", "!m").status == 0)
        try board.expectRefusal(["add", "우유", "기한:내일"], 64, "due:내일")
        #expect(try board.pmd("add", "우유 사기: 내일").status == 0)
    }

    @Test func `renaming a field is one change in the history, and its former key is reported`()
        throws
    {
        let board = try ProgramSandbox.board()
        try board.done("pmd config fields add stage choice values=idea,spec")
        _ = try board.add("Roof", "stage:idea")
        _ = try board.add("Door", "stage:spec")
        try board.done("pmd config fields rename stage phase")
        let log = try board.pmd("log").output
        #expect(log.contains("changed settings: field stage renamed to phase"), "\(log)")
        #expect(log.contains("changed settings: new field stage (choice, values idea, spec)"))
        // As a clone that renamed nothing yet.
        try board.shell("sed -i 's/^phase: idea/stage: spec/' todo/*.md")
        try board.shell("sed -i 's/^phase: spec/phase: spec\\nstage: idea/' todo/*.md")
        let check = try board.pmd("check").output
        #expect(check.contains("'stage' is the former key of 'phase': move the value"), "\(check)")
        #expect(check.contains("which has a value too"), "\(check)")
        try board.expectRefusal(["list", "stage:idea"], 64, "phase:idea")
        try board.done("pmd edit roof phase=spec stage=; pmd edit door stage=")
        #expect(try board.pmd("check").error.contains("No problems found"))
    }

    @Test func `a board made in a Korean locale has Korean labels`() throws {
        let sandbox = try ProgramSandbox()
        let run = try sandbox.shell("LC_ALL=ko_KR.UTF-8 pmd init b && cat b/pmd.yml && ls b")
        let labels = "{todo: 할 일, doing: 진행 중, done: 완료, today: 오늘, next: 다음, waiting: 대기}"
        #expect(run.output.contains("labels: \(labels)"), "\(run.output)")
        #expect(run.output.contains("doing\n"))
        let list = try sandbox.shell("cd b; pmd add Roof due:today; pmd list view:오늘").output
        #expect(list.contains("Roof"), "\(list)")
    }

    @Test func `statistics by a key show the names of the key and of its values`() throws {
        let board = try board()
        _ = try board.add("Roof", "priority:high")
        try board.shell("echo 'labels: {todo: 할 일}' >> pmd.yml")
        let korean = "LC_ALL=ko_KR.UTF-8 pmd stats --by"
        let states = try board.shell("\(korean) state").output
        #expect(states.contains("\n상태  ") && states.contains("\n할 일  "), "\(states)")
        let priorities = try board.shell("\(korean) priority").output
        #expect(
            priorities.contains("\n우선순위  ") && priorities.contains("\n높음  "), "\(priorities)")
        #expect(try board.shell("pmd stats --by priority").output.contains("\nhigh  "))
        #expect(try board.shell("pmd stats --by stage").output.contains("\nPhase  "))
    }

    @Test func `projects, tags and people are counted`() throws {
        let board = try ProgramSandbox.board()
        _ = try board.add("A", "+house", "@ann", "project:work.code")
        _ = try board.add("B", "+house", "project:work")
        _ = try board.add("C", "project:home")
        #expect(try board.pmd("done", "B").status == 0)
        let projects = try board.json("projects")
        #expect(projects[1]?["value"] == "work" && projects[1]?["open"] == 1)
        #expect(projects[1]?["finished"] == 1 && projects.count == 3)
        #expect(try board.pmd("tags").output.contains("+house"))
        #expect(try board.pmd("people").output.contains("@ann"))
        #expect(try board.pmd("tags", "+nothing").error.contains("No task matches"))
    }

    @Test func `two clones that declare differently end with the same board`() throws {
        let board = try ProgramSandbox.board()
        _ = try board.add("Roof", "effort=3")
        let run = try board.shell(
            """
            set -e
            git init -q --bare ../hub.git
            git remote add origin ../hub.git && pmd sync
            git clone -q ../hub.git ../other
            pmd config fields add effort number
            pmd edit roof effort:5 && pmd sync
            cd ../other
            pmd config fields add effort choice values=3,8 && pmd config fields add size text
            pmd edit roof effort:8 size:big && pmd sync && cd ../board && pmd sync
            cd ../other && pmd sync
            cmp todo/*.md ../board/todo/*.md && cmp pmd.yml ../board/pmd.yml
            git rev-parse HEAD^{tree} && git -C ../board rev-parse HEAD^{tree}
            """)
        let trees = run.output.split(separator: "\n").suffix(2)
        #expect(run.status == 0 && trees.first == trees.last, "\(run.output) \(run.error)")
        #expect(try board.shell("cat pmd.yml").output.contains("size: text"))
    }

    @Test func `no field can be called like an option of a command`() {
        let options = PMD.commands.flatMap { OptionNames(of: $0).all }
            .filter { $0.hasPrefix("--") }.map { String($0.dropFirst(2)) }
        let free = Set(options).filter { FieldsReader.fault(ofName: Text($0)) == nil }
        #expect(free.isEmpty, "\(free)")
    }

    @Test func `names, labels and values of a teammate's declarations cannot control a terminal`()
        throws
    {
        let board = try ProgramSandbox.board()
        let escape = "\\u001b[31m\\u202e"
        try board.shell(
            """
            cat >> pmd.yml <<'END'
            labels: {todo: "\(escape)x"}
            fields:
              stage: {type: choice, values: ["\(escape)a", b], label: "\(escape)y", card: true}
            END
            """)
        let task = try board.pmd("add", "Roof", "stage:b")
        #expect(task.status == 0, "\(task.error)")
        try board.shell(
            "echo 'stage: \"\(escape)z\"' > f; sed -i -e '/^stage/r f' -e '/^stage/d' todo/*.md; rm f"
        )
        for words in [
            ["list"], ["board"], ["show", "roof"], ["check"], ["config"], ["config", "fields"],
            ["list", "--columns", "stage,state"], ["log"], ["tags"], ["edit", "roof", "stage:c"],
        ] {
            let run = try board.run([binaryFolder + "/pmd"] + words)
            let shown = run.output + run.error
            #expect(!shown.contains("\u{1B}") && !shown.contains("\u{202E}"), "\(words) \(shown)")
        }
        let refused = try board.shell("echo '  \"a\\u202eb\": text' >> pmd.yml; pmd list")
        #expect(refused.status == 65 && refused.error.contains("name for a field"))
    }
}
