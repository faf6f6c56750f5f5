import Clibgit2

/// Looks at what came from a remote before it is let in: that all of it is there,
/// and that none of it is more than a board can be.
struct ArrivalCheck {
    /// A folder whose list of names is longer is refused.
    static let folderLimit = 16 << 20
    static let commitLimit = 4 << 20
    /// The files of the board's folder, and its folders.
    static let entryLimit = 1_000_000

    private let arrived: Repository
    private let before: Repository
    /// How many entries a folder has, with those of its folders.
    private var sums: [ObjectID: Int] = [:]
    private var files: Set<ObjectID> = []

    /// - Parameters:
    ///   - arrived: The repository with what came.
    ///   - before: The same without it.
    init(_ arrived: Repository, before: Repository) {
        self.arrived = arrived
        self.before = before
    }

    /// - Parameters:
    ///   - commit: The newest that came.
    ///   - folder: The board's, from the root of the tree; empty: the root.
    /// - Throws: ``GitError/Kind/tooLarge`` for what is refused,
    ///   ``GitError/Kind/offline`` where something is missing.
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
            let sum = try sum(board.id, old.flatMap { $0.isFolder ? $0.id : nil }, [], 0)
            guard sum < Self.entryLimit else {
                throw tooMuch("its board has \(Self.entryLimit) files and folders or more")
            }
        } catch {
            // What came is in packs: a damaged loose object is this clone's own.
            let isOwn = error.code == GIT_EMISMATCH.rawValue
            guard !isOwn, [.notFound, .invalid, .other, .damaged].contains(error.kind) else {
                throw error
            }
            throw GitError(
                .offline, "take over what came",
                "it is not complete or does not hold together: \(error.message)",
                advice: "Try again later; if it stays so, run git fsck at the remote.")
        }
    }

    /// Every commit that was not here, and the size of its folders.
    private func lookAtHistory(of commit: ObjectID) throws(GitError) {
        let known = Set(try before.references(matching: "refs/*").values)
        try arrived.walk(from: [commit], hiding: Array(known)) { id throws(GitError) in
            if before.contains(id) { return true }
            guard try arrived.size(of: id).size <= Self.commitLimit else {
                throw tooMuch("commit \(id) is larger than \(Self.commitLimit >> 20) MiB")
            }
            let tree = try arrived.commit(id).tree
            try refuseLargeFolder(tree, [])
            for entry in try arrived.listing(ofTree: tree).prefix(1_000) where entry.value.isFolder
            {
                try refuseLargeFolder(entry.value.id, entry.name)
            }
            return true
        }
    }

    /// - Parameter old: What HEAD has there, whose files need no second look.
    private mutating func sum(
        _ tree: ObjectID, _ old: ObjectID?, _ path: [UInt8], _ depth: Int
    ) throws(GitError) -> Int {
        // What is nested deeper leaves the tree, see `withoutRefusedEntries`.
        if depth > deepest { return 0 }
        if let known = sums[tree] { return known }
        try refuseLargeFolder(tree, path)
        var sum = 0
        let seen = tree == old ? nil : try Seen(old, in: before)
        for entry in try arrived.listing(ofTree: tree) {
            sum += 1
            guard entry.value.isFolder || seen?.contains(entry.value) == false else { continue }
            let path = path.isEmpty ? entry.name : path + [slash] + entry.name
            if entry.value.isFolder {
                let inner = try self.sum(
                    entry.value.id, seen == nil ? entry.value.id : seen?.folders[entry.name], path,
                    depth + 1)
                // A small tree can name itself into more paths than there are numbers.
                sum = min(sum + inner, 1 << 40)
            } else {
                try look(at: entry.value, path)
            }
        }
        sums[tree] = sum
        return sum
    }

    /// What a folder of HEAD has.
    private struct Seen {
        var folders: [[UInt8]: ObjectID] = [:]
        private var files: Set<ObjectID> = []

        init(_ tree: ObjectID?, in repository: Repository) throws(GitError) {
            guard let tree else { return }
            for entry in try repository.listing(ofTree: tree) {
                if entry.value.isFolder {
                    folders[entry.name] = entry.value.id
                } else {
                    files.insert(entry.value.id)
                }
            }
        }

        /// Whether a file needs no look; another repository is never looked into.
        func contains(_ file: TreeEntry) -> Bool {
            files.contains(file.id) || file.canonicalMode == TreeEntry.submoduleMode
        }
    }

    private mutating func look(at file: TreeEntry, _ path: [UInt8]) throws(GitError) {
        guard files.insert(file.id).inserted else { return }
        // That it is there: a larger file than ``Repository/fileLimit`` is not written.
        _ = try arrived.blobSize(file.id)
    }

    private func refuseLargeFolder(_ tree: ObjectID, _ path: [UInt8]) throws(GitError) {
        guard tree != .emptyTree, try arrived.size(of: tree).size > Self.folderLimit else { return }
        throw tooMuch(
            "\(path.isEmpty ? "the folder" : words(path)) holds more than a folder may "
                + "(\(Self.folderLimit >> 20) MiB of names)")
    }

    private func tooMuch(_ words: String) -> GitError {
        GitError(
            .tooLarge, "take over what came", words,
            advice: "Nothing was taken over, and all that is here stays; it goes on when that is "
                + "out of the remote's branch.")
    }

    private func words(_ path: some Collection<UInt8>) -> String { visible(path) }
}
