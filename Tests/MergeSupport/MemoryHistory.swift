package import MarkdownDocument
package import TaskBoard

/// A repository in memory. Objects are named by a hash of their contents.
package final class MemoryHistory: HistorySource {
    package private(set) var commits: [HashID: HistoryCommit] = [:]
    private var trees: [HashID: [BoardPath: TreeFile]] = [:]
    private var blobs: [HashID: [UInt8]] = [:]

    package struct Missing: Error {}

    package init() {}

    /// Four rounds of FNV with different seeds: fast, and good enough without
    /// hostile input.
    package func hash(_ blob: [UInt8]) -> HashID {
        var states: (UInt64, UInt64, UInt64) = (
            14_695_981_039_346_656_037, 1_099_511_628_211, 88_172_645_463_325_252
        )
        blob.withUnsafeBufferPointer { bytes in
            for byte in bytes {
                states.0 = (states.0 ^ UInt64(byte)) &* 1_099_511_628_211
                states.1 = (states.1 &+ UInt64(byte)) &* 6_364_136_223_846_793_005
                states.2 = (states.2 ^ states.0) &* 2_862_933_555_777_941_757
            }
        }
        var id: HashID = []
        for state in [states.0, states.1, states.2] {
            for shift in stride(from: 56, through: 0, by: -8) {
                id.append(UInt8(truncatingIfNeeded: state >> UInt64(shift)))
            }
        }
        return Array(id[4...])
    }

    package func store(_ bytes: [UInt8]) -> TreeFile {
        let id = hash(bytes)
        blobs[id] = bytes
        return TreeFile(mode: TreeFile.regularMode, id: id)
    }

    @discardableResult
    package func commit(
        _ files: [BoardPath: TreeFile], parents: [HashID], time: Int64, author: Text = "Ann",
        isMerge: Bool = false, isReturn: Bool = false, isSuccession: Bool = false
    ) -> HashID {
        let kind = "\(isMerge)\(isReturn)" + (isSuccession ? "true" : "")
        var text = parents.joined() + Array("\(time) \(author) \(kind)".utf8)
        for (path, file) in files.sorted(by: { $0.key < $1.key }) {
            text += path.bytes + file.id + [UInt8(truncatingIfNeeded: file.mode)]
        }
        let id = hash(text)
        commits[id] = HistoryCommit(
            id: id, parents: parents, time: time, author: author, isMerge: isMerge,
            isReturn: isReturn, isSuccession: isSuccession)
        trees[id] = files
        return id
    }

    package func commit(_ id: HashID) throws -> HistoryCommit {
        guard let commit = commits[id] else { throw Missing() }
        return commit
    }

    package func files(in commit: HashID) throws -> [BoardPath: TreeFile] {
        guard let files = trees[commit] else { throw Missing() }
        return files
    }

    package func contents(_ blob: HashID) throws -> [UInt8] {
        guard let bytes = blobs[blob] else { throw Missing() }
        return bytes
    }

    package func changes(
        from parent: HashID?, to commit: HashID
    ) throws -> [BoardPath: FileDifference] {
        let (old, new) = (try parent.map(files(in:)) ?? [:], try files(in: commit))
        var changes: [BoardPath: FileDifference] = [:]
        for (path, file) in new where old[path] != file { changes[path] = (old[path], file) }
        for (path, file) in old where new[path] == nil { changes[path] = (file, nil) }
        return changes
    }

    package func bases(_ a: HashID, _ b: HashID) throws -> [HashID] {
        let common = ancestors(of: a).intersection(ancestors(of: b))
        let behind = Set(common.flatMap { commits[$0]?.parents ?? [] })
        return common.subtracting(behind).sorted { $0.lexicographicallyPrecedes($1) }
    }

    package func commitsOutside(_ head: HashID, hiding bases: [HashID]) throws -> [HashID] {
        let hidden = bases.reduce(into: Set<HashID>()) { $0.formUnion(ancestors(of: $1)) }
        return walk(from: head) { !hidden.contains($0) }
    }

    /// Returns the commit and all its ancestors.
    package func ancestors(of commit: HashID) -> Set<HashID> {
        Set(walk(from: commit) { _ in true })
    }

    private func walk(from head: HashID, where isWanted: (HashID) -> Bool) -> [HashID] {
        guard isWanted(head) else { return [] }
        var found = [head]
        var seen: Set<HashID> = [head]
        var next = 0
        while next < found.count {
            for parent in commits[found[next]]?.parents ?? [] where isWanted(parent) {
                if seen.insert(parent).inserted { found.append(parent) }
            }
            next += 1
        }
        return found
    }
}

extension MemoryHistory {
    /// Returns the bytes of every file of a commit.
    package func bytes(in commit: HashID) throws -> [BoardPath: [UInt8]] {
        try files(in: commit).mapValues { try contents($0.id) }
    }

    /// Commits files, given as text.
    @discardableResult
    package func commit(
        _ texts: [String: String], parents: [HashID] = [], time: Int64, author: Text = "Ann"
    ) -> HashID {
        var files: [BoardPath: TreeFile] = [:]
        for (path, text) in texts { files[BoardPath(path)] = store(Array(text.utf8)) }
        return commit(files, parents: parents, time: time, author: author)
    }

    /// Creates the commits that act on the completions of repeating tasks.
    package func commitSuccessions(at head: HashID) throws -> HashID {
        try actOnCompletions(at: head, in: self) { step, head in
            var files = try files(in: head)
            for (path, file) in step.changes { files[path] = stored(file) }
            return commit(
                files, parents: [head], time: step.time, author: "pmd-repeat", isSuccession: true)
        }
    }

    private func stored(_ file: MergedFile) -> TreeFile {
        switch file {
        case .existing(let file): file
        case .written(let bytes, let mode): TreeFile(mode: mode, id: store(bytes).id)
        }
    }

    /// Creates the merge commit of a result, or fast-forwards.
    package func commit(_ result: MergeResult) -> HashID {
        if let head = result.fastForward { return head }
        return commit(
            result.files.mapValues(stored), parents: result.parents, time: result.time,
            author: "pmd-merge", isMerge: true)
    }
}

extension MergeResult {
    /// Whether two results would create the same commit and report the same
    /// about it.
    package func isSame(as other: MergeResult) -> Bool {
        fastForward == other.fastForward && files == other.files && parents == other.parents
            && time == other.time && newConflicts == other.newConflicts
            && conflictFiles == other.conflictFiles
    }
}
