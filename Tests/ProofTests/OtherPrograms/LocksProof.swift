import Glibc
import TestSupport
import Testing

/// Locks: pmd removes stale ones, never breaks a live one, and reports the file, its age and its
/// holder.
struct LocksProof {
    @Test func `stale locks of pmd are removed, and live locks are never broken`() async {
        let proof = Proof("locks", of: "scenarios", faults: ["not healed", "broken", "untold"])
        await proof.each(Self.cases, quick: Self.cases.count) { test, trial in
            let clones = try Clones(["ann"])
            try clones.run("pmd add One", in: "ann")
            let run = try clones.sh(Self.words + test.lines, in: "ann")
            trial.expect(run.status == 0, test.fault, "\(test.name):\n\(run.output)\(run.error)")
            let check = try clones.sh(
                "rm -f .git/*.lock .git/refs/*/*.lock; pmd add Last; pmd list | grep -q Last; "
                    + "test -z \"$(git status --porcelain)\"; git fsck --strict", in: "ann")
            trial.expect(check.status == 0, test.fault, "\(test.name), after it: \(check.error)")
        }
    }

    struct Case: Sendable {
        var name: String
        var fault: String
        var lines: String
    }

    /// `works`: a command succeeds at once, and leaves no lock.
    /// `refused FILE WORDS`: the command exits with 75 and these words, and the file stays.
    /// `holding FILE COMMAND`: runs the command while a process named git has the file open.
    private static let words = """
        works() {
            pmd add More > /dev/null
            test -z "$(find .git -name '*.lock')"
            test "$(git log -1 --format=%s)" = 'Add "More"'
        }
        refused() {
            status=0; pmd add Refused > ../out 2>&1 || status=$?
            test $status = 75 || { cat ../out; exit 1; }
            grep -qF "$1" ../out && grep -qF -- "$2" ../out && grep -q ' ago' ../out ||
                { cat ../out; exit 1; }
            test -e "$1"; test "$(git log -1 --format=%s)" = 'Add "One"'
        }
        holding() {
            cp /bin/sleep ../git; mkfifo ../ready
            ( exec 8> "$1"; echo > ../ready; exec ../git 60 ) & holder=$!
            read line < ../ready; file=$1; shift
            [ "$age" ] && touch -d "$age" "$file"
            while [ "$(cat /proc/$holder/comm)" != git ]; do :; done
            "$@" "$PWD/$file" "git (process $holder)"; kill $holder
        }
        age=

        """
}

extension LocksProof {
    private static let index = ".git/index.lock"
    private static let branch = ".git/refs/heads/main.lock"

    static let cases: [Case] = [
        Case(
            name: "the index, by a pmd that is dead", fault: "not healed",
            lines: "touch .git/pmd/index; ln .git/pmd/index \(index); works"),
        Case(
            name: "the branch, by a pmd that is dead", fault: "not healed",
            lines: """
                head=$(git rev-parse HEAD)
                new=$(git commit-tree -p HEAD -m x 'HEAD^{tree}')
                echo $head $new > .git/pmd/pending; echo $new > \(branch); works
                """),
        Case(
            name: "pmd's own, by a pmd that is dead", fault: "not healed",
            lines: "echo process 999999 > .git/pmd/lock; works"),
        Case(
            name: "pmd's own, by a pmd that is at work for a moment", fault: "broken",
            lines: """
                mkfifo ../ready; flock .git/pmd/lock sh -c \
                  'echo > ../ready; sleep 1; git rev-list --count HEAD > ../count' &
                read line < ../ready; works; test $(cat ../count) = 2
                """),
        Case(
            name: "the index, by a git that is alive", fault: "broken",
            lines: "holding \(index) refused; rm \(index); works"),
        Case(
            name: "the index, by a git that is alive, for an hour", fault: "broken",
            lines: "age='1 hour ago'; holding \(index) refused; rm \(index); works"),
        Case(
            name: "the index, by a commit whose editor is open for days", fault: "broken",
            lines: """
                mkfifo ../ready; echo x > x; git add x
                GIT_EDITOR='sh -c "echo > ../ready; sleep 60"' git commit & holder=$!
                read line < ../ready; touch -d '3 days ago' \(index)
                refused "$PWD/\(index)" "git (process $holder)"
                test -e \(index); kill $holder; wait $holder || true
                rm -f \(index); git reset -q; rm x; works
                """),
        Case(
            name: "the index, by a git that is dead since just now", fault: "untold",
            lines:
                "touch \(index); refused \"$PWD/\(index)\" 'no process holds it'; rm \(index); works"
        ),
        Case(
            name: "the index, by a git that is dead since long ago", fault: "not healed",
            lines: "touch -d '2 days ago' \(index); works"),
        Case(
            name: "the branch, by a git that is alive", fault: "broken",
            lines: "age='3 days ago'; holding \(branch) refused; rm \(branch); works"),
        Case(
            name: "the branch, by a git that is dead", fault: "not healed",
            lines: """
                touch \(branch); refused "$PWD/\(branch)" 'no process holds it'
                touch -d '2 days ago' \(branch); works
                """),
        Case(
            name: "HEAD, packed references and configuration are in nobody's way", fault: "broken",
            lines: """
                touch .git/HEAD.lock .git/packed-refs.lock .git/config.lock
                pmd add More; pmd start More; pmd sync
                test -e .git/HEAD.lock; test -e .git/packed-refs.lock; test -e .git/config.lock
                """),
        Case(
            name: "the configuration, by a git that is dead", fault: "untold",
            lines: """
                rm -f .git/pmd/x; git config --unset merge.pmd.driver; touch .git/config.lock
                ! pmd init 2> ../out; grep -qF "$PWD/.git/config.lock' was created" ../out
                touch -d '2 days ago' .git/config.lock; pmd init -q
                git config merge.pmd.driver; test ! -e .git/config.lock
                """),
        Case(
            name: "the remote's branch, by a sync that was killed", fault: "not healed",
            lines: """
                pmd sync; pmd add More; git push -q; touch .git/pmd/syncing
                git update-ref refs/remotes/origin/main HEAD~1
                touch .git/refs/remotes/origin/main.lock; pmd sync
                test "$(git rev-parse origin/main)" = "$(git rev-parse HEAD)"
                """),
        Case(
            name: "the lock of another clone's holder does not matter", fault: "broken",
            lines: """
                git clone -q ../hub.git ../cat; touch ../cat/\(index); works
                test -e ../cat/\(index)
                """),
    ]
}
