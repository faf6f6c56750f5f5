import TaskBoard

/// What the next cache would hold, gathered while a board is read.
struct CacheUpdate {
    private enum Entry {
        case kept(Range<Int>)
        case new(TaskItem, CacheStamp)
    }

    private let location: Location
    private var draft: CacheDraft?
    private var hasBegun = false
    private var entries: [Entry] = []
    private var newCount = 0
    private var keptSize = 0

    init(_ location: Location) { self.location = location }

    /// To be called before a file is read: what was written after that has a
    /// stamp that is not older than the draft.
    mutating func prepareToRead() {
        guard !hasBegun else { return }
        hasBegun = true
        draft = CacheDraft.begin(at: location.privateFolder, below: location.gitDirectory)
    }

    mutating func keep(_ file: CachedFile) {
        entries.append(.kept(file.range))
        keptSize += file.range.count
    }

    /// Notes a file that was read, if any later edit of it would show.
    mutating func add(_ task: TaskItem, _ stamp: CacheStamp) {
        guard let draft, stamp.isOlder(than: draft.tick), task.bytes.count == stamp.size,
            stamp.size <= CachedFile.sizeLimit
        else { return }
        entries.append(.new(task, stamp))
        newCount += 1
    }

    /// Writes the new cache, where it saves more than it costs.
    mutating func finish(_ cache: TaskCache) {
        guard isWorthwhile(cache) else { return }
        prepareToRead()
        guard let draft else { return }
        for entry in entries {
            switch entry {
            case .kept(let range): draft.write(cache.bytes[range])
            case .new(let task, let stamp): draft.write(CachedFile.bytes(task, stamp))
            }
        }
        draft.finish()
    }

    /// To read a changed file again costs as much as to write some thirty entries:
    /// a few wait until there are more.
    private func isWorthwhile(_ cache: TaskCache) -> Bool {
        if cache.bytes.isEmpty { return newCount > 0 }
        let kept = entries.count - newCount
        return cache.damaged > 0 || newCount > 8 + kept / 128
            || keptSize < cache.bytes.count / 2
                && newCount + kept > 0
    }
}
