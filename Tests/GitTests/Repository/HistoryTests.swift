import TestSupport
import Testing

@testable import Git

/// Commit walks, merge bases, and commits that touched a path.
struct HistoryTests {
    let sandbox: RepositorySandbox
    let repository: Repository

    init() throws {
        sandbox = try RepositorySandbox()
        repository = try sandbox.repository()
    }

    @Test(arguments: 0..<100)
    func `histories are walked and compared correctly whatever their timestamps`(seed: UInt64)
        throws
    {
        var random = SplitMix64(seed: seed)
        let commits = try grow(count: 40, &random)
        let (one, two) = (
            commits.randomElement(using: &random)!, commits.randomElement(using: &random)!
        )
        let bases = try sandbox.sh("git merge-base --all \(one) \(two) || true")
        #expect(
            try repository.mergeBases(one, two).map(\.hex) == lines(bases).sorted(), "seed \(seed)")
        let (first, second) = (try ancestors(one), try ancestors(two))
        let found = try repository.aheadBehind(one, two)
        #expect(found.ahead == first.subtracting(second).count, "seed \(seed)")
        #expect(found.behind == second.subtracting(first).count, "seed \(seed)")
        #expect(try repository.isAncestor(one, of: two) == second.contains(one), "seed \(seed)")
        let walked = try repository.walk(from: [one], hiding: [two])
        #expect(Set(walked) == first.subtracting(second), "seed \(seed)")
        var seen: Set<ObjectID> = []
        for id in walked.reversed() {
            let parents = try repository.commit(id).parents.filter { walked.contains($0) }
            #expect(parents.allSatisfy(seen.contains), "seed \(seed)")
            seen.insert(id)
        }
    }

    @Test(arguments: 0..<60)
    func `a walk along a line has the order of a walk that sorts the whole history`(seed: UInt64)
        throws
    {
        var random = SplitMix64(seed: seed)
        let commits = try grow(
            count: 60, near: seed % 3 == 0 ? 6 : 2, isWild: seed % 2 == 0, &random)
        for head in commits.suffix(3) {
            // Two heads are sorted with all of their history.
            let whole = try repository.walk(from: [head, head])
            #expect(try repository.walk(from: [head]) == whole, "seed \(seed)")
            #expect(Set(whole) == (try ancestors(head)), "seed \(seed)")
            let count = Int.random(in: 1...whole.count, using: &random)
            let first = try repository.walk(from: [head], limit: count)
            #expect(first == Array(whole.prefix(count)), "seed \(seed)")
            var known: [ObjectID] = []
            let parents = { (id: ObjectID) in try? repository.commit(id).parents }
            try repository.walk(from: [head], knowing: parents) { id in
                known.append(id)
                return true
            }
            #expect(known == whole, "seed \(seed)")
        }
    }

    @Test func `a walk along a line reads no commit beyond its end`() throws {
        let script = """
            tree=$(git hash-object -t tree -w /dev/null)
            person="A <a@b> 1795000000 +0000"; missing=0707070707070707070707070707070707070707
            commit=$(printf 'tree %s\\nparent %s\\nauthor %s\\ncommitter %s\\n\\nx\\n' \\
                $tree $missing "$person" "$person" | git hash-object -t commit -w --stdin)
            echo $commit; git commit-tree -m next -p $commit $tree
            """
        let commits = try lines(sandbox.sh(script)).compactMap { ObjectID(hex: $0) }
        try #require(commits.count == 2)
        #expect(try repository.walk(from: [commits[1]], limit: 2) == [commits[1], commits[0]])
        #expect(throws: GitError.self) { try repository.walk(from: [commits[1]]) }
    }

    @Test func `a walk stops at its limit and on request`() throws {
        var random = SplitMix64(seed: 1)
        let head = try #require(try grow(count: 10, &random).last)
        #expect(try repository.walk(from: [head], limit: 1) == [head])
        #expect(try repository.walk(from: [head], limit: 0).isEmpty)
        #expect(try repository.walk(from: []).isEmpty)
        var count = 0
        try repository.walk(from: [head]) { _ in
            count += 1
            return false
        }
        #expect(count == 1)
    }

    @Test func `unrelated histories have no merge base, and a missing commit is an error`() throws {
        let first = try repository.commitFiles(["a": "1\n"])
        try sandbox.sh(
            "git checkout -q --orphan other; git rm -qf a; git commit -q --allow-empty -m other")
        let other = try repository.commitFiles(["b": "1\n"])
        #expect(try repository.mergeBases(first, other) == [])
        let missing = try #require(ObjectID(bytes: Array(repeating: 7, count: 20)))
        #expect(throws: GitError.self) { try repository.mergeBases(first, missing) }
        #expect(throws: GitError.self) { try repository.walk(from: [missing]) }
    }

    @Test func `the commits that touched a path are found`() throws {
        var made: [ObjectID] = []
        for (index, files) in [
            ["todo/a.md": "1", "x": "1"], ["x": "2"], ["todo/a.md": nil, "done/a.md": "1"],
            ["done/b.md": "1"], ["done/a.md": "2", "x": "3"],
        ].enumerated() {
            made.append(
                try repository.commitFiles(
                    files, message: "c\(index)", time: 1_795_000_000 + Int64(index)))
        }
        func walk(_ paths: String...) throws -> [String] {
            var subjects: [String] = []
            try repository.walk(from: [made[4]], touching: paths.map { Array($0.utf8) }) { commit in
                subjects.append(commit.subject)
                return true
            }
            return subjects
        }
        #expect(try walk("todo/a.md") == ["c2", "c0"])
        #expect(try walk("todo/a.md", "done/a.md") == ["c4", "c2", "c0"])
        #expect(try walk("done") == ["c4", "c3", "c2"])
        #expect(try walk("none").isEmpty)
        #expect(try lines(sandbox.git("log", "--format=%s", "--", "x")) == walk("x"))
    }

    @Test func `a commit is written as requested and can be read back`() throws {
        let tree = try repository.writeTree(from: nil, changes: [:])
        #expect(tree == .emptyTree)
        for offset: Int32 in [0, 540, -210, 825] {
            let author = Signature(name: "Ann é", email: "a@b", time: 1_795_000_000, offset: offset)
            let merge = Signature(name: "x<y>\n.", email: "", time: 4_102_444_800, offset: 0)
            let id = try repository.writeCommit(
                tree: tree, parents: [], author: author, committer: merge, message: "우유\n\nbody")
            let commit = try repository.commit(id)
            #expect(commit.author == author)
            #expect(commit.committer.name == "xy")
            #expect(commit.committer.time == 4_102_444_800)
            #expect(commit.message == "우유\n\nbody\n")
            #expect(commit.subject == "우유")
            #expect(
                try sandbox.git("log", "-1", "--format=%an|%ae|%at|%s", id.hex)
                    == "Ann é|a@b|1795000000|우유\n")
        }
        try sandbox.git("fsck", "--strict")
        let nobody = Signature(name: " <> ", email: "", time: 1, offset: 0)
        #expect(throws: GitError.self) {
            try repository.writeCommit(
                tree: tree, parents: [], author: nobody, committer: nobody, message: "x")
        }
        let missing = try #require(ObjectID(bytes: Array(repeating: 7, count: 20)))
        let author = Signature(name: "A", email: "", time: 1, offset: 0)
        #expect(throws: GitError.self) {
            try repository.writeCommit(
                tree: missing, parents: [], author: author, committer: author, message: "x")
        }
    }

    /// Follows every parent.
    private func ancestors(_ head: ObjectID) throws -> Set<ObjectID> {
        var (found, pending): (Set<ObjectID>, [ObjectID]) = ([], [head])
        while let next = pending.popLast() {
            if found.insert(next).inserted { pending += try repository.commit(next).parents }
        }
        return found
    }

    /// A random history with merges, including criss-cross merges.
    ///
    /// - Parameters:
    ///   - near: The number of newest commits that are parents of new ones.
    ///   - isWild: True for timestamps in no order; false for some in order, often the same.
    private func grow(
        count: Int, near: Int = 6, isWild: Bool = true, _ random: inout SplitMix64
    ) throws -> [ObjectID] {
        let tree = try repository.writeTree(from: nil, changes: [:])
        var commits: [ObjectID] = []
        for number in 0..<count {
            var parents: [ObjectID] = []
            for _ in 0..<Int.random(in: 1...2, using: &random) {
                if let parent = commits.suffix(near).randomElement(using: &random),
                    !parents.contains(parent)
                {
                    parents.append(parent)
                }
            }
            let time =
                isWild
                ? Int64.random(in: 1...2_000_000_000, using: &random)
                : 1_795_000_000 + Int64(number / 3)
            let signature = Signature(name: "A", email: "a@b", time: time, offset: 0)
            commits.append(
                try repository.writeCommit(
                    tree: tree, parents: parents, author: signature, committer: signature,
                    message: "\(number)"))
        }
        return commits
    }

    private func lines(_ text: String) -> [String] { text.split(separator: "\n").map(String.init) }
}
