import Glibc
import TaskBoard

/// The content of the next cache, collected while a board is read.
struct CacheUpdate: Sendable {
    fileprivate enum Entry: Sendable {
        /// The range of the entry in the cache that was read.
        case kept(Range<Int>)
        case new(NewEntry)
    }

    private let folder: Folder
    private var draft: CacheWriter?
    private var hasBegun = false
    private var entries: [Entry] = []
    private var newCount = 0
    private var keptSize = 0

    /// - Parameter folder: The local state.
    init(in folder: Folder) { self.folder = folder }

    /// Must be called before a file is read: the stat data of a file that is written after that is
    /// at least as new as the temporary file.
    mutating func prepareToRead() {
        guard !hasBegun else { return }
        hasBegun = true
        draft = CacheWriter.begin(in: folder)
    }

    /// - Parameter entry: Its range in the cache that was read.
    mutating func keep(_ entry: Range<Int>) {
        entries.append(.kept(entry))
        keptSize += entry.count
    }

    /// Records a file that was read, unless a later edit could go undetected.
    mutating func add(_ entry: NewEntry) {
        guard let draft, entry.statData.isOlder(than: draft.tick) else { return }
        entries.append(.new(entry))
        newCount += 1
    }

    /// Writes the new cache.
    ///
    /// - Parameter cache: The cache that was read.
    mutating func finish(_ cache: TaskCache) {
        prepareToRead()
        guard let draft else { return }
        let files = sorted(cache)
        var contents = CacheHeader.size
        for file in files { contents += file.withEntry(cache.bytes, \.count) }
        let entriesEnd = contents
        for file in files {
            contents += file.withEntry(cache.bytes) { draft.write($0, contentsAt: contents) }
        }
        for file in files {
            guard let bytes = file.contents(cache.file) else {
                // The damaged bytes would stop every later writing, too.
                return draft.removeOld()
            }
            draft.write(bytes)
        }
        draft.finish(entriesEnd: entriesEnd)
    }

    /// Sorts the entries by the bytes of their paths; nearly always, they are already in this
    /// order.
    private func sorted(_ cache: TaskCache) -> [Entry] {
        let isSorted = entries.indices.dropFirst().allSatisfy {
            !Entry.precedes(entries[$0], entries[$0 - 1], in: cache.bytes)
        }
        return isSorted ? entries : entries.sorted { Entry.precedes($0, $1, in: cache.bytes) }
    }

    /// Returns true if a new cache saves more than it costs.
    ///
    /// Reading a changed file again costs as much as writing some twenty entries. With one change
    /// per command, the files read again add up to half the square of their number, so the sum is
    /// least if the cache is written when that exceeds the cost of writing all entries.
    static func isWorthwhile(changed: Int, of count: Int) -> Bool {
        changed > 8 && changed * changed > count / 8
    }

    /// - Parameter cache: The cache that was read.
    func isWorthwhile(_ cache: TaskCache) -> Bool {
        if cache.bytes.isEmpty { return newCount > 0 }
        let kept = entries.count - newCount
        return Self.isWorthwhile(changed: newCount, of: kept)
            || keptSize < cache.bytes.count / 2
                && newCount + kept > 0
    }
}

/// A file that was read, in the form of the next cache except for the position of its bytes.
final class NewEntry: Sendable {
    let statData: CachedStatData
    fileprivate let bytes: [UInt8]
    fileprivate let contents: ArraySlice<UInt8>

    /// Returns nil for a file that does not match its stat data.
    init?(_ task: TaskItem, _ statData: CachedStatData) {
        let read = task.bytes
        guard read.count == statData.size else { return nil }
        self.statData = statData
        contents = statData.size <= CachedFile.contentsLimit ? read : []
        bytes = CachedFile.bytes(
            path: task.path.bytes, record: task.record, statData,
            contentsSum: contents.withUnsafeBytes(checksum))
    }
}

extension CacheUpdate.Entry {
    /// Lends the bytes of the entry, from the cache that was read or newly made.
    func withEntry<Result>(
        _ cache: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) -> Result
    ) -> Result {
        switch self {
        case .kept(let range): body(UnsafeRawBufferPointer(rebasing: cache[range]))
        case .new(let entry): entry.bytes.withUnsafeBytes(body)
        }
    }

    /// Returns the kept bytes of the file; nil if they can no longer be read.
    func contents(_ cache: CacheFile) -> ArraySlice<UInt8>? {
        switch self {
        case .kept(let range):
            CachedFile(in: cache.records.bytes, at: range.lowerBound)
                .flatMap { $0.hasContents ? cache.contents(of: $0) : [] }
        case .new(let entry): entry.contents
        }
    }

    static func precedes(
        _ a: CacheUpdate.Entry, _ b: CacheUpdate.Entry, in cache: UnsafeRawBufferPointer
    ) -> Bool {
        a.withPath(cache) { a in
            b.withPath(cache) { b in
                guard let start = a.baseAddress, let other = b.baseAddress else { return false }
                let order = memcmp(start, other, min(a.count, b.count))
                return order != 0 ? order < 0 : a.count < b.count
            }
        }
    }

    private func withPath<Result>(
        _ cache: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) -> Result
    ) -> Result {
        withEntry(cache) { body(CachedFile.path(ofEntry: $0)) }
    }
}
