import Glibc
import TestSupport
import Testing

/// Concurrent `git prune` and `git gc` never remove what a command has just stored.
struct HostilePruneTests {
    @Test func `no task is lost while git prune and git gc run in a loop`() async {
        let proof = Proof("prune", of: "runs beside git prune", faults: ["lost", "refused"])
        await proof.random(quick: 2) { trial in
            let board = try ProgramSandbox.board()
            let prunes = trial.seed % 2 == 0 ? "git gc -q --prune=now" : "git prune --expire=now"
            trial.note(prunes)
            let count = Proof.isSoak ? 60 : 12
            try board.add("Edited again and again")
            let run = try board.shell(
                """
                (while [ ! -e ../stop ]; do \(prunes) >/dev/null 2>&1 || true; done) &
                for number in $(seq \(count)); do
                    pmd add -q "Task $number" >/dev/null 2>>../errors || echo "add $number: $?"
                    pmd edit -q 'Edited again' +x$number 2>>../errors || echo "edit $number: $?"
                done
                : >../stop
                wait
                pmd status >/dev/null 2>&1 || echo "status: $?"
                git fsck --strict >../fsck 2>&1 || cat ../fsck
                git ls-tree -r --name-only HEAD | grep -c '/.*task-' || true
                """)
            let lines = run.output.split(separator: "\n")
            let later = lines.count { $0.hasSuffix(": 75") }
            let errors = try board.shell("cat ../errors").output
            let bad = lines.dropLast().filter { !$0.hasSuffix(": 75") }
            trial.expect(bad.isEmpty, "refused", "\(bad) \(errors)")
            let found = Int(lines.last ?? "") ?? -1
            let added = count - lines.count { $0.hasPrefix("add ") && $0.hasSuffix(": 75") }
            trial.expect(found >= added, "lost", "\(found) of \(added) are there: \(errors)")
            trial.count("told to try later", later)
            trial.count("commands", count * 2)
        }
    }

    @Test func `an object pruned just after it was stored is restored`() throws {
        let board = try ProgramSandbox.board()
        try board.add("First task")
        for name in ["HEAD", "HEAD^{tree}", "HEAD:todo", "HEAD:$(ls todo/*)"] {
            let id = try board.shell("git rev-parse \"\(name)\"").output.dropLast()
            try board.shell("rm -f .git/objects/\(id.prefix(2))/\(id.dropFirst(2))")
        }
        #expect(try board.pmd("add", "Second task").status == 0)
        #expect(try board.shell("git fsck --strict; git gc -q; git fsck").status == 0)
    }

    @Test func `safely stored objects are not kept twice`() throws {
        let board = try ProgramSandbox.board()
        try board.add("First task")
        let kept = "ls .git/pmd/objects | wc -l"
        #expect(try board.shell(kept).output != "0\n")
        // Only time makes a link old.
        try board.shell("faketime '+1 hour' pmd add Second; faketime '+2 hours' pmd add Third")
        let count = Int(try board.shell(kept).output.dropLast()) ?? 0
        #expect(count < 40, "\(count)")
    }
}
