import Glibc
import TestSupport
import Testing

/// Objects are packed before they accumulate, and the user does not wait for it.
struct RepositorySizeProof {
    private let proof = Proof(
        "growth", of: "boards with their one-task commits", faults: ["too large", "damaged"])

    @Test func `a history of small commits takes little more space than git's packs`() async {
        await proof.random(quick: 1) { trial in
            let size = Proof.isSoak ? (tasks: 10_000, commits: 1000) : (tasks: 3000, commits: 40)
            let sandbox = try board(of: size.tasks)
            for number in 1...size.commits {
                let task = Int.random(in: 1...size.tasks, using: &trial.random)
                let run = try sandbox.pmd("edit", "task-\(task)", "note=\(number)", "-q")
                trial.expect(run.status == 0, "damaged", run.error)
            }
            try wait(for: sandbox)
            let ratio = try ratioToPacked(sandbox)
            trial.count("commits", size.commits)
            trial.count("% of git gc's size", ratio)
            trial.expect(ratio <= 200, "too large", "\(ratio) % of what git gc leaves")
            let fsck = try sandbox.shell("git fsck --strict --full 2>&1; git status --porcelain")
            trial.expect(fsck.output.isEmpty, "damaged", fsck.output)
        }
    }

    private func board(of count: Int) throws -> ProgramSandbox {
        var sandbox = try ProgramSandbox()
        try sandbox.shell(
            """
            mkdir board && cd board && git init -q && mkdir todo doing done
            printf 'format: 1\\n' > pmd.yml
            base64 -w 400 /dev/urandom | head -n \(count) | awk '{
                file = "todo/task-" NR ".md"
                printf "---\\ntitle: Task %d\\n---\\n%s\\n", NR, $0 > file
                close(file)
            }'
            # No git gc that the commit began may still be at work when the first edits come.
            git add . && git -c gc.auto=0 commit -qm tasks && git gc -q
            """)
        sandbox.here += "/board"
        return sandbox
    }

    /// Waits until the maintenance that the last command started has released its lock.
    private func wait(for sandbox: ProgramSandbox) throws {
        try sandbox.shell("if [ -e .git/pmd/packing ]; then flock -w 300 .git/pmd/packing true; fi")
    }

    /// Returns the repository's size, as a percentage of its size after `git gc`.
    private func ratioToPacked(_ sandbox: ProgramSandbox) throws -> Int {
        let sizes = try sandbox.shell(
            """
            cp -a .git ../packed && git -C ../packed gc -q
            du -sb --exclude=pmd .git ../packed | cut -f1
            """
        ).output.split(separator: "\n").compactMap { Int($0) }
        guard sizes.count == 2 else { throw SystemFailure(call: "du") }
        return sizes[0] * 100 / sizes[1]
    }
}
