import Git
import TaskBoard

/// The merge of two histories, written but not yet checked out.
struct MergedHeads {
    var commit: ObjectID
    /// True if a merge commit was needed.
    var isMerge: Bool
    var newConflicts: [NewConflict]
    /// The number of other files of which one version lost.
    var conflictingFiles = 0
}

extension BoardRepository {
    /// Merges two heads of this board. Every clone that merges the same two gets the same commit,
    /// byte for byte.
    func merge(_ a: ObjectID, _ b: ObjectID) throws -> MergedHeads {
        let result = try TaskBoard.merge(a.bytes, b.bytes, in: GitHistorySource(self))
        if let head = result.fastForward {
            return MergedHeads(commit: ObjectID(hash: head), isMerge: false, newConflicts: [])
        }
        let parents = result.parents.map { ObjectID(hash: $0) }
        let tree = try writeTree(of: result, onto: try treeBesideTheBoard(parents[0], parents[1]))
        let signature = Signature(of: .merge, time: result.time)
        let commit = try git.writeCommit(
            tree: tree, parents: parents, author: signature, committer: signature,
            message: result.message)
        return MergedHeads(
            commit: commit, isMerge: true, newConflicts: result.newConflicts,
            conflictingFiles: result.conflictingFiles.count)
    }

    /// Returns a tree with the files of both sides outside a guest's board. A sync accepts no
    /// commit that touches other files, so only one side can have changed them. If both did, git
    /// has to merge.
    private func treeBesideTheBoard(_ a: ObjectID, _ b: ObjectID) throws -> ObjectID {
        let tree = try git.commit(a).tree
        guard location.isGuest else { return tree }
        let base = try self.tree(of: try git.mergeBases(a, b).first)
        let ours = try changesBesideTheBoard(base, tree)
        let theirs = try changesBesideTheBoard(base, try git.commit(b).tree)
        guard theirs.allSatisfy({ ours[$0.key] == nil || ours[$0.key] == $0.value }) else {
            throw BoardError.branch(.otherFilesOnBothSides)
        }
        return try git.writeTree(from: tree, changes: theirs, isMerge: true)
    }

    private func changesBesideTheBoard(
        _ base: ObjectID?, _ tree: ObjectID
    ) throws -> [[UInt8]: TreeEntry?] {
        var changes: [[UInt8]: TreeEntry?] = [:]
        for change in try git.diff(base, tree, below: []) where boardPath(change.path) == nil {
            changes[change.path] = .some(change.new)
        }
        return changes
    }

    private func writeTree(of result: MergeResult, onto base: ObjectID) throws -> ObjectID {
        var changes: [[UInt8]: TreeEntry?] = [:]
        try git.gathering {
            for path in result.touched {
                changes[repositoryPath(path)] = .some(try result.files[path].map(entry(of:)))
            }
        }
        return try git.writeTree(from: base, changes: changes, isMerge: true)
    }

    func entry(of file: MergedFile) throws -> TreeEntry {
        switch file {
        case .existing(let file): TreeEntry(file)
        case .written(let bytes, let mode): TreeEntry(mode: mode, id: try git.writeBlob(bytes))
        }
    }
}

/// Uncommitted edits that were committed apart from the checked-out branch.
struct Edits {
    var commit: ObjectID
    /// The content of the working tree by path; nil for no file.
    var files: [[UInt8]: [UInt8]?]

    func write(_ path: [UInt8], _ result: FileContent?) throws -> FileWrite? {
        try files[path].map {
            try FileWrite(
                path: path, expected: $0.map(FileContent.bytes), result: result, holder: commit)
        }
    }
}

extension BoardRepository {
    /// Returns the files that change if the working tree is moved from one commit to another, and
    /// the entries of the index.
    ///
    /// - Parameter edits: The content of the working tree where it differs from the old commit,
    ///   and the commit that has it.
    /// - Parameter limit: The maximum file size.
    /// - Throws: ``BoardError`` `too-large` (65) past the limit.
    func checkout(
        from old: ObjectID?, to new: ObjectID, edits: Edits? = nil, limit: Int = .max
    ) throws -> (writes: [FileWrite], index: [[UInt8]: TreeEntry?]) {
        var writes: [FileWrite] = []
        var index: [[UInt8]: TreeEntry?] = [:]
        let newTree = try git.commit(new).tree
        let changes = try git.diff(try tree(of: old), newTree, below: [])
        // The attribute files of both commits are read once each.
        let currents = try changes.map { try current($0.old, at: $0.path) }
        var files = try git.index()
        for (change, expected) in zip(changes, currents) {
            index[change.path] = change.new
            try refuse(change, largerThan: limit)
            if try takesSettings(change, newTree) { continue }
            if try isHidden(change.path, files.entry(change.path)) { continue }
            let result = try content(of: change.new, at: change.path, in: newTree)
            if expected == nil, result == nil { continue }
            writes.append(
                try edits?.write(change.path, result)
                    ?? FileWrite(path: change.path, expected: expected, result: result))
            if change.old?.mode != change.new?.mode {
                writes[writes.count - 1].isExecutable = change.new?.isExecutable
            }
        }
        let changed = Set(changes.map(\.path))
        for path in edits?.files.keys.filter({ !changed.contains($0) }) ?? [] {
            let entry = try git.entry(inTree: newTree, path: path)
            index[path] = .some(entry)
            let result = try content(of: entry, at: path, in: newTree)
            if let write = try edits?.write(path, result) {
                writes.append(write)
            }
        }
        // Attribute files come first, since the other files are compared by them.
        writes.sort { a, b in
            let (isFirst, isSecond) = (a.path.hasAttributes, b.path.hasAttributes)
            return isFirst != isSecond
                ? isFirst : a.path.bytes.lexicographicallyPrecedes(b.path.bytes)
        }
        return (writes.filter { !$0.isNothing }, index)
    }

    private func refuse(_ change: TreeChange, largerThan limit: Int) throws {
        guard limit < .max else { return }
        let entries = [change.old, change.new].compactMap(\.self).filter(\.isRegularFile)
        guard let size = try entries.map({ try git.blobSize($0.id) }).max(), size > limit else {
            return
        }
        throw BoardError.branch(.fileTooLarge(change.path, size: size, limit: limit))
    }

    /// Returns true if a change concerns a file of the working tree, before it or after it.
    func concernsFile(_ change: TreeChange) throws -> Bool {
        try [change.old, change.new].contains { entry in
            try entry.map { try git.disposition(of: change.path, $0) == .file } ?? false
        }
    }

    /// Returns true if a change removes the settings from a board that still has other files, or
    /// replaces them with something else, such as a link or a file of many MiB.
    ///
    /// The settings then stay in the working tree: without them there is no board, and no command
    /// could repair it. The next sync commits them again.
    func takesSettings(_ change: TreeChange, _ newTree: ObjectID) throws -> Bool {
        let settings = location.settingsPath
        if change.path.starts(with: settings + [UInt8(ascii: "/")]) { return true }
        guard change.path == settings else { return false }
        if let new = change.new { return try !areSettings(new) }
        let folder = Array(location.prefix.dropLast())
        return try git.entry(inTree: newTree, path: folder)?.isFolder == true
            && newTree != .emptyTree
    }

    /// Returns true if an entry is a file that can be read as settings.
    private func areSettings(_ entry: TreeEntry) throws(GitError) -> Bool {
        let path = location.settingsPath
        guard try git.disposition(of: path, entry) == .file else { return false }
        return try git.blobSize(entry.id) <= BoardReader.settingsLimit
    }

    /// Writes the newest settings in history if the working tree has none.
    func restoreSettings() throws {
        let path = location.settingsPath
        guard try state(of: path) == .absent, let head = try branch().head else { return }
        var found: [UInt8]?
        try git.walk(from: [head], touching: [path]) { commit throws(GitError) in
            guard let entry = try git.entry(inTree: commit.tree, path: path),
                try areSettings(entry)
            else { return true }
            found = try git.blob(entry.id)
            return false
        }
        guard let found else { return }
        let folder = try root.makingFolder(Array(location.prefix.dropLast()))
        try folder.create(Board.settingsPath.bytes, found)
    }

    /// Returns the content that is stored for an entry; nil if the entry has no file in the
    /// working tree.
    func content(of entry: TreeEntry?, at path: [UInt8]) throws -> FileContent? {
        guard let entry, CheckoutDisposition(of: path, mode: entry.mode) == .file else {
            return nil
        }
        // Like `disposition(of:_:)`, but looks up the size once.
        let size = try git.blobSize(entry.id)
        guard size <= Repository.fileLimit else { return nil }
        return size > FileContent.limit ? .blob(entry.id, git) : .bytes(try git.blob(entry.id))
    }
}

extension VerifiedPath {
    fileprivate var hasAttributes: Bool { splitPath(bytes).name == Array(".gitattributes".utf8) }
}
