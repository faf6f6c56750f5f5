import TestSupport
import Testing

/// Remotes that restrict pushes, and the commands that the manual recommends for them.
struct ProtectedBranchProof {
    /// Two clones of one board, whose remote runs a script before it updates a branch.
    private func clones(update: String) throws -> ProgramSandbox {
        let sandbox = try ProgramSandbox()
        try sandbox.must(
            """
            git init -q --bare remote.git
            pmd init -q ann --remote "$PWD/remote.git"
            pmd add -q -C ann Roof
            pmd sync -q -C ann
            pmd clone -q remote.git bob
            """)
        try writeFile(sandbox.here + "/remote.git/hooks/update", "#!/bin/sh\n" + update + "\n")
        try sandbox.must("chmod +x remote.git/hooks/update")
        return sandbox
    }

    @Test func `a remote that requires signatures accepts commits that git signed later`() throws {
        let sandbox = try clones(
            update: """
                for commit in $(git rev-list "$3" --not --all); do
                    git cat-file commit "$commit" | grep -q '^gpgsig ' || {
                        echo "every commit must be signed" >&2
                        exit 1
                    }
                done
                """)
        guard try !sandbox.shell("command -v ssh-keygen || true").output.isEmpty else {
            return noteNotRun("ssh-keygen is not installed")
        }
        try sandbox.must(
            """
            ssh-keygen -q -t ed25519 -N '' -f key
            git config --global gpg.format ssh
            git config --global user.signingKey "$PWD/key.pub"
            pmd edit -q -C ann roof +house
            """)
        let refused = try sandbox.shell("pmd sync -C ann || exit $?")
        #expect(refused.status == 77, "\(refused)")
        #expect(refused.error.contains("every commit must be signed"), "\(refused)")
        let sign = "git -C ann rebase -q --exec 'git commit -q --amend --no-edit -S' '@{upstream}'"
        try sandbox.must(sign + " 2>&1; pmd sync -C ann")
        try sandbox.must(
            """
            pmd edit -q -C bob roof due:2026-12-01
            git -C bob pull -q --rebase -S 2>&1
            pmd sync -C bob
            pmd sync -C ann
            """)
        let task = try sandbox.must("cat ann/todo/*.md")
        #expect(task.contains("due: 2026-12-01") && task.contains("house"), "\(task)")
    }

    @Test func `a remote that forbids merge commits accepts a board that git rebased`() throws {
        let sandbox = try clones(
            update: #"[ -z "$(git rev-list --merges "$3" --not --all)" ]"#)
        try sandbox.must(
            "pmd edit -q -C ann roof +house; pmd sync -C ann; pmd edit -q -C bob roof +urgent")
        #expect(try sandbox.shell("pmd sync -C bob || exit $?").status == 77)
        try sandbox.must("git -C bob pull -q --rebase 2>&1; pmd sync -C bob; pmd sync -C ann")
        let task = try sandbox.must("cat ann/todo/*.md")
        #expect(task.contains("house") && task.contains("urgent"), "\(task)")
    }

    @Test func `a board can move from a protected branch to another one`() throws {
        let sandbox = try clones(update: #"[ "$1" != refs/heads/main ]"#)
        try sandbox.must("pmd add -q -C ann Door")
        #expect(try sandbox.shell("pmd sync -C ann || exit $?").status == 77)
        try sandbox.must(
            """
            pmd add -q -C ann Fence
            git -C ann switch -q -c tasks
            git -C ann config pmd.branch tasks
            pmd sync -C ann
            git -C bob fetch -q
            git -C bob switch -q tasks
            git -C bob config pmd.branch tasks
            pmd add -q -C bob Gate
            pmd sync -C bob
            pmd sync -C ann
            """)
        #expect(try sandbox.must("pmd count -C ann") == "4\n")
    }

    @Test func `a remote that refuses forced pushes and deletions accepts every sync`() throws {
        let sandbox = try clones(update: "exit 0")
        try sandbox.must(
            """
            git -C remote.git config receive.denyNonFastForwards true
            git -C remote.git config receive.denyDeletes true
            pmd edit -q -C ann roof +house
            pmd edit -q -C bob roof +urgent
            pmd sync -C ann
            pmd sync -C bob
            pmd sync -C ann
            """)
        let task = try sandbox.must("cat ann/todo/*.md")
        #expect(task.contains("house") && task.contains("urgent"), "\(task)")
    }
}
