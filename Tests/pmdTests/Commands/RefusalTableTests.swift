import TestSupport
import Testing

/// Refused command lines: each has its exit status and reason, and changes nothing.
struct RefusalTableTests {
    typealias Row = (words: [String], status: Int32, message: String)

    private static func board() throws -> ProgramSandbox {
        let board = try ProgramSandbox.board()
        try board.write("todo/roof-k3f9m2.md", "---\ntitle: Fix the roof\n---\n- [ ] tiles\n")
        try board.write("todo/bank-x7q2bd.md", "---\ntitle: Call the bank\n---\n")
        try board.write("doing/door-n8w4tz.md", "---\ntitle: Paint the door\n---\n")
        try board.write(
            "pmd.yml", "states: [todo, doing, done]\nviews:\n  a: view:b\n  b: view:a\n")
        try board.shell("git add . && git commit -qm Tasks")
        return board
    }

    private func expect(_ row: Row) throws {
        try Self.board().expectRefusal(row.words, row.status, row.message)
    }

    @Test(
        arguments: [
            (["done", "the"], 65, "the"), (["done", "fix", "the", "bank"], 65, "bank"),
            (["done", "zz"], 65, "zz"),
            (["done", "k3", "x7"], 65, "a code must be complete: write 'k3f9m2' instead of 'k3'"),
            (["annotate", "fix", "the", "roof", "Bob"], 64, "'the' continues the title"),
            (["tick", "fix", "the", "roof", "1"], 64, "quote its title"),
            (["blame", "roof", "bank"], 64, "takes one task"),
            (["stats", "--by", "prioriti"], 64, "did you mean 'priority'?"),
            (["stats", "--by", "title"], 64, "cannot be grouped by 'title'; expected"),
            (["stats", "--by", ""], 64, "the key is missing"),
            (["stats", "--since", "2999-01-01"], 64, "in the future"),
            (["stats", "--svg", "a", "--by", "tag"], 64, "--svg"),
            (["list", "where", "+house"], 64, "'where' is for commands that take tasks"),
            (["count", "where", "+house"], 64, "'where'"),
            (["board", "-n", "3"], 64, "'-n' is not an option of 'pmd board'"),
            (["done", "roof", "bank"], 65, "--yes"),
            (["annotate", "the", "roof"], 65, "the"),
            (["resolve", "roof"], 64, "--keep"),
            (["edit", "-", "--body", "-"], 64, "standard input"),
            (["rm", "where", ""], 64, "query"), (["edit", "where", "+house"], 64, "change"),
            (["tick", "roof", "9"], 65, "9"), (["tick", "roof", "slates"], 65, "slates"),
            (["tick", "roof", "2-1"], 65, "2-1"),
        ] as [Row])
    func `invalid references are refused`(_ row: Row) throws { try expect(row) }

    @Test(
        arguments: [
            (["edit", "roof", "blocked-by:nothing"], 65, "nothing"),
            (["edit", "roof", "blocked-by:k3f9m2"], 65, "blocked by itself"),
            (["edit", "roof", "repeat:every-week"], 64, "set a due date"),
            (["edit", "roof", "remind:soon"], 64, "expected remind:1d"),
            (["edit", "roof", "remind=1d,none"], 64, "'none' is not a value of 'remind'"),
            (["edit", "roof", "due:tomorow"], 64, "try tomorrow"),
            (["edit", "roof", "due:tom"], 64, "try tomorrow"),
            (["edit", "roof", "--due", "fri", "--due", "sat"], 64, "'--due' is given twice"),
            (["add", "x", "due:fri", "--due", "sat"], 64, "differ"),
            (["add", "x", "priority:high", "--priority", "low"], 64, "differ"),
            (["add", "x", "due:fri", "due:sat"], 64, "already"),
            (["edit", "roof", "due:fri", "--due", "sat"], 64, "cannot be both"),
            (["edit", "roof", "path=foo"], 64, "another key"),
            (["edit", "roof", "prio:high"], 64, "expected priority:high"),
            (["edit", "roof", "pri:H"], 64, "expected priority:high"),
            (["edit", "roof", "proj:home"], 64, "project:home"),
            (["edit", "roof", "Due:fri"], 64, "try due:fri"),
            (["edit", "roof", "-due"], 64, "write due:none"),
            (["edit", "roof", "wait:"], 64, "write wait:none"),
            (["edit", "roof", "project:"], 64, "write project:none"),
            (["add", "x", "until:fri"], 64, "expected until=fri"),
            (["add", "x", "recur:3d"], 64, "expected repeat:every-3-days"),
            (["edit", "roof", "+ab", "-ab"], 64, "is both added to 'tags' and removed"),
            (["add", "Pay", "prio:A"], 64, "expected priority:high;"),
            (["add", "x", "wait:fri", "15:00"], 64, "has a time"),
            (["add", "x", "id=abc"], 64, "another"),
            (["add", "x", "body=text"], 64, "--body"),
            (["add", "x", "--tag", "none"], 64, "'none'"),
            (["add", "x", "pri:high"], 64, "priority"),
            (["add", "x", "proj:house"], 64, "project:house"),
            (["add", "x", "due:"], 64, "due"), (["add", ""], 64, "title"),
            (["add", "x", "--top", "--state", "done"], 64, "done"),
            (["move", "roof", "nowhere"], 64, "nowhere"),
        ] as [Row])
    func `invalid values are refused`(_ row: Row) throws { try expect(row) }

    @Test(
        arguments: [
            (["list", "prio:high"], 64, "priority:"), (["list", "due.befor:2w"], 64, "due.before"),
            (["list", "view:nothing"], 64, "nothing"), (["list", "view:a"], 65, "view"),
            (["list", "a", "or"], 64, "or"), (["list", "b", "not"], 64, "not"),
            (["list", "and", "b"], 64, "and"), (["list", "a", "|", "b"], 64, "|"),
            (["list", "(a"], 64, "("), (["list", "title<high"], 64, "title"),
            (["list", "--sort", "nothing-like-it"], 64, "nothing-like-it"),
            (["list", "urgency>5"], 64, "'pmd next --why'"),
            (["list", "-n", "0"], 64, "n"), (["count", "prio:high"], 64, "priority:"),
            (["next", "is:redy"], 64, "ready"), (["board", "due:sooon"], 64, "sooon"),
        ] as [Row])
    func `invalid queries are refused`(_ row: Row) throws { try expect(row) }

    @Test(
        arguments: [
            (["list", "-a"], 64, "mean '--all'? For tasks without 'a', write 'not:a'"),
            (["count", "-k"], 64, "'-k' is not an option of 'pmd count'"),
            (["count", "-n1"], 64, "'-n1' is not an option of 'pmd count'"),
            (["list", "-n1"], 64, "try '-n 1'"), (["next", "-v"], 64, "'not:v'"),
            (["export", "json", "-f", "out"], 64, "'-f' is not an option of 'pmd export'"),
            (["export", "csv", "-o", "out"], 64, "did you mean '--to'?"),
            (["rm", "where", "roof", "-f"], 64, "did you mean '--yes'?"),
            (["done", "roof", "-y"], 64, "did you mean '--yes'?"),
            (["edit", "where", "roof", "-a", "--", "+urgent"], 64, "'not:a'"),
            (["edit", "where", "roof", "--", "+urgent", "-y"], 64, "remove the tag 'y'"),
            (["edit", "roof", "-z"], 64, "to remove the tag 'z', write 'not:z'"),
            (["show", "roof", "-v"], 64, "see 'pmd show --help'"),
            (["sync", "-v"], 64, "did you mean '--verbose'?"),
        ] as [Row])
    func `a letter after one dash is never a term, a tag or a task`(_ row: Row) throws {
        try expect(row)
    }

    @Test(
        arguments: [
            (["config", "stats", "a,b"], 64, "states"),
            (["config", "limits.doing=2"], 64, "try 'pmd config limits.doing 2'"),
            (["config", "limits.later"], 64, "there is no state 'later'"),
            (["config", "views. x", "roof"], 64, "is not a valid view name"),
            (["modify", "roof"], 64, "did you mean 'pmd edit'?"),
            (["delete", "roof"], 64, "did you mean 'pmd rm'?"),
            (["help", "dates"], 64, "did you mean 'pmd help queries'?"),
            (["help", "taskwarrior"], 64, "did you mean 'pmd help exchange'?"),
            (["active"], 64, "did you mean 'pmd list state:doing'?"),
            (["ready"], 64, "did you mean 'pmd next'?"), (["stat"], 64, "'pmd stats'?"),
            (["archiv"], 64, "did you mean 'pmd archive'?"), (["arkive"], 64, "see 'pmd --help'"),
            (["k3", "done"], 64, "did you mean 'pmd done k3'?"),
            (["k3", "x7", "modify", "due:fri"], 64, "did you mean 'pmd edit k3 x7'?"),
            (["config", "views.x", "prio:high"], 64, "prio"),
            (["config", "finished", "todo,doing,done"], 64, "leave one out"),
            (["config", "format", "2"], 64, "maintained by pmd"),
            (["config", "--local", "view", "nothing"], 64, "nothing"),
            (["import", "nosuch", "x"], 64, "choose one of"),
            (["import", "ics", "x"], 65, "cannot read x"),
            (["import", "csv", "nosuch.csv"], 65, "nosuch.csv"),
            (["export", "nosuch"], 64, "choose one of"),
            (["init", ".", "--branch", "other"], 64, "'main' is checked out"),
            (["init", ".", "--remote", "/tmp/x"], 64, "git remote add"),
            (["config", "states", "add"], 64, "states add NAME"),
            (["config", "states", "rename", "todo"], 64, "states rename OLD NEW"),
            (["config", "views.b c", "roof"], 64, "one word"), (["log", "-n", "0"], 64, "'-n'"),
            (["board", "--at", "2999-01-01"], 64, "in the future"),
            (["list", "--ids", "--history"], 64, "'--history'"),
            (["config", "states", "add", "todo"], 64, "todo"),
            (["config", "states", "remove", "later"], 64, "todo, doing, done"),
            (["undo", "nothing"], 64, "nothing"),
            (["log", "--action", "done"], 64, "done"),
            (["show", "roof", "--at", "sooon"], 64, "sooon"),
        ] as [Row])
    func `invalid settings, history and tools are refused`(_ row: Row) throws { try expect(row) }
}

/// Adding, renaming and removing states with `config`.
struct StateSettingTests {
    @Test func `renaming a column leaves no tasks behind, and warns of none`() throws {
        let board = try ProgramSandbox.board()
        try board.add("Fix", "the", "roof", "--state", "doing")
        let run = try board.pmd("config", "states", "rename", "doing", "now")
        #expect(run.status == 0 && !run.error.contains("still has"), "\(run)")
        #expect(try board.json("show", "roof")["state"] == "now")
    }

    @Test func `states are added before the finished ones, and removed with a notice`() throws {
        let board = try ProgramSandbox.board()
        #expect(try board.pmd("config", "states", "add", "review").status == 0)
        #expect(try board.json("config", "states") == ["todo", "doing", "review", "done"])
        try board.add("Fix", "the", "roof", "--state", "review")
        let run = try board.pmd("config", "states", "remove", "review")
        #expect(run.error.contains("'review' still has 1 task, which"), "\(run)")
        #expect(try board.pmd("move", "where", "state:review", "todo", "--yes").status == 0)
        #expect(try board.json("show", "roof")["state"] == "todo")
    }
}
