import Git
import Glibc
import TaskBoard

/// The copying of a damaged board's files into the working tree of a new clone.
///
/// The old folder is scanned like a working tree of the clone, with all checks of a sync: only
/// regular files with names that git accepts, within the limit of sizes, without ignored files. What
/// differs from the clone's commit is copied.
struct NewCloneFiles {
    private let old: DamagedBoard
    /// The clone's repository, with the old folder as its working tree.
    private let reader: BoardRepository
    private let clone: Folder
    /// The old index; nil if it is lost.
    private var index: Index?
    /// The trees of commits whose files a killed process may have written.
    private let pending: [ObjectID]
    private var written: Set<[UInt8]> = []
    private var removed: Set<[UInt8]> = []
    private var notRemoved: Set<[UInt8]> = []
    private var marked: Set<[UInt8]> = []
    private var leftOut: [(path: [UInt8], reason: LeftOutReason)] = []

    init(
        from old: DamagedBoard, to git: Repository, pending: [ObjectID], _ clock: Clock
    ) throws {
        let root = String(git.workTree.dropLast())
        let location = Location(
            root: root, workTree: root, prefix: [],
            gitDirectory: String(git.gitDirectory.dropLast()), environment: git.environment)
        reader = try BoardRepository(
            location, clock: clock, waiting: nil, git: git, root: old.repository.root)
        clone = try Folder(root)
        self.old = old
        self.pending = try pending.map { try git.commit($0).tree }
        do { reader.settings = try BoardReader.settings(root: old.repository.root) } catch {
            // A malformed file is copied as it is, and the next command reports it.
        }
        do {
            let index = try old.git.index()
            self.index = index.isLost ? nil : index
        } catch {
            // It is damaged, or not one that pmd reads.
            index = nil
        }
    }

    mutating func copy() throws {
        let tree = try reader.tree(of: reader.branch().head)
        // They decide which of the other files git converts.
        let rules = [Array(".gitattributes".utf8)]
        let first = try WorkTreeScanner.only(rules, reader, tree: tree, settings: reader.settings)
        try apply(first.edits)
        let scan = try WorkTreeScanner.all(reader, tree: tree, settings: reader.settings)
        leftOut = scan.skipped
        try apply(scan.edits)
    }

    /// The report, without the files that only the old folder has.
    var facts: [NewCloneFact] {
        [.copied(written: written.count, removed: removed.count)]
            + (names(removed, upTo: 50).map { [.removed($0)] } ?? [])
            + leftOut.map {
                .leftOut(path: String(decoding: $0.path, as: UTF8.self), $0.reason)
            }
            + [
                names(notRemoved).map { .notRemoved($0) }, names(marked).map { .marked($0) },
            ].compactMap(\.self)
    }

    private func names(_ paths: Set<[UInt8]>, upTo most: Int = 10) -> NewCloneFact.NameList? {
        let sorted = paths.sorted { $0.lexicographicallyPrecedes($1) }
        return NewCloneFact.NameList(
            sorted.map { String(decoding: $0, as: UTF8.self) }, upTo: most)
    }
}

extension NewCloneFiles {
    private mutating func apply(_ edits: [UncommittedEdit]) throws {
        let edits = try edits.filter { try !isPrivate($0) && !isOfPendingMove($0) }
        // A file may have replaced a folder, or a folder a file.
        for edit in edits where edit.bytes == nil { try remove(edit.path) }
        for edit in edits {
            guard let bytes = edit.bytes else { continue }
            try write(bytes, of: edit)
        }
    }

    /// Returns true for a file that git ignores in the old folder, or whose changes it ignores. The
    /// rules of the clone may be older.
    private mutating func isPrivate(_ edit: UncommittedEdit) throws -> Bool {
        guard let entry = index?.entry(edit.path) else {
            return try edit.old == nil && old.git.isIgnored(edit.path)
        }
        guard !reader.isTask(edit.path), entry.skipsWorktree || entry.isAssumedUnchanged else {
            return false
        }
        if edit.bytes != nil { marked.insert(edit.path) }
        return true
    }

    /// Returns true if a file, or its absence, is that of a commit whose files a killed process was
    /// writing.
    private func isOfPendingMove(_ edit: UncommittedEdit) throws -> Bool {
        let id = try edit.stored.map(ObjectID.ofBlob)
        return try pending.contains { tree in
            try reader.git.entry(inTree: tree, path: edit.path)?.id == id
        }
    }

    /// Removes a file that the old folder lacks, if its index lacks it too, so that a commit
    /// deleted it. Otherwise the damage may have lost it, and a sync would delete it everywhere.
    private mutating func remove(_ path: [UInt8]) throws {
        let isDeleted = index != nil && index?.entry(path) == nil
        guard try isDeleted || isReplaced(path) else {
            notRemoved.insert(path)
            return
        }
        let (parent, name) = splitPath(path)
        try clone.existingFolder(parent)?.remove(name)
        removed.insert(path)
    }

    /// Returns true if the old folder has a folder with files in the place of a file, or a file in
    /// the place of a folder above it.
    private func isReplaced(_ path: [UInt8]) throws -> Bool {
        let root = old.repository.root
        if let folder = try root.existingFolder(path) { return try !folder.names().isEmpty }
        var above = splitPath(path).folder
        while !above.isEmpty {
            let (parent, name) = splitPath(above)
            if let folder = try root.existingFolder(parent) {
                return try folder.statData(name)?.kind == .file
            }
            above = parent
        }
        return false
    }

    private mutating func write(_ bytes: [UInt8], of edit: UncommittedEdit) throws {
        let path = try VerifiedPath(verifying: edit.path).bytes
        let (parent, name) = splitPath(path)
        let folder = try clone.makingFolder(parent, isWaiting: false)
        try folder.removeEmptyFolders(name)
        try folder.remove(name)
        let isExecutable = edit.mode == TreeEntry.executableMode
        try folder.create(name, bytes, mode: isExecutable ? 0o777 : 0o666, isWaiting: false)
        // A sync waits for files that seem to be unfinished and were saved just now.
        if let statData = edit.statData { try folder.setModified(name, statData.modified) }
        written.insert(path)
    }
}

extension NewCloneFiles {
    /// Returns the files of the old folder that the clone lacks, such as those that git ignores; a
    /// folder that the clone lacks, or another repository, with a slash at its end.
    func remaining() throws -> [[UInt8]] {
        let known = Set(leftOut.map(\.path))
        // Paths, since each open folder would hold a descriptor.
        var open: [[UInt8]] = [[]]
        var found: [[UInt8]] = []
        while let path = open.popLast() {
            guard let here = try old.repository.root.existingFolder(path) else { continue }
            let there = try clone.existingFolder(path)
            for name in try here.names() where name != Array(".git".utf8) {
                let full = path.isEmpty ? name : path + [UInt8(ascii: "/")] + name
                if known.contains(full) { continue }
                guard let folder = try here.readableFolder(name, isRequired: false) else {
                    let isFolder = try here.statData(name)?.kind == .folder
                    if isFolder {
                        found.append(full + [UInt8(ascii: "/")])
                    } else if try there?.statData(name)?.kind != .file {
                        found.append(full)
                    }
                    continue
                }
                if try !folder.isRepository, try there?.existingFolder(name) != nil {
                    open.append(full)
                } else if try folder.isRepository || !folder.names().isEmpty {
                    found.append(full + [UInt8(ascii: "/")])
                }
            }
        }
        return found.sorted { $0.lexicographicallyPrecedes($1) }
    }
}
