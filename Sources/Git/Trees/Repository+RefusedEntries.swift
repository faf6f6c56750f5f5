/// An entry of a stored tree that git refuses in an index, so that it must be removed from the
/// tree.
package struct RefusedEntry: Hashable, Sendable {
    /// The path from the root of the tree, for messages; a name in it may contain a slash.
    package let path: [UInt8]
    package let reason: RefusalReason

    package init(path: [UInt8], reason: RefusalReason) {
        (self.path, self.reason) = (path, reason)
    }
}

/// The reason why an entry must be removed from a stored tree.
package enum RefusalReason: Hashable, Sendable {
    case path(PathProblem)
    case noObject
    case mode(UInt32)
    case twice
    /// Folders that are nested deeper than a number.
    case tooDeep(Int)
    case foldersTooDeep(Int)
    /// A file in the place of a board's folder or settings.
    case inPlaceOfColumn
    case inPlaceOfSettings

    /// The end of a sentence that begins with the path. It is part of commit messages, so it stays.
    package var english: String {
        switch self {
        case .path(let problem): problem.english
        case .noObject: "has no object"
        case .mode(let mode): "has the mode \(String(mode, radix: 8)), which is none"
        case .twice: "is in its folder twice"
        case .tooDeep(let most): "is more than \(most) folders deep"
        case .foldersTooDeep(let most): "has folders more than \(most) deep"
        case .inPlaceOfColumn: "is where a column has its folder"
        case .inPlaceOfSettings: "is where the board has its settings"
        }
    }

    /// The reason alone.
    package var korean: String {
        switch self {
        case .path(let problem): problem.korean
        case .noObject: "객체가 없습니다"
        case .mode(let mode): "\(String(mode, radix: 8)) 모드는 존재하지 않습니다"
        case .twice: "같은 폴더에 두 번 있습니다"
        case .tooDeep(let most): "폴더가 \(most)단계보다 깊습니다"
        case .foldersTooDeep(let most): "하위 폴더가 \(most)단계보다 깊습니다"
        case .inPlaceOfColumn: "열의 폴더가 있어야 할 자리입니다"
        case .inPlaceOfSettings: "보드의 설정 파일이 있어야 할 자리입니다"
        }
    }
}

/// A tree without the entries that git refuses.
package struct AcceptedTree {
    package var tree: ObjectID
    /// The first removed entries: at most 100.
    package var refused: [RefusedEntry] = []
    /// The number of all removed entries.
    package var refusedCount = 0
    /// The number of folders whose entries were not in git's order.
    package var sortedFolders = 0
}

extension Repository {
    /// Returns a tree without the entries that git refuses.
    ///
    /// Besides the paths that ``VerifiedPath`` refuses, these are all but one of several entries
    /// with one name, and folders that are nested too deep. Entries in another order than git's
    /// are sorted.
    ///
    /// - Parameters:
    ///   - folder: The path of the folder to check; empty for the whole tree.
    ///   - known: A tree without refused entries, no part of which is read again.
    /// - Throws: ``GitError/Kind/damaged`` if a tree cannot be read.
    package func withoutRefusedEntries(
        _ tree: ObjectID, below folder: [UInt8] = [], known: ObjectID? = nil
    ) throws(GitError) -> AcceptedTree {
        guard let name = folder.split(separator: slash).first.map(Array.init) else {
            var cleaning = TreeCleaning(repository: self)
            let clean = try cleaning.clean(tree, known: known, depth: 0)
            let kept: ObjectID
            if let tree = clean.tree { kept = tree } else { kept = try storeTree([]) }
            return AcceptedTree(
                tree: kept, refused: clean.refused, refusedCount: clean.count,
                sortedFolders: cleaning.sortedFolders)
        }
        guard let entry = try entry(inTree: tree, path: name), entry.isFolder else {
            return AcceptedTree(tree: tree)
        }
        var before: TreeEntry?
        if let known { before = try self.entry(inTree: known, path: name) }
        var inner = try withoutRefusedEntries(
            entry.id, below: Array(folder.dropFirst(name.count + 1)),
            known: before?.isFolder == true ? before?.id : nil)
        inner.refused = inner.refused.map {
            RefusedEntry(path: name + [slash] + $0.path, reason: $0.reason)
        }
        let isSame = inner.tree == entry.id
        let new = TreeEntry(mode: TreeEntry.folderMode, id: inner.tree)
        inner.tree =
            isSame ? tree : try storeTree(storedTree(tree).setting([name: .some(new)]))
        return inner
    }
}

/// The walk that drops refused entries. It reads each distinct tree once: a small tree can expand
/// to billions of paths.
private struct TreeCleaning {
    let repository: Repository
    private(set) var sortedFolders = 0
    private var done: [ObjectID: Cleaned] = [:]

    init(repository: Repository) { self.repository = repository }

    struct Cleaned {
        /// The tree without refused entries; nil if nothing is left.
        var tree: ObjectID?
        /// The first refused entries, with paths from this tree.
        private(set) var refused: [RefusedEntry] = []
        /// The number of all refused entries, up to ten billion.
        private(set) var count = 0
        /// The depth of the folders in the tree.
        var height = 0

        mutating func note(_ entries: [RefusedEntry], of count: Int, below folder: [UInt8] = []) {
            self.count = min(self.count + count, 10_000_000_000)
            refused += entries.prefix(100 - refused.count).map {
                RefusedEntry(path: folder + $0.path, reason: $0.reason)
            }
        }

        mutating func note(_ path: [UInt8], _ reason: RefusalReason) {
            note([RefusedEntry(path: path, reason: reason)], of: 1)
        }
    }

    mutating func clean(
        _ id: ObjectID, known: ObjectID?, depth: Int
    ) throws(GitError) -> Cleaned {
        if id == known || id == .emptyTree { return Cleaned(tree: id) }
        if let cleaned = done[id] { return cleaned }
        let listing = try TreeListing(repository.storedTree(id))
        if !listing.wasSorted { sortedFolders += 1 }
        var cleaned = Cleaned()
        cleaned.note(listing.refused, of: listing.refused.count)
        var (entries, isSame) = (listing.entries, listing.wasSorted && listing.refused.isEmpty)
        for place in listing.folders {
            let folder = try clean(
                entries[place], known: known, depth: depth, into: &cleaned)
            isSame = isSame && folder == entries[place].value.id
            entries[place].bytes = folder.map { entries[place].bytes.dropLast(20) + $0.bytes } ?? []
        }
        if isSame {
            cleaned.tree = id
        } else {
            let bytes = entries.flatMap(\.bytes)
            if !bytes.isEmpty { cleaned.tree = try repository.storeTree(bytes) }
        }
        done[id] = cleaned
        return cleaned
    }

    /// Returns the tree of a folder without refused entries; nil if nothing is left of it.
    private mutating func clean(
        _ entry: TreeListing.Entry, known: ObjectID?, depth: Int, into cleaned: inout Cleaned
    ) throws(GitError) -> ObjectID? {
        let folder = entry.name
        var before: TreeEntry?
        if let known { before = try repository.entry(inTree: known, path: folder) }
        guard depth < deepest - 1 else {
            cleaned.note(folder, .tooDeep(deepest))
            return nil
        }
        let clean = before?.isFolder == true ? before?.id : nil
        let inner = try self.clean(entry.value.id, known: clean, depth: depth + 1)
        guard depth + inner.height < deepest - 1 else {
            cleaned.note(folder, .foldersTooDeep(deepest))
            return nil
        }
        cleaned.height = max(cleaned.height, inner.height + 1)
        cleaned.note(inner.refused, of: inner.count, below: folder + [slash])
        return inner.tree
    }
}

/// The entries of one tree that git accepts, in git's order, and those that it refuses.
private struct TreeListing {
    struct Entry {
        var name: [UInt8]
        var value: TreeEntry
        /// The entry as stored.
        var bytes: [UInt8]
        /// git's sort key: a folder sorts as if its name ended in a slash.
        var key: [UInt8] { value.isFolder ? name + [slash] : name }
    }

    private(set) var entries: [Entry] = []
    private(set) var refused: [RefusedEntry] = []
    private(set) var wasSorted = true
    /// The positions of the folders among the entries.
    var folders: [Int] { entries.indices.filter { entries[$0].value.isFolder } }

    init(_ tree: StoredTree) throws(GitError) {
        var places: [[UInt8]: Int] = [:]
        try tree.forEachStored { name, value, bytes in
            let isLink = value.mode & 0o170000 == TreeEntry.linkMode
            let entry = Entry(name: Array(name), value: value, bytes: Array(bytes))
            if let problem = VerifiedPath.refusal(ofName: name, isLink: isLink) {
                refused.append(RefusedEntry(path: entry.name, reason: .path(problem)))
            } else if value.id.bytes.allSatisfy({ $0 == 0 }) {
                refused.append(RefusedEntry(path: entry.name, reason: .noObject))
            } else if value.mode > 0xFFFF {
                // libgit2 could neither read nor send a tree with it.
                refused.append(RefusedEntry(path: entry.name, reason: .mode(value.mode)))
            } else if let place = places[entry.name] {
                refused.append(RefusedEntry(path: entry.name, reason: .twice))
                // A folder is preferred, because it may contain many tasks.
                if value.isFolder, !entries[place].value.isFolder { entries[place] = entry }
            } else {
                places[entry.name] = entries.count
                entries.append(entry)
            }
        }
        wasSorted = zip(entries, entries.dropFirst()).allSatisfy { Self.isSorted($0, $1) }
        if !wasSorted { entries.sort(by: Self.isSorted) }
    }

    private static func isSorted(_ first: Entry, _ second: Entry) -> Bool {
        first.key.lexicographicallyPrecedes(second.key)
    }
}
