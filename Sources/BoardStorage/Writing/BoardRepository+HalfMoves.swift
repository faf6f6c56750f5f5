import Git
import TaskBoard

extension BoardRepository {
    /// Recognises moves by hand that were seen half way.
    ///
    /// The same coded name stands in two folders and HEAD has one: the file that
    /// HEAD does not have is the task. The other one goes, unless it was edited:
    /// then there are two tasks, and a person decides.
    ///
    /// - Returns: the edits with the old files as deletions, and the files that
    ///   must leave the work tree for that.
    func settlingHalfMoves(
        _ edits: [HandEdit], _ head: ObjectID?, _ settings: BoardSettings
    ) throws -> ([HandEdit], [FileWrite]) {
        guard let tree = try tree(of: head) else { return (edits, []) }
        let isGone = Set(edits.filter { $0.bytes == nil }.map(\.path))
        let added = edits.filter {
            $0.old == nil && $0.bytes != nil && isCodedTask($0.path, settings)
        }
        guard !added.isEmpty else { return (edits, []) }
        var places: [[UInt8]: [[UInt8]]] = [:]
        for path in try git.files(ofTree: tree, below: []).keys where isCodedTask(path, settings) {
            places[splitPath(path).name, default: []].append(path)
        }
        var (settled, writes) = (edits, [FileWrite]())
        for edit in added {
            guard let old = places[splitPath(edit.path).name], old.count == 1,
                let path = old.first, !isGone.contains(path),
                !edits.contains(where: { $0.path == path }),
                let entry = try git.entry(inTree: tree, path: path)
            else { continue }
            let bytes = try git.blob(entry.id)
            settled.append(
                HandEdit(path: path, old: entry, bytes: nil, mode: entry.mode, stamp: nil))
            writes.append(try FileWrite(path: path, expected: .bytes(bytes), result: nil))
        }
        return (settled, writes)
    }

    /// Takes away what git put back: `git stash` that ran while a command moved a task
    /// takes the old file for an edit, and gives it back beside the new one.
    ///
    /// It is known by its bytes, which are those that a command has moved away from
    /// there, and by the task, which HEAD has elsewhere.
    ///
    /// - Returns: the edits that are left.
    func removingWhatCameBack(
        _ edits: [HandEdit], _ head: ObjectID?, _ settings: BoardSettings
    ) throws -> [HandEdit] {
        let added = edits.filter { $0.old == nil && isCodedTask($0.path, settings) }
        guard let head, !added.isEmpty else { return edits }
        let versions = try replaced.versions()
        var writes: [FileWrite] = []
        for edit in added {
            let there = versions.filter { $0.place.path == edit.path }
            guard let bytes = edit.bytes, !there.isEmpty else { continue }
            let id = try ObjectID.ofBlob(bytes)
            guard let holder = try there.first(where: { try $0.entry(in: git)?.id == id }),
                try stands(edit.path, in: head, settings)
            else { continue }
            writes.append(
                try FileWrite(
                    path: edit.path, expected: .bytes(bytes), result: nil, holder: holder.head))
        }
        guard !writes.isEmpty else { return edits }
        let gone = Set(writes.map(\.path.bytes))
        try advance(
            Advance(
                old: head, new: head, writes: writes,
                index: Dictionary(uniqueKeysWithValues: gone.map { ($0, nil) }),
                message: "pmd: what had been moved away"), settling: settings)
        return edits.filter { !gone.contains($0.path) }
    }

    /// Whether a commit has a path's task elsewhere, and a file stands there.
    private func stands(
        _ path: [UInt8], in commit: ObjectID, _ settings: BoardSettings
    ) throws -> Bool {
        let tree = try git.commit(commit).tree
        guard let path = boardPath(path),
            let current = try currentVersion(
                TaskID(fileName: path.fileName), tree, near: path, settings)
        else { return false }
        return try current.path != path && !state(of: repositoryPath(current.path)).isAbsent
    }

    func isCodedTask(_ path: [UInt8], _ settings: BoardSettings) -> Bool {
        guard let path = boardPath(path), settings.isTaskPath(path) else { return false }
        return TaskID(fileName: path.fileName).isCode
    }
}
