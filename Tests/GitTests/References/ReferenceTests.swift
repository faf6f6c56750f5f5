import Glibc
import Programs
import Testing

@testable import Git

/// Reading, moving and creating references, loose and packed.
struct ReferenceTests {
    let sandbox: RepositorySandbox
    let repository: Repository
    let commits: [ObjectID]

    init() throws {
        sandbox = try RepositorySandbox()
        repository = try sandbox.repository()
        let repository = repository
        commits = try (0..<3).map { try repository.commitFiles(["a.md": "\($0)\n"]) }
    }

    @Test func `a reference moves only from the expected value`() throws {
        let name = "refs/heads/other"
        try repository.move(reference: name, from: nil, to: commits[0], message: "made")
        #expect(
            kind { try repository.move(reference: name, from: nil, to: commits[1], message: "") }
                == .changedMeanwhile)
        #expect(
            kind {
                try repository.move(reference: name, from: commits[2], to: commits[1], message: "")
            }
                == .changedMeanwhile)
        try repository.move(reference: name, from: commits[0], to: commits[1], message: "moved")
        #expect(try sandbox.git("rev-parse", name) == "\(commits[1])\n")
        #expect(
            try sandbox.git("reflog", "--format=%gs", "other") == "moved\nmade\n")
        try repository.move(reference: name, from: commits[1], to: nil, message: "gone")
        #expect(try repository.reference(name) == nil)
        #expect(try sandbox.git("branch", "--list", "other") == "")
    }

    @Test func `the checked out branch moves with both reflogs, as in git`()
        throws
    {
        let name = "refs/heads/main"
        try repository.move(
            reference: name, from: commits[2], to: commits[0], message: "back \n to the first ")
        #expect(
            kind {
                try repository.move(reference: name, from: commits[2], to: commits[1], message: "")
            }
                == .changedMeanwhile)
        #expect(
            try sandbox.git("rev-parse", "main", "HEAD@{1}") == "\(commits[0])\n\(commits[2])\n")
        for log in ["main", "HEAD"] {
            let entry = try sandbox.git("reflog", "-1", "--format=%H %gs <%ge>", log)
            let mail = try sandbox.sh("git config user.email || echo unknown")
            #expect(entry == "\(commits[0]) back   to the first <\(mail.dropLast())>\n")
        }
        #expect(try sandbox.sh("git fsck --strict 2>&1; ls .git/refs/heads") == "main\n")
    }

    @Test func `a move to the current value takes no lock`() throws {
        try sandbox.sh("touch .git/refs/heads/main.lock .git/HEAD.lock")
        let name = "refs/heads/main"
        try repository.move(reference: name, from: commits[2], to: commits[2], message: "")
        #expect(
            kind {
                try repository.move(reference: name, from: commits[1], to: commits[1], message: "")
            } == .changedMeanwhile)
        try repository.setHead(toBranch: name)
    }

    @Test func `the checked out branch does not move while someone holds its lock`() throws {
        try sandbox.sh("touch .git/refs/heads/main.lock")
        #expect(
            kind {
                try repository.move(
                    reference: "refs/heads/main", from: commits[2], to: commits[0], message: "",
                    waiting: 0.05)
            } == .locked)
        #expect(
            try sandbox.sh("rm .git/refs/heads/main.lock; git rev-parse HEAD") == "\(commits[2])\n")
    }

    @Test func `packed references move, too`() throws {
        try sandbox.git("branch", "other", "HEAD~1")
        try sandbox.git("pack-refs", "--all")
        try repository.move(
            reference: "refs/heads/other", from: commits[1], to: commits[2], message: "m")
        #expect(try sandbox.git("rev-parse", "other") == "\(commits[2])\n")
        try repository.move(reference: "refs/heads/other", from: commits[2], to: nil, message: "m")
        #expect(try sandbox.sh("git rev-parse -q --verify other || echo none") == "none\n")
        #expect(
            try repository.references(matching: "refs/heads/*") == ["refs/heads/main": commits[2]])
    }

    @Test func `a reference cannot point to a missing commit`() throws {
        let id = try #require(ObjectID(bytes: Array(repeating: 7, count: 20)))
        #expect(throws: GitError.self) {
            try repository.move(reference: "refs/heads/x", from: nil, to: id, message: "")
        }
        #expect(try repository.reference("refs/heads/x") == nil)
    }

    @Test(arguments: [
        "main", "refs/heads/a..b", "refs/heads/a b", "refs/heads/.lock", "refs/heads/x.lock",
    ])
    func `a name that git does not accept is refused`(name: String) throws {
        #expect(
            kind { try repository.move(reference: name, from: nil, to: commits[0], message: "") }
                == .invalid)
    }

    @Test func `someone else's lock is waited for, then reported`() throws {
        try sandbox.sh("touch .git/refs/heads/main.lock")
        let error = #expect(throws: GitError.self) {
            try repository.move(
                reference: "refs/heads/main", from: commits[2], to: commits[1], message: "",
                waiting: 0.02)
        }
        #expect(error?.kind == .locked)
        #expect(error?.description.contains("refs/heads/main.lock") == true)
        #expect(access(repository.gitDirectory + "refs/heads/main.lock", F_OK) == 0)
        #expect(try repository.reference("refs/heads/main") == commits[2])
    }

    @Test func `one of many concurrent moves of a reference wins, and the others fail`()
        async throws
    {
        let (path, start) = (repository.workTree, commits[2])
        let tree = try repository.commit(start).tree
        for round in 0..<10 {
            let name = "refs/heads/race\(round)"
            let outcomes = try await withThrowingTaskGroup(of: ObjectID?.self) { group in
                for racer in 0..<4 {
                    group.addTask {
                        let repository = try Repository.open(at: path)
                        let signature = Signature(
                            name: "R\(racer)", email: "", time: 1_795_000_000, offset: 0)
                        let commit = try repository.writeCommit(
                            tree: tree, parents: [start], author: signature, committer: signature,
                            message: "\(round)")
                        do {
                            try repository.move(
                                reference: name, from: nil, to: commit, message: "race")
                            return commit
                        } catch let error as GitError where error.kind == .changedMeanwhile {
                            return nil
                        }
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            let winners = outcomes.compactMap { $0 }
            #expect(winners.count == 1)
            #expect(try repository.reference(name) == winners.first)
        }
    }

    @Test func `concurrent commits by pmd and plain git all stay`() async throws {
        let (path, sandbox) = (repository.workTree, self.sandbox.path)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for writer in 0..<2 {
                group.addTask {
                    let repository = try Repository.open(at: path)
                    for number in 0..<15 {
                        try Self.insist {
                            try repository.commitFiles(
                                ["p\(writer)-\(number).md": "x\n"], message: "p")
                        }
                    }
                }
            }
            group.addTask {
                let child = try ChildProcess(
                    "sh",
                    [
                        "-c",
                        """
                        try() { n=0; until "$@" >/dev/null 2>&1; do
                            n=$((n+1)); [ $n -lt 500 ] || exit 1
                        done; }
                        for i in $(seq 15); do
                            echo g > g$i; try git add g$i; try git commit -qm g$i
                        done
                        """,
                    ], environment: Environment.ofProcess().list(), folder: sandbox + "/repo")
                child.closeInput()
                _ = child.outputToEnd()
                #expect(child.wait() == 0)
            }
            try await group.waitForAll()
        }
        // A later commit of git can remove a file again: it reads the index before it waits for the
        // lock. The commits stay, and so do the files.
        let added = try self.sandbox.git("log", "--diff-filter=A", "--name-only", "--format=")
        let names = (0..<30).map { "p\($0 / 15)-\($0 % 15).md" } + (1...15).map { "g\($0)" }
        #expect(Set(names).isSubset(of: added.split(separator: "\n").map(String.init)))
        #expect(
            try Set(names).isSubset(
                of: self.sandbox.sh("ls").split(separator: "\n").map(String.init)))
        // A commit of git that loses the race to the branch stays as a dangling object.
        #expect(try self.sandbox.git("fsck", "--strict", "--no-dangling") == "")
    }

    @Test func `a detached HEAD and a HEAD without a commit are reported`() throws {
        #expect(try repository.head() == .branch(name: "refs/heads/main", commit: commits[2]))
        try sandbox.git("checkout", "-q", "--detach")
        #expect(try repository.head() == .detached(commits[2]))
        let empty = try sandbox.repository("empty", branch: "trunk")
        #expect(try empty.head() == .branch(name: "refs/heads/trunk", commit: nil))
        #expect(try sandbox.git("symbolic-ref", "HEAD", in: "empty") == "refs/heads/trunk\n")
    }

    @Test func `a lock that is a hard link to its reference has no owner`() throws {
        try sandbox.sh(
            "cd .git/refs/heads; touch -d '3 seconds ago' main; ln main main.lock")
        try repository.move(
            reference: "refs/heads/main", from: commits[2], to: commits[1], message: "")
        #expect(try repository.reference("refs/heads/main") == commits[1])
        #expect(try sandbox.sh("ls .git/refs/heads") == "main\n")
    }

    @Test func `an object in a pack that cannot be opened is not reported as missing`() throws {
        try sandbox.git("gc", "-q")
        try sandbox.sh(
            "rm -r .git/pmd/objects; cd .git/objects/pack; for f in *.idx; do rm -f $f; "
                + "ln -s $f $f; done")
        let again = try Repository.open(at: repository.workTree)
        #expect(kind { _ = try again.commit(commits[1]) } == .inputOutput)
        #expect(
            kind {
                try again.move(
                    reference: "refs/heads/new", from: nil, to: commits[1], message: "")
            } == .inputOutput)
    }

    @Test func `HEAD is read consistently while git checks out other branches`() async throws {
        let names = ["refs/heads/a", "refs/heads/a-much-longer-name"]
        // One without a commit is reported as lost.
        for name in names { try sandbox.git("update-ref", name, "HEAD") }
        let folder = sandbox.path + "/repo/.git/"
        async let switching: Void = Self.switchHead(in: folder, between: names, times: 20_000)
        var seen: Set<String> = []
        for _ in 0..<20_000 {
            do throws(GitError) {
                guard case .branch(let name, _) = try repository.head() else { continue }
                seen.insert(name)
            } catch {
                // On a busy machine, it may change between any two reads.
                #expect(error == GitError(.headChanging, "read HEAD"))
            }
        }
        try await switching
        #expect(seen.subtracting(names) == [] || seen.subtracting(names) == ["refs/heads/main"])
    }

    private static func switchHead(
        in folder: String, between names: [String], times: Int
    ) async throws {
        for time in 0..<times {
            let file = try #require(fopen(folder + "HEAD.new", "w"))
            fputs("ref: \(names[time % names.count])\n", file)
            fclose(file)
            #expect(rename(folder + "HEAD.new", folder + "HEAD") == 0)
        }
    }

    private func kind(_ body: () throws -> Void) -> GitError.Kind? {
        do { try body() } catch let error as GitError { return error.kind } catch {}
        return nil
    }

    /// Retries if someone else was first.
    private static func insist(_ body: () throws -> Void) throws {
        while true {
            do {
                return try body()
            } catch let error as GitError where error.kind == .changedMeanwhile {
                continue
            }
        }
    }
}
