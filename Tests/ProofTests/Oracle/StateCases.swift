extension StateCase {
    /// `actions`: this clone's actions, for `undo` and `redo`.
    static let actions = [
        StateCase(
            name: "actions: one version takes back what the other did", fault: "dropped",
            lines: """
                start=$(tree); first edit k3f9m2 due:2027-01-01; edited=$(tree)
                first move k3f9m2 doing; moved=$(tree)
                next undo; test $(tree) = $edited; next undo; test $(tree) = $start
                first redo; test $(tree) = $edited; next redo; test $(tree) = $moved
                next edit k3f9m2 +town; next list; next sync; next doctor
                first undo 3; test $(tree) = $start; next redo 3; hasnt nothing; has town
                """),
        StateCase(
            name: "actions: what came by sync is not an action", fault: "dropped",
            lines: """
                first edit k3f9m2 due:2027-01-01
                (cd ../bob; first edit k3f9m2 priority:high; first sync)
                first sync; next add Mine; next sync
                next undo 3 || test $? = 65
                has high; hasnt 2027; ! next list | grep -q Mine
                """),
        StateCase(
            name: "actions: edits by hand", fault: "dropped",
            lines: """
                start=$(tree); old; typed; first sync; has 'typed here'; next undo
                test $(tree) = $start; first redo; has 'typed here'
                """),
        StateCase(
            name: "actions: lines of a newer form",
            lines: """
                start=$(tree); first edit k3f9m2 due:2027-01-01
                printf 'squash %s 7\\nfuture\\n' $(git rev-parse HEAD) >>.git/pmd/actions
                next edit k3f9m2 +town; next undo; next undo; test $(tree) = $start
                first redo 2; has town
                """),
        StateCase(
            name: "actions: a last line that is cut off",
            lines: """
                start=$(tree); first edit k3f9m2 due:2027-01-01; edited=$(tree)
                first add More; added=$(tree); truncate -s -40 .git/pmd/actions
                next edit k3f9m2 +town; next undo; test $(tree) = $added
                first undo; hasnt 2027; next redo; test $(tree) = $added
                """),
        StateCase(
            name: "actions: a list that is lost is made from the reflog",
            lines: """
                start=$(tree); first edit k3f9m2 due:2027-01-01; first undo; first redo
                next add More; rm .git/pmd/actions; next undo 2; test $(tree) = $start
                """),
        StateCase(
            name: "actions: a board beside code", fault: "dropped",
            lines: """
                git init -q ../code; (cd ../code; echo int >main.c; git add -A; git commit -qm Code
                first init -q tasks --here; cd tasks; first add One; start=$(tree)
                first add Two; next undo; test $(tree) = $start; next redo; first undo 1
                test $(tree) = $start; test -d ../.git/pmd/at)
                """),
    ]

    /// `pending`: moves of the branch whose files are not all written yet.
    static let pending = [
        StateCase(
            name: "pending: a change is finished", fault: "dropped",
            lines: """
                killed edit k3f9m2 due:2027-01-01; next list; next add More; has 2027-01-01
                """),
        StateCase(
            name: "pending: a move is finished", fault: "dropped",
            lines: """
                killed move k3f9m2 doing; next sync; test -e doing/roof-k3f9m2.md; has ladder
                """),
        StateCase(
            name: "pending: a deletion is finished", fault: "dropped",
            lines: "killed rm k3f9m2; next add More; test ! -e todo/roof-k3f9m2.md"),
        StateCase(
            name: "pending: a sync is finished", fault: "dropped",
            lines: """
                (cd ../bob; first edit k3f9m2 due:2027-01-01; first add Theirs; first sync)
                killed sync; next sync; has 2027-01-01; ls todo | grep -q '^theirs-'
                """),
        StateCase(
            name: "pending: an undo is finished, and can be redone", fault: "dropped",
            lines: """
                first edit k3f9m2 due:2027-01-01; killed undo; next add More; hasnt 2027
                next undo; next redo; next undo; next redo 2; has 2027-01-01
                """),
        StateCase(
            name: "pending: what was typed meanwhile stays", fault: "dropped",
            lines: """
                old; killed edit k3f9m2 due:2027-01-01; typed; next add More; next sync
                has 2027-01-01; has 'typed here'
                """),
        StateCase(
            name: "pending: a command that only reads leaves it", fault: "dropped",
            lines: """
                killed edit k3f9m2 due:2027-01-01
                for words in list board 'show k3f9m2' status 'log -n 3'; do next $words; done
                first add More; has 2027-01-01
                """),
        StateCase(
            name: "pending: a branch that did not move", fault: "dropped",
            lines: """
                first edit k3f9m2 due:2027-01-01; new=$(git rev-parse HEAD)
                first undo; git update-ref refs/heads/main HEAD~2; git read-tree HEAD
                git checkout -q -f HEAD; echo $(git rev-parse HEAD) $new >.git/pmd/pending
                next add More; hasnt 2027-01-01
                """),
        StateCase(
            name: "pending: lines of a newer form",
            lines: """
                killed edit k3f9m2 due:2027-01-01
                echo 'moved from here to there' >>.git/pmd/pending
                next list; next add More; has 2027-01-01
                """),
    ]

    /// `replaced/`: file versions for editors that still have them open.
    static let replaced = [
        StateCase(
            name: "replaced: an old text saved later is merged", fault: "dropped",
            lines: """
                old; first edit k3f9m2 due:2027-01-01; next add More; next sync; next list
                first edit k3f9m2 +town; next doctor; typed; next sync
                has 2027-01-01; has town; has 'typed here'
                """),
        StateCase(
            name: "replaced: an old text that a sync replaced", fault: "dropped",
            lines: """
                old; (cd ../bob; first edit k3f9m2 due:2027-01-01; first sync); first sync
                next add More; next sync; typed; next sync; has 2027-01-01; has 'typed here'
                """),
        StateCase(
            name: "replaced: a file that an editor still holds open", fault: "dropped",
            lines: """
                exec 3>>todo/roof-k3f9m2.md; first edit k3f9m2 due:2027-01-01
                next add More; next list; echo typed late >&3; exec 3>&-
                next add Again; has 2027-01-01; has 'typed late'
                """),
        StateCase(
            name: "replaced: an old text at the place it was moved from", fault: "dropped",
            lines: """
                old; first move k3f9m2 doing; next list; mkdir -p todo
                sed 's/^Call/typed here. Call/' ../opened >todo/roof-k3f9m2.md; next sync
                test -e doing/roof-k3f9m2.md; has 'typed here'
                """),
        StateCase(
            name: "replaced: a name that is too long for one of a version", fault: "dropped",
            lines: """
                name=$(printf 'a%.0s' $(seq 230))-k3f9m2.md; mv todo/roof-k3f9m2.md todo/$name
                first sync; old; first edit k3f9m2 due:2027-01-01; next add More; typed
                next sync; has 2027-01-01; has 'typed here'
                """),
        StateCase(
            name: "replaced: versions of a newer form",
            lines: """
                old; first edit k3f9m2 due:2027-01-01
                echo x >.git/pmd/replaced/future; mkdir .git/pmd/replaced/packs
                echo x >.git/pmd/replaced/packs/1
                next add More; typed; next sync; has 2027-01-01; has 'typed here'
                """),
    ]

    /// Small files and locks.
    static let notes = [
        StateCase(
            name: "sync: how the last one ended",
            lines: """
                ended() { "$1" status --json | grep -o '"lastSync":{[^}]*}'; }
                mv ../hub.git ../gone; ! first sync; ended first >../first; ended next >../next
                cmp ../first ../next; next status | grep -q 'failing since'
                mv ../gone ../hub.git; next sync; next status | grep -v failing
                """),
        StateCase(
            name: "syncing: a sync that was killed",
            lines: """
                touch .git/pmd/syncing; git update-ref refs/remotes/origin/main HEAD
                touch .git/refs/remotes/origin/main.lock; first add More
                next sync; test ! -e .git/pmd/syncing
                """),
        StateCase(
            name: "lock: a holder that is dead",
            lines: """
                for lock in lock sync-lock packing; do
                    echo process 999999 >.git/pmd/$lock; next add More; next sync
                done
                """),
        StateCase(
            name: "lock: a holder that is alive is waited for",
            lines: """
                first add More; mkfifo ../ready
                flock .git/pmd/lock sh -c \\
                    'echo >../ready; sleep 1; git rev-list --count HEAD >../count' &
                read line <../ready; next add Second
                test $(cat ../count) = $(git rev-list --count HEAD~1)
                """),
        StateCase(
            name: "index: a lock of the index whose owner is dead",
            lines: """
                first add More; touch .git/pmd/index; ln .git/pmd/index .git/index.lock
                next add Again
                """),
        StateCase(
            name: "the index: entries that are not written to the working tree",
            lines: """
                (cd ../bob; ln -s /etc/passwd todo/link.md; git add -A; git commit -qm Link
                git push -q)
                first sync; test ! -e todo/link.md; test -z "$(git status --porcelain)"
                for version in next first; do
                    $version add More; $version edit k3f9m2 +town; $version sync
                    test -z "$(git status --porcelain)"; git cat-file -e HEAD:todo/link.md
                done
                """),
        StateCase(
            name: "objects: those that git prune takes", fault: "dropped",
            lines: """
                first edit k3f9m2 due:2027-01-01
                for id in $(git rev-parse HEAD 'HEAD^{tree}' HEAD:todo/roof-k3f9m2.md); do
                    rm .git/objects/$(echo $id | cut -c1-2)/$(echo $id | cut -c3-)
                done
                next list; next add More; has 2027-01-01
                """),
        StateCase(
            name: "reminders: the other version leaves them as they are",
            lines: """
                printf 'announced\\tstdout\\t1\\tk3f9m2\\t2027-01-01\\t\\n' >.git/pmd/reminders
                cp .git/pmd/reminders ../kept
                next edit k3f9m2 +town; next sync; next doctor locks; first list
                cmp .git/pmd/reminders ../kept
                """),
        StateCase(
            name: "times, effects: what cannot be read is made anew",
            lines: """
                first done k3f9m2; first list --all --history >../kept
                for file in times effects; do
                    printf garbage >.git/pmd/$file; next list --all --history --json |
                        grep -q '"finished":"2'; first list --all --history >../again
                    cmp ../kept ../again
                done
                """),
        StateCase(
            name: "loose: a packing that is due",
            lines: """
                first add More; echo 5000 90000000 >.git/pmd/loose; next add Again
                for n in $(seq 50); do grep -q ^50 .git/pmd/loose || break; sleep 0.1; done
                flock .git/pmd/packing true; next list | grep -q Again
                """),
    ]
}
