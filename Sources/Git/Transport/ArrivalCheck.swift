import Clibgit2

/// Checks received commits before they are installed: all objects must be present, and the trees
/// must not have more files than a merge can list.
struct ArrivalCheck {
    /// The number of files and folders at which a board is refused, some five hundred times that
    /// of a large board. A tree of a few KiB can expand to billions of paths, and every later step
    /// lists them.
    static let entryLimit = 5_000_000

    private let arrived: Repository
    private let before: Repository
    /// The number of entries of each folder, including those of its folders.
    private var sums: [ObjectID: Int] = [:]
    private var files: Set<ObjectID> = []

    /// - Parameters:
    ///   - arrived: The repository with the received objects.
    ///   - before: The same repository without them.
    init(_ arrived: Repository, before: Repository) {
        self.arrived = arrived
        self.before = before
    }

    /// - Parameters:
    ///   - commit: The newest received commit.
    ///   - folder: The path of the board in the tree; empty for the root.
    /// - Throws: ``GitError/Kind/tooLarge`` for a refused board, ``GitError/Kind/offline`` if an
    ///   object is missing.
    mutating func look(at commit: ObjectID, folder: [UInt8]) throws(GitError) {
        do throws(GitError) {
            try lookAtHistory(of: commit)
            let tree = try arrived.commit(commit).tree
            guard let board = try arrived.entry(inTree: tree, path: folder), board.isFolder else {
                return
            }
            let head = try before.head().commit.map { id throws(GitError) in
                try before.commit(id).tree
            }
            let old = try head.flatMap { tree throws(GitError) in
                try before.entry(inTree: tree, path: folder)
            }
            let sum = try sum(
                board.id, old: old.flatMap { $0.isFolder ? $0.id : nil }, depth: 0)
            guard sum < Self.entryLimit else {
                throw GitError(
                    .tooManyEntries(limit: Self.entryLimit), "accept the received commits")
            }
        } catch {
            // Received objects are in packs: a damaged loose object is this clone's own.
            let isOwn = error.code == GIT_EMISMATCH.rawValue
            guard !isOwn, [.notFound, .invalid, .other, .damaged].contains(error.kind) else {
                throw error
            }
            throw GitError(.incompleteCommits(words: error.message), "accept the received commits")
        }
    }

    /// Checks that each new commit was received with its root and the folders in it.
    private func lookAtHistory(of commit: ObjectID) throws(GitError) {
        let known = Set(try before.references(matching: "refs/*").values)
        try arrived.walk(from: [commit], hiding: Array(known)) { id throws(GitError) in
            if before.contains(id) { return true }
            let tree = try arrived.commit(id).tree
            for entry in try arrived.listing(ofTree: tree).prefix(1_000) where entry.value.isFolder
            {
                try requireFolder(entry.value.id)
            }
            return true
        }
    }

    /// Returns the number of entries of a folder, including those of its folders.
    ///
    /// - Parameter old: The folder of HEAD at the same path, whose files need no check.
    private mutating func sum(
        _ tree: ObjectID, old: ObjectID?, depth: Int
    ) throws(GitError) -> Int {
        // Deeper folders are removed from the tree, see `withoutRefusedEntries`.
        if depth > deepest || tree == .emptyTree { return 0 }
        if let known = sums[tree] { return known }
        var sum = 0
        var folders: [(name: [UInt8], id: ObjectID)] = []
        let seen = tree == old ? nil : try Seen(old, in: before)
        try arrived.storedTree(tree).forEach { name, entry throws(GitError) in
            sum += 1
            if entry.isFolder {
                folders.append((Array(name), entry.id))
            } else if seen?.contains(entry) == false {
                try look(at: entry)
            }
        }
        for folder in folders {
            let known = seen == nil ? folder.id : seen?.folders[folder.name]
            // A small tree can expand to more paths than an integer can count.
            sum = min(sum + (try self.sum(folder.id, old: known, depth: depth + 1)), 1 << 40)
        }
        sums[tree] = sum
        return sum
    }

    /// The entries of a folder of HEAD.
    private struct Seen {
        var folders: [[UInt8]: ObjectID] = [:]
        private var files: Set<ObjectID> = []

        init(_ tree: ObjectID?, in repository: Repository) throws(GitError) {
            guard let tree, tree != .emptyTree else { return }
            try repository.storedTree(tree).forEach { name, entry in
                if entry.isFolder {
                    folders[Array(name)] = entry.id
                } else {
                    files.insert(entry.id)
                }
            }
        }

        /// Returns true for a file that needs no check. Submodules are never checked.
        func contains(_ file: TreeEntry) -> Bool {
            files.contains(file.id) || file.canonicalMode == TreeEntry.submoduleMode
        }
    }

    private mutating func look(at file: TreeEntry) throws(GitError) {
        guard files.insert(file.id).inserted else { return }
        // Only checks that it exists: a file larger than ``Repository/fileLimit`` is not written.
        _ = try arrived.blobSize(file.id)
    }

    private func requireFolder(_ tree: ObjectID) throws(GitError) {
        if tree != .emptyTree { _ = try arrived.size(of: tree) }
    }
}
