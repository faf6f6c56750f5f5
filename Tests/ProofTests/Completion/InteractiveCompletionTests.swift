import TestSupport
import Testing

/// Completion in interactive bash, zsh and fish.
struct InteractiveCompletionTests {
    /// The text before TAB, and the resulting line.
    private static let cases = [
        ("pmd statu", "pmd status "), ("pmd --js", "pmd --json "),
        ("pmd show cal", "pmd show call-bank "),
        ("pmd done call-bank tw", "pmd done call-bank two\\ words "),
        ("pmd don", "pmd done "), ("pmd done wh", "pmd done where "),
        ("pmd done where +ho", "pmd done where +house "),
        ("pmd edit where +house -- +ho", "pmd edit where +house -- +house "),
        ("pmd reopen cl", "pmd reopen closed "), ("pmd done clo", "pmd done clo"),
        ("pmd list +hou", "pmd list +house "),
        ("pmd list @an", "pmd list @ann "), ("pmd list due.b", "pmd list due.before:"),
        ("pmd list not:+hou", "pmd list not:+house "), ("pmd list is:ov", "pmd list is:overdue "),
        ("pmd list state:doing,do", "pmd list state:doing,done "),
        ("pmd list state:toda", "pmd list state:today "),
        ("pmd list priority:hi", "pmd list priority:high "),
        ("pmd list due.before:tom", "pmd list due.before:tomorrow "),
        ("pmd list due:next-w", "pmd list due:next-week "),
        ("pmd list view:mi", "pmd list view:mine "),
        ("pmd list view:wai", "pmd list view:waiting "),
        ("pmd list no:due", "pmd list no:due "), ("pmd list has:assig", "pmd list has:assignees "),
        ("pmd list sort:urg", "pmd list sort:urgency "),
        ("pmd list --sort -fin", "pmd list --sort -finished "),
        ("pmd next not:@an", "pmd next not:@ann "),
        ("pmd export csv +hou", "pmd export csv +house "),
        ("pmd list --so", "pmd list --sort "), ("pmd list --sort fin", "pmd list --sort finished "),
        ("pmd ls --al", "pmd ls --all "), ("pmd list --color nev", "pmd list --color never "),
        ("pmd add --pri", "pmd add --priority "),
        ("pmd add --priority hi", "pmd add --priority high "),
        ("pmd add --state=doi", "pmd add --state=doing "),
        ("pmd add Fix +hou", "pmd add Fix +house "),
        ("pmd edit call-bank +hou", "pmd edit call-bank +house "),
        ("pmd edit cal", "pmd edit call-bank "),
        ("pmd move call-bank doi", "pmd move call-bank doing "),
        ("pmd move call-bank . --before tw", "pmd move call-bank . --before two\\ words "),
        ("pmd move where +house doi", "pmd move where +house doing "),
        ("pmd add --due tom", "pmd add --due tomorrow "), ("pmd add due:to", "pmd add due:to"),
        ("pmd add --tag hou", "pmd add --tag house "),
        ("pmd add --assignee an", "pmd add --assignee ann "),
        ("pmd edit call-bank --tag -ho", "pmd edit call-bank --tag -house "),
        ("pmd edit call-bank due:no", "pmd edit call-bank due:none "),
        ("pmd tick call-bank 1", "pmd tick call-bank 1 "),
        ("pmd show call-bank --at yes", "pmd show call-bank --at yesterday "),
        ("pmd show call-bank --js", "pmd show call-bank --json "),
        ("pmd log --by an", "pmd log --by ann "),
        ("pmd log --since last-w", "pmd log --since last-week "),
        ("pmd import todo.txt fil", "pmd import todo.txt file.txt "),
        ("pmd config st", "pmd config sta"), ("pmd config start doi", "pmd config start doing "),
        ("pmd config states ren", "pmd config states rename "),
        ("pmd config states rename doi", "pmd config states rename doing "),
        ("pmd config --local view mi", "pmd config --local view mine "),
        ("pmd log --action mov", "pmd log --action moved "),
        ("pmd doctor vers", "pmd doctor versions "),
        ("pmd help quer", "pmd help queries "), ("pmd completion fi", "pmd completion fish "),
        ("pmd config limits.doi", "pmd config limits.doing "),
        ("pmd config views.mi", "pmd config views.mine "),
        ("pmd -C sub list +oth", "pmd -C sub list +other "), ("pmd -C su", "pmd -C sub/"),
        ("pmd init su", "pmd init sub/"), ("pmd clone ../x su", "pmd clone ../x sub/"),
        ("pmd show 'two w", "pmd show 'two words' "),
        ("pmd show \"two w", "pmd show \"two words\" "),
        ("pmd show two\\ w", "pmd show two\\ words "),
    ]

    @Test(arguments: ["bash", "zsh", "fish"])
    func `TAB completes pmd's arguments`(_ name: String) throws {
        let board = try ProgramSandbox.board("--states", "today,doing,done")
        try board.write(
            "today/call-bank.md",
            "---\ntags: [house]\nassignees: [ann]\n---\n- [ ] number\n- [x] phone\n")
        try board.write("done/closed.md", "")
        try board.write("file.txt", "")
        try board.write("today/two words.md", "")
        try board.pmd("config", "views.mine", "@me")
        try board.shell("mkdir -p sub/.git sub/todo && : >sub/pmd.yml")
        try board.write("sub/todo/x.md", "---\ntags: [other]\n---\n")
        let shell = try InteractiveShell(name, in: board, folder: board.here)
        for (typed, line) in Self.cases {
            let found = try shell.line(after: typed + "\t")
            #expect(found == line, "\(name)")
        }
    }

    @Test(arguments: ["bash", "zsh", "fish"])
    func `TAB shows task titles next to their codes`(_ name: String) throws {
        let board = try ProgramSandbox.board()
        try board.write("todo/fix-roof.md", "# The \u{1B}[31mroof\n")
        try board.write("todo/fix-door.md", "# 우리 문\n")
        let shell = try InteractiveShell(name, in: board, folder: board.here)
        let screen = try shell.screen(after: "pmd show fix-\t\t")
        #expect(screen.contains("The ^[[31mroof") && screen.contains("우리 문"), "\(screen)")
    }

    @Test(arguments: ["COMP_WORDBREAKS=${COMP_WORDBREAKS//:}", "COMP_WORDBREAKS=$' \\t\\n'", ":"])
    func `bash completes words with colons whatever its word breaks`(_ setting: String) throws {
        let board = try ProgramSandbox.board("--states", "today,doing,done")
        let shell = try InteractiveShell("bash", in: board, folder: board.here)
        #expect(try shell.words(after: setting) == nil)
        for (typed, line) in [
            ("pmd list state:toda", "pmd list state:today "),
            ("pmd list not:state:toda", "pmd list not:state:today "),
            ("pmd add --state=doi", "pmd add --state=doing "),
            ("pmd list due.before:tom", "pmd list due.before:tomorrow "),
        ] {
            #expect(try shell.line(after: typed + "\t") == line, "\(setting)")
        }
    }

    @Test(arguments: ["bash", "zsh", "fish"])
    func `outside a board no board data is offered`(_ name: String) throws {
        let sandbox = try ProgramSandbox()
        let shell = try InteractiveShell(name, in: sandbox, folder: sandbox.here)
        #expect(try shell.line(after: "pmd show \t") == "pmd show ")
        #expect(try shell.line(after: "pmd sta\tx") == "pmd stax")
        for (typed, line) in [
            ("pmd don", "pmd done "), ("pmd help quer", "pmd help queries "),
            ("pmd export task", "pmd export taskwarrior "),
            ("pmd list is:ov", "pmd list is:overdue "),
        ] {
            #expect(try shell.line(after: typed + "\t") == line, "\(name)")
        }
    }
}
