import Git
import MarkdownDocument
import TaskBoard

/// Edits that were made on an older version than HEAD's.
struct StaleEdit {
    var edits: [[UInt8]: [UInt8]?]
    /// The commit that holds the version that was edited.
    var base: ObjectID
}

extension BoardRepository {
    /// Finds, among edits by hand, those of an editor that still had an old text.
    func staleSaves(
        _ edits: [HandEdit], _ head: ObjectID?, _ settings: BoardSettings
    ) throws -> [StaleEdit] {
        guard let head, !edits.isEmpty else { return [] }
        let versions = try replaced.versions()
        guard !versions.isEmpty else { return [] }
        let headTree = try git.commit(head).tree
        return try edits.compactMap { edit in
            guard let bytes = edit.bytes, let path = boardPath(edit.path),
                settings.isTaskPath(path)
            else { return nil }
            let saved = TaskVersion(path: path, document: Document(bytes))
            return try staleSave(saved, versions, headTree, settings)
        }
    }

    private func staleSave(
        _ saved: TaskVersion, _ versions: [Replaced.Version], _ headTree: ObjectID,
        _ settings: BoardSettings
    ) throws -> StaleEdit? {
        let id = TaskID(fileName: saved.path.fileName)
        guard let current = try currentVersion(id, headTree, near: saved.path, settings) else {
            return nil
        }
        let stands =
            try current.path == saved.path || !state(of: repositoryPath(current.path)).isAbsent
        guard stands else { return nil }
        for version in versions {
            guard let path = boardPath(version.place.path),
                TaskID(fileName: path.fileName) == id, path == saved.path,
                git.contains(version.head),
                let entry = try git.entry(
                    inTree: try git.commit(version.head).tree, path: version.place.path)
            else { continue }
            let old = TaskVersion(path: path, document: Document(try git.blob(entry.id)))
            if StaleSave(old: old, new: current, saved: saved).isStale {
                return StaleEdit(
                    edits: [version.place.path: .some(saved.document.bytes)], base: version.head)
            }
        }
        return nil
    }

    /// The task as HEAD has it: at this path, or where it was moved to.
    private func currentVersion(
        _ id: TaskID, _ tree: ObjectID, near path: BoardPath, _ settings: BoardSettings
    ) throws -> TaskVersion? {
        if let entry = try git.entry(inTree: tree, path: repositoryPath(path)) {
            return TaskVersion(path: path, document: Document(try git.blob(entry.id)))
        }
        for (found, entry) in try git.boardFiles(ofTree: tree, location.prefix) {
            if settings.isTaskPath(found), TaskID(fileName: found.fileName) == id {
                return TaskVersion(path: found, document: Document(try git.blob(entry.id)))
            }
        }
        return nil
    }

    /// Brings in what an editor saved into a file that pmd had already replaced.
    func bringInLateSaves(_ settings: BoardSettings) throws {
        for version in try replaced.versions() {
            guard let bytes = try replaced.lateSave(version), git.contains(version.head),
                let entry = try git.entry(
                    inTree: try git.commit(version.head).tree, path: version.place.path),
                try ObjectID.ofBlob(bytes) != entry.id, !bytes.isEmpty
            else { continue }
            try bringInLate(bytes, version, settings)
            try replaced.forget(version.place)
        }
        try replaced.sweep(now: clock.nanoseconds())
    }

    /// The late save is an edit of the old version, though the work tree has the
    /// new one: what stands there is HEAD's.
    private func bringInLate(
        _ bytes: [UInt8], _ version: Replaced.Version, _ settings: BoardSettings
    ) throws {
        let (_, head) = try branch()
        let edit = HandEdit(
            path: version.place.path,
            old: try git.entry(
                inTree: try git.commit(version.head).tree, path: version.place.path),
            bytes: bytes, mode: TreeEntry.regularMode, stamp: nil)
        let edited = try writeUserCommit(
            changes: try treeEntries([edit]), parent: version.head,
            message: try message(for: [edit], settings))
        guard let head else { return }
        let merged = try merge(edited, head).commit
        let (writes, index) = try checkout(from: head, to: merged)
        let saved = try advance(
            Advance(
                old: head, new: merged, writes: writes, index: index, message: "pmd: a late save",
                actions: [.did(edited, at: clock.coarseNanoseconds)]))
        if !saved.isEmpty { try settle(settings) }
    }
}
