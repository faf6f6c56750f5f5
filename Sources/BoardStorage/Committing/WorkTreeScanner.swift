import Git
import MarkdownDocument
import TaskBoard

/// Finds uncommitted edits: compares the working tree with HEAD.
///
/// A file whose stat data matches the index is not read. Ignored files, links, pipes, other
/// repositories and files that git would filter are left alone.
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
        guard let folder = try parent.existingFolder(name),
            try !isOtherRepository(folder, at: path, tree)
        else { return }
        if tree == nil, try repository.git.isIgnored(path) { return }
        try scan(folder, at: path, tree: tree, names: .all)
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
