import ArgumentParser
import TestSupport
import Testing

@testable import pmd

/// The pages for man(1).
struct ManPageTests {
    private static let date = ManDate(epoch: "0", now: 1)

    private static let names = ManPage.all.map(\.name)

    @Test func `every command, the settings and every topic have a page`() {
        let commands = PMD.shown.map { "pmd-\($0.configuration.commandName ?? "").1" }
        let topics = ManualPage.all.map { "pmd-\($0.topic).7" }
        #expect(
            Self.names.map { "\($0.title).\($0.section)" }
                == ["pmd.1"] + commands + ["pmd.yml.5"] + topics)
        #expect(Set(Self.names).count == Self.names.count)
    }

    @Test(.exhaustive)
    func `all pages are written to one folder, and man shows each without a warning`() throws {
        let sandbox = try ProgramSandbox()
        let run = try sandbox.pmd("help", "--man-pages", "new/man")
        #expect(run.status == 0 && run.error.hasPrefix("Wrote \(ManPage.all.count) manual pages"))
        for page in ManPage.all {
            let text = try sandbox.read("new/man/" + page.path)
            #expect(text.hasPrefix(".Dd ") || text.hasPrefix("'\\\" t\n.Dd "), "\(page.name)")
            #expect(!text.contains("$Mdocdate"))
        }
        guard try sandbox.shell("command -v man || true").output != "" else {
            return noteNotRun("man is missing")
        }
        let check = try sandbox.shell(
            """
            for page in new/man/man*/pmd*; do
                LC_ALL=C.UTF-8 MANROFFSEQ='' MANWIDTH=80 \
                    man --warnings -E UTF-8 -l -Tutf8 "$page" >page || echo "$page failed"
                # Bold letters are struck twice.
                sed 's/.\\x08//g' page >plain; grep -q 'SEE ALSO' plain || echo "$page is cut"
            done
            MANPATH=$PWD/new/man MANPAGER=cat man pmd-sync
            MANPATH=$PWD/new/man MANPAGER=cat man --warnings git-pmd | grep -q '^PMD(1)'
            """)
        #expect(check.error.isEmpty && check.status == 0, "\(check.error)")
        #expect(check.output.hasPrefix("PMD-SYNC(1)") && check.output.contains("--offline-ok"))
        #expect(!check.output.contains("new/man"))
    }

    @Test func `pages refer only to existing pages`() {
        let known = Set(Self.names).union([ManPage.Name(title: "git", section: 1)])
        for page in ManPage.all {
            #expect(known.isSuperset(of: page.related), "\(page.name)")
            for line in page.lines(dated: Self.date) where line.hasPrefix(".Xr ") {
                let words = line.split(separator: " ")
                let name = ManPage.Name(title: String(words[1]), section: Int(words[2]) ?? 0)
                #expect(known.contains(name), "\(page.name): \(line)")
            }
        }
    }

    @Test func `a page refers to the topics and commands that it mentions`() throws {
        let sync = try #require(ManPage.named("sync"))
        let titles = sync.related.map { "\($0.title).\($0.section)" }
        #expect(Set(titles).isSuperset(of: ["pmd.1", "pmd-sync.7", "pmd-cron.7"]), "\(titles)")
        #expect(
            sync.lines(dated: Self.date).suffix(4) == [
                ".Xr pmd 1 ,", ".Xr pmd-remind 1 ,", ".Xr pmd-cron 7 ,", ".Xr pmd-sync 7",
            ] || sync.lines(dated: Self.date).suffix(2) == [".Xr pmd-cron 7 ,", ".Xr pmd-sync 7"])
    }

    @Test(arguments: [
        ("sync", "pmd-sync", 1), ("pmd-sync", "pmd-sync", 1), ("sync.7", "pmd-sync", 7),
        ("pmd", "pmd", 1), ("git-pmd", "pmd", 1), ("pmd.yml", "pmd.yml", 5),
        ("format", "pmd-format", 7), ("mv", "pmd-move", 1),
    ])
    func `a page is found by the names that a reader uses for it`(
        word: String, title: String, section: Int
    ) {
        #expect(ManPage.named(word)?.name == ManPage.Name(title: title, section: section))
    }

    @Test func `one page is printed: pmd's own by default`() throws {
        var sandbox = try ProgramSandbox()
        sandbox.environment["SOURCE_DATE_EPOCH"] = "1764288000"
        #expect(
            try sandbox.pmd("help", "--man").output.hasPrefix(".Dd November 28, 2025\n.Dt PMD 1"))
        let page = try sandbox.pmd("help", "--man", "cron")
        #expect(page.output.hasPrefix(".Dd November 28, 2025\n.Dt PMD-CRON 7"), "\(page)")
        let run = try sandbox.pmd("help", "--man", "snyc")
        #expect(run.status == 64 && run.error.contains("no help on 'snyc'"), "\(run)")
        let both = try sandbox.pmd("help", "--man", "--man-pages", ".")
        #expect(both.status == 64, "\(both)")
    }

    @Test(
        arguments: [
            (nil, "January 2, 1970"), ("0", "January 1, 1970"), ("1764288000", "November 28, 2025"),
            ("", "January 2, 1970"), ("-1", "January 2, 1970"), ("yesterday", "January 2, 1970"),
            ("253402300799", "December 31, 9999"), ("253402300800", "January 2, 1970"),
            ("99999999999999999999", "January 2, 1970"),
        ] as [(String?, String)])
    func `the date is SOURCE_DATE_EPOCH's if valid, else today`(
        epoch: String?, words: String
    ) {
        #expect(ManDate(epoch: epoch, now: 86_400).words == words)
    }

    @Test func `Markdown becomes sections, paragraphs, lists and tables`() {
        let text = """
            # Title

            .Text with `a-b` and **strong `x` text**.

            ## A 'part' - of it

            - one
            - two

              more

                  code\\n
                  .x

            | a | b |
            |---|---|
            | `k` | v "w" |

            | a | b | c |
            |---|--:|---|
            | 1 | 2 | 3 |
            """
        #expect(
            MarkdownMdoc(text).lines == [
                ".Sh DESCRIPTION",
                "\\&.Text with \\fBa\\-b\\fR and \\fBstrong \\fBx\\fB text\\fR.",
                ".Sh \"\\&A \\(aqPART\\(aq \\- OF IT\"",
                ".Bl -bullet", ".It", "one", ".It", "two", ".Pp", "more",
                ".Bd -literal -offset indent", "code\\en", "\\&.x", ".Ed", ".El",
                ".Bl -tag -width indent", ".It \"\\&\\fBk\\fR\"", "v \\(dqw\\(dq", ".El",
                ".Pp", ".TS", "l r l.", "\\&\\fIa\\fR\t\\&\\fIb\\fR\t\\&\\fIc\\fR",
                "\\&1\t\\&2\t\\&3", ".TE",
            ])
    }
}
