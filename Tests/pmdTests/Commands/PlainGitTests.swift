import TestSupport
import Testing

/// Plain git on a board, with and without pmd installed.
struct PlainGitTests {
    @Test func `hooks do not run`() throws {
        let board = try ProgramSandbox.board()
        try board.shell(
            """
            for hook in pre-commit commit-msg post-commit reference-transaction; do
                printf '#!/bin/sh\\ntouch ../ran; exit 1\\n' > .git/hooks/$hook
                chmod +x .git/hooks/$hook
            done
            """)
        try board.add("Roof")
        #expect(try board.shell("test ! -e ../ran").status == 0)
    }

    @Test func `a diff shows the task and compares words`() throws {
        let board = try ProgramSandbox.board()
        try board.add("Roof", "due:2026-12-01", "--body", "x\n\n# Part\n\na\nb\nc\nd\ne\nf\ng\nh")
        try board.pmd("edit", "roof", "due:2026-12-08", "+new")
        let words = try board.shell("git diff --word-diff HEAD~1").output
        #expect(words.contains("due: [-2026-12-01-]{+2026-12-08+}"))
        try board.shell("sed -i 's/^h$/last/' todo/*.md")
        #expect(try board.shell("git diff").output.contains("@@ # Part\n"))
        try board.shell("git checkout -q .; sed -i 's/^x$/first/' todo/*.md")
        #expect(try board.shell("git diff -U0").output.contains("@@ title: Roof\n"))
    }

    @Test func `a file that git restores beside a moved task is an edit of its old text`()
        throws
    {
        let board = try ProgramSandbox.board()
        let code = try board.add("Roof")
        let run = try board.shell(
            """
            git clone -q . ../other; cd ../other; pmd start \(code) -q
            pmd edit \(code) -q +theirs --append 'Their line, which is longer than all of the rest.'
            pmd edit \(code) -q due:2026-12-01 --append 'And one more, so that git sees a deletion.'
            cd - > /dev/null; echo Mine. >> todo/roof-\(code).md
            git pull -q --rebase --autostash ../other main > /dev/null; git ls-files -u | wc -l
            git add -A; git stash drop -q; pmd sync; git status --porcelain; ls todo doing
            """)
        #expect(
            run.output == "2\ndoing:\nroof-\(code).md\n\ntodo:\n", "\(run.output) \(run.error)")
        let text = try board.read("doing/roof-\(code).md")
        for part in ["theirs", "Their line", "2026-12-01", "one more", "Mine."] {
            #expect(text.contains(part), "\(part): \(text)")
        }
    }

    @Test func `without pmd installed, git merges and shows tasks as usual`() throws {
        let board = try ProgramSandbox.board()
        try board.add("Roof", "due:2026-12-01")
        try board.shell("git branch other")
        try board.pmd("edit", "roof", "due:2026-12-02")
        try board.shell("git checkout -q other")
        try board.pmd("edit", "roof", "due:2026-12-03")
        let run = try board.shell(
            """
            export PATH=/usr/bin:/bin
            ! git merge main > ../out; grep -q CONFLICT ../out
            grep -c '^<<<<<<< \\|^=======\\|^>>>>>>> ' todo/roof-*.md
            git diff > ../diff; git log -p > ../log; git merge --abort; git status --porcelain
            """)
        #expect(run.status == 0 && run.output == "3\n", "\(run.output) \(run.error)")
    }

    @Test func `an earlier version's setup is updated, and the user's choices stay`()
        throws
    {
        let board = try ProgramSandbox.board()
        let now = try board.shell("git config merge.pmd.driver").output
        try board.shell(
            """
            driver=$(git config merge.pmd.driver)
            git config merge.pmd.driver "if command -v pmd >/dev/null; then ${driver#*elif command -v pmd >/dev/null; then }"
            git config diff.pmd.wordRegex .; git config --unset diff.pmd.xfuncname
            """)
        try board.pmd("init")
        #expect(try board.shell("git config merge.pmd.driver").output == now)
        #expect(try board.shell("git config diff.pmd.wordRegex").output == ".\n")
        #expect(try board.shell("git config diff.pmd.xfuncname").status == 0)
    }

    @Test func `if pmd is another program, git merges with git-pmd, and doctor reports it`()
        throws
    {
        let board = try ProgramSandbox.board()
        let run = try board.shell(
            """
            mkdir ../bin; printf '#!/bin/sh\\necho PMD 7; exit 0\\n' >../bin/pmd; chmod +x ../bin/pmd
            pmd add -q Roof; git checkout -qb other; pmd edit -q roof due:2026-12-01
            git checkout -q main; pmd edit -q roof +house
            real=$(command -v pmd); export PATH=$PWD/../bin:$PATH
            "$real" doctor drivers && exit 1
            ln -s "$real" ../bin/git-pmd
            git pmd doctor drivers; git merge -q -m both other
            grep -c 'due: 2026-12-01\\|house' todo/roof-*.md
            """)
        #expect(
            run.status == 0 && run.output.contains("the pmd in PATH is another program"), "\(run)")
        #expect(run.output.hasSuffix("2\n"), "\(run)")
    }

    @Test func `a board beside code is restored where its folder was removed`() throws {
        let sandbox = try ProgramSandbox()
        let run = try sandbox.shell(
            """
            git init -q code; cd code; echo 'int main;' > main.c; git add .; git commit -qm code
            pmd init -q tasks; pmd -C tasks add One > ../code-of-one
            rm -r tasks; pmd init -q tasks; ls tasks/todo
            git worktree remove tasks; pmd init -q tasks
            rm -r tasks; git worktree prune; pmd init -q tasks
            mv tasks moved; pmd init -q tasks; ls tasks/todo
            ! pmd -C moved add Two
            test "$(git worktree list | wc -l)" = 2
            git clean -qxdf; test -e tasks/pmd.yml; git status --porcelain
            """)
        #expect(run.status == 0, "\(run.output) \(run.error)")
        let lines = run.output.split(separator: "\n")
        #expect(lines.count == 2 && lines[0] == lines[1] && lines[0].hasPrefix("one-"))
    }

    @Test func `the command that ends a bisection is the one that git expects`() throws {
        let board = try ProgramSandbox.board()
        try board.add("Roof")
        try board.shell("git bisect start -q; git bisect bad; git bisect good HEAD~1")
        try board.expectRefusal(["add", "More"], 75, "'git bisect reset'")
    }
}
