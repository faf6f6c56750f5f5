import Glibc

extension StoredTree {
    /// Returns the entries of two trees without their common beginning and end. If one file of
    /// many changed, only that one is returned.
    ///
    /// Equal entries between two that differ are also returned.
    ///
    /// - Throws: ``GitError/Kind/damaged``.
    func differences(
        to other: StoredTree
    ) throws(GitError) -> (
        old: [(name: [UInt8], value: TreeEntry)], new: [(name: [UInt8], value: TreeEntry)]
    ) {
        let start = try boundary(before: commonPrefix(with: other))
        let suffix = commonSuffix(with: other, after: start)
        var old = TailCursor(of: self, from: start)
        var new = TailCursor(of: other, from: start)
        try old.advance(toTail: suffix)
        try new.advance(toTail: suffix)
        // The common suffix may begin within an entry. The tails are equal from the first entry
        // that begins in both trees at the same distance from the end.
        while old.tail != new.tail {
            if old.tail > new.tail {
                try old.advance(toTail: new.tail)
            } else {
                try new.advance(toTail: old.tail)
            }
        }
        return (try entries(in: start..<old.offset), try other.entries(in: start..<new.offset))
    }
}

/// The start of an entry, as its distance from the end of the tree.
private struct TailCursor {
    private var cursor: StoredTree.Cursor
    private let size: Int

    init(of tree: StoredTree, from start: Int) {
        size = tree.bytes.count
        cursor = tree.cursor(in: start..<size)
    }

    var offset: Int { cursor.offset }
    /// The number of bytes from here to the end of the tree.
    var tail: Int { size - cursor.offset }

    /// Moves to the first entry that is at most this far from the end.
    mutating func advance(toTail tail: Int) throws(GitError) {
        while self.tail > tail, try cursor.next() != nil {}
    }
}

extension StoredTree {
    /// The number of bytes that are compared at once.
    private static let step = 256

    /// Returns the number of equal bytes at the start of both.
    private func commonPrefix(with other: StoredTree) -> Int {
        let most = min(bytes.count, other.bytes.count)
        var count = 0
        while most - count >= Self.step,
            memcmp(pointer(count), other.pointer(count), Self.step) == 0
        { count += Self.step }
        while count < most, bytes[count] == other.bytes[count] { count += 1 }
        return count
    }

    /// Returns the number of equal bytes at the end of both, without those before an offset.
    private func commonSuffix(with other: StoredTree, after start: Int) -> Int {
        let (size, otherSize) = (bytes.count, other.bytes.count)
        let most = min(size, otherSize) - start
        var count = 0
        while most - count >= Self.step,
            memcmp(
                pointer(size - count - Self.step), other.pointer(otherSize - count - Self.step),
                Self.step) == 0
        { count += Self.step }
        while count < most, bytes[size - count - 1] == other.bytes[otherSize - count - 1] {
            count += 1
        }
        return count
    }

    /// Returns the start of the entry that contains an offset: the entries before it are whole.
    private func boundary(before limit: Int) throws(GitError) -> Int {
        var cursor = cursor()
        var boundary = 0
        while boundary < limit, let entry = try cursor.next(), entry.end <= limit {
            boundary = entry.end
        }
        return boundary
    }
}
