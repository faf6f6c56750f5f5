import Glibc

extension StoredTree {
    /// Visits the entries in order. The bytes of a name are valid only during the call.
    func forEach(
        _ visit: (UnsafeRawBufferPointer, _ entry: TreeEntry) throws(GitError) -> Void
    ) throws(GitError) {
        var cursor = cursor()
        while let entry = try cursor.next() {
            let name = slice(entry.name)
            if isAddressable(name) { try visit(name, treeEntry(entry)) }
        }
    }

    /// Visits all entries in order, including those that no path can reach. Bytes are valid only
    /// during the call.
    func forEachStored(
        _ visit: (_ name: UnsafeRawBufferPointer, TreeEntry, _ bytes: UnsafeRawBufferPointer) ->
            Void
    ) throws(GitError) {
        var cursor = cursor()
        while let entry = try cursor.next() {
            visit(slice(entry.name), treeEntry(entry), slice(entry.start..<entry.end))
        }
    }

    /// Returns the bytes of this tree with some entries set and some removed (nil). All others stay
    /// the same, byte for byte.
    func setting(_ changes: [[UInt8]: TreeEntry?]) throws(GitError) -> [UInt8] {
        let new = newEntries(changes)
        let names = Array(changes.keys)
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count + new.reduce(0) { $0 + $1.count })
        // The entries in between are unchanged and not copied yet.
        var (copied, next) = (0, 0)
        var cursor = cursor()
        while let entry = try cursor.next() {
            while next < new.count, new[next].isBefore(entry, in: self) {
                result.append(contentsOf: bytes[copied..<entry.start])
                new[next].append(to: &result)
                (copied, next) = (entry.start, next + 1)
            }
            if isNamed(entry, among: names, in: changes) {
                result.append(contentsOf: bytes[copied..<entry.start])
                copied = entry.end
            }
        }
        result.append(contentsOf: bytes[copied...])
        for entry in new[next...] { entry.append(to: &result) }
        return result
    }

    /// Returns true if the changes include the entry. A few names are compared, many are looked
    /// up.
    private func isNamed(
        _ entry: RawEntry, among names: [[UInt8]], in changes: [[UInt8]: TreeEntry?]
    ) -> Bool {
        let name = bytes[entry.name]
        if names.count > 4 { return changes[Array(name)] != nil }
        return names.contains { $0.count == name.count && name.elementsEqual($0) }
    }
}

/// Returns the bytes of a tree with only these entries.
func treeBytes(_ entries: [[UInt8]: TreeEntry?]) -> [UInt8] {
    let new = newEntries(entries)
    var result: [UInt8] = []
    result.reserveCapacity(new.reduce(0) { $0 + $1.count })
    for entry in new { entry.append(to: &result) }
    return result
}

/// Returns the entries to insert, in git's order.
private func newEntries(_ changes: [[UInt8]: TreeEntry?]) -> [SplicedEntry] {
    changes.compactMap { name, entry in entry.map { SplicedEntry(name, $0) } }
        .sorted { $0.key.lexicographicallyPrecedes($1.key) }
}

/// An entry to insert. Its bytes are created on use: a folder from others can contain megabytes of
/// names.
private struct SplicedEntry {
    private let name: [UInt8]
    private let mode: [UInt8]
    private let id: ObjectID
    /// git's sort key: a folder sorts as if its name ended in a slash.
    let key: [UInt8]

    /// The number of its bytes.
    var count: Int { mode.count + name.count + id.bytes.count + 2 }

    init(_ name: [UInt8], _ entry: TreeEntry) {
        self.name = name
        mode = Array(String(entry.mode, radix: 8).utf8)
        id = entry.id
        key = entry.isFolder ? name + [slash] : name
    }

    func append(to bytes: inout [UInt8]) {
        bytes += mode
        bytes.append(0x20)
        bytes += name
        bytes.append(0)
        bytes += id.bytes
    }

    func isBefore(_ entry: StoredTree.RawEntry, in tree: StoredTree) -> Bool {
        let name = tree.slice(entry.name)
        let isFolder = entry.mode & 0o170000 == TreeEntry.folderMode
        let count = min(key.count, name.count)
        let order = name.baseAddress.map { memcmp(key, $0, count) } ?? 0
        if order != 0 { return order < 0 }
        if key.count > name.count { return isFolder && key[count] < slash }
        return key.count < name.count || isFolder
    }
}
