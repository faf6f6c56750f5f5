/// One path at which two trees differ.
package struct TreeChange: Hashable, Sendable {
    /// The bytes of the path, from the root of the trees.
    package let path: [UInt8]
    /// The entry of the first tree; nil if there is none.
    package let old: TreeEntry?
    /// The entry of the second tree; nil if there is none.
    package let new: TreeEntry?

    package init(path: [UInt8], old: TreeEntry?, new: TreeEntry?) {
        self.path = path
        self.old = old
        self.new = new
    }
}

/// A walk over two trees that reads only their differences.
struct TreeComparison {
    let repository: Repository
    let limit: Int
    /// Returns true for the names of wanted files; nil for all.
    private let isWanted: ((UnsafeRawBufferPointer) -> Bool)?
    private var count = 0
    /// The changes by path, so that a duplicate name in a malformed tree is one change.
    private var found: [[UInt8]: (old: TreeEntry?, new: TreeEntry?)] = [:]
    private var pending: [Pair] = []

    /// Two folders at one path, whose IDs differ.
    private struct Pair {
        var old: ObjectID?
        var new: ObjectID?
        /// The path with a slash at the end; empty for the root.
        var path: [UInt8]
        var depth: Int
    }

    init(
        repository: Repository, limit: Int, _ isWanted: ((UnsafeRawBufferPointer) -> Bool)?
    ) {
        self.repository = repository
        self.limit = limit
        self.isWanted = isWanted
    }

    mutating func changes(
        from old: ObjectID?, to new: ObjectID?, below prefix: [UInt8]
    ) throws(GitError) -> [TreeChange] {
        guard old != new else { return [] }
        pending = [Pair(old: old, new: new, path: prefix.isEmpty ? [] : prefix + [slash], depth: 0)]
        while let pair = pending.popLast() { try compare(pair) }
        return found.map { TreeChange(path: $0, old: $1.old, new: $1.new) }
            .filter { $0.old != $0.new }
            .sorted { $0.path.lexicographicallyPrecedes($1.path) }
    }

    private mutating func compare(_ pair: Pair) throws(GitError) {
        let (old, new) = try listings(pair)
        count += old.count + new.count
        guard count <= limit else {
            throw GitError(.tooManyFolders, "compare two trees")
        }
        var left = Dictionary(
            old.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
        for (name, value) in new {
            let other = left.removeValue(forKey: name)
            if other != value { note(name, from: other, to: value, in: pair) }
        }
        for (name, value) in left { note(name, from: value, to: nil, in: pair) }
    }

    private func listings(
        _ pair: Pair
    ) throws(GitError) -> (
        old: [(name: [UInt8], value: TreeEntry)], new: [(name: [UInt8], value: TreeEntry)]
    ) {
        if let old = pair.old, let new = pair.new, old != .emptyTree, new != .emptyTree {
            return try repository.storedTree(old).differences(to: repository.storedTree(new))
        }
        return (try all(pair.old), try all(pair.new))
    }

    /// Returns the requested entries of a folder that only one side has, such as all files in a
    /// board's first commit.
    private func all(
        _ id: ObjectID?
    ) throws(GitError) -> [(name: [UInt8], value: TreeEntry)] {
        guard let id, id != .emptyTree else { return [] }
        return try repository.storedTree(id).entries { name, _ in
            isWanted.map { !$0(name) } ?? false
        }
    }

    /// Adds the change of a name, or the folders to compare.
    private mutating func note(
        _ name: [UInt8], from old: TreeEntry?, to new: TreeEntry?, in pair: Pair
    ) {
        let path = pair.path + name
        let folders = (old?.isFolder == true ? old?.id : nil, new?.isFolder == true ? new?.id : nil)
        if folders.0 != folders.1, pair.depth < deepest {
            pending.append(
                Pair(old: folders.0, new: folders.1, path: path + [slash], depth: pair.depth + 1))
        }
        if let old, !old.isFolder { found[path, default: (nil, nil)].old = old }
        if let new, !new.isFolder { found[path, default: (nil, nil)].new = new }
    }
}
