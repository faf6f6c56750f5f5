import Glibc
import TaskBoard

/// What the next cache would hold, gathered while a board is read.
struct CacheUpdate {
    fileprivate enum Entry {
        /// Where it is in the cache that was read.
        case kept(Int)
        case new(NewEntry)
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
    mutating func add(_ entry: NewEntry) {
        guard let draft, entry.stamp.isOlder(than: draft.tick) else { return }
        entries.append(.new(entry))
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
        let files = entries.compactMap { KeptFile($0, cache.bytes) }.sorted(by: <)
        var contents = CacheHeader.size + files.reduce(0) { $0 + $1.entry.count }
        let entriesEnd = contents
        for file in files {
            draft.write(file.entry, contents: contents)
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

/// A file that was read, as the next cache holds it but for the place of its bytes.
struct NewEntry {
    let stamp: CacheStamp
    fileprivate let bytes: [UInt8]
    fileprivate let contents: ArraySlice<UInt8>

    /// Nil for a file that no cache keeps, or that is not what its stamp says.
    init?(_ task: TaskItem, _ stamp: CacheStamp) {
        contents = task.bytes
        guard contents.count == stamp.size, stamp.size <= CachedFile.sizeLimit else { return nil }
        self.stamp = stamp
        bytes = CachedFile.bytes(
            path: task.path.bytes, record: task.record, stamp,
            contentsSum: contents.withUnsafeBytes(checksum))
    }
}

/// A file that the next cache holds.
private struct KeptFile {
    private enum Contents {
        case kept(CachedFile)
        case new(ArraySlice<UInt8>)
    }

    let entry: ArraySlice<UInt8>
    let size: Int
    private let contents: Contents

    /// - Parameter cache: The header and the entries of the cache that was read.
    init?(_ entry: CacheUpdate.Entry, _ cache: [UInt8]) {
        switch entry {
        case .kept(let offset):
            guard let file = cache.withUnsafeBytes({ CachedFile(in: $0, at: offset) }) else {
                return nil
            }
            (self.entry, size, contents) = (cache[file.range], Int(file.stamp.size), .kept(file))
        case .new(let new):
            (self.entry, size, contents) = (new.bytes[...], new.contents.count, .new(new.contents))
        }
    }

    /// Nil where they cannot be read any more.
    func contents(_ cache: CacheFile) -> ArraySlice<UInt8>? {
        switch contents {
        case .kept(let file): cache.contents(of: file)
        case .new(let bytes): bytes
        }
    }

    /// By their paths' bytes. Nearly all come in this order.
    static func < (a: KeptFile, b: KeptFile) -> Bool {
        CachedFile.path(ofEntry: a.entry).withUnsafeBytes { a in
            CachedFile.path(ofEntry: b.entry).withUnsafeBytes { b in
                guard let start = a.baseAddress, let other = b.baseAddress else { return false }
                let order = memcmp(start, other, min(a.count, b.count))
                return order != 0 ? order < 0 : a.count < b.count
            }
        }
    }
}
