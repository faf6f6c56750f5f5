import Glibc
import TestSupport
import Testing
import Words

/// The manual's page on sync, sentence by sentence.
struct SyncManualTests {
    /// Two clones of one board, `ann` and `bob`; `ann` is the sandbox's folder.
    private func clones() throws -> ProgramSandbox {
        var sandbox = try ProgramSandbox()
        let made = try sandbox.shell(
            """
            git init -q --bare -b main hub.git; pmd init -q ann --remote hub.git
            pmd add -q -C ann Fix the roof; pmd sync -q -C ann; pmd clone -q hub.git bob
            """)
        #expect(made.status == 0, "\(made.error)")
        sandbox.here += "/ann"
        return sandbox
    }

    @Test func `a sync reports its result in one line`() throws {
        let ann = try clones()
        try ann.shell(
            """
            pmd edit -q -C ../bob roof due:2027-01-01; pmd add -q -C ../bob Two
            pmd sync -q -C ../bob; pmd edit -q roof due:2027-02-01; pmd add -q Three
            """)
        let run = try ann.pmd("sync", "--verbose")
        #expect(run.output == "pushed 2, received 2, merged 1, 1 conflict\n", "\(run)")
        #expect(run.status == 0 && run.error.isEmpty)
    }

    @Test func `a board syncs with its branch's upstream before any other remote`() throws {
        let ann = try clones()
        let run = try ann.shell(
            """
            git init -q --bare -b main ../other.git; git remote add other ../other.git
            git config pmd.remote other; git branch -q --set-upstream-to=origin/main
            pmd add -q Two > ../code; pmd sync -q; git -C ../other.git for-each-ref
            git rev-parse HEAD; git -C ../hub.git rev-parse main
            git branch -q --unset-upstream; pmd sync -q; git -C ../other.git rev-parse main
            """)
        let heads = Set(run.output.split(separator: "\n"))
        #expect(run.status == 0 && heads.count == 1, "\(run)")
    }

    @Test func `an unreadable edit is left out, and everything else is synced`() throws {
        let ann = try clones()
        // Permissions do not restrict root.
        let prefix = geteuid() == 0 ? "setpriv --reuid=65534 --clear-groups " : ""
        let run = try ann.shell(
            """
            pmd add -q Two > ../code; echo more >> todo/two-*.md; echo more >> todo/fix-the-roof-*.md
            chmod 755 ../..; cp '\(binaryFolder)/pmd' ../pmd; chmod 000 todo/two-*.md
            test $(id -u) != 0 || chown -R 65534 ..; export HOME=$PWD/..
            set +e; \(prefix)../pmd sync; echo $?
            \(prefix)git --git-dir=../hub.git show main | tail -1
            """)
        #expect(run.output == "65\n+more\n", "\(run)")
        #expect(run.error.contains("todo/two-"), "\(run)")
        #expect(try ann.shell("\(prefix)../pmd status").output.contains("todo/two-"))
    }

    @Test func `the commit that removes a path that git refuses has the path and its author`()
        throws
    {
        let ann = try clones()
        let run = try ann.shell(
            """
            cd ../bob; blob=$(echo run | git hash-object -w --stdin)
            inner=$(printf '100755 blob %s\\tpost-commit\\n' $blob | git mktree)
            tree=$({ git ls-tree HEAD; printf '040000 tree %s\\tgit~1\\n' $inner; } | git mktree)
            commit=$(git -c user.name=Eve commit-tree -p HEAD -m Evil $tree)
            git push -q origin $commit:main; echo $commit; cd ../ann; pmd sync; git log -1 --format=%s
            """)
        let lines = run.output.split(separator: "\n")
        let commit = try #require(lines.first).prefix(10)
        #expect(lines.last == "Remove 'git~1', added by Eve in \(commit)", "\(run)")
    }

    @Test func `of many paths that are not written here the first are reported`() throws {
        let ann = try clones()
        let run = try ann.shell(
            """
            cd ../bob; blob=$(echo x | git hash-object -w --stdin); long=$(printf '%0300d' 0)
            names=$(for n in $(seq 30); do printf "100644 blob $blob\\t$n-$long\\n"; done | git mktree)
            tree=$({ git ls-tree HEAD; printf "040000 tree $names\\tnames\\n"; } | git mktree)
            git push -q origin $(git commit-tree -p HEAD -m Names $tree):main; cd ../ann
            cp -a . ../other; pmd sync; cd ../other; pmd sync --verbose
            """)
        #expect(run.status == 0, "\(run)")
        let lines = run.error.split(separator: "\n").map(String.init)
        #expect(lines.count == 22, "\(lines)")
        #expect(lines[0].hasSuffix("it is kept but not checked out (and 29 more like it)"))
        #expect(lines[1...20].allSatisfy { $0.hasSuffix("it is kept but not checked out") })
        #expect(lines.last == "pmd: and 10 more paths like these")
    }

    @Test func `of many paths that git refuses the commit lists the first`() throws {
        let ann = try clones()
        let run = try ann.shell(
            """
            cd ../bob; blob=$(echo run | git hash-object -w --stdin)
            inner=$(printf "100755 blob $blob\\tgit~1\\n" | git mktree)
            all=$(for n in $(seq 130); do printf "040000 tree $inner\\tf$n\\n"; done | git mktree)
            tree=$({ git ls-tree HEAD; printf "040000 tree $all\\tfolders\\n"; } | git mktree)
            git push -q origin $(git -c user.name=Eve commit-tree -p HEAD -m Evil $tree):main
            cd ../ann; pmd sync --verbose; git log -1 --format=%B; git ls-tree -r HEAD folders
            """)
        #expect(run.status == 0, "\(run)")
        let lines = run.output.split(separator: "\n")
        #expect(lines[1] == "Remove 130 paths that git refuses", "\(lines)")
        #expect(lines[2...101].allSatisfy { $0.contains("/git~1', added by Eve in ") })
        #expect(lines[102...] == ["and 30 more"])
        #expect(run.error.hasSuffix("pmd: and 110 more paths like these\n"), "\(run.error)")
    }

    @Test func `a commit with an impossible date is read with the date 0`() throws {
        let ann = try clones()
        let run = try ann.shell(
            """
            cd ../bob; echo x > todo/odd.md; git add todo; git commit -qm Odd
            commit=$(git cat-file commit HEAD | sed 's/^\\(author .*>\\) [0-9]*/\\1 9223372036854775808/' |
                git hash-object --literally -w -t commit --stdin)
            git push -q origin $commit:main; cd ../ann; pmd sync; pmd log odd --json
            """)
        #expect(run.status == 0, "\(run)")
        #expect(try JSON(run.output)[0]?["at"]?.text?.hasPrefix("1970-01-01T00:00:00") == true)
    }

    @Test(arguments: ["", "mkdir pmd.yml; touch pmd.yml/x", "ln -s README.md pmd.yml"])
    func `settings that a teammate deletes stay here and are restored`(_ line: String) throws {
        let ann = try clones()
        let run = try ann.shell(
            """
            cp pmd.yml ../settings
            cd ../bob; git rm -q pmd.yml; \(line.isEmpty ? ":" : line); git add -A; git commit -qm Gone
            git push -q; cd ../ann; pmd sync; cmp pmd.yml ../settings && pmd list && pmd sync
            git --git-dir=../hub.git show main:pmd.yml | cmp - ../settings
            """)
        #expect(run.status == 0, "\(run)")
    }
}
