import TestSupport
import Testing

/// Three users mix pmd and plain git at random.
struct MixedGitProof {
    @Test func `git's history rewriting and pmd's commands lose nothing together`()
        async
    {
        let proof = Proof(
            "git", of: "histories x 3 clones", faults: ["lost", "diverged", "failed", "untidy"])
        await proof.random(quick: 2) { trial in
            let clones = try Clones(["ann", "bob", "cat"])
            try clones.run("for n in 1 2 3 4; do pmd add Task $n; done; pmd sync", in: "ann")
            try clones.run("for c in bob cat; do ( cd $c; pmd sync ); done", in: "")
            try writeFile(clones.folder + "/mixture", Self.script)
            let run = try clones.sandbox.run(
                ["/bin/bash", "mixture", "\(trial.seed % 30_000)"])
            trial.expect(run.status == 0, "failed", "\(run.output)\n\(run.error.suffix(2000))")
            let log = String(decoding: try readFile(clones.folder + "/log"), as: UTF8.self)
            let standing = try clones.run("git grep -h -e token HEAD", in: "ann")
            for line in log.split(separator: "\n") {
                let words = line.split(separator: " ", maxSplits: 2).map(String.init)
                switch words[0] {
                case "done":
                    trial.count("edits")
                    if !standing.contains(words[1]) { trial.fail("lost", words[1]) }
                case "refused": trial.count("refusals with 75")
                case "stopped": trial.count("stops of git")
                default: trial.fail("failed", String(line))
                }
            }
            try check(clones, trial)
        }
    }

    private func check(_ clones: Clones, _ trial: Trial) throws {
        var heads: Set<String> = []
        for name in ["ann", "bob", "cat"] {
            heads.insert(try clones.run("git rev-parse HEAD", in: name))
            let left = try clones.run(
                "git status --porcelain; git fsck --strict 2>&1 | grep -v dangling || :", in: name)
            trial.expect(left.isEmpty, "untidy", "\(name): \(left)")
        }
        trial.expect(heads.count == 1, "diverged", "\(heads)")
    }

    private static let script = #"""
        RANDOM=$1 log=$PWD/log
        exec 2> $PWD/errors; set -x
        edit() {
            token=token-$clone-$step-end; status=0
            out=$(pmd "$@" 2>&1) || status=$?
            case $status in
            0) echo "done $token" ;;
            75) echo "refused $token $out" ;;
            65) case $out in *malformed*|*'cannot be read'*|*several*|*'no task'*|*match*)
                    echo "refused $token $out" ;; *) echo "failed $status $* $out" ;; esac ;;
            *) echo "failed $status $* $out" ;;
            esac >> $log
        }
        # Where git stops, a person takes it as it stands, or leaves it.
        settle() {
            [ -n "$(git ls-files -u)" ] && echo "stopped $1" >> $log
            for i in 1 2 3 4 5 6; do
                if [ -d .git/rebase-merge ] || [ -d .git/rebase-apply ]; then
                    if [ $((RANDOM % 2)) = 0 ]; then git rebase --abort
                    else git add -A; git rebase --continue || git rebase --skip; fi
                elif [ -e .git/MERGE_HEAD ]; then
                    if [ $((RANDOM % 2)) = 0 ]; then git merge --abort
                    else git add -A; git commit -qm 'as it stands'; fi
                fi
            done
            [ -n "$(git ls-files -u)" ] && git add -A
        }
        for step in $(seq 30); do
            clones=(ann bob cat); clone=${clones[$((RANDOM % 3))]}; cd $clone
            task=$((RANDOM % 4 + 1)) token=token-$clone-$step-end
            file=$(ls {todo,doing,done}/task-$task-*.md 2> /dev/null | head -1)
            case $((RANDOM % 20)) in
            0) edit add New $token ;;
            1|2) edit edit "task $task" +$token ;;
            3|4) edit edit "task $task" --append $token ;;
            5) pmd move "task $task" $([ $((RANDOM % 2)) = 0 ] && echo todo || echo doing) ;;
            6|7|8) pmd sync ;;
            9) git pull -q --no-rebase --no-edit || settle pull ;;
            10) git pull -q --rebase --autostash || settle pull-rebase ;;
            11) git fetch -q; git merge -q -m merged origin/main || settle merge ;;
            12) git fetch -q; git stash -q; git rebase -q origin/main || settle rebase
                git stash pop -q || settle stash ;;
            13) git commit -q --amend -m "amended $step" ;;
            14) echo $token >> notes-$clone.txt; git add -A; git stash -q; git stash pop -q
                git add notes-$clone.txt && git commit -qm "notes $token" -- notes-$clone.txt &&
                    echo "done $token" >> $log ;;
            15) git gc -q ;;
            16) git checkout -q -b side$step; edit edit "task $task" --append $token
                git checkout -q main && git merge -q -m side side$step || settle side
                git branch -q -D side$step ;;
            17) [ -z "$file" ] || { echo "$token" >> $file; yes | git add -p > /dev/null
                git commit -qm "by hand" && echo "done $token" >> $log; } ;;
            18) git push -q --force-with-lease ;;
            19) [ -z "$file" ] || { echo "$token" >> $file; echo "done $token" >> $log; } ;;
            esac > /dev/null
            cd ..
        done
        for clone in ann bob cat; do
            cd $clone; settle end
            while [ -n "$(git stash list)" ]; do
                pmd sync; git stash pop -q || { git add -A; git stash drop -q; }
            done
            cd ..
        done
        for round in 1 2 3; do
            for clone in ann bob cat; do ( cd $clone; pmd sync || echo "failed sync $?" >> $log ); done
        done
        """#
}
