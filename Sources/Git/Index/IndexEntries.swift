import Glibc

/// The entry of one path in the index.
package struct IndexEntry: Hashable, Sendable {
    package let mode: UInt32
    package let id: ObjectID
    /// True if a sparse checkout leaves this file out of the working tree.
    package let skipsWorktree: Bool
    /// True if the user told git to assume that the file is unchanged, by `git update-index
    /// --assume-unchanged`.
    package let isAssumedUnchanged: Bool
    private let statData: IndexedStatData

    /// True if the entry has stat data, so that the file was in the working tree.
    package var wasWritten: Bool { statData.hasSize }

    /// - Parameter entry: The offset at which it begins in these bytes.
    init(_ bytes: [UInt8], at entry: Int, indexSeconds: Int) {
        let number = { bigEndian(bytes, entry + $0) }
        mode = number(IndexLayout.mode)
        id = ObjectID(bytes, at: entry + IndexLayout.id)
        skipsWorktree = IndexLayout.skipsWorktree(bytes, entry)
        isAssumedUnchanged = IndexLayout.isAssumedUnchanged(bytes, entry)
        statData = IndexedStatData(bytes, at: entry, indexSeconds: indexSeconds)
    }

    /// Returns true if a file has the stat data of the entry. Its content may still differ if it
    /// was written at the same time.
    package func isUnchanged(size: Int64, modified: Int64, inode: UInt64) -> Bool {
        statData.isSame(size: size, modified: modified, inode: inode)
    }

    /// Returns true if a file with this stat data certainly has the entry's bytes.
    ///
    /// - Parameters:
    ///   - modified: In nanoseconds since 1970.
    ///   - changed: The same; no program can set it.
    package func isCurrent(
        size: Int64, modified: Int64, changed: Int64, inode: UInt64
    ) -> Bool {
        statData.isCurrent(size: size, modified: modified, changed: changed, inode: inode)
    }
}

/// The stat data of a file when its entry was created.
struct IndexedStatData: Hashable, Sendable {
    private let size: UInt32
    var hasSize: Bool { size != 0 }
    private let modified: IndexedTime
    private let changed: IndexedTime
    private let inode: UInt32
    /// True if the file was written in the same second as the index or later: then equal stat data
    /// proves nothing.
    private let isRacy: Bool

    /// - Parameter entry: The offset at which it begins in these bytes.
    init(_ bytes: [UInt8], at entry: Int, indexSeconds: Int) {
        size = bigEndian(bytes, entry + IndexLayout.size)
        modified = IndexedTime(bytes, at: entry + IndexLayout.modified)
        changed = IndexedTime(bytes, at: entry + IndexLayout.changed)
        inode = bigEndian(bytes, entry + IndexLayout.inode)
        isRacy = Int(modified.seconds) >= indexSeconds
    }

    /// The time of the change is compared too: a program that writes into a file can set the time
    /// of its modification back.
    func isCurrent(size: Int64, modified: Int64, changed: Int64, inode: UInt64) -> Bool {
        !isRacy && isSame(size: size, modified: modified, inode: inode)
            && self.changed == IndexedTime(changed)
    }

    func isSame(size: Int64, modified: Int64, inode: UInt64) -> Bool {
        self.modified == IndexedTime(modified)
            && self.size == UInt32(truncatingIfNeeded: size)
            && self.inode == UInt32(truncatingIfNeeded: inode)
    }
}

/// A time in an index entry.
private struct IndexedTime: Hashable {
    let seconds: Int32
    private let nanoseconds: UInt32

    init(_ bytes: [UInt8], at offset: Int) {
        seconds = Int32(bitPattern: bigEndian(bytes, offset))
        nanoseconds = bigEndian(bytes, offset + 4)
    }

    /// - Parameter time: In nanoseconds since 1970.
    init(_ time: Int64) {
        let (seconds, nanoseconds) = time.quotientAndRemainder(dividingBy: 1_000_000_000)
        self.seconds = Int32(truncatingIfNeeded: seconds)
        self.nanoseconds = UInt32(truncatingIfNeeded: nanoseconds)
    }
}

/// The entries of an index in the stored form of formats 2 and 3, sorted by path and then by stage
/// (the side of a conflict).
///
/// They are read in place and found by binary search: a board has ten thousand entries, of which a
/// command needs a few. A position is the number of an entry, counted from zero.
struct IndexEntries {
    /// The entries; other bytes may precede and follow them.
    private(set) var bytes: [UInt8]
    /// The start of each entry in the bytes, and the end of the last one.
    let starts: [Int]

    var count: Int { starts.count - 1 }

    init(bytes: [UInt8] = [], starts: [Int] = [0]) { (self.bytes, self.starts) = (bytes, starts) }
}

// MARK: The parts of an entry

extension IndexEntries {
    func path(at position: Int) -> ArraySlice<UInt8> {
        bytes[IndexLayout.path(bytes, starts[position])..<starts[position + 1]].prefix { $0 != 0 }
    }

    /// Passes the bytes of a path, for walks over all entries that must not allocate.
    func withPath<Result>(
        at position: Int, _ body: (UnsafeRawBufferPointer) -> Result
    ) -> Result {
        bytes.withUnsafeBytes { bytes in
            let path =
                bytes.baseAddress.unsafelyUnwrapped
                + IndexLayout.path(self.bytes, starts[position])
            return body(
                UnsafeRawBufferPointer(
                    start: path, count: strlen(path.assumingMemoryBound(to: CChar.self))))
        }
    }

    func mode(at position: Int) -> UInt32 { bigEndian(bytes, starts[position] + IndexLayout.mode) }

    func id(at position: Int) -> ObjectID {
        ObjectID(bytes, at: starts[position] + IndexLayout.id)
    }

    func treeEntry(at position: Int) -> TreeEntry {
        TreeEntry(mode: mode(at: position), id: id(at: position))
    }

    /// Returns true if an entry is one side of a conflict.
    func isUnmerged(at position: Int) -> Bool {
        IndexLayout.flags(bytes, starts[position]) & IndexLayout.stageMask != 0
    }

    /// Returns true if an entry is in a conflict, or has a flag that the user set.
    func isMarked(at position: Int) -> Bool {
        IndexLayout.flags(bytes, starts[position]) & IndexLayout.marks != 0
    }

    func skipsWorktree(at position: Int) -> Bool {
        IndexLayout.skipsWorktree(bytes, starts[position])
    }

    /// Returns true if an entry has this blob.
    func isBlob(at position: Int, _ id: UnsafeRawBufferPointer) -> Bool {
        let start = starts[position] + IndexLayout.id
        return bytes.withUnsafeBytes {
            UnsafeRawBufferPointer(rebasing: $0[start..<(start + 20)]).elementsEqual(id)
        }
    }

    /// Clears the times of the files that were modified at a second or later ("racily clean"
    /// entries), so that git compares their content.
    ///
    /// An entry without a size has no stat data of a file, and git compares its content anyway.
    mutating func distrust(since seconds: Int) {
        for start in starts.dropLast() {
            let modified = Int(Int32(bitPattern: bigEndian(bytes, start + IndexLayout.modified)))
            guard modified >= seconds, bigEndian(bytes, start + IndexLayout.size) != 0 else {
                continue
            }
            for offset in 0..<8 { bytes[start + IndexLayout.modified + offset] = 0 }
        }
    }
}

extension IndexEntries {
    /// Returns the bytes without keeping a reference to them, so that changing them copies
    /// nothing.
    consuming func takenBytes() -> [UInt8] { bytes }
}

// MARK: Finding

extension IndexEntries {
    /// Returns the position of the first entry of a path; nil if there is none.
    ///
    /// - Parameter guess: The position to try first.
    func position(of path: [UInt8], guess: Int = 0) -> Int? {
        if guess < count, order(guess, path) == 0 { return guess }
        let position = lowerBound(of: path)
        return position < count && order(position, path) == 0 ? position : nil
    }

    /// Returns the position of a name in a folder; nil if there is none.
    ///
    /// - Parameters:
    ///   - folder: The path of the folder, with a slash at the end.
    ///   - guess: The position to try first.
    func position(
        of name: UnsafeRawBufferPointer, inFolder folder: [UInt8], guess: Int
    ) -> Int? {
        if guess < count, order(guess, inFolder: folder, name) == 0 { return guess }
        let position = lowerBound { order($0, inFolder: folder, name) }
        return position < count && order(position, inFolder: folder, name) == 0 ? position : nil
    }

    /// Returns the position of the first entry that is not before a path.
    func lowerBound(of path: [UInt8]) -> Int { lowerBound { order($0, path) } }

    /// Returns the positions of all entries of a path: several if it is in a conflict.
    func positions(of path: [UInt8]) -> Range<Int> {
        let start = lowerBound(of: path)
        return start..<(start..<count).prefix { order($0, path) == 0 }.endIndex
    }

    /// Returns the positions of all entries at any depth below a folder.
    ///
    /// - Parameter folder: The path of the folder, with a slash at the end.
    func positions(inFolder folder: [UInt8]) -> Range<Int> {
        let start = lowerBound(of: folder)
        return start..<(start..<count).prefix { isInFolder($0, folder) }.endIndex
    }

    func isInFolder(_ position: Int, _ folder: [UInt8]) -> Bool {
        let start = IndexLayout.path(bytes, starts[position])
        return starts[position + 1] - start > folder.count
            && bytes[start..<(start + folder.count)].elementsEqual(folder)
    }

    /// - Parameter order: Compares the entry at a position with the wanted one, as `memcmp` does.
    private func lowerBound(_ order: (Int) -> Int) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if order(middle) < 0 { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// Compares an entry's path with another one, byte by byte.
    private func order(_ position: Int, _ other: [UInt8]) -> Int {
        let start = IndexLayout.path(bytes, starts[position])
        let room = starts[position + 1] - start
        return bytes.withUnsafeBytes { bytes in
            // A path ends with a zero byte within the entry.
            let path = bytes.baseAddress.unsafelyUnwrapped + start
            let common = Int(memcmp(path, other, min(room, other.count)))
            if common != 0 || room <= other.count { return common }
            return bytes[start + other.count] == 0 ? 0 : 1
        }
    }

    /// Compares an entry's path with a name in a folder, byte by byte.
    private func order(
        _ position: Int, inFolder folder: [UInt8], _ name: UnsafeRawBufferPointer
    ) -> Int {
        let start = IndexLayout.path(bytes, starts[position])
        let room = starts[position + 1] - start
        return bytes.withUnsafeBytes { bytes in
            // A path ends with a zero byte within the entry, and a name contains none.
            let path = bytes.baseAddress.unsafelyUnwrapped + start
            let common = Int(memcmp(path, folder, min(room, folder.count)))
            guard common == 0, room > folder.count, let wanted = name.baseAddress else {
                return common
            }
            let (rest, left) = (path + folder.count, room - folder.count)
            let order = Int(memcmp(rest, wanted, min(left, name.count)))
            if order != 0 || left <= name.count { return order }
            return rest.load(fromByteOffset: name.count, as: UInt8.self) == 0 ? 0 : 1
        }
    }
}

// MARK: Building

/// New entries of an index, after room for the header of its file.
struct IndexEntriesBuilder {
    /// The length of the header: `DIRC`, the format and the number of entries.
    static let headerSize = 12

    private var bytes: [UInt8] = []
    private var starts = [headerSize]

    /// - Parameter size: The size of all entries.
    init(reserving size: Int) {
        // Reserves room for the extensions and the checksum too, so that nothing is copied again.
        bytes.reserveCapacity(size + size / 64 + 4_096)
        bytes += [UInt8](repeating: 0, count: Self.headerSize)
    }

    mutating func add(_ entry: [UInt8]) {
        bytes += entry
        starts.append(bytes.count)
    }

    mutating func add(_ positions: Range<Int>, of others: IndexEntries) {
        let first = others.starts[positions.lowerBound]
        let shift = bytes.count - first
        bytes += others.bytes[first..<others.starts[positions.upperBound]]
        for position in positions { starts.append(others.starts[position + 1] + shift) }
    }

    consuming func entries() -> IndexEntries { IndexEntries(bytes: bytes, starts: starts) }
}
