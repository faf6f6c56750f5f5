import Glibc
import TestSupport
import Testing

/// Many programs change one board at once: no successful command and no save is lost.
struct ConcurrentProgramsProof {
    @Test func `several pmds, git, an editor and cron together lose and revert nothing`() async {
        let proof = Proof(
            "neighbours", of: "runs of 4 pmd, 2 git, an editor and 2 syncs",
            faults: ["lost", "reverted", "stuck", "failed", "slow", "untidy"])
        // A soak uses long runs: the more overlap, the better.
        let isLong = Proof.isSoak
        await proof.random(quick: 1) { trial in
            let clones = try Clones()
            try clones.run(Self.start, in: "ann")
            try clones.run("pmd sync", in: "bob")
            try writeFile(clones.folder + "/neighbours", Self.script)
            let run = try clones.sandbox.run([
                "/usr/bin/timeout", "600", "/bin/bash", "neighbours", isLong ? "60" : "6",
                "\(trial.seed % 30_000)",
            ])
            trial.expect(run.status == 0, "stuck", "\(run.status) \(run.output)\n\(run.error)")
            try check(clones, isLong, trial)
        }
    }

    private static let start = """
        sed -i 's/^body-limit:.*/body-limit: 100000/' pmd.yml
        for n in 1 2 3 4 5 6; do pmd add Task $n --body "line"; done
        printf -- '---\\ntitle: Edited\\n---\\nbegin\\n' > todo/edited.md
        echo notes > notes.txt; echo 'mine' > mine.txt; git add notes.txt; git commit -qm notes
        pmd sync
        """

    /// The tokens that git itself reverted: no user of git changes a task here.
    ///
    /// `git commit` reads the index before it waits for its lock, and `git stash` resets the
    /// index to a HEAD that it read before that. If `git stash` takes a stale save that no pmd
    /// has seen yet, `git stash pop` merges it as a removal of the newer lines.
    private static let takenBack = """
        words() { git grep -ho 'token-[a-z0-9-]*-end' $1 -- '*.md' | sort -u; }
        gone() { words $1 > ../old; words $2 > ../new; comm -23 ../old ../new; }
        grep -P '\\tcommit' .git/logs/HEAD | while read old new rest; do gone $old $new; done
        {
            git stash list --format=%H
            git fsck --no-reflogs --unreachable 2> /dev/null | sed -n 's/^unreachable commit //p'
        } | while read id; do
            case $(git log -1 --format=%s $id) in 'WIP on '* | 'On '*) gone $id^1 $id ;; esac
        done
        """

    private func check(_ clones: Clones, _ isLong: Bool, _ trial: Trial) throws {
        let log = String(decoding: try readFile(clones.folder + "/log"), as: UTF8.self)
        var waits: [Int] = []
        let files = try clones.run("git grep -h token HEAD -- '*.md'", in: "ann")
        let history = try clones.run("git log --all --reflog -p -m; cat */*.md", in: "ann")
        let takenBack = try clones.run(Self.takenBack, in: "ann")
        for line in log.split(separator: "\n") {
            let words = line.split(separator: " ", maxSplits: 2).map(String.init)
            switch words[0] {
            case "done":
                waits.append(Int(words[2]) ?? 0)
                if !history.contains(words[1]) { trial.fail("lost", words[1]) }
                if files.contains(words[1]) { continue }
                if takenBack.contains(words[1]) {
                    trial.count("taken back by git")
                } else {
                    let log = try clones.run(
                        """
                        git log --all --reflog -m -S \(words[1]) --format='%h %p %D %an: %s'
                        git stash list; git log --oneline -3 HEAD
                        """, in: "ann")
                    trial.fail("reverted", "\(words[1])\n\(log)")
                }
            case "refused": trial.count("refusals with 75")
            case "stopped": trial.count("merges that git left to a person")
            default: trial.fail("failed", "\(line)")
            }
        }
        waits.sort()
        let slowest = waits.isEmpty ? 0 : waits[min(waits.count - 1, waits.count * 99 / 100)]
        trial.count("done", waits.count)
        trial.most("ms for 99 % of the waits", slowest)
        if isLong { trial.expect(slowest < 2000, "slow", "99 % wait \(slowest) ms") }
        let left = try clones.run(
            """
            git fsck --strict 2>&1 | grep -v dangling || :
            git status --porcelain; ls .git/*.lock .git/pmd/pending 2> /dev/null || :
            find . -name '.pmd-new-*'; pmd check | grep -v '^conflicts/.* lost a merge' || :
            test "$(git rev-parse HEAD)" = "$(git rev-parse origin/main)" || echo not in step
            """, in: "ann")
        trial.expect(left.isEmpty, "untidy", left)
    }
}

extension ConcurrentProgramsProof {
    /// The script of each process, which logs what was reported as done: `done TOKEN MILLISECONDS`.
    private static let script = #"""
        seconds=$1 RANDOM=$2 end=$((SECONDS + $1)) log=$PWD/log
        goes_on() { [ $SECONDS -lt $end ]; }
        now() { echo $((${EPOCHREALTIME/./} / 1000)); }

        # A person or a script that uses pmd.
        pmds() {
            cd ann; RANDOM=$2; n=0
            while goes_on; do
                n=$((n + 1)) token=token-$1-$n-end task=$((RANDOM % 6 + 1)) from=$(now)
                case $((RANDOM % 6)) in
                0) words=(add "New $token") ;;
                1) words=(edit "task $task" "+$token") ;;
                2) words=(edit todo/edited.md --append "$token") ;;
                3) words=(edit edited.md "+$token") ;;
                *) words=(edit "task $task" --append "$token") ;;
                esac
                status=0; out=$(pmd "${words[@]}" 2>&1) || status=$?
                case $status in
                0) echo "done $token $(($(now) - from))" ;;
                75) echo "refused $token $out" ;;
                *) [[ $out == *'no task'* ]] && echo "refused $token $out" ||
                    echo "failed $status ${words[*]}: $out" ;;
                esac >> $log
                if [ $((RANDOM % 5)) = 0 ]; then
                    pmd move "task $task" $([ $((RANDOM % 2)) = 0 ] && echo todo || echo doing) \
                        > /dev/null 2>&1
                fi
            done
        }

        # An editor like vim: its buffer grows, and is read again now and then. Its swap file
        # shows that it has the file open. It stays open, so that pmd always has evidence of
        # the version that it saves over, and must keep every token.
        editor() {
            cd ann; saves=0 swap=todo/.edited.md.swp; : > $swap
            while goes_on; do
                exec 9> ../person; flock 9
                file=$(ls {todo,doing}/edited.md 2> /dev/null | head -1)
                if [ -n "$file" ] && [ $(wc -l < $file) -gt 3 ]; then
                    buffer=$(cat $file)
                    for i in 1 2 3 4 5; do
                        saves=$((saves + 1)) token=token-editor-$saves-end
                        buffer+=$'\n'$token
                        if [ $((saves % 2)) = 0 ]; then
                            printf '%s\n' "$buffer" > $file.tmp~; mv $file.tmp~ $file
                        else
                            printf '%s\n' "$buffer" > $file
                        fi
                        echo "done $token 0" >> $log
                        sleep 0.00$((RANDOM % 9 + 1))
                    done
                fi
                exec 9>&-
                sleep 0.0$((RANDOM % 9 + 1))
            done
            rm $swap
        }

        # Git gives up at once where pmd holds the index, also half way: then a person
        # leaves what they began, as git tells them, and tries again later.
        leave() {
            for i in $(seq 100); do
                if [ -d .git/rebase-merge ] && git symbolic-ref -q HEAD; then
                    git rebase --quit || rm -r .git/rebase-merge
                elif [ -d .git/rebase-merge ]; then
                    git rebase --abort ||
                        if [ ! -e .git/rebase-merge/head-name ]; then
                            git stash store -m left $(cat .git/rebase-merge/autostash)
                            rm -r .git/rebase-merge
                        fi
                elif [ -e .git/MERGE_HEAD ]; then
                    git merge --abort
                elif ! git symbolic-ref -q HEAD; then
                    git checkout -q main
                else
                    return
                fi
                sleep 0.05
            done > /dev/null 2>> ../left
        }

        # A person at git: other files, and now and then the history itself. Nobody
        # saves in an editor at the very moment that their git rewrites the files.
        gits() {
            cd ann; RANDOM=$1; n=0
            while goes_on; do
                n=$((n + 1))
                exec 9> ../person; flock 9
                case $((RANDOM % 7)) in
                0) echo $n >> notes.txt; git add notes.txt; git commit -qm "notes $1 $n" ;;
                1) git commit -q --amend -m "amended $1 $n" ;;
                2) git gc -q ;;
                3) git stash -q && pop ;;
                4) git rebase -q --force-rebase --autostash HEAD~1 || leave ;;
                5) git checkout -q -b side$1-$n && sleep 0.1 && home &&
                    git merge -q -m side side$1-$n && git branch -q -d side$1-$n || leave ;;
                6) git status; git diff; git log -3 ;;
                esac > /dev/null 2>&1
                exec 9>&-
                sleep 0.0$((RANDOM % 9 + 1))
            done
        }

        pop() { for i in $(seq 50); do git stash pop -q && break; sleep 0.05; done; }
        home() { for i in $(seq 50); do git checkout -q main && break; sleep 0.05; done; }

        cron() {
            cd $1
            while goes_on; do
                pmd sync > /dev/null 2>> ../cron; sleep 0.2
                [ $1 = ann ] && continue
                n=$((n + 1)) token=token-bob-$n-end
                pmd edit "task $((n % 6 + 1))" --append $token > /dev/null 2>&1 &&
                    echo "done $token 0" >> $log
            done
        }

        for n in 1 2 3 4; do pmds $n $((RANDOM + n)) & done
        gits 1 & gits 2 & editor & cron ann & cron bob &
        wait

        # What a person does in the end: finishes with git, brings branches together.
        cd ann
        leave
        git checkout -q main
        pmd sync 2>> ../cron
        for branch in $(git for-each-ref --format='%(refname:short)' refs/heads/side*); do
            # Where git stops it has left both: what it left is committed, as 'pmd help git' says.
            git merge -q -m 'side' $branch > ../merged || {
                echo 'stopped merge 0' >> $log; git add -A; git commit -qm 'side, as git left it'
            }
            pmd sync
        done
        while git stash pop; do pmd sync; done > ../stashes 2>&1
        # What a git stash took off the branch, as 'pmd status' names it.
        pmd restore --dropped > ../restored 2>&1
        git stash list
        cd ../bob; pmd sync; cd ../ann; pmd sync; cd ../bob; pmd sync; cd ../ann; pmd sync
        """#
}
