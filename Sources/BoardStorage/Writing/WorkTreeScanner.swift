import Git
import Glibc
import MarkdownDocument
import TaskBoard

/// Finds what was edited by hand: compares the work tree with HEAD.
///
/// A file whose stamp is the index's is not read. What git ignores, links,
/// pipes, other repositories and files that git would filter are left alone.
struct WorkTreeScanner {
    private let repository: BoardRepository
    private let head: [[UInt8]: TreeEntry]
    /// Read where it is needed: it names every file.
    private var knownIndex: [[UInt8]: IndexEntry]?
    private let settings: BoardSettings
    /// Whether to read a file costs less than to look for its stamp in the index.
    private var isAboutFew = false
    private var scan = WorkTreeScan()
    private var seen: Set<[UInt8]> = []

    private init(
        _ repository: BoardRepository, _ head: [[UInt8]: TreeEntry], _ settings: BoardSettings
    ) throws {
        self.repository = repository
        self.settings = settings
        self.head = head
    }

    private mutating func indexEntry(_ path: [UInt8]) throws -> IndexEntry? {
        let index = try knownIndex ?? repository.git.indexEntries()
        knownIndex = index
        return index[path]
    }

    /// Looks at everything that this board commits.
    static func all(
        _ repository: BoardRepository, tree: ObjectID?, settings: BoardSettings
    ) throws -> WorkTreeScan {
        let head = try tree.map { try repository.git.files(ofTree: $0, below: []) } ?? [:]
        var scanner = try WorkTreeScanner(repository, head, settings)
        return try scanner.all()
    }

    /// Looks at some paths only, and in the tree for these alone.
    static func only(
        _ paths: [[UInt8]], _ repository: BoardRepository, tree: ObjectID?,
        settings: BoardSettings
    ) throws -> WorkTreeScan {
        var head: [[UInt8]: TreeEntry] = [:]
        for path in paths {
            let entry = try tree.flatMap { try repository.git.entry(inTree: $0, path: path) }
            if let entry, !entry.isFolder { head[path] = entry }
        }
        var scanner = try WorkTreeScanner(repository, head, settings)
        scanner.isAboutFew = true
        return try scanner.only(paths)
    }

    private mutating func all() throws -> WorkTreeScan {
        if repository.location.isGuest {
            try visitGuest()
        } else {
            try visit(repository.root, [])
        }
        for path in head.keys where !seen.contains(path) && isOurs(path) {
            try noteMissing(path)
        }
        scan.edits.sort { $0.path.lexicographicallyPrecedes($1.path) }
        return scan
    }

    private mutating func only(_ paths: [[UInt8]]) throws -> WorkTreeScan {
        for path in paths where seen.insert(path).inserted {
            let (parent, name) = splitPath(path)
            if let folder = try repository.root.existingFolder(parent),
                let stamp = try folder.stamp(name), stamp.kind == .file
            {
                try look(at: path, name, in: folder, stamp)
            } else {
                try noteMissing(path)
            }
        }
        return scan
    }

    /// A guest's own places: its settings and dotfiles, the states, and the
    /// folders of losers and attachments.
    private mutating func visitGuest() throws {
        let prefix = repository.location.prefix
        guard let root = try repository.root.existingFolder(Array(prefix.dropLast())) else {
            return
        }
        for name in try root.names() {
            guard let stamp = try root.stamp(name) else { continue }
            switch stamp.kind {
            case .file where isOwnName(name): try look(at: prefix + name, name, in: root, stamp)
            case .folder where isOwnFolder(name): try visitFolder(name, in: root, prefix + name)
            default: break
            }
        }
    }

    private func isOwnName(_ name: [UInt8]) -> Bool {
        name == Array("pmd.yml".utf8) || name == Array(".gitattributes".utf8)
            || name == Array(".gitignore".utf8)
    }

    private func isOwnFolder(_ name: [UInt8]) -> Bool {
        settings.states.contains(Text(name).nfc)
            || settings.retired.contains(Text(name).nfc) || name == Array("conflicts".utf8)
            || name == Array("attachments".utf8)
    }

    /// Whether a path that HEAD has is one that this board commits.
    private func isOurs(_ path: [UInt8]) -> Bool {
        let location = repository.location
        guard location.isGuest else { return true }
        guard path.starts(with: location.prefix) else { return false }
        let rest = path.dropFirst(location.prefix.count)
        guard let slash = rest.firstIndex(of: UInt8(ascii: "/")) else {
            return isOwnName(Array(rest))
        }
        return isOwnFolder(Array(rest[..<slash]))
    }

    private mutating func visit(_ folder: Folder, _ path: [UInt8]) throws {
        for name in try folder.names() where name != Array(".git".utf8) {
            if name.starts(with: FileSwap.temporaryPrefix) { continue }
            guard let stamp = try folder.stamp(name) else { continue }
            switch stamp.kind {
            case .file: try look(at: path + name, name, in: folder, stamp)
            case .folder: try visitFolder(name, in: folder, path + name)
            case .link, .other: break
            }
        }
    }

    private mutating func visitFolder(
        _ name: [UInt8], in parent: Folder, _ path: [UInt8]
    ) throws {
        guard let folder = try parent.existingFolder(name) else { return }
        // Another repository is not ours to commit.
        if try folder.stamp(Array(".git".utf8)) != nil { return }
        if !hasTracked(below: path), try repository.git.isIgnored(path + [47]) { return }
        try visit(folder, path + [47])
    }

    private lazy var trackedFolders: Set<[UInt8]> = {
        var folders: Set<[UInt8]> = []
        for path in head.keys {
            var (parent, _) = splitPath(path)
            while !parent.isEmpty, folders.insert(parent).inserted {
                parent = splitPath(parent).folder
            }
        }
        return folders
    }()

    private mutating func hasTracked(below path: [UInt8]) -> Bool { trackedFolders.contains(path) }

    private mutating func look(
        at path: [UInt8], _ name: [UInt8], in folder: Folder, _ stamp: FileStamp
    ) throws {
        seen.insert(path)
        let old = head[path]
        if let old, isAboutFew {
            if case .file(let bytes, _) = try folder.read(name),
                try ObjectID.ofBlob(bytes) == old.id
            {
                return
            }
        } else if let old, let entry = try indexEntry(path), entry.id == old.id,
            entry.isCurrent(stamp)
        {
            return
        }
        if old == nil, try indexEntry(path) == nil, try repository.git.isIgnored(path) {
            if let board = repository.boardPath(path), settings.isTaskPath(board) {
                scan.ignoredTasks.append(path)
            }
            return
        }
        if let old, !old.isRegularFile { return }
        if let filter = try repository.git.attribute("filter", of: path) {
            scan.skipped.append((path, "git's filter \(filter) would change it: use git add"))
            return
        }
        try compare(path, name, folder, old, stamp)
    }

    private mutating func compare(
        _ path: [UInt8], _ name: [UInt8], _ folder: Folder, _ old: TreeEntry?, _ stamp: FileStamp
    ) throws {
        switch try folder.read(name) {
        case .file(let bytes, let stamp):
            if let old, try ObjectID.ofBlob(bytes) == old.id { return }
            let isScript = stamp.mode & 0o100 != 0 && !path.hasSuffix(".md")
            let mode = old?.mode ?? (isScript ? 0o100755 : TreeEntry.regularMode)
            scan.edits.append(
                HandEdit(path: path, old: old, bytes: bytes, mode: mode, stamp: stamp))
        case .unread(_, let reason): scan.skipped.append((path, reason))
        case .absent: try noteMissing(path)
        case .other: break
        }
    }

    /// A path of HEAD at which no file stands. Links, submodules, sparse paths
    /// and names that are never written are no deletions.
    private mutating func noteMissing(_ path: [UInt8]) throws {
        guard let old = head[path], old.isRegularFile,
            try indexEntry(path)?.skipsWorktree != true, WritablePath.problem(path) == nil
        else { return }
        scan.edits.append(
            HandEdit(path: path, old: old, bytes: nil, mode: old.mode, stamp: nil))
    }
}

extension [UInt8] {
    func hasSuffix(_ suffix: String) -> Bool {
        Array(self.suffix(suffix.utf8.count)) == Array(suffix.utf8)
    }
}

extension IndexEntry {
    func isCurrent(_ stamp: FileStamp) -> Bool {
        isCurrent(size: stamp.size, modified: stamp.modified, inode: stamp.inode)
    }
}
