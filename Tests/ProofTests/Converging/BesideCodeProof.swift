import TestSupport
import Testing

/// Five users push code and tasks to one repository.
struct BesideCodeProof {
    @Test func `a board on its own branch and the code do not affect each other`() async {
        await prove(
            Proof("beside-code", of: "histories x 5 people, linked", faults: Self.faults),
            isGuest: false)
    }

    @Test func `a board on the code's branch leaves the code to git`() async {
        await prove(
            Proof("guest", of: "histories x 5 people, as guests", faults: Self.faults),
            isGuest: true)
    }

    private static let faults = ["lost", "diverged", "failed", "untidy", "mixed"]
    private static let people = ["ann", "bob", "cat", "dan", "eve"]

    private func prove(_ proof: Proof, isGuest: Bool) async {
        await proof.random(quick: 1) { trial in
            var sandbox = try ProgramSandbox()
            sandbox.environment["GIT_EDITOR"] = "true"
            try writeFile(sandbox.here + "/people", Self.script)
            let run = try sandbox.run([
                "/bin/bash", "people", "\(trial.seed % 30_000)", isGuest ? "guest" : "linked",
            ])
            let errors = String(
                decoding: try readFile(sandbox.here + "/errors").suffix(3000), as: UTF8.self)
            trial.expect(run.status == 0, "failed", run.output + errors)
            for line in run.output.split(separator: "\n") {
                let words = line.split(separator: " ", maxSplits: 1).map(String.init)
                if Self.faults.contains(words[0]) {
                    trial.fail(words[0], String(line) + "\n" + errors)
                } else if words[0] == "count" {
                    trial.count(words[1])
                }
            }
        }
    }

    /// The shell script, which prints each fault on a line: `lost TOKEN`.
    private static let script = #"""
        RANDOM=$1 kind=$2 all='ann bob cat dan eve'
        exec 2> $PWD/errors; set -x
        here=$([ $kind = guest ] && echo --here)
        work() { status=0; out=$("$@" 2>&1) || status=$?; }
        git init -q --bare -b main hub.git
        git clone -q hub.git ann; cd ann; mkdir src; echo 'int main;' > src/main.c
        for p in $all; do seq 5 > src/$p.c; done; git add .; git commit -qm code; git push -q; cd ..
        for p in bob cat dan eve; do git clone -q hub.git $p; done
        for p in $all; do git -C $p config user.name $p; git -C $p config user.email $p@x.org; done

        # Two begin at once; the others join later.
        if [ $kind = guest ]; then
            ( cd ann; pmd init -q --here tasks; pmd sync -C tasks; git push -q )
            for p in bob cat dan eve; do ( cd $p; git pull -q; cd tasks; pmd init -q ); done
        else
            for p in ann bob; do ( cd $p; pmd init -q tasks ) & done; wait
            for p in ann bob; do ( cd $p/tasks; pmd sync ) & done; wait
            ( cd cat; pmd init -q tasks )
        fi

        # As the sentence says that sync prints.
        follow() {
            work pmd sync -C tasks
            case $out in *'git pull'*|*'git push'*) pull ;; esac
            [ $status = 0 ] || [ $status = 75 ] || echo "failed sync $status $out"
        }
        pull() {
            if [ $((RANDOM % 2)) = 0 ]; then git pull -q --no-rebase --no-edit
            else git pull -q --rebase --autostash; fi
            [ -z "$(git ls-files -u)" ] || { echo "count stops of git"; git add -A; git commit -qm m ||
                git rebase --continue; }
            git push -q
        }
        for step in $(seq 40); do
            set -- $all; shift $((RANDOM % 5)); p=$1; cd $p
            token=token-$p-$step-end
            [ -e tasks/pmd.yml ] || pmd init -q $here tasks
            case $((RANDOM % 12)) in
            0|1|2) work pmd -C tasks add New $token; [ $status = 0 ] && echo $token >> ../tokens ||
                echo "failed add $status $out" ;;
            3) id=$(pmd -C tasks list --ids | head -1); [ -z "$id" ] ||
                { work pmd -C tasks edit $id --append $token
                [ $status = 0 ] && echo $token >> ../tokens || echo "failed edit $status $out"; } ;;
            4) id=$(pmd -C tasks list --ids | tail -1); [ -z "$id" ] || work pmd -C tasks start $id ;;
            5|6|7) follow ;;
            8|9) echo "// $token" >> src/$p.c; git add src; git commit -qm "code $token"
                echo $token >> ../code; git pull -q --rebase --autostash; git push -q ;;
            10) echo "// $token" >> src/$p.c; echo $token >> ../code ;;
            11) if [ $kind = linked ]; then
                    case $((RANDOM % 4)) in
                    0) pmd sync -C tasks; git worktree remove tasks && echo "count removed" ;;
                    1) git clean -qxdf; echo "count cleaned" ;;
                    2) pmd sync -C tasks; rm -r tasks; git worktree prune ;;
                    3) pmd sync -C tasks; rm -r tasks ;;
                    esac
                fi ;;
            esac
            [ $kind = guest ] || [ -z "$(git status --porcelain | grep -v ' src/')" ] ||
                { echo untidy in $p; git status --porcelain; }
            cd ..
        done

        for p in $all; do
            cd $p; [ -e tasks/pmd.yml ] || pmd init -q $here tasks
            git add src; git commit -qm "code, at last"; git pull -q --rebase --autostash; git push -q
            cd ..
        done
        for round in 1 2 3; do
            for p in $all; do ( cd $p; follow ); done
        done
        for p in $all; do git -C $p pull -q --no-rebase; done
        for p in $all; do
            ( cd $p/tasks; git rev-parse HEAD )
        done | sort -u > heads
        [ $(wc -l < heads) = 1 ] || { echo diverged; cat heads; }
        while read t; do grep -rq -e $t ann/tasks/todo ann/tasks/doing || echo "lost $t"; done < tokens
        while read t; do grep -rq -e $t ann/src || echo "lost code $t"; done < code
        for p in $all; do
            cd $p; git fsck --strict 2>&1 | grep -v dangling | sed 's/^/untidy /'
            git status --porcelain | sed 's/^/untidy /'
            git -C tasks status --porcelain | sed 's/^/untidy /'
            if [ $kind = linked ]; then
                [ -z "$(git ls-tree -r --name-only main | grep -v ^src/)" ] || echo mixed main
                [ -z "$(git ls-tree -r --name-only tasks | grep ^src/)" ] || echo mixed tasks
            fi
            cd ..
        done
        for t in $(cat tokens); do echo "count tasks' edits"; done
        for t in $(cat code); do echo "count code's edits"; done
        exit 0
        """#
}
