import Clibgit2
import Glibc

extension Repository {
    /// All files of a tree or of one folder in it, by path from the root of the
    /// tree; links and submodules are among them.
    ///
    /// - Parameters:
    ///   - tree: nil stands for a tree without entries.
    ///   - prefix: The folder, without a slash at the end; empty: the whole tree.
    ///     A folder that is not there holds nothing.
    ///   - limit: More entries than these are refused: a small tree can name
    ///     itself into billions of paths.
    /// - Throws: ``GitError/Kind/tooLarge`` past the limit or for folders nested
    ///   too deep.
    package func files(
        ofTree tree: ObjectID?, below prefix: [UInt8] = [], limit: Int = 5_000_000
    ) throws(GitError) -> [[UInt8]: TreeEntry] {
        var files: [[UInt8]: TreeEntry] = [:]
        guard let tree, let folder = try entry(inTree: tree, path: prefix), folder.isFolder else {
            return files
        }
        var pending = [(path: prefix.isEmpty ? [] : prefix + [slash], id: folder.id, depth: 0)]
        var count = 0
        while let next = pending.popLast() {
            let entries = try listing(ofTree: next.id)
            count += entries.count
            try refuse(count > limit || next.depth > deepest, tree)
            for entry in entries {
                let path = next.path + entry.name
                if entry.value.isFolder {
                    pending.append((path + [slash], entry.value.id, next.depth + 1))
                } else {
                    files[path] = entry.value
                }
            }
        }
        return files
    }

    /// What stands at a path of a tree, a folder or a file; nil where nothing
    /// does. The empty path is the tree itself.
    package func entry(inTree tree: ObjectID, path: [UInt8]) throws(GitError) -> TreeEntry? {
        var entry = TreeEntry(mode: TreeEntry.folderMode, id: tree)
        guard !path.isEmpty else { return entry }
        for name in path.split(separator: slash, omittingEmptySubsequences: false) {
            guard entry.isFolder else { return nil }
            guard let next = try self.entry(named: Array(name), inTree: entry.id) else {
                return nil
            }
            entry = next
        }
        return entry
    }

    /// The paths at which two trees differ, sorted. Only folders whose IDs
    /// differ are read; nothing is taken for renamed.
    ///
    /// - Parameters:
    ///   - old: nil stands for a tree without entries, and so does `new`.
    ///   - prefix: The folder that is compared, without a slash at the end.
    package func diff(
        _ old: ObjectID?, _ new: ObjectID?, below prefix: [UInt8] = [], limit: Int = 5_000_000
    ) throws(GitError) -> [TreeChange] {
        var comparison = TreeComparison(repository: self, limit: limit)
        let sides = (try folder(prefix, inTree: old), try folder(prefix, inTree: new))
        return try comparison.changes(sides.0, sides.1, prefix)
    }

    /// The names in one tree, in git's order.
    func listing(ofTree id: ObjectID) throws(GitError) -> [(name: [UInt8], value: TreeEntry)] {
        guard id != .emptyTree else { return [] }
        let tree = try self.tree(id)
        return listing(tree, 0..<git_tree_entrycount(tree.pointer))
    }

    /// The names in two trees but for those that both begin and end with: where one
    /// file of many changed it is the only one. And how many names there are in all.
    func listings(
        ofTrees old: ObjectID, _ new: ObjectID
    ) throws(GitError) -> (
        old: [(name: [UInt8], value: TreeEntry)], new: [(name: [UInt8], value: TreeEntry)],
        count: Int
    ) {
        let left = try tree(old)
        let right = try tree(new)
        let (x, y) = (git_tree_entrycount(left.pointer), git_tree_entrycount(right.pointer))
        var head = 0
        while head < min(x, y), isSame(left, head, right, head) { head += 1 }
        var tail = 0
        while tail < min(x, y) - head, isSame(left, x - 1 - tail, right, y - 1 - tail) { tail += 1 }
        return (listing(left, head..<(x - tail)), listing(right, head..<(y - tail)), x + y)
    }

    private func isSame(
        _ a: borrowing Handle<TreeKind>, _ i: Int, _ b: borrowing Handle<TreeKind>, _ j: Int
    ) -> Bool {
        guard let x = git_tree_entry_byindex(a.pointer, i),
            let y = git_tree_entry_byindex(b.pointer, j),
            git_oid_equal(git_tree_entry_id(x), git_tree_entry_id(y)) == 1,
            git_tree_entry_filemode_raw(x) == git_tree_entry_filemode_raw(y)
        else { return false }
        return strcmp(git_tree_entry_name(x), git_tree_entry_name(y)) == 0
    }

    private func listing(
        _ tree: borrowing Handle<TreeKind>, _ range: Range<Int>
    ) -> [(name: [UInt8], value: TreeEntry)] {
        var entries: [(name: [UInt8], value: TreeEntry)] = []
        entries.reserveCapacity(range.count)
        for index in range {
            guard let entry = git_tree_entry_byindex(tree.pointer, index),
                let name = git_tree_entry_name(entry)
            else { continue }
            entries.append((bytes(of: name), TreeEntry(entry)))
        }
        return entries
    }

    func tree(_ id: ObjectID) throws(GitError) -> Handle<TreeKind> {
        var oid = id.oid
        return try Handle("read tree \(id)") { git_tree_lookup(&$0, pointer, &oid) }
    }

    private func folder(_ path: [UInt8], inTree tree: ObjectID?) throws(GitError) -> ObjectID? {
        guard let tree, let entry = try entry(inTree: tree, path: path), entry.isFolder else {
            return nil
        }
        return entry.id
    }

    private func entry(named name: [UInt8], inTree id: ObjectID) throws(GitError) -> TreeEntry? {
        guard id != .emptyTree, !name.isEmpty, !name.contains(0) else { return nil }
        let tree = try self.tree(id)
        let entry = withCString(name) { git_tree_entry_byname(tree.pointer, $0) }
        return entry.map { TreeEntry($0) }
    }

    private func refuse(_ isTooLarge: Bool, _ tree: ObjectID) throws(GitError) {
        guard isTooLarge else { return }
        throw GitError(.tooLarge, "read tree \(tree)", "it has too many or too deep folders")
    }
}

/// Between the parts of a path.
let slash = UInt8(ascii: "/")

/// The deepest nesting of folders that is followed.
let deepest = 256

extension TreeEntry {
    init(_ entry: OpaquePointer) {
        mode = git_tree_entry_filemode_raw(entry).rawValue
        // A tree entry always has an ID.
        id = ObjectID(git_tree_entry_id(entry).pointee)
    }
}

/// The bytes of a C string, whatever their encoding.
func bytes(of string: UnsafePointer<CChar>) -> [UInt8] {
    var length = 0
    while string[length] != 0 { length += 1 }
    return Array(UnsafeRawBufferPointer(start: string, count: length))
}

/// Lends bytes to C as a string that ends in NUL.
func withCString<Result>(
    _ bytes: [UInt8], _ body: (UnsafePointer<CChar>) -> Result
) -> Result {
    let terminated = bytes.map { CChar(bitPattern: $0) } + [0]
    return terminated.withUnsafeBufferPointer { body($0.baseAddress.unsafelyUnwrapped) }
}
