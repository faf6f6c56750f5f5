import Git
import Glibc
import MarkdownDocument
import TaskBoard

/// Finds uncommitted edits: compares the working tree with HEAD.
///
/// A file whose stat data is the index's is not read. What git ignores, links,
/// pipes, other repositories and files that git would filter are left alone.
struct WorkTreeScanner {
    private let repository: BoardRepository
    /// The index, read on first use: it names every file.
    private var knownIndex: Index?
    private let settings: BoardSettings
    /// True if reading a file costs less than finding its stat data in the index.
    private var isAboutFew = false
    private var scan = WorkTreeScan()

    private init(_ repository: BoardRepository, _ settings: BoardSettings) {
        self.repository = repository
        self.settings = settings
    }

    private mutating func index() throws -> Index {
        let index = try knownIndex ?? repository.git.index()
        knownIndex = index
        scan.isIndexLost = index.isLost
        return index
    }

    private mutating func indexEntry(_ path: [UInt8]) throws -> IndexEntry? {
        _ = try index()
        return knownIndex?.entry(path)
    }

    /// Scans everything that this board commits.
    static func all(
        _ repository: BoardRepository, tree: ObjectID?, settings: BoardSettings
    ) throws -> WorkTreeScan {
        var scanner = WorkTreeScanner(repository, settings)
        try scanner.visitAll(tree)
        scanner.scan.edits.sort { $0.path.lexicographicallyPrecedes($1.path) }
        return scanner.scan
    }

    /// Scans some paths only, and the tree for these alone.
    static func only(
        _ paths: [[UInt8]], _ repository: BoardRepository, tree: ObjectID?,
        settings: BoardSettings
    ) throws -> WorkTreeScan {
        var scanner = WorkTreeScanner(repository, settings)
        scanner.isAboutFew = true
        try scanner.visit(paths, tree)
        return scanner.scan
    }

    private mutating func visit(_ paths: [[UInt8]], _ tree: ObjectID?) throws {
        var seen: Set<[UInt8]> = []
        for path in paths where seen.insert(path).inserted {
            let entry = try tree.flatMap { try repository.git.entry(inTree: $0, path: path) }
            let old = entry.flatMap { $0.isFolder ? nil : $0 }
            let (parent, name) = splitPath(path)
            if let folder = try repository.root.existingFolder(parent),
                let statData = try folder.statData(name), statData.kind == .file
            {
                try look(at: path, name: name, in: folder, statData: statData, old: old)
            } else {
                try noteMissing(path, old)
            }
        }
    }

    private mutating func visitAll(_ tree: ObjectID?) throws {
        let prefix = repository.location.prefix
        guard repository.location.isGuest else {
            return try visit(repository.root, at: [], tree: tree) { _, _ in true }
        }
        let entry = try tree.flatMap {
            try repository.git.entry(inTree: $0, path: Array(prefix.dropLast()))
        }
        let root = try repository.root.existingFolder(Array(prefix.dropLast()))
        let isFolder = entry?.isFolder == true
        // A guest's own paths: its settings and dotfiles, the states, and the folders of
        // conflicts and attachments.
        try visit(root, at: prefix, tree: isFolder ? entry?.id : nil) { [self] name, isFolder in
            isFolder ? isOwnFolder(name) : isOwnName(name)
        }
    }

    private func isOwnName(_ name: [UInt8]) -> Bool {
        name == Board.settingsPath.bytes || name == Array(".gitattributes".utf8)
            || name == Array(".gitignore".utf8)
    }

    private func isOwnFolder(_ name: [UInt8]) -> Bool {
        settings.states.contains(Text(name).nfc)
            || settings.retired.contains(Text(name).nfc) || BoardSettings.isReserved(name)
    }

    /// Compares a folder with HEAD's: both are sorted by name.
    ///
    /// - Parameters:
    ///   - folder: The folder; nil if there is none.
    ///   - isOurs: Returns true if this board commits the file or folder of a name.
    private mutating func visit(
        _ folder: Folder?, at path: [UInt8], tree: ObjectID?,
        where isOurs: (_ name: [UInt8], _ isFolder: Bool) -> Bool
    ) throws {
        let listing = try folder.map { try FolderListing($0, isAll: true) }
        var looks = try listing.map { try self.looks(at: $0, in: folder, path: path) } ?? []
        var known =
            try tree.map { try others(inTree: $0, at: path, listing: listing, looks: &looks) } ?? []
        var next = 0
        for (index, look) in looks.enumerated() where !look.isUnchanged {
            guard let folder, let listing else { break }
            let name = listing.name(index)
            while next < known.count, known[next].name.lexicographicallyPrecedes(name) {
                try noteDeleted(
                    known[next].value, at: path + known[next].name, name: known[next].name,
                    where: isOurs)
                next += 1
            }
            var old: TreeEntry?
            if next < known.count, known[next].name == name {
                old = known[next].value
                next += 1
            }
            let statData = try look.statData ?? listing.statData(index, in: folder)
            try visit(
                name, in: folder, at: path + name, statData: statData, old: old, where: isOurs)
        }
        known.removeFirst(next)
        for (name, entry) in known {
            try noteDeleted(entry, at: path + name, name: name, where: isOurs)
        }
    }

    /// The knowledge about a name in a folder before anything is read.
    private struct Look {
        /// The stat data; nil if it cannot be read.
        var statData: StatData?
        /// The index entry with the file's bytes; nil if that is not certain.
        var place: Int?
        /// True if HEAD has them too.
        var isUnchanged = false
    }

    /// Examines all names of a folder; two threads share a large one.
    private mutating func looks(
        at listing: FolderListing, in folder: Folder?, path: [UInt8]
    ) throws -> [Look] {
        guard let folder else { return [] }
        let known = try index()
        return makeByTwoThreads(listing.count, block: 128, from: 512) {
            var next = 0
            return { index in
                var look = Look(statData: listing.statDataIfReadable(index, in: folder))
                guard let statData = look.statData, statData.kind == .file else { return look }
                look.place = listing.withName(index) { name in
                    // Some of these belong to neither the board nor git.
                    if name.first == UInt8(ascii: ".") { return nil }
                    return known.current(
                        path, name, size: statData.size, modified: statData.modified,
                        inode: statData.inode, next: &next)
                }
                return look
            }
        }
    }

    /// Marks the files that are the same in HEAD, in the index and in the working tree. Most
    /// often these are all, and their names need no further work.
    ///
    /// - Returns: The other names of HEAD in the folder, sorted.
    private mutating func others(
        inTree tree: ObjectID, at path: [UInt8], listing: FolderListing?, looks: inout [Look]
    ) throws -> [(name: [UInt8], value: TreeEntry)] {
        let known = try index()
        // Both are sorted: each search begins after the one before it.
        var current = looks.lazy.compactMap(\.place).makeIterator()
        var next = current.next()
        let stands = { (place: Int) in
            while let last = next, last < place { next = current.next() }
            return next == place
        }
        if let names = known.names(ofTree: tree, at: path, but: stands) {
            for index in looks.indices { looks[index].isUnchanged = looks[index].place != nil }
            return names
        }
        guard let listing else {
            return try repository.git.namesInOrder(ofTree: tree) { _, _ in false }
        }
        var at = 0
        return try repository.git.namesInOrder(ofTree: tree) { name, id in
            while at < looks.count, listing.isName(at, before: name) { at += 1 }
            guard at < looks.count, let place = looks[at].place,
                listing.withName(at, { $0.elementsEqual(name) }), known.isBlob(at: place, id)
            else { return false }
            looks[at].isUnchanged = true
            at += 1
            return true
        }
    }

    private mutating func visit(
        _ name: [UInt8], in folder: Folder, at path: [UInt8], statData: StatData?,
        old: TreeEntry?, where isOurs: ([UInt8], Bool) -> Bool
    ) throws {
        let isHidden = name == Array(".git".utf8) || name.starts(with: FileSwap.temporaryPrefix)
        let statData = isHidden ? nil : statData
        let (file, tree) = old?.isFolder == true ? (nil, old?.id) : (old, nil)
        var isSeen = false
        if let statData, statData.kind == .file, isOurs(name, false) {
            try look(at: path, name: name, in: folder, statData: statData, old: file)
            isSeen = tree == nil
        } else if statData?.kind == .folder, isOurs(name, true) {
            try visitFolder(name, in: folder, at: path, tree: tree)
            isSeen = file == nil
        }
        if let old, !isSeen { try noteDeleted(old, at: path, name: name, where: isOurs) }
    }

    private mutating func visitFolder(
        _ name: [UInt8], in parent: Folder, at path: [UInt8], tree: ObjectID?
    ) throws {
        let all = { (_: [UInt8], _: Bool) in true }
        guard let folder = try parent.existingFolder(name),
            // Another repository is not part of this one's commits.
            try folder.statData(Array(".git".utf8)) == nil
        else { return try visit(nil, at: path + [47], tree: tree, where: all) }
        if tree == nil, try repository.git.isIgnored(path + [47]) { return }
        try visit(folder, at: path + [47], tree: tree, where: all)
    }

    /// Reports what HEAD has and the working tree does not.
    private mutating func noteDeleted(
        _ old: TreeEntry, at path: [UInt8], name: [UInt8],
        where isOurs: ([UInt8], Bool) -> Bool
    ) throws {
        guard isOurs(name, old.isFolder) else { return }
        if old.isFolder { return try visit(nil, at: path + [47], tree: old.id) { _, _ in true } }
        try noteMissing(path, old)
    }

    private mutating func look(
        at path: [UInt8], name: [UInt8], in folder: Folder, statData: StatData,
        old: TreeEntry?
    ) throws {
        if let old, isAboutFew {
            if case .file(let bytes, _) = try folder.read(name, limit: Repository.fileLimit),
                try ObjectID.ofBlob(bytes) == old.id
            {
                return
            }
        } else if let old, let entry = try indexEntry(path), entry.id == old.id,
            entry.isCurrent(statData)
        {
            return
        }
        if old == nil, try indexEntry(path) == nil, try repository.git.isIgnored(path) {
            if let board = repository.boardPath(path), settings.isTaskPath(board) {
                scan.ignoredTasks.append(path)
            }
            return
        }
        try compare(path, name: name, in: folder, old: old, statData: statData)
    }

    private mutating func compare(
        _ path: [UInt8], name: [UInt8], in folder: Folder, old: TreeEntry?, statData: StatData
    ) throws {
        if let refusal = VerifiedPath.refusal(path) {
            scan.skipped.append((path, "git refuses its name: it \(refusal)"))
            return
        }
        switch try folder.read(name, limit: Repository.fileLimit) {
        case .file(let bytes, let statData):
            if let old, try ObjectID.ofBlob(bytes) == old.id {
                scan.outdatedInIndex[path] = old
                return
            }
            if let reason = try reasonOfFilter(path, bytes) {
                if try !isAsCommitted(path, as: old, by: statData) {
                    scan.skipped.append((path, reason))
                }
                return
            }
            let isScript = statData.mode & 0o100 != 0 && !path.hasSuffix(".md")
            let mode = isScript ? TreeEntry.executableMode : TreeEntry.regularMode
            scan.edits.append(
                UncommittedEdit(
                    path: path, old: old, bytes: bytes, mode: old.fileMode ?? mode,
                    statData: statData))
        case .unread(let statData, let reason):
            if try isAsCommitted(path, as: old, by: statData) { return }
            guard statData.size > Repository.fileLimit else {
                scan.skipped.append((path, try reasonOfFilter(path, []) ?? reason))
                return
            }
            if let old, try folder.isBlob(name, old.id) {
                scan.outdatedInIndex[path] = old
            } else {
                let advice = "share it another way and link to it, or have git ignore it"
                scan.skipped.append(
                    (path, try reasonOfFilter(path, []) ?? "\(reason): \(advice)"))
            }
        case .absent: try noteMissing(path, old)
        case .other: break
        }
    }

    /// Returns true if stat data shows that a file has not changed since git committed it:
    /// git's filter may have made the content that differs from the commit's.
    private mutating func isAsCommitted(
        _ path: [UInt8], as old: TreeEntry?, by statData: StatData
    ) throws -> Bool {
        guard let old, let entry = try indexEntry(path) else { return false }
        return entry.id == old.id && entry.isUnchanged(since: statData)
    }

    /// Returns why git would not commit a file's bytes unchanged. Called only for files that
    /// differ: libgit2 reads five files for the answer.
    private func reasonOfFilter(_ path: [UInt8], _ bytes: [UInt8]) throws -> String? {
        let git = repository.git
        if let filter = try git.filter(of: path) {
            return "git's filter \(filter) would change it: use git add and git commit"
        }
        let isText = !bytes.contains(0) && String(validating: bytes, as: UTF8.self) != nil
        guard !isText, let encoding = try git.attribute("working-tree-encoding", of: path),
            encoding.uppercased() != "UTF-8"
        else { return nil }
        return "git would convert it from \(encoding): use git add and git commit"
    }

    /// A path of HEAD without a file in the working tree. What is never written there, and
    /// what a sparse checkout leaves out, was not deleted.
    private mutating func noteMissing(_ path: [UInt8], _ old: TreeEntry?) throws {
        guard let old, Placement(of: path, mode: old.mode) == .file else { return }
        let entry = try indexEntry(path)
        if entry?.skipsWorktree == true { return }
        // A large file was here only if git wrote it.
        guard try entry?.wasWritten == true || repository.git.placement(of: path, old) == .file
        else { return }
        scan.edits.append(
            UncommittedEdit(path: path, old: old, bytes: nil, mode: old.mode, statData: nil))
    }
}

extension [UInt8] {
    func hasSuffix(_ suffix: String) -> Bool {
        Array(self.suffix(suffix.utf8.count)) == Array(suffix.utf8)
    }
}

extension IndexEntry {
    func isUnchanged(since statData: StatData) -> Bool {
        isUnchanged(size: statData.size, modified: statData.modified, inode: statData.inode)
    }

    func isCurrent(_ statData: StatData) -> Bool {
        isCurrent(size: statData.size, modified: statData.modified, inode: statData.inode)
    }
}
