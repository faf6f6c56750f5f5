import TestSupport
import Testing

/// Unfinished git operations, such as a rebase, and staged changes.
struct GitStatesProof {
    @Test func `pmd only reads during an unfinished git operation, and touches no files`()
        async
    {
        let proof = Proof("git-states", of: "states", faults: ["wrong"])
        await proof.each(Self.cases, quick: Self.cases.count) { test, trial in
            let clones = try Clones()
            try clones.run(
                "pmd add One due:2026-12-01; echo a > notes.txt; pmd sync", in: "ann")
            try clones.run("pmd sync", in: "bob")
            let run = try clones.sh(Self.words + test.lines, in: "ann")
            trial.expect(run.status == 0, "wrong", "\(test.name):\n\(run.output)\(run.error)")
            let check = try clones.sh(
                "pmd add Last; pmd sync; git fsck --strict; test -z \"$(git status --porcelain)\"; "
                    + "test \"$(git rev-parse HEAD)\" = \"$(git -C ../hub.git rev-parse main)\"",
                in: "ann")
            trial.expect(check.status == 0, "wrong", "\(test.name), after it: \(check.error)")
        }
    }

    struct Case: Sendable {
        var name: String
        var lines: String
    }

    /// `half WORDS`: reads work, nothing is written, and each refusal contains those words.
    private static let words = """
        half() {
            before=$(git rev-parse HEAD; git status --porcelain)
            pmd list > ../out; pmd board >> ../out; pmd log >> ../out; pmd show one >> ../out
            grep -q One ../out; pmd status > ../out; grep -qF -- "$1" ../out
            for words in 'add More' 'edit one due:none' 'done one' 'rm one' 'sync --verbose'; do
                status=0; pmd $words > ../out 2>&1 || status=$?
                test $status = 75 || { echo "$words: $status"; cat ../out; exit 1; }
                grep -qF -- "$1" ../out || { cat ../out; exit 1; }
            done
            test "$before" = "$(git rev-parse HEAD; git status --porcelain)"
        }

        """
}

extension GitStatesProof {
    /// Two branches that git cannot merge.
    private static let clash = """
        git switch -qc other; echo b > notes.txt; git commit -qam b
        git switch -q main; echo c > notes.txt; git commit -qam c

        """

    static let cases: [Case] = [
        Case(
            name: "a merge",
            lines: clash + """
                ! git merge other; half 'git merge --continue'; half 'git merge --abort'
                git add -A; git merge --continue
                """),
        Case(
            name: "a rebase",
            lines: clash + """
                ! git rebase other; half 'git rebase --continue'; git rebase --abort
                """),
        Case(
            name: "a cherry-pick",
            lines: clash + """
                ! git cherry-pick other; half 'git cherry-pick --abort'; git cherry-pick --abort
                """),
        Case(
            name: "a revert",
            lines: """
                echo b > notes.txt; git commit -qam b; echo c > notes.txt; git commit -qam c
                ! git revert --no-edit HEAD~1; half 'git revert --continue'; git revert --abort
                """),
        Case(
            name: "a bisection",
            lines: """
                git bisect start -q; git bisect bad; git bisect good HEAD~2
                half 'git bisect reset'; git bisect reset
                """),
        Case(
            name: "a detached HEAD",
            lines: "git checkout -q --detach; half 'git switch BRANCH'; git switch -q main"),
        Case(
            name: "another branch: commands work on it, only sync minds",
            lines: """
                git switch -qc other; pmd add There; pmd edit one due:2026-12-05; pmd list
                test "$(git log -1 --format=%s main)" != "$(git log -1 --format=%s)"
                status=0; pmd sync 2> ../out || status=$?; test $status = 75
                grep -qF "git switch main" ../out; grep -qF 'git config pmd.branch other' ../out
                git switch -q main; git merge -q other
                """),
        Case(
            name: "what is staged and what is not, beside commands",
            lines: """
                printf '1\\n2\\n3\\n4\\n5\\n6\\n7\\n8\\n9\\n' > notes.txt; git commit -qam notes
                sed -i 's/1/one/; s/9/nine/' notes.txt
                printf 'y\\nn\\n' | git add -p > /dev/null; echo new > staged.txt; git add staged.txt
                echo other > unstaged.txt; git rm -q --cached .gitignore
                before=$(git diff --cached; git diff; git status --porcelain)
                pmd add Two; pmd edit one due:2026-12-05; pmd start one; pmd rm two; pmd done one
                test "$before" = "$(git diff --cached; git diff; git status --porcelain)"
                git reset -q
                """),
        Case(
            name: "what is staged and what is not, beside a guest's sync",
            lines: """
                cd ..; git init -q --bare code.git; git clone -q code.git code; cd code
                git config user.name c; git config user.email c@x.org
                seq 9 > main.c; git add .; git commit -qm code; git push -q
                pmd init -q --here tasks; cd tasks; pmd sync || git push -q; cd ..
                sed -i 's/1/one/; s/9/nine/' main.c; printf 'y\\nn\\n' | git add -p > /dev/null
                echo new > staged.c; git add staged.c; echo other > unstaged.c
                before=$(git diff --cached; git diff; git status --porcelain)
                cd tasks; pmd add Two; echo by hand >> todo/two-*; pmd sync; pmd start two; pmd sync; cd ..
                test "$before" = "$(git diff --cached; git diff; git status --porcelain)"
                git log -3 --name-only --format= | sort -u > ../out; ! grep -v ^tasks/ ../out
                cd ../ann
                """),
        Case(
            name: "a remote that was amended and pushed by force",
            lines: """
                pmd edit one due:2026-12-05; pmd add Mine; pmd sync
                ( cd ../bob; pmd sync; git commit -q --amend -m 'other words'; pmd add Theirs
                  git push -q --force )
                pmd add Local; echo by hand >> todo/one-*; pmd sync; pmd list > ../out
                grep -q Mine ../out; grep -q Theirs ../out; grep -q Local ../out
                grep -q 'by hand' todo/one-*; grep -q 2026-12-05 todo/one-*
                test $(ls todo/*.md | wc -l) = 4
                """),
        Case(
            name: "a remote that was rebased, squashed and pushed by force",
            lines: """
                pmd add Mine; pmd start one; pmd sync
                ( cd ../bob; pmd sync; git reset -q --soft HEAD~2; git commit -qm squashed
                  git push -q --force )
                pmd add Local; pmd edit one due:2026-12-07; pmd sync; pmd list > ../out
                grep -q Mine ../out; grep -q Local ../out; grep -q 2026-12-07 doing/one-*
                test $(ls */*.md | wc -l) = 3
                """),
        Case(
            name: "a remote that was put back by force",
            lines: """
                pmd add Mine; pmd sync
                ( cd ../bob; git push -q --force origin HEAD:main ); pmd sync; pmd list | grep -q Mine
                git -C ../hub.git ls-tree -r --name-only main | grep -q mine
                """),
        Case(
            name: "a commit of one's own that was amended after a sync",
            lines: """
                pmd add Mine; pmd sync; git commit -q --amend -m 'better words'; pmd sync
                pmd list | grep -c Mine | grep -qx 1
                """),
    ]
}
