/// The index while its lock is held: entries are set and removed here, and
/// written when the block that was lent it returns.
package final class IndexEditor {
    private(set) var table: IndexTable { didSet { isChanged = true } }
    /// Whether an entry was set or removed since it was last written.
    var isChanged = false

    init(_ table: IndexTable) { self.table = table }

    /// Makes a path's entry say that the work tree holds this blob.
    ///
    /// - Parameters:
    ///   - status: From an `lstat` of the file made when its content was
    ///     known to be that blob, so that `git status` need not read it. nil: the commit
    ///     holds the blob, and there is no file to compare with.
    ///   - isLeftOut: Whether the file is left out of the working tree: git then neither
    ///     writes it nor takes it for deleted.
    package func add(
        _ path: VerifiedPath, _ entry: TreeEntry, _ status: FileStatus? = nil,
        isLeftOut: Bool = false
    ) {
        table.set(path, IndexLayout.entry(path, entry, status, isLeftOut: isLeftOut))
    }

    /// Notes the status of a file whose content is known to be what its entry says:
    /// nothing else of the index changes, whatever a person staged meanwhile.
    package func refresh(_ path: [UInt8], _ entry: TreeEntry, _ status: FileStatus) {
        guard table.isPlain(path, entry), let path = VerifiedPath(path) else { return }
        table.set(path, IndexLayout.entry(path, entry, status))
    }

    /// The whole file, as ``IndexTable/file(isStored:)`` makes it.
    func file(isStored: @escaping (ObjectID) -> Bool) -> [UInt8] { table.file(isStored: isStored) }

    /// Removes a path's entry, conflicting ones too; where there is none,
    /// nothing happens.
    package func remove(_ path: [UInt8]) { table.remove(path) }
}
