import TestSupport
import Testing

/// Merges by plain git: by field if pmd's driver runs, with advice if git stops.
struct PlainGitProof {
    @Test func `plain git merges tasks by field, and shows advice if it stops`() async {
        let proof = Proof("plain-git", of: "cases", faults: ["wrong"])
        await proof.each(Self.cases, quick: Self.cases.count) { test, trial in
            let clones = try Clones()
            try clones.run(Self.task + "pmd sync", in: "ann")
            try clones.run("pmd sync; \(test.bob); pmd sync", in: "bob")
            let run = try clones.sh(
                Self.words + test.ann + "\ngit fetch -q\n" + test.then
                    + "\ntest -z \"$(git fsck --strict 2>&1 | grep -v dangling)\"", in: "ann")
            trial.expect(run.status == 0, "wrong", "\(test.name):\n\(run.output)\(run.error)")
        }
    }

    struct Case: Sendable {
        var name: String
        /// The shell lines that are run, committed and pushed in one clone.
        var bob: String
        /// The shell lines that are run in the other clone, and after a fetch.
        var ann: String
        var then: String
    }

    private static let task = """
        cat > todo/roof-k3f9m2.md <<'END'
        ---
        title: Fix the roof
        due: 2026-12-01
        tags: [house]
        created: 2026-11-21T09:14:00+09:00
        rank: a3
        ---
        # Before noon

        Call the people with the ladder.
        Ask what it costs.

        - [ ] measure
        - [ ] order tiles
        END

        """

    /// A text from before a command's change, saved without a sign that an editor had it open. It
    /// stays as it was saved, and git merges it like any edit.
    private static let staleSave =
        "cp \(file) ../old; pmd edit roof +town; "
        + "sed 's/what it costs/when they come/' ../old > \(file)"

    /// `has FILE WORDS`, `lacks FILE WORDS`, `stops COMMAND…`, `settled`.
    private static let words = """
        set +x
        has() { grep -qF -- "$2" $1 || { echo "no '$2' in:"; cat $1; exit 1; }; }
        lacks() { ! grep -qF -- "$2" $1 || { echo "'$2' in:"; cat $1; exit 1; }; }
        stops() { ! "$@" > ../out 2>&1 || { echo "did not stop: $*"; cat ../out; exit 1; }; }
        refused() { stops pmd add More; has ../out "$1"; pmd list --all > ../list; has ../list Fix; }
        settled() {
            test -z "$(git status --porcelain)" || { git status; exit 1; }
            ! grep -rqE '^(<<<<<<<|=======|>>>>>>>)' */ || { echo markers; exit 1; }
            pmd check; pmd sync; test -z "$(git status --porcelain)"
        }
        set -x

        """
}

extension PlainGitProof {
    private static let dueHere = "pmd edit roof due:2026-12-05"
    private static let dueThere = "pmd edit roof due:2026-12-08"
    private static let file = "todo/roof-k3f9m2.md"

    static let cases: [Case] = [
        Case(
            name: "merge: two fields, a box and a line of the body",
            bob: "pmd edit roof priority:high; pmd tick roof 1",
            ann: "pmd edit roof due:2026-12-05; pmd edit roof --append 'And the gutter.'",
            then: """
                git merge -q -m merge origin/main
                has \(file) 'priority: high'; has \(file) 2026-12-05; has \(file) '[x] measure'
                has \(file) 'And the gutter.'; settled
                """),
        Case(
            name: "merge: one field differently: the other value is kept",
            bob: dueThere, ann: dueHere,
            then: """
                git merge -q -m merge origin/main
                has \(file) 2026-12-05; has \(file) 2026-12-08; has \(file) 'conflicts:'
                pmd conflicts | grep -q due; settled
                """),
        Case(
            name: "merge: tags of both", bob: "pmd edit roof +urgent", ann: "pmd edit roof +town",
            then: "git merge -q -m m origin/main; has \(file) urgent; has \(file) town; settled"),
        Case(
            name: "merge: moved here, edited there",
            bob: dueThere + "; pmd edit roof --append 'New line.'", ann: "pmd start roof",
            then: """
                git merge -q -m m origin/main
                has doing/roof-k3f9m2.md 2026-12-08; has doing/roof-k3f9m2.md 'New line.'
                test ! -e \(file); settled
                """),
        Case(
            name: "merge: moved here, the same lines edited on both sides",
            bob: dueThere, ann: "pmd start roof; " + dueHere,
            then: """
                git merge -q -m m origin/main; has doing/roof-k3f9m2.md 2026-12-05
                has doing/roof-k3f9m2.md 2026-12-08; test ! -e \(file); settled
                """),
        Case(
            name: "merge: renamed by hand here, edited there", bob: dueThere,
            ann: "git mv \(file) todo/ridge-k3f9m2.md; git commit -qm 'another slug'",
            then: """
                git merge -q -m m origin/main; has todo/ridge-k3f9m2.md 2026-12-08
                test ! -e \(file); settled
                """),
        Case(
            name: "merge: moved to two places: git stops",
            bob: "pmd start roof; pmd edit roof priority:high", ann: "pmd done roof",
            then: """
                stops git merge -m m origin/main; refused 'git merge --continue'
                git status > ../status; has ../status 'both deleted'; has ../status 'added by us'
                pmd status > ../status; has ../status 'git merge --abort'
                git rm -q --cached \(file) doing/roof-k3f9m2.md; rm doing/roof-k3f9m2.md
                git add done; git merge --continue; has done/roof-k3f9m2.md 'priority: high'
                pmd edit roof due:none; settled
                """),
        Case(
            name: "merge: deleted here, edited there: git stops",
            bob: dueThere, ann: "pmd rm roof; pmd add Fix it",
            then: """
                stops git merge -m m origin/main; refused 'git merge --abort'
                git status > ../status; has ../status 'deleted by us'
                git merge --abort; settled; has \(file) 2026-12-08; has \(file) '.deleted'
                """),
        Case(
            name: "merge: broken on one side: git stops, and what is committed is healed",
            bob: "printf 'x: [\\n' > .broken; sed -i '2r .broken' \(file); rm .broken",
            ann: dueHere,
            then: """
                stops git merge -m m origin/main; git commit -qam 'all is well'; has \(file) '>>>>'
                pmd add After; settled; has \(file) 2026-12-05; has conflicts/*.md 'x: ['
                """),
        Case(
            name: "pull --rebase: fields of both, and what clashes",
            bob: "pmd edit roof priority:high; " + dueThere,
            ann: dueHere + "; pmd edit roof +town",
            then: """
                git pull -q --rebase; has \(file) 'priority: high'; has \(file) town
                has \(file) 2026-12-05; has \(file) 2026-12-08; settled
                """),
        Case(
            name: "pull --rebase: moved here", bob: dueThere,
            ann: "pmd start roof; pmd tick roof 2",
            then: """
                git pull -q --rebase; has doing/roof-k3f9m2.md 2026-12-08
                has doing/roof-k3f9m2.md '[x] order tiles'; test ! -e \(file); settled
                """),
        Case(
            name: "pull --rebase: stops, and goes on", bob: dueThere,
            ann: "pmd rm roof; pmd add Fix it",
            then: """
                stops git pull --rebase; refused 'git rebase --continue'
                git rm -q \(file); git rebase --continue; test ! -e \(file); settled
                """),
        Case(
            name: "stash pop: an edit that was never committed", bob: dueThere,
            ann: "sed -i 's/^tags:.*/tags: [house, town]/' \(file); git stash -q",
            then: """
                git merge -q --ff-only origin/main; git stash pop -q; has \(file) town
                has \(file) 2026-12-08; pmd sync; settled; has \(file) town
                """),
        Case(
            name: "stash pop: the same field", bob: dueThere,
            ann: "sed -i 's/^due:.*/due: 2026-12-05/' \(file); git stash -q",
            then: """
                git merge -q --ff-only origin/main; git stash pop -q
                has \(file) 2026-12-05; has \(file) 2026-12-08; pmd sync; settled
                """),
        Case(
            name: "stash pop: an old text that was saved over a newer one", bob: dueThere,
            ann: staleSave + "; git stash -q",
            then: """
                git merge -q -m merged origin/main; git stash pop -q; has \(file) 2026-12-08
                lacks \(file) town; has \(file) 'when they come'; pmd sync; settled
                lacks \(file) town; has \(file) 'when they come'
                """),
        Case(
            name: "rebase --autostash: an old text that was saved over a newer one",
            bob: dueThere, ann: staleSave,
            then: """
                git rebase -q --autostash origin/main; has \(file) 2026-12-08
                lacks \(file) town; has \(file) 'when they come'; pmd sync; settled
                """),
        Case(
            name: "cherry-pick: what a commit takes back on purpose",
            bob: dueThere,
            ann: """
                pmd edit roof +town; git switch -qc side
                sed -i -e 's/, town//' -e 's/what it costs/when they come/' \(file)
                git commit -qam 'No town'; git switch -q main
                """,
            then: """
                git merge -q -m merged origin/main; git cherry-pick side > ../picked
                has \(file) 2026-12-08; has \(file) 'when they come'; lacks \(file) town; settled
                """),
        Case(
            name: "stash pop: moved meanwhile", bob: "pmd start roof",
            ann: "sed -i 's/^due:.*/due: 2026-12-05/' \(file); git stash -q",
            then: """
                git merge -q --ff-only origin/main; git stash pop -q
                has doing/roof-k3f9m2.md 2026-12-05; pmd sync; settled; test ! -e \(file)
                """),
        Case(
            name: "cherry-pick: one edit of another branch",
            bob: "git switch -qc side; pmd edit roof priority:high; git push -q origin side; "
                + "git switch -q main",
            ann: dueHere,
            then: """
                git cherry-pick origin/side; has \(file) 'priority: high'; has \(file) 2026-12-05
                settled
                """),
        Case(
            name: "cherry-pick: moved here, stopped, and left",
            bob: "git switch -qc side; pmd done roof; git push -q origin side; git switch -q main",
            ann: "pmd start roof",
            then: """
                stops git cherry-pick origin/side; refused 'git cherry-pick --continue'
                git cherry-pick --abort; settled; test -e doing/roof-k3f9m2.md
                """),
        Case(
            name: "revert: what git takes back is an edit",
            bob: ":", ann: dueHere + "; pmd edit roof priority:high",
            then: """
                git revert --no-edit HEAD~1; has \(file) 2026-12-01; has \(file) 'priority: high'
                settled
                """),
    ]
}
