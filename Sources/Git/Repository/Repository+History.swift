import Clibgit2

extension Repository {
    /// Returns the commits that can be reached from some commits and not from others, newest
    /// first, none before all of its children.
    ///
    /// - Parameter limit: The maximum number of commits to return.
    package func walk(
        from heads: [ObjectID], hiding hidden: [ObjectID] = [], limit: Int = .max
    ) throws(GitError) -> [ObjectID] {
        var found: [ObjectID] = []
        guard limit > 0 else { return found }
        try walk(from: heads, hiding: hidden) { id in
            found.append(id)
            return found.count < limit
        }
        return found
    }

    /// Visits the same commits one at a time, until `visit` returns false.
    ///
    /// - Parameter parents: Returns the parents of commits that are known already, which are then
    ///   not read for their order.
    package func walk(
        from heads: [ObjectID], hiding hidden: [ObjectID] = [],
        knowing parents: (ObjectID) -> [ObjectID]? = { _ in nil },
        visit: (ObjectID) throws(GitError) -> Bool
    ) throws(GitError) {
        guard !heads.isEmpty else { return }
        guard hidden.isEmpty else {
            let divergence = try Divergence(self, left: heads, right: hidden)
            for id in divergence.sorted(divergence.left) {
                guard try visit(id) else { return }
            }
            return
        }
        guard heads.count == 1 else { return try walkWhole(from: heads, visit: visit) }
        guard let rest = try walkLine(from: heads[0], knowing: parents, visit: visit) else {
            return
        }
        try walkWhole(from: [rest], visit: visit)
    }

    /// The number of merges after which a walk orders the whole remaining history at once.
    private static let mostMerges = 32

    /// Visits commits as long as only the next ones have to be read to order them: along a line,
    /// and across merges whose sides begin at one commit.
    ///
    /// - Returns: The next commit if the whole history from there on is needed for the order; nil
    ///   if the walk has ended.
    private func walkLine(
        from head: ObjectID, knowing parents: (ObjectID) -> [ObjectID]?,
        visit: (ObjectID) throws(GitError) -> Bool
    ) throws(GitError) -> ObjectID? {
        var (here, merges) = (head, 0)
        while true {
            guard let above = parents(here) ?? readableParents(of: here) else {
                // Throws the error about the missing commit, whatever the walk has seen so far.
                try walkWhole(from: [head]) { _ in true }
                return here
            }
            if above.count > 1 {
                merges += 1
                guard merges <= Self.mostMerges, let sides = try sides(of: here, above) else {
                    return here
                }
                for id in sides.commits { guard try visit(id) else { return nil } }
                here = sides.base
            } else {
                guard try visit(here), let parent = above.first else { return nil }
                here = parent
            }
        }
    }

    private func readableParents(of id: ObjectID) -> [ObjectID]? {
        do throws(GitError) {
            let handle = try commitHandle(id)
            return (0..<git_commit_parentcount(handle.pointer)).compactMap { index in
                git_commit_parent_id(handle.pointer, index).map { ObjectID($0.pointee) }
            }
        } catch {
            return nil
        }
    }

    /// Returns a merge and all commits of its sides in their order, and the commit at which both
    /// sides begin: every way from the merge to the past leads through it. Nil if there is none.
    private func sides(
        of merge: ObjectID, _ parents: [ObjectID]
    ) throws(GitError) -> (commits: [ObjectID], base: ObjectID)? {
        guard parents.count == 2 else { return nil }
        let bases = try mergeBases(parents[0], parents[1])
        guard bases.count == 1 else { return nil }
        var commits: [ObjectID] = []
        try walkWhole(from: [merge], hiding: bases[0]) { id throws(GitError) in
            commits.append(id)
            return true
        }
        let known = Set(commits + bases)
        for id in commits {
            guard let above = readableParents(of: id), !above.isEmpty,
                above.allSatisfy(known.contains)
            else { return nil }
        }
        return (commits, bases[0])
    }

    /// Visits commits in the order in which libgit2 sorts them all.
    private func walkWhole(
        from heads: [ObjectID], hiding hidden: ObjectID? = nil,
        visit: (ObjectID) throws(GitError) -> Bool
    ) throws(GitError) {
        let walk = try Handle<WalkKind>("walk the history") { git_revwalk_new(&$0, pointer) }
        let order = GIT_SORT_TOPOLOGICAL.rawValue | GIT_SORT_TIME.rawValue
        try check("walk the history", git_revwalk_sorting(walk.pointer, order))
        for head in heads {
            var oid = head.oid
            try checkStep(
                "walk from \(head)", lookingAgain { git_revwalk_push(walk.pointer, &oid) })
        }
        if var oid = hidden?.oid {
            try checkStep("walk the history", git_revwalk_hide(walk.pointer, &oid))
        }
        while true {
            var oid = git_oid()
            let code = git_revwalk_next(&oid, walk.pointer)
            if code == GIT_ITEROVER.rawValue { return }
            try checkStep("walk the history", code)
            guard try visit(ObjectID(oid)) else { return }
        }
    }

    /// Throws the error of a failed step of a walk. A commit that is not found is missing: a
    /// reference or another commit refers to it.
    private func checkStep(_ operation: String, _ code: Int32) throws(GitError) {
        do throws(GitError) { try check(operation, code) } catch {
            guard error.kind == .notFound else { throw error }
            throw GitError(damaged: operation, error.message)
        }
    }

    /// Visits the commits, newest first, that changed any of some paths (files or folders) compared
    /// with every one of their parents.
    package func walk(
        from heads: [ObjectID], hiding hidden: [ObjectID] = [], touching paths: [[UInt8]],
        visit: (Commit) throws(GitError) -> Bool
    ) throws(GitError) {
        var known: [ObjectID: [TreeEntry?]] = [:]
        try walk(from: heads, hiding: hidden) { id throws(GitError) in
            let commit = try commit(id)
            let now = try entries(at: paths, inTree: commit.tree, &known)
            var isChange = !commit.parents.isEmpty || now.contains { $0 != nil }
            for parent in commit.parents {
                let tree = try self.commit(parent).tree
                if try entries(at: paths, inTree: tree, &known) == now { isChange = false }
            }
            return isChange ? try visit(commit) : true
        }
    }

    /// Returns the newest ancestor of a head with a file that the head lacks; nil if there is none.
    package func lastEntry(
        at path: [UInt8], under head: ObjectID
    ) throws(GitError) -> (commit: ObjectID, entry: TreeEntry)? {
        var found: (ObjectID, TreeEntry)?
        try walk(from: [head], touching: [path]) { commit throws(GitError) in
            for parent in commit.parents where found == nil {
                guard let entry = try entry(inTree: self.commit(parent).tree, path: path) else {
                    continue
                }
                found = (parent, entry)
            }
            return found == nil
        }
        return found
    }

    /// Returns all best common ancestors of two commits, sorted; empty if their histories have
    /// nothing in common.
    package func mergeBases(_ one: ObjectID, _ two: ObjectID) throws(GitError) -> [ObjectID] {
        var (first, second, found) = (one.oid, two.oid, git_oidarray())
        let code = git_merge_bases(&found, pointer, &first, &second)
        if code == GIT_ENOTFOUND.rawValue, contains(one), contains(two) {
            git_error_clear()
            return []
        }
        try check("find the common ancestors of \(one) and \(two)", code)
        defer { git_oidarray_dispose(&found) }
        return UnsafeBufferPointer(start: found.ids, count: found.count)
            .map { ObjectID($0) }.sorted()
    }

    /// Returns true if a commit is another one or an ancestor of it.
    package func isAncestor(
        _ ancestor: ObjectID, of commit: ObjectID
    ) throws(GitError) -> Bool {
        guard ancestor != commit else { return true }
        var (upper, lower) = (commit.oid, ancestor.oid)
        let answer = git_graph_descendant_of(pointer, &upper, &lower)
        try check("compare the histories of \(ancestor) and \(commit)", answer)
        return answer == 1
    }

    /// Returns the numbers of commits that only the first side has, and only the second.
    package func aheadBehind(
        _ local: ObjectID, _ upstream: ObjectID
    ) throws(GitError) -> (ahead: Int, behind: Int) {
        // Most prompts are drawn in a clone that is in sync, and need not read a commit.
        guard local != upstream else { return (0, 0) }
        let divergence = try Divergence(self, left: [local], right: [upstream])
        return (divergence.left.count, divergence.right.count)
    }

    private func entries(
        at paths: [[UInt8]], inTree tree: ObjectID, _ known: inout [ObjectID: [TreeEntry?]]
    ) throws(GitError) -> [TreeEntry?] {
        if let entries = known[tree] { return entries }
        var entries: [TreeEntry?] = []
        for path in paths { entries.append(try entry(inTree: tree, path: path)) }
        // The tree of a commit is needed soon, for its children, or never again.
        if known.count > 4_096 { known.removeAll(keepingCapacity: true) }
        known[tree] = entries
        return entries
    }
}
