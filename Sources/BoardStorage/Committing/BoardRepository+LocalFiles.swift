import Git
import MarkdownDocument
import TaskBoard

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
