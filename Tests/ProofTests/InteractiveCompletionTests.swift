import TestSupport
import Testing

/// Completion as users see it, in bash, zsh and fish at a terminal.
struct InteractiveCompletionTests {
    /// The text before TAB, and the line after it.
    private static let cases = [
        ("pmd stat", "pmd status "), ("pmd --js", "pmd --json "),
        ("pmd show cal", "pmd show call-bank "),
        ("pmd done call-bank cal", "pmd done call-bank call-bank "),
        ("pmd list state:toda", "pmd list state:today "), ("pmd list +hou", "pmd list +house "),
        ("pmd list @an", "pmd list @ann "), ("pmd list due.b", "pmd list due.before:"),
        ("pmd list not:+hou", "pmd list not:+house "), ("pmd list is:ov", "pmd list is:overdue "),
        ("pmd list --so", "pmd list --sort "), ("pmd list --sort fin", "pmd list --sort finished "),
        ("pmd ls --al", "pmd ls --all "), ("pmd list --color nev", "pmd list --color never "),
        ("pmd add --pri", "pmd add --priority "),
        ("pmd add --priority hi", "pmd add --priority high "),
        ("pmd add --state=doi", "pmd add --state=doing "),
        ("pmd add Fix +hou", "pmd add Fix +house "),
        ("pmd edit call-bank +hou", "pmd edit call-bank +house "),
        ("pmd edit cal", "pmd edit call-bank "),
        ("pmd move call-bank doi", "pmd move call-bank doing "),
        ("pmd move call-bank . --before cal", "pmd move call-bank . --before call-bank "),
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
    func `TAB completes what pmd takes`(_ name: String) throws {
        let board = try Sandbox.board("--states", "today,doing,done")
        try board.write(
            "today/call-bank.md", "---\ntags: [house]\nassignees: [ann]\n---\n")
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
    func `where there is no board nothing of one is offered`(_ name: String) throws {
        let sandbox = try Sandbox()
        let shell = try InteractiveShell(name, in: sandbox, folder: sandbox.here)
        #expect(try shell.line(after: "pmd show \t") == "pmd show ")
        #expect(try shell.line(after: "pmd sta\tx") == "pmd stax")
    }
}
