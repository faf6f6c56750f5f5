import TaskBoard

/// Records the folders that may hold temporary files, for the process after a killed one.
struct TemporaryFileRegistry {
    private static let name = Array("temporary".utf8)
    let folder: Folder

    func add(_ path: [UInt8]) throws {
        let known = try folders()
        guard !known.contains(path) else { return }
        // Its name reaches the disk before the names that are created after it.
        try folder.replace(
            Self.name, (known + [path]).flatMap { $0 + [0] }, isWaiting: false)
    }

    /// Returns the folders, from the root of the working tree, which is "". In the file, a NUL
    /// byte ends each.
    func folders() throws -> [[UInt8]] {
        guard let bytes = try folder.read(Self.name).bytes else { return [] }
        return bytes.split(separator: 0, omittingEmptySubsequences: false).dropLast().map(
            Array.init)
    }

    func clear() {
        do { try folder.remove(Self.name) } catch {
            // A failure only makes the next command search once more.
        }
    }

    /// Removes the temporary files of a killed process.
    ///
    /// - Parameter keep: Called with each file's folder and name; removes it from there if it is
    ///   the only copy of a save.
    func sweep(root: Folder, keep: (Folder, [UInt8]) throws -> Void) throws {
        for path in try folders() {
            guard let here = try root.existingFolder(path) else { continue }
            for name in try here.names() where name.starts(with: FileSwap.temporaryPrefix) {
                if !FileSwap.isHalf(name) { try keep(here, name) }
                try here.remove(name)
            }
        }
        clear()
    }
}
