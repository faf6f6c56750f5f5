import TestSupport
import Testing

@testable import pmd

/// Completions from a board: tasks, items, conflicts and settings.
struct CompletionValueTests {
    @Test func `an alias is completed as the command that it stands for`() throws {
        let board = try ProgramSandbox.board()
        try board.shell("git config pmd.alias.mine 'list @me'")
        let names = try board.pmd("__complete", "fish", "pmd", "mi").output
        #expect(names.contains("mine\tlist @me"), "\(names)")
        let words = try board.pmd("__complete", "fish", "pmd", "mine", "due.b").output
        #expect(words.contains("due.before:"), "\(words)")
    }

    private func words(_ board: ProgramSandbox, _ words: String...) throws -> [String] {
        try lines(board, words).map { String($0.prefix { $0 != "\t" }) }
    }

    /// The candidates that begin with the last word: fish leaves out the others.
    private func beginning(_ board: ProgramSandbox, _ words: String...) throws -> [String] {
        try lines(board, words).map { String($0.prefix { $0 != "\t" }) }
            .filter { $0.hasPrefix(words.last ?? "") }
    }

    private func lines(_ board: ProgramSandbox, _ words: [String]) throws -> [String] {
        let run = try board.run([binaryFolder + "/pmd", "__complete", "fish", "pmd"] + words)
        #expect(run.status == 0 && run.error.isEmpty, "\(run.error)")
        return run.output.split(separator: "\n").dropFirst().map(String.init)
    }

    @Test func `done offers unfinished tasks, and reopen finished ones`() throws {
        let board = try ProgramSandbox.board()
        try board.write("todo/open.md", "")
        try board.write("done/closed.md", "")
        #expect(try words(board, "done", "") == ["open", "where"])
        #expect(try words(board, "reopen", "") == ["closed", "where"])
        #expect(try words(board, "show", "") == ["open", "where"])
        #expect(try words(board, "show", "cl") == ["closed"])
        #expect(try words(board, "done", "open", "") == [])
        try board.shell("rm done/closed.md")
        #expect(try words(board, "done", "") == ["open"])
        #expect(try words(board, "done", "wh") == ["where"])
    }

    @Test func `words of titles complete to references`() throws {
        let board = try ProgramSandbox.board()
        try board.write("todo/a.md", "---\ntitle: Fix the rooftop\n---\n")
        try board.write("todo/b.md", "---\ntitle: Paint the rooms\n---\n")
        try board.write("todo/c.md", "---\ntitle: Clean the rooms\n---\n")
        try board.write("todo/d.md", "---\ntitle: 회의록을 정리\n---\n")
        #expect(try lines(board, ["done", "roo"]) == ["rooftop\tFix the rooftop", "rooms\t2"])
        #expect(try lines(board, ["done", "Roof"]) == ["Rooftop\tFix the rooftop"])
        #expect(try lines(board, ["done", "회의"]) == ["회의록을\t회의록을 정리"])
        #expect(try words(board, "reopen", "roo") == [])
        let zsh = try board.pmd("__complete", "zsh", "pmd", "done", "ㅎㅇ")
        #expect(zsh.output == "replace\n회의록을\t회의록을 -- 회의록을 정리\n", "\(zsh)")
        let bash = try board.pmd("__complete", "bash", "pmd done ㅎㅇ", "ㅎㅇ")
        #expect(bash.output == "space\n회의록을\n", "\(bash)")
        #expect(try board.pmd("done", "rooftop").status == 0)
    }

    @Test func `fields of tasks and people offer their values`() throws {
        let board = try ProgramSandbox.board()
        try board.write("todo/roof-k3f9m2.md", "---\ntitle: Fix the roof\n---\n")
        try board.write("todo/b-x7q2bd.md", "---\ntitle: Call Jo\nreviewer: carl\n---\n")
        try board.write("done/c-n8w4tz.md", "---\nassignees: [ann]\n---\n")
        try board.shell("printf 'fields: {reviewer: person, about: task}\\n' >> pmd.yml")
        for key in ["about", "blocked-by", "parent"] {
            #expect(
                try lines(board, ["edit", "roof", key + ":"]).prefix(2) == [
                    "\(key):k3f9m2\tFix the roof", "\(key):x7q2bd\tCall Jo",
                ])
        }
        #expect(try beginning(board, "list", "under:k") == ["under:k3f9m2"])
        #expect(
            try Set(beginning(board, "add", "reviewer:"))
                == ["reviewer:ann", "reviewer:carl", "reviewer:me"])
        #expect(try beginning(board, "list", "reviewer:c") == ["reviewer:carl"])
    }

    @Test func `a Korean reader is offered dates in Korean`() throws {
        var board = try ProgramSandbox.board()
        #expect(try beginning(board, "add", "due:내") == [])
        board.environment["LC_ALL"] = "ko_KR.UTF-8"
        #expect(try beginning(board, "add", "due:내") == ["due:내일"])
        #expect(try beginning(board, "add", "--due", "다음") == ["다음주", "다음달"])
        #expect(try beginning(board, "list", "due:tom") == ["due:tomorrow"])
    }

    @Test func `a board with Korean labels offers keys and values in Korean`() throws {
        let board = try ProgramSandbox.board()
        try board.write("todo/a.md", "---\nassignees: [앤]\n---\n")
        #expect(try beginning(board, "add", "기") == [])
        try board.shell(
            """
            cat >> pmd.yml <<'END'
            labels: {todo: 할 일}
            fields:
              stage: {type: choice, values: [idea, spec], default: idea, label: 단계}
            END
            """)
        #expect(try beginning(board, "add", "기") == ["기한:"])
        #expect(try beginning(board, "add", "마") == ["마감:", "마감일:"])
        #expect(try beginning(board, "add", "우선순위:") == ["우선순위:높음", "우선순위:보통", "우선순위:낮음"])
        #expect(try beginning(board, "edit", "a", "우선순위:없") == ["우선순위:없음"])
        #expect(try beginning(board, "add", "담당:") == ["담당:앤", "담당:me"])
        #expect(try beginning(board, "add", "단계:") == ["단계:idea", "단계:spec", "단계:없음"])
        #expect(try beginning(board, "list", "기한:내") == ["기한:내일"])
        #expect(try beginning(board, "list", "not:우선순위:높") == ["not:우선순위:높음"])
        let empty = try beginning(board, "add", "")
        #expect(empty.contains("기한:") && empty.contains("due:") && !empty.contains("마감:"))
        for word in ["기한:내일", "우선순위:높음", "단계:spec", "담당:앤"] {
            #expect(try board.pmd("edit", "a", word).status == 0)
        }
        #expect(try board.pmd("list", "우선순위:높음", "!높음", "담당:앤", "--ids").output == "a\n")
    }

    @Test func `restore offers deleted tasks, with their titles`() throws {
        let board = try ProgramSandbox.board()
        let code = try board.add("Fix", "the", "roof")
        let other = try board.add("Buy", "milk")
        try board.pmd("rm", code)
        #expect(try lines(board, ["restore", ""]) == ["\(code)\tFix the roof"])
        #expect(try words(board, "done", "") == [other])
        #expect(try board.pmd("restore", code).status == 0)
    }

    @Test func `tick offers the open items, with their text`() throws {
        let board = try ProgramSandbox.board()
        try board.write("todo/roof.md", "- [ ] order tiles\n- [x] call bob\n- [ ] lad\u{1B}der\n")
        #expect(
            try lines(board, ["tick", "roof", ""]) == [
                "1\torder tiles", "3\tlad^[der", "all",
            ])
        #expect(try words(board, "tick", "roof", "1", "") == ["3"])
        #expect(try words(board, "untick", "roof", "") == ["2"])
        #expect(try words(board, "tick", "none", "") == [])
    }

    @Test func `resolve offers tasks with conflicts, and their numbers`() throws {
        let board = try ProgramSandbox.board()
        try board.write("todo/calm.md", "")
        try board.write(
            "todo/roof.md",
            """
            ---
            due: 2026-12-01
            conflicts:
              - {key: due, value: 2026-12-03, by: Ann, at: 2026-11-21T00:14:00Z}
              - {key: .state, value: doing, by: Ann, at: 2026-11-21T00:14:00Z}
            ---
            """ + "\n")
        #expect(try words(board, "resolve", "") == ["roof", "where"])
        #expect(
            try lines(board, ["resolve", "roof", "--take", ""]) == [
                "1\tdue: 2026-12-03", "2\tstate: doing",
            ])
        #expect(try lines(board, ["resolve", "roof", "--both", ""]) == [])
        #expect(try words(board, "resolve", "roof", "") == ["due=", "state="])
        #expect(
            try words(board, "resolve", "roof", "state=do")
                == ["todo", "doing", "done"].map {
                    "state=" + $0
                })
    }

    @Test func `settings offer their values, and the clone's settings its views`() throws {
        let board = try ProgramSandbox.board()
        try board.pmd("config", "limits.doing", "3")
        let keys = try lines(board, ["config", ""])
        #expect(keys.contains("limits.doing\t3") && keys.contains("sync.total\t600"))
        #expect(keys.contains("views.today\tdue.before:tomorrow"))
        #expect(try words(board, "config", "start", "") == ["todo", "doing", "done"])
        #expect(try words(board, "config", "limits.doing", "") == ["3"])
        #expect(
            try words(board, "config", "states", "") == [
                "add", "remove", "rename", "todo,doing,done",
            ])
        for action in ["remove", "rename"] {
            #expect(try words(board, "config", "states", action, "") == ["todo", "doing", "done"])
        }
        #expect(try words(board, "config", "format", "") == [])
        #expect(try words(board, "config", "--local", "") == ["view"])
        #expect(
            try words(board, "config", "--local", "view", "")
                == ["today", "next", "waiting", "none"])
    }

    @Test func `lists continue after a comma, and signs after not`() throws {
        let board = try ProgramSandbox.board()
        try board.write("todo/x.md", "---\ntags: [house, urgent]\n---\n")
        #expect(
            try words(board, "list", "state:todo,do") == ["state:todo,doing", "state:todo,done"])
        #expect(try words(board, "list", "+house,") == ["+house,urgent"])
        #expect(try words(board, "list", "not:+").contains("not:+house"))
        #expect(try words(board, "list", "sort:due,-").contains("sort:due,-title"))
        #expect(try words(board, "list", "--sort", "-").contains("-due"))
        #expect(try words(board, "edit", "x", "--tag", "-").contains("-house"))
        #expect(try words(board, "log", "--by", "") == [])
    }

    @Test func `a task with an uncommitted edit is offered with its last known values`() throws {
        let board = try ProgramSandbox.board()
        try board.write("todo/x.md", "---\ntags: [old]\n---\n")
        #expect(try words(board, "list", "+") == ["+old"])
        try board.write("todo/new.md", "---\ntags: [new]\n---\n")
        #expect(try words(board, "list", "+") == ["+new", "+old"])
    }

    @Test func `a thousand tasks have titles, and more than that only references`() throws {
        let board = try ProgramSandbox.board()
        try board.shell("for n in $(seq 1001); do printf '# Title\\n' >todo/task-$n.md; done")
        let all = try lines(board, ["show", "task-"])
        #expect(all.count == 1_001 && !all.contains { $0.contains("\t") })
        let some = try lines(board, ["show", "task-9"])
        #expect(some.count == 111 && some.allSatisfy { $0.hasSuffix("\tTitle") })
    }

    @Test func `a completion never waits for a lock`() throws {
        let board = try ProgramSandbox.board()
        let code = try board.add("Fix", "the", "roof")
        try board.pmd("rm", try board.add("Old"))
        try board.shell("touch .git/index.lock .git/HEAD.lock")
        let run = try board.shell(
            """
            exec 9<>.git/pmd/lock; flock -x 9
            timeout 2 pmd __complete fish pmd done ''
            timeout 2 pmd __complete fish pmd restore ''
            """)
        #expect(run.status == 0 && run.error.isEmpty, "\(run)")
        #expect(run.output.contains("\tFix the roof") && run.output.contains("\tOld"), "\(code)")
    }

    @Test func `bash gets titles in a list, and otherwise only words to insert`() throws {
        let board = try ProgramSandbox.board()
        try board.write("todo/fix-roof.md", "# The roof\n")
        try board.write("todo/fix-door.md", "# A \u{1B}[31mdoor\n")
        let asked = ["__complete", "bash", "pmd show fix", "fix"]
        func answer(_ type: String...) throws -> [String] {
            let run = try board.run([binaryFolder + "/pmd"] + asked + type)
            return run.output.split(separator: "\n").map(String.init).sorted()
        }
        #expect(try answer() == ["fix-door", "fix-roof", "space"])
        #expect(try answer("9") == ["fix-door", "fix-roof", "space"])
        #expect(
            try answer("63") == ["fix-door  A ^[[31mdoor", "fix-roof  The roof", "space"])
        // One candidate may be inserted after all.
        try board.shell("rm todo/fix-door.md")
        #expect(try answer("63") == ["fix-roof", "space"])
    }

    @Test(arguments: [[], ["csh"], ["\u{1B}[2J"], [""]])
    func `completion lists its shells, and exits with 64 for any other`(
        _ words: [String]
    ) throws {
        let run = try ProgramSandbox().run([binaryFolder + "/pmd", "completion"] + words)
        #expect(run.status == 64 && run.output.isEmpty)
        #expect(run.error.hasSuffix("bash, zsh or fish\n") && !run.error.contains("\u{1B}"))
    }
}
