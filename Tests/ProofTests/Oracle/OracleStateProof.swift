import TestSupport
import Testing

/// Each version reads, or safely rebuilds, the other version's files in `.git/pmd`.
struct OracleStateProof {
    private typealias Case = (direction: Int, state: StateCase)

    @Test func `each local state file means the same to both versions`() async throws {
        let proof = Proof(
            "oracle-state", of: "states that one version left to the other",
            faults: ["dropped", "misread", "unknown file"])
        try await proof.againstOlderVersion { older in
            let versions = Version.pairs(older)
            let cases: [Case] = versions.indices.flatMap { direction in
                StateCase.all.map { (direction, $0) }
            }
            await proof.each(cases, quick: 0) { item, trial in
                let (first, next) = versions[item.direction]
                trial.note("\(item.state.name); the \(first.name) version begins")
                let clones = try Clones(program: first.pmd)
                try clones.run(StateCase.task, in: "ann")
                let words = try Self.words(first, next, clones)
                let run = try clones.sh(words + item.state.lines + "\nsound\n", in: "ann")
                trial.expect(
                    run.status == 0, item.state.fault,
                    "\(run.output.suffix(1500))\(run.error.suffix(3000))")
            }
        }
    }

    /// Shell functions for the cases.
    private static func words(_ first: Version, _ next: Version, _ clones: Clones) throws -> String
    {
        """
        first() { '\(first.pmd)' "$@"; }
        next() { '\(next.pmd)' "$@"; }
        faults='\(try FaultLibrary.path())'
        \(StateCase.words)
        """
    }

    @Test func `undo and redo cover the actions of either version`() async throws {
        let proof = Proof(
            "oracle-undo", of: "runs of two versions",
            faults: ["first state", "last state", "refused"])
        try await proof.againstOlderVersion { older in
            let versions = [Version.old(older), .new]
            await proof.random(quick: 0) { trial in
                let user = try BoardUser(try ProgramSandbox.boardInMemory(), "a")
                try user.makeFirstTasks()
                let first = try user.tree()
                for _ in 0..<60 {
                    user.sandbox.program = versions.randomElement(using: &trial.random)?.pmd ?? ""
                    try user.act(&trial.random)
                }
                try user.pmd("sync")
                let (last, count) = (try user.tree(), try user.commits())
                for run in try user.undoAll() { trial.fail("refused", run.error) }
                try user.expect(first, "first state", trial)
                let undone = try user.commits() - count
                trial.count("undos", undone)
                user.sandbox.program = versions[Int(trial.seed % 2)].pmd
                let redo = try user.pmd("redo", "\(undone)")
                trial.expect(redo.status == 0, "refused", redo.error)
                try user.expect(last, "last state", trial)
            }
        }
    }
}

/// Local state left by `first`, and the checks after `next`.
struct StateCase: Sendable {
    var name: String
    var fault = "misread"
    /// Shell lines that run in one of two clones with `set -e`.
    var lines: String

    static let all = actions + pending + replaced + notes + damages + others

    /// Adds a task to both clones.
    static let task = """
        cat >todo/roof-k3f9m2.md <<'END'
        ---
        title: Fix the roof
        ---
        Call the people with the ladder.

        - [ ] measure
        END
        pmd sync; pmd -C ../bob sync
        """

    /// `killed WORDS`: kills `first` after it moved the branch and before it writes the files.
    /// `has WORD`, `hasnt WORD`: whether the task's only file contains it.
    /// `old`, `typed`: an editor opens the task, and saves its old text plus a line.
    /// `same`: `next` prints the same as without a cache.
    /// `sound`: nothing is unfinished, and both versions work.
    static let words = """
        task() { test "$(ls */*-k3f9m2.md | wc -l)" = 1; cat */*-k3f9m2.md; }
        has() { task | grep -qF -- "$1"; git show "HEAD:$(ls */*-k3f9m2.md)" | grep -qF -- "$1"; }
        hasnt() { ! task | grep -qF -- "$1"; }
        tree() { git rev-parse 'HEAD^{tree}'; }
        old() { cp */*-k3f9m2.md ../opened; }
        typed() { sed 's/^Call/typed here. Call/' ../opened >"$(ls */*-k3f9m2.md)"; }
        under() {
            folder=$1; shift
            ( cd "$folder"; rm -f ../calls; LD_PRELOAD=$faults FAULT_STATE=$PWD/../calls \\
                FAULT_UNDER=$PWD/.git/refs/heads "$@" )
        }
        killed() {
            cp -a . ../dry; cp -a ../hub.git ../hub.kept
            under ../dry first "$@"
            rm -rf ../dry ../hub.git; mv ../hub.kept ../hub.git
            calls=$(od -An -td4 -N4 ../calls | tr -d ' ')
            FAULT_MODE=after FAULT_AT=$calls under . first "$@" || test $? = 137
            test -e .git/pmd/pending; test -n "$(git status --porcelain)"
        }
        printed() {
            next list --all --json; next log -n 30; next blame k3f9m2; next board
            next undo 99 --dry-run || test $? = 65
        }
        same() {
            cp -a . ../plain; printed >../with
            ( cd ../plain/.git/pmd; ls | grep -vxE 'pending|actions|replaced|at' | xargs rm -rf )
            ( cd ../plain; printed ) >../without; rm -rf ../plain; cmp ../with ../without
        }
        sound() {
            test -z "$(git status --porcelain)"; test ! -e .git/pmd/pending
            test -z "$(find .git ../hub.git -name '*.lock')"
            test -z "$(git fsck --strict --no-dangling 2>&1 | grep -v ^notice)"
            for version in next first; do $version add "By $version"; done
            for version in next first; do $version undo; $version sync; done
            test -z "$(git status --porcelain)"
        }

        """
}
