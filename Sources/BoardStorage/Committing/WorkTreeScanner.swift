import Git
import Glibc
import MarkdownDocument
import TaskBoard

/// Finds uncommitted edits: compares the working tree with HEAD.
///
/// A file whose stat data matches the index is not read. Ignored files, links, pipes, other
/// repositories, folders that this user may not read and files that git would filter are left alone.
struct WorkTreeScanner {
    let repository: BoardRepository
    let settings: BoardSettings
    /// True if reading a file costs less than finding its stat data in the index.
    private(set) var isAboutFew = false
    var scan = WorkTreeScan()
    /// The index, read on first use: it lists every file.
    private var knownIndex: Index?

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

    /// Returns the index entry of a path; nil if there is none, or a conflict.
    mutating func indexEntry(_ path: [UInt8]) throws -> IndexEntry? {
        _ = try index()
        return knownIndex?.entry(path)
    }
}

extension WorkTreeScanner {
    /// Scans everything that this board commits.
    ///
    /// - Parameter tree: HEAD's tree; nil before the first commit.
    /// - Returns: The edits are sorted by path.
    static func all(
        _ repository: BoardRepository, tree: ObjectID?, settings: BoardSettings
    ) throws -> WorkTreeScan {
        var scanner = WorkTreeScanner(repository, settings)
        try scanner.scanAll(tree)
        scanner.scan.edits.sort { $0.path.lexicographicallyPrecedes($1.path) }
        return scanner.scan
    }

    /// Scans some paths only, and the tree for these alone.
    ///
    /// - Parameter paths: From the root of the repository; a folder counts as a missing file.
    static func only(
        _ paths: [[UInt8]], _ repository: BoardRepository, tree: ObjectID?,
        settings: BoardSettings
    ) throws -> WorkTreeScan {
        var scanner = WorkTreeScanner(repository, settings)
        scanner.isAboutFew = true
        try scanner.scan(paths, tree)
        return scanner.scan
    }

    private mutating func scan(_ paths: [[UInt8]], _ tree: ObjectID?) throws {
        var seen: Set<[UInt8]> = []
        for path in paths where seen.insert(path).inserted {
            let entry = try tree.flatMap { try repository.git.entry(inTree: $0, path: path) }
            let old = entry.flatMap { $0.isFolder ? nil : $0 }
            let (parent, name) = splitPath(path)
            if let folder = try repository.root.existingFolder(parent),
                let statData = try folder.statData(name), statData.kind == .file
            {
                try examineFile(
                    WorkTreeFile(path: path, name: name, folder: folder, statData: statData),
                    old: old)
            } else {
                try noteMissing(path, old)
            }
        }
    }

    private mutating func scanAll(_ tree: ObjectID?) throws {
        let prefix = repository.location.prefix
        guard repository.location.isGuest else {
            return try scan(repository.root, at: [], tree: tree, names: .all)
        }
        let entry = try tree.flatMap {
            try repository.git.entry(inTree: $0, path: Array(prefix.dropLast()))
        }
        let root = try repository.root.existingFolder(Array(prefix.dropLast()))
        let isFolder = entry?.isFolder == true
        try scan(root, at: prefix, tree: isFolder ? entry?.id : nil, names: .ofGuest(settings))
    }
}

/// The names in a folder that this board commits.
private enum CommittedNames {
    case all
    /// The names at the root of a board inside another project: its settings and git's dotfiles,
    /// the states, and the folders of conflicts and attachments.
    case ofGuest(BoardSettings)

    func contains(_ name: [UInt8], isFolder: Bool) -> Bool {
        guard case .ofGuest(let settings) = self else { return true }
        guard isFolder else {
            return name == Board.settingsPath.bytes || name == Array(".gitattributes".utf8)
                || name == Array(".gitignore".utf8)
        }
        let state = Text(name).nfc
        return settings.states.contains(state) || settings.retired.contains(state)
            || BoardSettings.isReserved(name)
    }
}

extension WorkTreeScanner {
    /// Compares a folder with HEAD's: both are sorted by name.
    ///
    /// - Parameters:
    ///   - folder: The folder; nil if there is none.
    ///   - path: The path of the folder, with a slash at the end; empty for the root.
    ///   - tree: The folder's tree in HEAD; nil if there is none.
    private mutating func scan(
        _ folder: Folder?, at path: [UInt8], tree: ObjectID?, names: CommittedNames
    ) throws {
        guard let folder else {
            return try noteDeleted(entriesOfHead(tree, at: path), at: path, names: names)
        }
        var scanned = try ScannedFolder(folder, at: path, in: index())
        var old =
            try tree.map {
                try scanned.changedEntries(ofTree: $0, in: index(), repository.git)[...]
            } ?? []
        for (number, file) in scanned.names.enumerated() where !file.isUnchanged {
            let name = scanned.listing.name(number)
            let before = old.prefix { $0.name.lexicographicallyPrecedes(name) }
            try noteDeleted(before, at: path, names: names)
            old = old.dropFirst(before.count)
            let statData = try file.statData ?? scanned.listing.statData(number, in: folder)
            let isInHead = old.first?.name == name
            try scan(
                name, in: folder, at: path + name, statData: statData,
                old: isInHead ? old.first?.value : nil, names: names)
            if isInHead { old = old.dropFirst() }
        }
        try noteDeleted(old, at: path, names: names)
    }

    private mutating func entriesOfHead(
        _ tree: ObjectID?, at path: [UInt8]
    ) throws -> ArraySlice<(name: [UInt8], value: TreeEntry)> {
        guard let tree else { return [] }
        let cached = try index().names(ofTree: tree, at: path) { _ in false }
        return try (cached ?? repository.git.namesInOrder(ofTree: tree) { _, _ in false })[...]
    }

    /// Compares one name with HEAD's entry. A file may have replaced a folder, or a folder a file.
    private mutating func scan(
        _ name: [UInt8], in folder: Folder, at path: [UInt8], statData: StatData?,
        old: TreeEntry?, names: CommittedNames
    ) throws {
        let isHidden = name == Array(".git".utf8) || name.starts(with: FileSwap.temporaryPrefix)
        let statData = isHidden ? nil : statData
        let (file, tree) = old?.isFolder == true ? (nil, old?.id) : (old, nil)
        var isSeen = false
        if let statData, statData.kind == .file, names.contains(name, isFolder: false) {
            try examineFile(
                WorkTreeFile(path: path, name: name, folder: folder, statData: statData),
                old: file)
            isSeen = tree == nil
        } else if statData?.kind == .folder, names.contains(name, isFolder: true) {
            try scanFolder(name, in: folder, at: path + [slash], tree: tree)
            isSeen = file == nil
        }
        if let old, !isSeen { try noteDeleted(old, name, at: path, names: names) }
    }

    private mutating func scanFolder(
        _ name: [UInt8], in parent: Folder, at path: [UInt8], tree: ObjectID?
    ) throws {
        let folder: Folder?
        do {
            folder = try parent.readableFolder(name)
        } catch  where error.isNotPermitted {
            return try noteUnreadable(path, tree)
        }
        guard let folder, try !isOtherRepository(folder, at: path, tree) else { return }
        if tree == nil, try repository.git.isIgnored(path) { return }
        try scan(folder, at: path, tree: tree, names: .all)
    }

    /// Notes a folder that this user may not read, unless git ignores it. Its committed files count
    /// as unchanged.
    private mutating func noteUnreadable(_ path: [UInt8], _ tree: ObjectID?) throws {
        if tree == nil, try repository.git.isIgnored(path) { return }
        scan.skipped.append((Array(path.dropLast()), .unreadableFolder))
    }

    /// Returns true for a nested git repository. Like git, pmd does not commit its files, but
    /// keeps those that are already committed.
    private mutating func isOtherRepository(
        _ folder: Folder, at path: [UInt8], _ tree: ObjectID?
    ) throws -> Bool {
        guard try folder.isRepository else { return false }
        // A repository without tasks is left to its user, as git does.
        let hasTasks = tree != nil || repository.isTask(path + Array("a.md".utf8))
        if hasTasks, try tree != nil || !repository.git.isIgnored(path) {
            let name = Array(path.dropLast())
            let shown = shellQuoted(String(decoding: name + Array("/.git".utf8), as: UTF8.self))
            scan.skipped.append((name, .ownRepository(dotGit: shown)))
        }
        return true
    }

    /// Reports files that HEAD has but the working tree lacks.
    private mutating func noteDeleted(
        _ old: ArraySlice<(name: [UInt8], value: TreeEntry)>, at folder: [UInt8],
        names: CommittedNames
    ) throws {
        for (name, entry) in old { try noteDeleted(entry, name, at: folder + name, names: names) }
    }

    private mutating func noteDeleted(
        _ old: TreeEntry, _ name: [UInt8], at path: [UInt8], names: CommittedNames
    ) throws {
        guard names.contains(name, isFolder: old.isFolder) else { return }
        if old.isFolder { return try scan(nil, at: path + [slash], tree: old.id, names: .all) }
        try noteMissing(path, old)
    }
}

private let slash = UInt8(ascii: "/")

/// A regular file of the working tree, before it is read.
struct WorkTreeFile {
    /// The path from the root of the repository.
    let path: [UInt8]
    let name: [UInt8]
    let folder: Folder
    let statData: StatData
}

extension WorkTreeScanner {
    /// Compares a file with HEAD's: notes an edit, or the reason why there is none.
    ///
    /// - Parameter old: HEAD's entry; nil if there is none, or a folder.
    mutating func examineFile(_ file: WorkTreeFile, old: TreeEntry?) throws {
        if let old, try isUnchanged(file, since: old) { return }
        if try repository.isKeptByIndex(file.path, indexEntry(file.path)) { return }
        if old == nil, try indexEntry(file.path) == nil, try repository.git.isIgnored(file.path) {
            if let board = repository.boardPath(file.path), settings.isTaskPath(board) {
                scan.ignoredTasks.append(file.path)
            }
            return
        }
        if let problem = VerifiedPath.refusal(file.path) {
            return skip(file, .nameRefused(problem.words))
        }
        switch try file.folder.read(file.name, limit: Repository.fileLimit) {
        case .file(let bytes, let statData):
            try note(bytes, of: file, old: old, statData: statData)
        case .unread(let statData, let reason):
            try noteUnread(file, old: old, statData: statData, because: reason)
        case .absent: try noteMissing(file.path, old)
        case .other: break
        }
    }

    /// Returns true if a file certainly has the content of HEAD's entry.
    private mutating func isUnchanged(
        _ file: WorkTreeFile, since old: TreeEntry
    ) throws -> Bool {
        guard isAboutFew else {
            guard let entry = try indexEntry(file.path) else { return false }
            return entry.id == old.id && entry.isCurrent(file.statData)
        }
        guard
            case .file(let bytes, _) = try file.folder.read(
                file.name, limit: Repository.fileLimit)
        else { return false }
        return try ObjectID.ofBlob(bytes) == old.id
    }

    /// Notes the content of a file, unless it equals HEAD's or git would filter it.
    private mutating func note(
        _ bytes: [UInt8], of file: WorkTreeFile, old: TreeEntry?, statData: StatData
    ) throws {
        if let old, try ObjectID.ofBlob(bytes) == old.id {
            scan.outdatedInIndex[file.path] = old
            return
        }
        if let reason = try reasonOfFilter(file.path) {
            if try !isAsCommitted(file.path, as: old, by: statData) { skip(file, reason) }
            return
        }
        guard let stored = try stored(bytes, of: file, old: old) else { return }
        if let old, stored != bytes, try ObjectID.ofBlob(stored) == old.id {
            scan.outdatedInIndex[file.path] = old
            return
        }
        if repository.isAttachment(file.path), try !repository.keepsBytes(bytes, at: file.path) {
            return skip(file, .convertedAttachment)
        }
        let isScript = statData.mode & 0o100 != 0 && !file.path.hasSuffix(".md")
        let mode = isScript ? TreeEntry.executableMode : TreeEntry.regularMode
        scan.edits.append(
            UncommittedEdit(
                path: file.path, old: old, bytes: bytes, mode: old.fileMode ?? mode,
                statData: statData,
                converted: stored == bytes || repository.isTask(file.path) ? nil : stored))
    }

    /// Returns the content that git would store for a file; nil if git refuses it, which is noted.
    private mutating func stored(
        _ bytes: [UInt8], of file: WorkTreeFile, old: TreeEntry?
    ) throws -> [UInt8]? {
        let git = repository.git
        let isTask = repository.isTask(file.path)
        let isText =
            !isTask || !bytes.contains(0) && String(validating: bytes, as: UTF8.self) != nil
        // There is nothing to compare with: many tasks may be new.
        if isTask, isText, old == nil { return bytes }
        let conversion = try git.conversion(of: file.path)
        guard !conversion.isNothing else { return bytes }
        if !isText, let encoding = conversion.encodingName {
            // pmd reads and writes tasks as UTF-8 only.
            if try !isAsCommitted(file.path, as: old, by: file.statData) {
                skip(file, .encoding(encoding))
            }
            return nil
        }
        let committed = try indexEntry(file.path)?.id ?? old?.id
        func stored(isCommit: Bool) throws -> [UInt8] {
            try conversion.stored(bytes, isCommit: isCommit) {
                try committed.map { try git.blob($0) }
            }
        }
        do {
            let comparable = try stored(isCommit: false)
            if isTask { return comparable }
            if let old, try ObjectID.ofBlob(comparable) == old.id { return comparable }
            return try stored(isCommit: true)
        } catch let refusal as Conversion.Refusal {
            if isTask { return bytes }
            if try !isAsCommitted(file.path, as: old, by: file.statData) {
                skip(file, refusal.reason)
            }
            return nil
        }
    }

    /// Notes a file that cannot be read, or that is too large to be committed here. A large file
    /// that git committed is compared by its hash alone.
    private mutating func noteUnread(
        _ file: WorkTreeFile, old: TreeEntry?, statData: StatData, because reason: UnreadReason
    ) throws {
        if try isAsCommitted(file.path, as: old, by: statData) { return }
        guard statData.size > Repository.fileLimit else {
            return skip(file, try reasonOfFilter(file.path) ?? .unread(reason))
        }
        if let old, try isLargeBlob(file, old.id) {
            scan.outdatedInIndex[file.path] = old
            return
        }
        skip(file, try reasonOfFilter(file.path) ?? .tooLarge(reason))
    }

    /// The maximum size of a file that is converted for comparison.
    private static let largestConverted = 1 << 30

    private func isLargeBlob(_ file: WorkTreeFile, _ id: ObjectID) throws -> Bool {
        if try file.folder.isBlob(file.name, id) { return true }
        guard try !repository.git.conversion(of: file.path).isNothing,
            case .file(let bytes, _) = try file.folder.read(
                file.name, limit: Self.largestConverted)
        else { return false }
        return try repository.isSame(bytes, as: id, at: file.path)
    }

    private mutating func skip(_ file: WorkTreeFile, _ reason: LeftOutReason) {
        scan.skipped.append((file.path, reason))
    }

    /// Returns true if stat data shows that a file has not changed since git committed it:
    /// git's filter may have made the content that differs from the commit's.
    private mutating func isAsCommitted(
        _ path: [UInt8], as old: TreeEntry?, by statData: StatData
    ) throws -> Bool {
        guard let old, let entry = try indexEntry(path) else { return false }
        return entry.id == old.id && entry.isUnchanged(since: statData)
    }

    /// Returns the reason why pmd does not commit a file: git would convert it, and pmd cannot. A
    /// task is committed without conversion. Called only for files that differ: libgit2 reads five
    /// files for the answer.
    private func reasonOfFilter(_ path: [UInt8]) throws -> LeftOutReason? {
        if repository.isTask(path) { return nil }
        let git = repository.git
        if let filter = try git.filter(of: path) { return .filter(filter) }
        return try git.unknownEncoding(of: path).map(LeftOutReason.encoding)
    }

    /// Notes a path of HEAD without a file in the working tree. Files that are never written
    /// there, or that a sparse checkout leaves out, were not deleted.
    mutating func noteMissing(_ path: [UInt8], _ old: TreeEntry?) throws {
        guard let old, old.isRegularFile else { return }
        let entry = try indexEntry(path)
        if try entry?.skipsWorktree == true || repository.isKeptByIndex(path, entry) { return }
        // A large file, or one with an odd name, existed here only if git or its author wrote it.
        guard try entry?.wasWritten == true || repository.git.disposition(of: path, old) == .file
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
        isCurrent(
            size: statData.size, modified: statData.modified, changed: statData.changed,
            inode: statData.inode)
    }
}

extension Conversion.Refusal {
    fileprivate var reason: LeftOutReason {
        switch self {
        case .encoding(let encoding): .encoding(encoding)
        case .lineEnds: .lineEnds
        }
    }
}

/// The names in a folder of the working tree, with the stat data of each, and the matching data of
/// the index. No file was read.
struct ScannedFolder {
    let listing: FolderListing
    /// The names in the order of the listing.
    private(set) var names: [Name]
    private let path: [UInt8]

    struct Name {
        /// Nil if it cannot be read.
        var statData: StatData?
        /// The position of the index entry that has the bytes of this file; nil if that is not
        /// certain.
        var position: Int?
        /// True if HEAD has these bytes too.
        var isUnchanged = false
    }

    /// Lists a folder; two threads share a large one.
    ///
    /// - Parameter path: The path of the folder, with a slash at the end; empty for the root.
    init(_ folder: Folder, at path: [UInt8], in index: Index) throws(SystemError) {
        let listing = try FolderListing(folder, isAll: true)
        self.path = path
        self.listing = listing
        names = makeByTwoThreads(listing.count, block: 128, from: 512) {
            var next = 0
            return { number in
                var found = Name(statData: listing.statDataIfReadable(number, in: folder))
                guard let statData = found.statData, statData.kind == .file else { return found }
                found.position = listing.withName(number) { name in
                    // Some of these belong to neither the board nor git.
                    if name.first == UInt8(ascii: ".") { return nil }
                    return index.current(
                        path, name, size: statData.size, modified: statData.modified,
                        changed: statData.changed, inode: statData.inode, next: &next)
                }
                return found
            }
        }
    }

    /// Marks the files that are the same in HEAD, in the index and in the working tree. Usually
    /// that is all of them, and their names need no further work.
    ///
    /// - Returns: The other entries of HEAD's tree, sorted by name.
    mutating func changedEntries(
        ofTree tree: ObjectID, in index: Index, _ git: Repository
    ) throws -> [(name: [UInt8], value: TreeEntry)] {
        // Both are sorted: each search begins after the one before it.
        var current = names.lazy.compactMap(\.position).makeIterator()
        var next = current.next()
        let isCurrent = { (position: Int) in
            while let last = next, last < position { next = current.next() }
            return next == position
        }
        if let entries = index.names(ofTree: tree, at: path, but: isCurrent) {
            for number in names.indices {
                names[number].isUnchanged = names[number].position != nil
            }
            return entries
        }
        var number = 0
        return try git.namesInOrder(ofTree: tree) { name, id in
            while number < names.count, listing.isName(number, before: name) { number += 1 }
            guard number < names.count, let position = names[number].position,
                listing.withName(number, { $0.elementsEqual(name) }),
                index.isBlob(at: position, id)
            else { return false }
            names[number].isUnchanged = true
            number += 1
            return true
        }
    }
}
