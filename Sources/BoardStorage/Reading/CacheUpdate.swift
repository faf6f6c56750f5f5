import TaskBoard

/// What the next cache would hold, gathered while a board is read.
struct CacheUpdate {
    fileprivate enum Entry {
        /// Where it is in the cache that was read.
        case kept(Int)
        indirect case new(TaskItem, CacheStamp)
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

    /// - Parameter entry: Where it is in the cache that was read.
    mutating func keep(_ entry: Range<Int>) {
        entries.append(.kept(entry.lowerBound))
        keptSize += entry.count
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
    ///
    /// - Parameters:
    ///   - cache: The one that was read.
    ///   - isDamaged: Whether an entry of it did not hold what was written.
    mutating func finish(_ cache: TaskCache, isDamaged: Bool) {
        guard isDamaged || isWorthwhile(cache) else { return }
        prepareToRead()
        guard let draft else { return }
        let files = cache.bytes.withUnsafeBytes { bytes in
            entries.compactMap { KeptFile($0, bytes) }
        }.sorted { $0.path(cache.bytes).lexicographicallyPrecedes($1.path(cache.bytes)) }
        var contents = CacheHeader.size + files.reduce(0) { $0 + $1.length }
        let entriesEnd = contents
        for file in files {
            draft.write(file.entry(cache.bytes, contents: contents))
            contents += file.size
        }
        for file in files {
            guard let bytes = file.contents(cache.file), bytes.count == file.size else { return }
            draft.write(bytes)
        }
        draft.finish(entriesEnd: entriesEnd)
    }

    /// To read a changed file again costs as much as to write some thirty entries:
    /// a few wait until there are more.
    private func isWorthwhile(_ cache: TaskCache) -> Bool {
        if cache.bytes.isEmpty { return newCount > 0 }
        let kept = entries.count - newCount
        return newCount > 8 + kept / 128
            || keptSize < cache.bytes.count / 2
                && newCount + kept > 0
    }
}

/// A file that the next cache holds.
private enum KeptFile {
    case kept(CachedFile)
    case new(TaskItem, CacheStamp, record: [UInt8])

    init?(_ entry: CacheUpdate.Entry, _ cache: UnsafeRawBufferPointer) {
        switch entry {
        case .kept(let offset):
            guard let file = CachedFile(in: cache, at: offset) else { return nil }
            self = .kept(file)
        case .new(let task, let stamp): self = .new(task, stamp, record: task.record)
        }
    }

    func path(_ cache: [UInt8]) -> ArraySlice<UInt8> {
        switch self {
        case .kept(let file): cache[file.path]
        case .new(let task, _, _): task.path.bytes[...]
        }
    }

    /// How long its entry is.
    var length: Int {
        switch self {
        case .kept(let file): file.range.count
        case .new(let task, _, let record):
            CachedFile.headSize + task.path.bytes.count + record.count
        }
    }

    var size: Int {
        switch self {
        case .kept(let file): Int(file.stamp.size)
        case .new(_, let stamp, _): Int(stamp.size)
        }
    }

    func entry(_ cache: [UInt8], contents: Int) -> [UInt8] {
        switch self {
        case .kept(let file):
            CachedFile.bytes(
                path: cache[file.path], record: cache[file.record], file.stamp,
                contents: (contents, file.contentsSum))
        case .new(let task, let stamp, let record):
            CachedFile.bytes(
                path: task.path.bytes, record: record, stamp,
                contents: (contents, task.bytes.withUnsafeBytes(checksum)))
        }
    }

    /// Nil where they cannot be read any more.
    func contents(_ cache: CacheFile) -> ArraySlice<UInt8>? {
        switch self {
        case .kept(let file): cache.contents(of: file)
        case .new(let task, _, _): task.bytes
        }
    }
}
