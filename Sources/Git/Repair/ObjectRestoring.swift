import Clibgit2
import Glibc

/// Restores damaged or missing objects from any intact copy.
struct ObjectRestoring {
    private let repository: Repository
    private let folder: PackFolder
    /// The folder to which damaged files are moved.
    private let aside: String
    /// A repository with the remote's objects.
    private let remote: Repository?
    /// Files of the working tree that may have the content of a blob.
    private let files: [[UInt8]]
    private var hasPacks = false
    private var blobs: [ObjectID: [UInt8]]?

    /// The steps taken.
    private(set) var steps: [RepairStep] = []

    /// - Parameters:
    ///   - aside: A folder on the same file system, without a slash at the end.
    ///   - remote: The repository created by a fresh fetch.
    ///   - files: Their absolute paths.
    init(_ repository: Repository, aside: String, remote: Repository?, files: [[UInt8]]) {
        self.repository = repository
        folder = PackFolder(path: repository.commonDirectory + "objects")
        self.aside = aside
        self.remote = remote
        self.files = files
    }

    /// Restores as many objects as possible.
    ///
    /// - Returns: True if anything was restored. Another call may then restore more, such as the
    ///   trees of a commit that was missing.
    mutating func restore(_ faults: [FaultyObject]) throws(GitError) -> Bool {
        let before = steps.count
        let ids = faults.compactMap { fault in fault.id.map { (id: $0, kind: fault.kind) } }
        for fault in ids where fault.kind != .pack { try moveAside(fault.id) }
        for fault in ids { _ = try restore(fault.id, fault.kind) }
        if ids.contains(where: { $0.kind == .tree }) { _ = try restoreTrees(ids.map(\.id)) }
        return steps.count > before
    }

    private mutating func moveAside(_ id: ObjectID) throws(GitError) {
        let file = folder.file(of: id)
        var status = stat()
        guard lstat(file, &status) == 0 else { return }
        mkdir(aside, 0o777)
        repository.objectLinks.forget(id)
        guard rename(file, "\(aside)/\(id)") == 0 else {
            throw GitError(errno: errno, "move '\(file)' to '\(aside)'")
        }
        steps.append(.movedDamagedObject(id, to: aside))
    }

    private mutating func restore(
        _ id: ObjectID, _ kind: FaultyObject.Kind
    ) throws(GitError) -> Bool {
        guard let found = try find(id, kind) else { return false }
        let object = (id: id, bytes: try compressed(found.bytes, found.kind))
        try ObjectFolder(path: folder.path).write([object])
        steps.append(.restoredObject(id, kind, from: found.source))
        return true
    }

    private mutating func find(
        _ id: ObjectID, _ kind: FaultyObject.Kind
    ) throws(GitError) -> (bytes: [UInt8], kind: git_object_t, source: RepairStep.ObjectSource)? {
        if let remote, remote.contains(id) {
            let object = try remote.object(id)
            return (object.bytes, object.kind, .remote)
        }
        guard kind == .blob, let path = blobsOfFiles()[id],
            let bytes = try FileReading(String(decoding: path, as: UTF8.self))?.bytes,
            try ObjectID.ofBlob(bytes) == id
        else { return nil }
        return (bytes, GIT_OBJECT_BLOB, .file(String(decoding: path, as: UTF8.self)))
    }

    private mutating func blobsOfFiles() -> [ObjectID: [UInt8]] {
        if let blobs { return blobs }
        var found: [ObjectID: [UInt8]] = [:]
        for path in files {
            do throws(GitError) {
                guard let bytes = try FileReading(String(decoding: path, as: UTF8.self))?.bytes
                else { continue }
                found[try ObjectID.ofBlob(bytes)] = path
            } catch {
                // Another file may have the content.
            }
        }
        blobs = found
        return found
    }

    /// Writes the trees of the index, which are those of HEAD if nothing is staged.
    ///
    /// - Parameter ids: The missing trees.
    /// - Returns: False if a file in the index is lost.
    mutating func restoreTrees(_ ids: [ObjectID]) throws(GitError) -> Bool {
        let missing = ids.filter { !repository.contains($0) }
        do throws(GitError) {
            let files = try repository.filesOfIndex()
            for (_, entry) in files
            where entry.canonicalMode != TreeEntry.submoduleMode && !isWhole(entry.id) {
                try moveAside(entry.id)
                guard try restore(entry.id, .blob) else { return false }
            }
            var changes: [[UInt8]: TreeEntry?] = [:]
            for (path, entry) in files { changes[path] = .some(entry) }
            _ = try repository.writeTree(from: nil, changes: changes)
        } catch {
            // The index is damaged, or not one that pmd reads.
            return true
        }
        for id in missing where repository.contains(id) {
            steps.append(.restoredObject(id, .tree, from: .index))
        }
        return true
    }

    /// Copies all packs that were fetched from the remote.
    ///
    /// - Returns: False if that was already done, or there are none.
    mutating func bringPacks() throws(GitError) -> Bool {
        guard let remote, !hasPacks else { return false }
        hasPacks = true
        let source = PackFolder(path: remote.commonDirectory + "objects").packs
        let names = (folderNames(source) ?? []).sorted()
        for suffix in [".pack", ".idx"] {
            for name in names where name.hasSuffix(suffix) {
                let target = "\(folder.packs)/\(name)"
                guard link("\(source)/\(name)", target) == 0 || errno == EEXIST else {
                    throw GitError(errno: errno, "store '\(target)'")
                }
            }
        }
        guard !names.isEmpty else { return false }
        steps.append(.copiedRemotePacks)
        return true
    }

    private func isWhole(_ id: ObjectID) -> Bool {
        do throws(GitError) {
            try repository.verify(id)
            return true
        } catch {
            return false
        }
    }
}

extension Repository {
    /// Returns the files in the index, without those in a conflict.
    fileprivate func filesOfIndex() throws(GitError) -> [(path: [UInt8], entry: TreeEntry)] {
        try readIndex().table?.files ?? []
    }
}
