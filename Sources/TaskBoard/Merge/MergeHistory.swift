import MarkdownDocument

/// The source of a merge, with the commits that the merge creates from several
/// bases.
///
/// The best common ancestors of two heads are folded into one by the same
/// merge. The resulting commit exists only in this object, not in a repository.
final class MergeHistory {
    private let source: any HistorySource
    private var folded: [HashID: (commit: HistoryCommit, files: [BoardPath: TreeFile])] = [:]
    private var trees: [HashID: [BoardPath: TreeFile]] = [:]
    private var blobs: [HashID: [UInt8]] = [:]
    private var tasks: [HashID: TaskParts] = [:]
    private var settings: [HashID: TaskParts] = [:]

    init(_ source: some HistorySource) { self.source = source }

    func commit(_ id: HashID) throws -> HistoryCommit {
        try folded[id]?.commit ?? source.commit(id)
    }

    func files(in commit: HashID) throws -> [BoardPath: TreeFile] {
        if let known = trees[commit] ?? folded[commit]?.files { return known }
        let files = try source.files(in: commit)
        trees[commit] = files
        return files
    }

    /// Returns the files of a commit by its differences from another, since
    /// most files of a board are the same in both.
    func files(
        in commit: HashID, near other: HashID?
    ) throws -> (files: [BoardPath: TreeFile], changed: [BoardPath]) {
        let changes = try changes(from: other, to: commit)
        var files = try other.map(files(in:)) ?? [:]
        for (path, change) in changes { files[path] = change.new }
        if trees[commit] == nil { trees[commit] = files }
        return (files, Array(changes.keys))
    }

    func file(at path: BoardPath, in commit: HashID) throws -> TreeFile? {
        if let known = trees[commit] ?? folded[commit]?.files { return known[path] }
        return try source.file(at: path, in: commit)
    }

    /// Returns the paths of a task's files in a commit of the source.
    func places(of id: TaskID, in commit: HashID) throws -> [BoardPath] {
        try source.places(of: id, in: commit)
    }

    /// Returns true if a file can be added at a path of a commit of the source.
    func isFree(_ path: BoardPath, in commit: HashID) throws -> Bool {
        try source.isFree(path, in: commit)
    }

    func changes(
        from parent: HashID?, to commit: HashID
    ) throws -> [BoardPath: FileDifference] {
        guard let parent, folded[commit] != nil || folded[parent] != nil else {
            return try source.changes(from: parent, to: commit)
        }
        let (files, old) = (try files(in: commit), try files(in: parent))
        var changes: [BoardPath: FileDifference] = [:]
        for (path, file) in files where old[path] != file { changes[path] = (old[path], file) }
        for (path, file) in old where files[path] == nil { changes[path] = (file, nil) }
        return changes
    }

    func hash(_ bytes: [UInt8]) -> HashID { source.hash(bytes) }

    func size(_ blob: HashID) throws -> Int { try blobs[blob]?.count ?? source.size(blob) }

    func contents(_ blob: HashID) throws -> [UInt8] {
        try blobs[blob] ?? source.contents(blob)
    }

    /// Returns the file read as a task, which is read once for all commits that
    /// have it.
    func task(_ blob: HashID) throws -> TaskParts {
        if let known = tasks[blob] { return known }
        let contents = TaskParts(try contents(blob))
        tasks[blob] = contents
        return contents
    }

    /// Returns the file read as a board's settings.
    func settings(_ blob: HashID) throws -> TaskParts {
        if let known = settings[blob] { return known }
        let contents = TaskParts(try contents(blob), kind: .yaml)
        settings[blob] = contents
        return contents
    }

    /// Returns the result's entry for a file: bytes that exist only in this
    /// merge have to be written.
    func result(_ file: TreeFile) -> MergedFile {
        blobs[file.id].map { .written($0, mode: file.mode) } ?? .existing(file)
    }

    /// Makes bytes readable by their ID, as if a commit had them.
    func keep(_ bytes: [UInt8]) -> HashID {
        let id = hash(bytes)
        if blobs[id] == nil { blobs[id] = bytes }
        return id
    }
}

extension MergeHistory {
    /// Returns the best common ancestors, sorted. Only the first argument may
    /// be a folded base.
    func bases(_ a: HashID, _ b: HashID) throws -> [HashID] {
        let found: [HashID]
        if let parents = folded[a]?.commit.parents {
            found = try best(parents.flatMap { try bases($0, b) })
        } else {
            found = try source.bases(a, b)
        }
        return found.sorted { $0.lexicographicallyPrecedes($1) }
    }

    /// Returns the commits that no other of them contains.
    private func best(_ commits: [HashID]) throws -> [HashID] {
        let commits = Set(commits)
        return try commits.filter { commit in
            try !commits.contains { try $0 != commit && bases(commit, $0) == [commit] }
        }
    }

    /// Returns the commits that `head` contains and none of `bases` does.
    func commitsOutside(_ head: HashID, hiding bases: [HashID]) throws -> [HashID] {
        guard let parents = folded[head]?.commit.parents else {
            return try source.commitsOutside(head, hiding: bases)
        }
        var commits = [head]
        var seen: Set<HashID> = [head]
        for parent in parents {
            commits += try commitsOutside(parent, hiding: bases).filter { seen.insert($0).inserted }
        }
        return commits
    }

    /// Returns the commits that a commit of the source contains and that may have touched some tasks.
    func commits(of head: HashID, touching ids: Set<TaskID>) throws -> [HashID] {
        try source.commits(of: head, touching: ids)
    }

    /// Creates a commit from a merge's result for the rest of this merge.
    func fold(_ result: MergeResult) -> HashID {
        let name = "folded bases\n" + result.parents.map(hex).joined(separator: "\n")
        let id = hash(Array(name.utf8))
        let commit = HistoryCommit(
            id: id, parents: result.parents, time: result.time, author: Text(""), isMerge: true)
        let files = result.files.mapValues { file in
            switch file {
            case .existing(let file): file
            case .written(let bytes, let mode): TreeFile(mode: mode, id: keep(bytes))
            }
        }
        folded[id] = (commit, files)
        return id
    }
}
