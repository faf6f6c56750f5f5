import Git
import TaskBoard

extension BoardRepository {
    /// Completes moves that a user's program has made halfway.
    ///
    /// The same coded name is in two folders and HEAD has one: the file that HEAD does not
    /// have is the task. The other one is removed, unless it was edited: then there are two
    /// tasks, and the user decides.
    ///
    /// - Returns: the edits with the old files as deletions, and the files that
    ///   must leave the work tree for that.
    func completingMoves(
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

    func isCodedTask(_ path: [UInt8], _ settings: BoardSettings) -> Bool {
        guard let path = boardPath(path), settings.isTaskPath(path) else { return false }
        return TaskID(fileName: path.fileName).isCode
    }
}
