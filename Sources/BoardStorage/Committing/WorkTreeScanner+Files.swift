import Git
import Glibc
import TaskBoard

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
        isCurrent(size: statData.size, modified: statData.modified, inode: statData.inode)
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
