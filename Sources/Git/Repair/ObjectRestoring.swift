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
    ///   - remote: The repository that a fresh fetch made.
    ///   - files: Their absolute paths.
    init(_ repository: Repository, aside: String, remote: Repository?, files: [[UInt8]]) {
        self.repository = repository
        folder = PackFolder(path: repository.commonDirectory + "objects")
        self.aside = aside
        self.remote = remote
        self.files = files
    }

    /// Restores what it can.
    ///
    /// - Returns: True if anything was restored. Another call may then restore more, such as the
    ///   trees of a commit that was missing.
    mutating func restore(_ faults: [FaultyObject]) throws(GitError) -> Bool {
        let before = steps.count
        let ids = faults.compactMap { fault in fault.id.map { (id: $0, kind: fault.kind) } }
        for fault in ids where fault.kind != .pack { try moveAside(fault.id) }
        for fault in ids { _ = try restore(fault.id, fault.kind) }
        if ids.contains(where: { $0.kind == .tree }) { try restoreTrees(ids.map(\.id)) }
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
    /// - Parameter ids: The trees that are missing.
    private mutating func restoreTrees(_ ids: [ObjectID]) throws(GitError) {
        let missing = ids.filter { !repository.contains($0) }
        do throws(GitError) {
            let files = try repository.filesOfIndex()
            for (_, entry) in files
            where entry.canonicalMode != TreeEntry.submoduleMode && !isWhole(entry.id) {
                try moveAside(entry.id)
                guard try restore(entry.id, .blob) else { return }
            }
            var changes: [[UInt8]: TreeEntry?] = [:]
            for (path, entry) in files { changes[path] = .some(entry) }
            _ = try repository.writeTree(from: nil, changes: changes)
        } catch {
            // The index is damaged, or not one that pmd reads.
            return
        }
        for id in missing where repository.contains(id) {
            steps.append(.restoredObject(id, .tree, from: .index))
        }
    }

    /// Copies all packs that were fetched from the remote.
    ///
    /// - Returns: False if that was done before, or there are none.
    mutating func bringPacks() throws(GitError) -> Bool {
        guard let remote, !hasPacks else { return false }
        hasPacks = true
        let source = PackFolder(path: remote.commonDirectory + "objects").packs
        let names = (folderNames(source) ?? []).filter {
            $0.hasSuffix(".pack") || $0.hasSuffix(".idx")
        }
        guard !names.isEmpty else { return false }
        mkdir(folder.packs, 0o777)
        // A pack is not used before its index exists.
        for suffix in [".pack", ".idx"] {
            for name in names.sorted() where name.hasSuffix(suffix) {
                try copy(name, from: source)
            }
        }
        try synchronise(folder.packs)
        steps.append(.copiedRemotePacks)
        return true
    }

    /// Copies a file into the folder of packs. A file with that name has the same content.
    private func copy(_ name: String, from source: String) throws(GitError) {
        let (file, target) = ("\(source)/\(name)", "\(folder.packs)/\(name)")
        try synchronise(file)
        if link(file, target) == 0 || errno == EEXIST { return }
        // The folder of objects may be on another file system.
        guard errno == EXDEV, let bytes = try FileReading(file)?.bytes else {
            throw GitError(errno: errno, "store '\(target)'")
        }
        // 'git prune' removes files with this prefix that a kill has left.
        let temporary = "\(folder.packs)/tmp_\(TemporaryName.random())"
        try AsideFolder.write(bytes, to: temporary)
        guard rename(temporary, target) == 0 else {
            throw GitError(errno: errno, "store '\(target)'")
        }
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

/// Makes the packs of a repository usable again, before it is opened.
///
/// A damaged pack, or one without an intact index, is moved aside with its index. Its readable
/// objects are stored as a new pack.
struct PackRestoring {
    /// `…/objects`, without a slash at the end.
    let objects: String
    let aside: AsideFolder
    /// The steps taken.
    private(set) var steps: [RepairStep] = []

    init(objects: String, aside: AsideFolder) { (self.objects, self.aside) = (objects, aside) }

    mutating func restore() throws(GitError) {
        let index = "\(objects)/pack/\(PackCheck.multiPackIndex)"
        do throws(GitError) {
            if try PackCheck.removeIfUnusable(multiPackIndex: index) {
                steps.append(.removedMultiPackIndex(index))
            }
        } catch {
            guard error.kind == .damaged else { throw error }
            try moveAside(index)
        }
        for fault in try PackCheck.faults(objects: objects) {
            steps.append(.foundPackFault(fault))
            try restore(fault.pack)
        }
    }

    private mutating func restore(_ pack: String) throws(GitError) {
        let folder = PackFolder(path: objects)
        // A damaged index does not show which objects the pack had.
        let known = PackCheck.isWholeIndex(pack + ".idx") ? folder.pack(pack) : nil
        guard let bytes = try FileReading(pack + ".pack")?.bytes else { return }
        let name = String(pack.dropFirst(folder.packs.count + 1))
        let isWhole = bytes.count > 32 && sha1(bytes.dropLast(20)) == Array(bytes.suffix(20))
        if isWhole, try store(bytes) != nil {
            steps.append(.madePackIndex(pack: name))
        } else {
            let salvage = PackSalvage(bytes) { known?.contains($0) ?? true }
            let count = salvage.count > 0 ? try store(salvage.pack()) ?? 0 : 0
            steps.append(.recoveredObjects(count, of: known?.count, pack: name))
        }
        // Done last, so that an interrupted run starts over the next time.
        for file in folderNames(folder.packs) ?? [] where file.hasPrefix(name + ".") {
            try moveAside("\(folder.packs)/\(file)")
        }
        // They list the positions of that pack's objects.
        for file in ["pack/multi-pack-index", "info/commit-graph", "info/commit-graphs"] {
            try moveAside("\(objects)/\(file)")
        }
    }

    private mutating func moveAside(_ path: String) throws(GitError) {
        guard let new = try aside.move(path) else { return }
        steps.append(.moved(path, to: new))
    }

    /// Stores a pack and creates its index.
    ///
    /// - Returns: The number of its objects; nil if it cannot be indexed.
    private func store(_ pack: [UInt8]) throws(GitError) -> Int? {
        do throws(GitError) {
            return try PackFolder(path: objects).store(pack: pack)
        } catch {
            guard [.damaged, .other].contains(error.kind) else { throw error }
            return nil
        }
    }
}
