import Git
import Glibc
import MarkdownDocument
import TaskBoard

// git's conversions between the working tree and the repository. Files that are not tasks are
// converted in both directions. Tasks are stored as bytes, but one that git wrote with other line
// ends is unchanged.
extension BoardRepository {
    /// Returns true if a file is stored and written without conversion: a task.
    func isTask(_ path: [UInt8]) -> Bool {
        boardPath(path).map(settings.isTaskPath) ?? false
    }

    /// Returns true if git considers the bytes of a file equal to a blob.
    ///
    /// - Parameter sources: Where the attribute files may be: during a checkout, the working tree
    ///   may have the old or the new ones.
    func isSame(
        _ bytes: [UInt8], as id: ObjectID, at path: [UInt8],
        by sources: [AttributeSource] = [.workTree]
    ) throws -> Bool {
        if try ObjectID.ofBlob(bytes) == id { return true }
        return try sources.contains { source in
            let conversion = try git.conversion(of: path, by: source)
            guard !conversion.isNothing else { return false }
            do {
                let stored = try conversion.stored(bytes) {
                    git.contains(id) ? try git.blob(id) : nil
                }
                return try ObjectID.ofBlob(stored) == id
            } catch is Conversion.Refusal {
                return false
            }
        }
    }

    /// Returns the content that git stores for the bytes of a file. `core.safecrlf` is ignored:
    /// the bytes are pmd's own, or were saved while pmd wrote the file.
    func stored(_ bytes: [UInt8], at path: [UInt8]) throws -> [UInt8] {
        guard !isTask(path) else { return bytes }
        let conversion = try git.conversion(of: path)
        guard !conversion.isNothing else { return bytes }
        do {
            return try conversion.stored(bytes) {
                var index = try git.index()
                return try index.entry(path).map { try git.blob($0.id) }
            }
        } catch is Conversion.Refusal {
            return bytes
        }
    }

    /// Returns true for an attached file.
    func isAttachment(_ path: [UInt8]) -> Bool {
        boardPath(path)?.folder.utf8.elementsEqual(AttachmentName.folder.bytes) ?? false
    }

    /// Returns true if git stores exactly these bytes of a file, and a checkout writes them.
    func keepsBytes(_ bytes: [UInt8], at path: [UInt8]) throws -> Bool {
        // Another clone may define a filter that this one does not.
        let filter = try git.attribute("filter", of: path) ?? ""
        let conversion = try git.conversion(of: path)
        guard filter.isEmpty, conversion.encodingName == nil,
            try git.unknownEncoding(of: path) == nil
        else { return false }
        if conversion.isNothing { return true }
        return try stored(bytes, at: path) == bytes
            && conversion.written(bytes, id: ObjectID.ofBlob(bytes)) == bytes
    }

    /// Returns the content that a checkout writes for an entry; nil if the entry has no file in
    /// the working tree.
    ///
    /// - Parameter tree: The tree that is checked out, whose attribute files apply.
    func content(
        of entry: TreeEntry?, at path: [UInt8], in tree: ObjectID
    ) throws -> FileContent? {
        guard let content = try content(of: entry, at: path), let entry, !isTask(path),
            // The pointer to a large file is written unchanged.
            try git.filter(of: path, by: .tree(tree)) == nil
        else { return try content(of: entry, at: path) }
        let conversion = try git.conversion(of: path, by: .tree(tree))
        if conversion.isNothing { return content }
        if case .blob(let id, let git, _) = content { return .blob(id, git, conversion) }
        return .bytes(conversion.written(try content.bytes(), id: entry.id))
    }

    /// Returns the content in the working tree for a committed entry: that of its file if git
    /// considers it equal to the entry, else the entry's own.
    func current(
        _ entry: TreeEntry?, at path: [UInt8], by sources: [AttributeSource] = [.workTree]
    ) throws -> FileContent? {
        guard let content = try content(of: entry, at: path), let entry else { return nil }
        guard let bytes = try state(of: path).bytes, try !content.isSame(as: bytes),
            try isSame(bytes, as: entry.id, at: path, by: sources)
                || isUnchangedByStatData(path, entry)
        else { return content }
        return .bytes(bytes)
    }

    /// Returns true if git considers a file unchanged by its stat data in the index, as the scan
    /// does: git's filter made it, for example the content that Git LFS writes instead of its
    /// pointer, or it was written before its attributes changed.
    private func isUnchangedByStatData(_ path: [UInt8], _ entry: TreeEntry) throws -> Bool {
        guard !isTask(path) else { return false }
        let (parent, name) = splitPath(path)
        var index = try git.index()
        guard let known = index.entry(path), known.id == entry.id,
            let statData = try root.existingFolder(parent)?.statData(name)
        else { return false }
        if known.isCurrent(statData) { return true }
        return try known.isUnchanged(since: statData) && git.filter(of: path) != nil
    }
}

/// A symbolic link that was removed from the working tree.
struct RemovedLink {
    fileprivate let folder: Folder
    fileprivate let name: [UInt8]
    fileprivate let target: [UInt8]
}

extension BoardRepository {
    /// Removes the symbolic links that a change replaces from the working tree.
    ///
    /// pmd writes no link, but plain git does. A link that differs from the old commit is the
    /// user's edit, and stays.
    ///
    /// - Returns: The removed links, for ``restore(_:)`` if the change fails.
    func removeReplacedLinks(_ move: BranchUpdate) throws -> [RemovedLink] {
        guard let tree = try self.tree(of: move.old) else { return [] }
        var removed: [RemovedLink] = []
        for path in move.index.keys {
            let (parent, name) = splitPath(path)
            guard let folder = try root.existingFolder(parent),
                try folder.statData(name)?.kind == .link,
                let entry = try git.entry(inTree: tree, path: path), entry.isLink,
                let target = try folder.linkTarget(name),
                try ObjectID.ofBlob(target) == entry.id
            else { continue }
            try folder.remove(name)
            removed.append(RemovedLink(folder: folder, name: name, target: target))
        }
        return removed
    }

    /// Restores links after a change that failed. A name that is in use by now stays.
    func restore(_ links: [RemovedLink]) {
        for link in links {
            _ = withCString(link.target) { target in
                withCString(link.name) { symlinkat(target, link.folder.descriptor, $0) }
            }
        }
    }
}

extension Folder {
    /// Returns the target of a symbolic link; nil if there is none.
    fileprivate func linkTarget(_ name: [UInt8]) throws(SystemError) -> [UInt8]? {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
        let count = withCString(name) { readlinkat(descriptor, $0, &buffer, buffer.count) }
        if count >= 0 { return buffer[..<count].map { UInt8(bitPattern: $0) } }
        if errno == ENOENT || errno == EINVAL { return nil }
        throw SystemError(.read, fullPath(name))
    }
}

// The files of the working tree that stay local: those that git ignores, those that the user
// excludes from commits, and those of other repositories.
extension BoardRepository {
    /// Returns the folder above a path that is a nested git repository; nil if there is none.
    func otherRepository(above path: [UInt8]) throws -> [UInt8]? {
        for end in path.indices where path[end] == UInt8(ascii: "/") {
            let folder = Array(path[..<end])
            if try root.existingFolder(folder)?.isRepository == true { return folder }
        }
        return nil
    }

    /// Returns true for a file that a sparse checkout, or a mark of the user, excludes from the
    /// working tree.
    func isHidden(_ path: [UInt8], _ entry: IndexEntry?) throws -> Bool {
        try isMarkedByUser(path, entry) && state(of: path).isAbsent
    }

    /// Returns true for a file whose changes the user excludes from git's commits by `git
    /// update-index --skip-worktree` or `--assume-unchanged`.
    func isKeptByIndex(_ path: [UInt8], _ entry: IndexEntry?) throws -> Bool {
        if entry?.isAssumedUnchanged == true { return !isTask(path) }
        // In a sparse checkout, git removes the mark of a file that exists.
        return try isMarkedByUser(path, entry) && !git.isSparse()
    }

    /// Returns true for a file that is marked by `git update-index --skip-worktree`. A task on the
    /// board is written and committed anyway.
    func isMarkedByUser(_ path: [UInt8], _ entry: IndexEntry?) throws -> Bool {
        guard let entry, entry.skipsWorktree, !isTask(path) else { return false }
        // Otherwise pmd set the mark, for a file that it does not write.
        return try git.disposition(of: path, TreeEntry(mode: entry.mode, id: entry.id)) == .file
    }
}

extension Repository {
    /// Returns true if git ignores a file, and neither a tree nor the index has it.
    func isLocal(_ path: [UInt8], _ tree: ObjectID?) throws -> Bool {
        guard try tree.flatMap({ try entry(inTree: $0, path: path) }) == nil, try isIgnored(path)
        else { return false }
        // Reads the whole index, but only for the few files that are ignored.
        var index = try index()
        return index.entry(path) == nil
    }
}

extension Folder {
    /// True if the folder is a nested git repository.
    var isRepository: Bool { get throws(SystemError) { try statData(Array(".git".utf8)) != nil } }
}
