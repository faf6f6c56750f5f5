import Git
import Glibc
import TaskBoard

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
