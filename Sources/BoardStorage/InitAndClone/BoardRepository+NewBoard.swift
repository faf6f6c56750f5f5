import Git
import MarkdownDocument
import TaskBoard

extension BoardRepository {
    /// Writes the first files of a board into a working tree without commits.
    ///
    /// - Returns: A note on each path of the remote that is not written.
    /// - Throws: ``BoardError`` `exists` (65) if another file is in the place of one.
    func begin(_ history: BoardHistory, _ new: NewBoardFiles) throws -> PathNotes {
        switch history.start {
        case .new:
            try writeNewBoard(new)
            return PathNotes()
        case .onTop(let parent):
            let clean = try withoutRefusedEntries(parent, known: nil)
            let commit = try writeUserCommit(
                changes: newEntries(over: clean.commit, new), parent: clean.commit,
                message: NewBoardFiles.message)
            let incoming = IncomingCommits(repository: self, head: nil, incoming: parent)
            let notes = try incoming.notes(on: clean.commit) + clean.notes
            try checkOutFirst(commit, over: clean.commit, mark: .initialise)
            return notes
        case .joined(let head):
            let incoming = IncomingCommits(repository: self, head: nil, incoming: head)
            try incoming.refuseNewerFormat()
            let clean = try withoutRefusedEntries(head, known: nil)
            let notes = try incoming.notes(on: clean.commit) + clean.notes
            try checkOutFirst(clean.commit, over: clean.commit, mark: .clone)
            try restoreSettings()
            return notes
        }
    }

    /// Returns the entries of a new board in the tree of a commit without one. Rules in the
    /// remote's dotfiles stay, and a dotfile that is not a regular file is left alone.
    private func newEntries(
        over commit: ObjectID, _ new: NewBoardFiles
    ) throws -> [[UInt8]: TreeEntry?] {
        let tree = try git.commit(commit).tree
        let files = try new.files { name in
            try content(of: git.entry(inTree: tree, path: name), at: name)?.bytes()
        }
        var entries: [[UInt8]: TreeEntry?] = [:]
        for (path, bytes) in files {
            let old = try git.entry(inTree: tree, path: path.bytes)
            if let old, try git.disposition(of: path.bytes, old) != .file { continue }
            entries[path.bytes] = TreeEntry(
                mode: old?.mode ?? TreeEntry.regularMode, id: try git.writeBlob(bytes))
        }
        return entries
    }

    /// Writes the files of the first commit. A file that already exists must have the bytes of
    /// that commit or of the one below it.
    private func checkOutFirst(
        _ commit: ObjectID, over below: ObjectID, mark: ReflogMark
    ) throws {
        let tree = try git.commit(below).tree
        var (writes, index) = try checkout(from: nil, to: commit)
        for place in writes.indices {
            let path = writes[place].path.bytes
            let current = try state(of: path)
            if current.isAbsent { continue }
            let known = try git.entry(inTree: tree, path: path)
            let isSame = try writes[place].result.isSame(as: current.bytes)
            guard let bytes = current.bytes,
                try isSame || known.map({ try self.isSame(bytes, as: $0.id, at: path) }) == true
            else {
                throw BoardError.creation(.fileInTheWay(path))
            }
            writes[place].expected = isSame ? writes[place].result : .bytes(bytes)
        }
        writes.removeAll(where: \.isNothing)
        _ = try advance(
            BranchUpdate(
                old: nil, new: commit, writes: writes, index: index, mark: mark, makesBoard: true))
    }

    /// Writes the board's files and their commit.
    func writeNewBoard(_ new: NewBoardFiles) throws {
        let (_, head) = try branch()
        let files = try new.files { name in
            try state(of: location.prefix + name).bytes
        }
        var entries: [[UInt8]: TreeEntry?] = [:]
        var writes: [FileWrite] = []
        for (path, bytes) in files {
            let full = repositoryPath(path)
            let current = try state(of: full).bytes
            writes.append(
                try FileWrite(
                    path: full, expected: current.map(FileContent.bytes), result: .bytes(bytes)))
            entries[full] = TreeEntry(
                mode: TreeEntry.regularMode, id: try git.writeBlob(try stored(bytes, at: full)))
        }
        let commit = try writeUserCommit(
            changes: entries, parent: head, message: NewBoardFiles.message)
        _ = try advance(
            BranchUpdate(
                old: head, new: commit, writes: writes.filter { !$0.isNothing }, index: entries,
                mark: .initialise, makesBoard: true))
    }
}
