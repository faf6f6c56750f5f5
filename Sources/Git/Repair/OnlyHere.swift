import Clibgit2

/// The parts of a damaged repository that a clone of its remote does not have.
extension Repository {
    /// Returns the commits of some references' logs, the newest first, each once. They may be
    /// missing or damaged.
    package func loggedCommits(of names: [String]) throws(GitError) -> [ObjectID] {
        var (found, seen) = ([ObjectID](), Set<ObjectID>())
        for name in names {
            for entry in try reflog(of: name, last: 1 << 20).reversed() {
                for id in [entry.isRemoval ? nil : entry.new, entry.old].compactMap(\.self)
                where seen.insert(id).inserted {
                    found.append(id)
                }
            }
        }
        return found
    }

    /// Returns true if the repository has an object and it is a commit that can be read.
    package func hasCommit(_ id: ObjectID) -> Bool {
        guard contains(id) else { return false }
        do throws(GitError) { return try object(id).kind == GIT_OBJECT_COMMIT } catch {
            return false
        }
    }

    /// Returns the full names of the references that the user made: all except those of remotes
    /// and the stash.
    package func ownReferences() throws(GitError) -> [String] {
        let names = try Array(referenceFiles.loose().keys) + Array(referenceFiles.packed().ids.keys)
        return Set(names).filter { !$0.hasPrefix("refs/remotes/") && $0 != "refs/stash" }.sorted()
    }

    /// The names of the hooks, without git's samples.
    package var hooks: [String] {
        (folderNames(commonDirectory + "hooks") ?? []).filter { !$0.hasSuffix(".sample") }.sorted()
    }
}
