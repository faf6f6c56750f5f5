import TestSupport
import Testing

/// Attributes that a shared `.gitattributes` sets on tasks: an edit is committed, or the exit
/// status and every report show that it was not.
struct HostileAttributeTests {
    let sandbox: ProgramSandbox

    init() throws {
        sandbox = try ProgramSandbox.board()
        try sandbox.add("Fix the roof")
    }

    private func edit() throws {
        try sandbox.must("echo more | tee -a todo/*roof*.md; echo '# mine' >> pmd.yml")
    }

    private func isCommitted() throws -> Bool {
        try sandbox.shell("test -z \"$(git diff HEAD --stat -- todo pmd.yml)\"").status == 0
    }

    @Test(arguments: ["filter=x", "filter=", "filter", "filter=a.b"])
    func `a filter that this clone does not define blocks no edit`(_ words: String) throws {
        try sandbox.must("echo '* \(words)' >> .gitattributes; pmd sync")
        try edit()
        let run = try sandbox.pmd("sync", "--json")
        #expect(run.status == 0, "\(run.error)")
        #expect(try JSON(run.output)["leftOut"]?.count == 0)
        #expect(try isCommitted())
    }

    @Test(arguments: ["clean cat", "process cat", "required true"])
    func `every interface reports an edit that a filter of this clone blocks`(
        _ driver: String
    ) throws {
        try sandbox.must("echo one > notes.txt; echo '*.txt filter=x' >> .gitattributes; pmd sync")
        try sandbox.must("git config filter.x.\(driver); echo two >> notes.txt")
        try edit()
        for _ in 0..<2 {
            let run = try sandbox.pmd("sync", "--verbose")
            #expect(run.status == 65)
            #expect(run.error.contains("is left out: git's filter x"), "\(run.error)")
            let left = try JSON(try sandbox.pmd("sync", "--json").output)["leftOut"]
            #expect(left?[0]?["path"]?.text == "notes.txt")
        }
        // All other edits are committed.
        #expect(try isCommitted())
        #expect(try sandbox.pmd("status").output.contains("is left out: git's filter x"))
        let status = try JSON(try sandbox.pmd("status", "--json").output)
        #expect(status["leftOut"]?.count == 1)
        let doctor = try sandbox.pmd("doctor", "files")
        #expect(doctor.status == 1)
        #expect(doctor.output.contains("is left out of every sync: git's filter x"))
        try sandbox.must("git config --remove-section filter.x; pmd sync; git diff HEAD --quiet")
    }

    @Test(arguments: ["clean cat", "process cat", "required true"])
    func `a filter of this clone blocks no edit of a task`(_ driver: String) throws {
        try sandbox.must("echo '*.md filter=x' >> .gitattributes; pmd sync")
        try sandbox.must("git config filter.x.\(driver); printf 'new\\n' > todo/new.md")
        try edit()
        #expect(try sandbox.pmd("sync").status == 0)
        try sandbox.must(
            "for f in todo/*.md; do git cat-file blob HEAD:$f | cmp - $f; done")
        #expect(try sandbox.must("git ls-tree --name-only HEAD todo/").contains("todo/new.md"))
        #expect(
            try sandbox.pmd("doctor", "drivers").output.contains("because of the attribute filter"))
    }

    @Test func `hostile attributes run nothing, and unconvertible files are left out`() throws {
        let board = try ProgramSandbox.board()
        try board.must(
            """
            git config filter.rm.clean 'touch ../ran'; git config filter.rm.smudge 'touch ../ran'
            git config filter.rm.process 'touch ../ran'; git config core.autocrlf true
            cat > .gitattributes <<'END'
            [attr]one text eol=crlf
            [attr]two one ident
            *.a two
            *.b one -text
            *.utf7 working-tree-encoding=UTF-7
            *.path working-tree-encoding=../../etc/passwd
            *.rm filter=rm
            *.cr ident
            END
            for n in $(seq 20000); do echo "/dir$n/*.txt text eol=crlf ident"; done >> .gitattributes
            for end in a b utf7 path rm; do printf 'one\\r\\n$Id$\\ntwo\\n' > "file.$end"; done
            printf 'a\\rb\\n$Id: x\\n$$Id$\\0' > file.cr
            """)
        let run = try board.pmd("sync", "--verbose")
        #expect(run.status == 65)
        for name in ["file.utf7", "file.path", "file.rm"] {
            #expect(run.error.contains("\(name) is left out"), "\(run.error)")
        }
        #expect(try board.must("ls .. | grep -c ran || :") == "0\n")
        #expect(
            try board.must("git status --porcelain")
                == "?? file.path\n?? file.rm\n?? file.utf7\n")
        #expect(
            try board.must("git show HEAD:file.a HEAD:file.b")
                == "one\n$Id$\ntwo\none\r\n$Id$\ntwo\n")
        #expect(try board.must("git cat-file -p HEAD:file.cr | cmp - file.cr") == "")
    }

    @Test func `a blocked edit is reported to cron at once, then once a day`() throws {
        try sandbox.must(
            """
            echo one > notes.txt; echo '*.txt filter=x' >> .gitattributes; pmd sync
            git config filter.x.clean cat; echo two >> notes.txt
            """)
        let runs = try (0..<3).map { _ in try sandbox.pmd("sync", "--offline-ok") }
        #expect(runs.map(\.status) == [65, 65, 65])
        #expect(runs[0].error.split(separator: "\n").count == 1)
        #expect(runs[1].error + runs[2].error == "")
        try sandbox.must("sed -i 's/^told .*/told 1/' .git/pmd/sync")
        #expect(try sandbox.pmd("sync").error == runs[0].error)
    }

    @Test func `a file that git's filter wrote counts as unchanged`() throws {
        try sandbox.must(
            """
            git config filter.x.clean 'tr a-z A-Z'; git config filter.x.smudge 'tr A-Z a-z'
            echo '*.txt filter=x' >> .gitattributes; echo words > file.txt
            git add .; git commit -qm filtered; git show HEAD:file.txt | grep WORDS
            touch -r file.txt .git/index; pmd sync
            """)
        #expect(try sandbox.shell("git show HEAD:file.txt").output == "WORDS\n")
        try sandbox.must("echo other words > file.txt; git add file.txt")
        #expect(try sandbox.pmd("sync").status == 65)
        try sandbox.must("git commit -qm 'Other words'; touch -r file.txt .git/index; pmd sync")
        #expect(try sandbox.shell("git show HEAD:file.txt").output == "OTHER WORDS\n")
    }

    @Test(arguments: [
        "text eol=crlf", "text=auto", "text eol=lf", "ident", "working-tree-encoding=UTF-16",
        "eol=crlf working-tree-encoding=UTF-16",
    ])
    func `attributes that convert text cost no edit`(_ words: String) throws {
        try sandbox.must(
            """
            printf -- '---\\ntitle: Dos\\n---\\n$Id$\\r\\nb\\n' > todo/dos.md
            pmd sync; echo '*.md \(words)' >> .gitattributes; pmd sync
            """)
        try edit()
        try sandbox.must("pmd sync; pmd edit roof due:fri; pmd add Call the bank; pmd done dos")
        // git itself reports a file as changed if its committed line endings would be converted.
        #expect(try sandbox.shell("git status --porcelain | grep -v dos.md").output == "")
        #expect(
            try sandbox.shell("git show HEAD:todo/$(ls todo | grep roof)").output.contains("more"))
        for file in try sandbox.must("git ls-files '*.md'").split(separator: "\n") {
            try sandbox.must("git cat-file blob 'HEAD:\(file)' | cmp - '\(file)'")
        }
        #expect(try sandbox.pmd("doctor", "drivers").output.contains("converts the bytes of tasks"))
    }

    @Test func `a task that git converted is left out and reported`() throws {
        try sandbox.must(
            """
            echo '*.md working-tree-encoding=UTF-16' >> .gitattributes; pmd sync
            iconv -t UTF-16 todo/*roof*.md > t; mv t "$(ls todo/*roof*.md)"
            """)
        let run = try sandbox.pmd("sync")
        #expect(run.status == 65)
        #expect(run.error.contains("git would convert it from UTF-16"), "\(run.error)")
        #expect(try sandbox.pmd("doctor", "drivers").output.contains("working-tree-encoding"))
    }
}
