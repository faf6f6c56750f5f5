import MarkdownDocument
import TaskBoard

/// The reading of the tasks in one folder: first the stat data of all names, then the files that
/// the cache lacks. Two threads share each step in a large folder, so nothing here changes the
/// reader.
struct FolderReading {
    let folder: TaskFolder
    let settings: BoardSettings
    let cache: TaskCache
    /// The requested tasks; nil for all.
    let wanted: WantedTasks?
    /// True if a file that the cache knows by its name is assumed to be unchanged.
    let trustsCache: Bool

    /// The state of a name before its file is read.
    enum NameState {
        /// The cache has the task of the file.
        case cached(CacheCursor.Kept)
        /// The file of a task must be read.
        ///
        /// - Parameter isEntryDamaged: True if the cache has an entry that cannot be used.
        case changed(StatData, isEntryDamaged: Bool)
        /// The stat data of a task's name could not be read.
        case unseen
        /// The file is unchanged, and its task is not requested.
        case unwanted
        /// The name is not a task's: it belongs to a folder or to another file.
        case notTask
    }

    /// A file that must be read.
    struct ChangedFile {
        /// The index of its name in the folder.
        let index: Int
        /// Nil if it could not be read.
        let statData: StatData?
    }

    /// The result of reading a file.
    enum Outcome {
        /// A task, with its entry for the cache if one is kept.
        case task(TaskItem, NewEntry?)
        case unread(UnreadFile)
        case absent
        case failed(SystemError)
    }
}

extension FolderReading {
    /// Returns the state of each name of the folder, in the order of the names.
    func nameStates() -> [NameState] {
        let interest = wanted?.interest(in: folder.role.state)
        return makeByTwoThreads(folder.listing.count, block: 128, from: 512) {
            var cursor = CacheCursor(
                cache, folder.prefix, state: folder.role.state, isFinished: folder.role.isFinished)
            return { index in
                folder.listing.withName(index) { name in
                    nameState(index, name, &cursor, interest)
                }
            }
        }
    }

    private func nameState(
        _ index: Int, _ name: UnsafeRawBufferPointer, _ cursor: inout CacheCursor,
        _ interest: CacheCursor.Interest?
    ) -> NameState {
        guard settings.isTaskName(name, inState: folder.role.isState) else { return .notTask }
        if trustsCache, let kept = cursor.known(name) { return .cached(kept) }
        guard let statData = folder.listing.statDataIfReadable(index, in: folder.folder) else {
            return .unseen
        }
        guard statData.kind == .file else { return .changed(statData, isEntryDamaged: false) }
        let isNamed = wanted?.mayName(name) ?? true
        return switch cursor.task(name, CachedStatData(statData), if: isNamed ? nil : interest) {
        case .kept(let kept): .cached(kept)
        case .unwanted: .unwanted
        case .changed: .changed(statData, isEntryDamaged: false)
        case .damaged: .changed(statData, isEntryDamaged: true)
        }
    }

    /// Reads files.
    ///
    /// - Parameter isKept: True if the tasks get entries for the cache.
    /// - Returns: An outcome for each file, in the same order.
    func read(_ changed: [ChangedFile], isKept: Bool) -> [Outcome] {
        makeByTwoThreads(changed.count, block: 16, from: 64) {
            { read(changed[$0], isKept: isKept) }
        }
    }

    private func read(_ file: ChangedFile, isKept: Bool) -> Outcome {
        if let statData = file.statData,
            let bytes = folder.listing.read(
                file.index, in: folder.folder, seenAs: statData, limit: BoardReader.sizeLimit)
        {
            let path = folder.listing.withName(file.index) { folder.path(of: $0) }
            return folder.task(at: path, bytes: bytes, statData: statData, isKept: isKept)
        }
        return folder.read(folder.listing.name(file.index), isKept: isKept)
    }
}

extension TaskFolder {
    /// Reads the file of a task.
    ///
    /// - Parameter isKept: True if the task gets an entry for the cache.
    func read(_ name: [UInt8], isKept: Bool) -> FolderReading.Outcome {
        let path = path(of: name)
        do throws(SystemError) {
            switch try folder.read(name, limit: BoardReader.sizeLimit) {
            case .file(let bytes, let statData):
                return task(at: path, bytes: bytes, statData: statData, isKept: isKept)
            case .unread(_, let reason):
                return .unread(UnreadFile(path: path, reason: reason))
            case .absent: return .absent
            case .other(let statData):
                return .unread(UnreadFile(path: path, reason: Self.reason(statData.kind)))
            }
        } catch {
            return .failed(error)
        }
    }

    fileprivate func task(
        at path: BoardPath, bytes: [UInt8], statData: StatData, isKept: Bool
    ) -> FolderReading.Outcome {
        let task = TaskItem(
            path: path, document: Document(bytes), state: role.state, isFinished: role.isFinished)
        guard isKept else { return .task(task, nil) }
        task.condense()
        return .task(task, NewEntry(task, CachedStatData(statData)))
    }

    private static func reason(_ kind: StatData.Kind) -> UnreadReason {
        switch kind {
        case .folder: .folder
        case .link: .link
        case .file, .other: .notRegular
        }
    }
}
