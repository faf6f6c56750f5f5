import Git
import MarkdownDocument
import TaskBoard

/// The repository's history in the form that merging needs: paths from the board's root.
final class GitHistorySource: HistorySource {
    private let git: Repository
    private let prefix: [UInt8]
    private let limit: Int
    /// The history in which commits that touched a task are found.
    private let history: History
    /// The tree of the commit that was read last, since many queries concern one commit.
    private var newest: (commit: HashID, tree: ObjectID)?
    /// The tree in which the places of tasks were looked up last, and the number of lookups.
    private var searched: (tree: ObjectID, lookups: Int)?
    /// The places of all tasks in that tree, once there are several lookups.
    private var places: [TaskID: [BoardPath]]?

    /// The number of lookups of places that search a tree, since grouping all of its names costs
    /// more than one search.
    private static let searchedLookups = 4

    /// - Parameter limit: The size of the largest file that is read.
    init(_ repository: BoardRepository, limit: Int = .max) {
        git = repository.git
        prefix = repository.location.prefix
        self.limit = limit
        history = History(
            git, prefix: prefix, settings: .standard, localState: repository.localState.folder)
    }

    func commit(_ id: HashID) throws -> HistoryCommit {
        let commit = try git.commit(ObjectID(hash: id))
        let author = commit.author
        return HistoryCommit(
            id: id, parents: commit.parents.map(\.bytes), time: commit.committer.time,
            author: Text(author.name),
            isMerge: commit.isOwnMerge,
            isReturn: commit.isReturn,
            isSuccession: commit.isSuccession,
            day: Day(localSeconds: author.time &+ 60 * Int64(author.offset)))
    }

    func files(in commit: HashID) throws -> [BoardPath: TreeFile] {
        let tree = try tree(of: commit)
        return try git.boardFiles(ofTree: tree, prefix).mapValues(TreeFile.init)
    }

    func file(at path: BoardPath, in commit: HashID) throws -> TreeFile? {
        let tree = try tree(of: commit)
        return try git.entry(inTree: tree, path: prefix + path.bytes)
            .flatMap { $0.isFolder ? nil : TreeFile($0) }
    }

    func places(of id: TaskID, in commit: HashID) throws -> [BoardPath] {
        let tree = try tree(of: commit)
        if searched?.tree != tree { (searched, places) = ((tree, 0), nil) }
        searched?.lookups += 1
        if let places { return places[id] ?? [] }
        guard let searched, searched.lookups > Self.searchedLookups else {
            return try taskPaths(inTree: tree, where: id.mayBeNamed(_:))
                .filter { TaskID(fileName: $0.fileName) == id }
        }
        let places = Dictionary(grouping: try taskPaths(inTree: tree) { _ in true }) {
            TaskID(fileName: $0.fileName)
        }
        self.places = places
        return places[id] ?? []
    }

    private func taskPaths(
        inTree tree: ObjectID, where isWanted: (UnsafeRawBufferPointer) -> Bool
    ) throws -> [BoardPath] {
        try git.paths(inTree: tree, below: folder, where: isWanted)
            .map { BoardPath($0.dropFirst(prefix.count)) }
            .filter { $0.bytes.hasSuffix(".md") }
    }

    func isFree(_ path: BoardPath, in commit: HashID) throws -> Bool {
        let tree = try tree(of: commit)
        var place = prefix + path.bytes
        guard try git.entry(inTree: tree, path: place) == nil else { return false }
        while let slash = place.lastIndex(of: UInt8(ascii: "/")) {
            place.removeSubrange(slash...)
            if let entry = try git.entry(inTree: tree, path: place) { return entry.isFolder }
        }
        return true
    }

    func changes(from parent: HashID?, to commit: HashID) throws -> [BoardPath: FileDifference] {
        let old = try parent.map(tree(of:))
        let new = try tree(of: commit)
        var changes: [BoardPath: FileDifference] = [:]
        for change in try git.diff(old, new, below: folder) {
            changes[BoardPath(change.path.dropFirst(prefix.count))] = (
                change.old.map(TreeFile.init), change.new.map(TreeFile.init)
            )
        }
        return changes
    }

    func contents(_ blob: HashID) throws -> [UInt8] {
        try git.blob(ObjectID(hash: blob), limit: limit)
    }

    func size(_ blob: HashID) throws -> Int { try git.blobSize(ObjectID(hash: blob)) }

    func bases(_ a: HashID, _ b: HashID) throws -> [HashID] {
        try git.mergeBases(ObjectID(hash: a), ObjectID(hash: b)).map(\.bytes)
    }

    func commitsOutside(_ head: HashID, hiding bases: [HashID]) throws -> [HashID] {
        try git.walk(from: [ObjectID(hash: head)], hiding: bases.map { ObjectID(hash: $0) })
            .map(\.bytes)
    }

    func commits(of head: HashID, touching ids: Set<TaskID>) throws -> [HashID] {
        var found: [HashID] = []
        let index = try TouchIndex(history, head: ObjectID(hash: head))
        try index.walk(ids) { commit, isTouched in
            if isTouched { found.append(commit.bytes) }
            return true
        }
        return found
    }

    func hash(_ blob: [UInt8]) -> HashID { contentHash(blob) }

    private var folder: [UInt8] { Array(prefix.dropLast()) }

    private func tree(of commit: HashID) throws -> ObjectID {
        if let newest, newest.commit == commit { return newest.tree }
        let tree = try git.commit(ObjectID(hash: commit)).tree
        newest = (commit, tree)
        return tree
    }
}

extension Repository {
    /// Returns the files of a board whose folder is `prefix`, by their paths on the board.
    func boardFiles(ofTree tree: ObjectID, _ prefix: [UInt8]) throws -> [BoardPath: TreeEntry] {
        let files = try files(ofTree: tree, below: Array(prefix.dropLast()))
        var found = [BoardPath: TreeEntry](minimumCapacity: files.count)
        for (path, entry) in files { found[BoardPath(path.dropFirst(prefix.count))] = entry }
        return found
    }
}

extension ObjectID {
    init(hash: HashID) {
        guard let id = ObjectID(bytes: hash) else { preconditionFailure("an ID has 20 bytes") }
        self = id
    }
}

extension TreeFile {
    init(_ entry: TreeEntry) { self.init(mode: entry.mode, id: entry.id.bytes) }
}

extension TreeEntry {
    init(_ file: TreeFile) { self.init(mode: file.mode, id: ObjectID(hash: file.id)) }
}
