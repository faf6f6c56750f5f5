import Clibgit2
import Glibc

/// Makes the packs of a repository usable again, before it is opened.
///
/// A damaged pack, or one without an intact index, is moved aside with its index. Its readable
/// objects are stored as a new pack.
struct PackRestoring {
    /// `…/objects`, without a slash at the end.
    let objects: String
    let aside: AsideFolder
    /// The steps taken.
    private(set) var steps: [RepairStep] = []

    init(objects: String, aside: AsideFolder) { (self.objects, self.aside) = (objects, aside) }

    mutating func restore() throws(GitError) {
        let index = "\(objects)/pack/\(PackCheck.multiPackIndex)"
        do throws(GitError) {
            if try PackCheck.removeIfUnusable(multiPackIndex: index) {
                steps.append(.removedMultiPackIndex(index))
            }
        } catch {
            guard error.kind == .damaged else { throw error }
            try moveAside(index)
        }
        for fault in try PackCheck.faults(objects: objects) {
            steps.append(.foundPackFault(fault))
            try restore(fault.pack)
        }
    }

    private mutating func restore(_ pack: String) throws(GitError) {
        let folder = PackFolder(path: objects)
        // A damaged index does not show which objects the pack had.
        let known = PackCheck.isWholeIndex(pack + ".idx") ? folder.pack(pack) : nil
        guard let bytes = try FileReading(pack + ".pack")?.bytes else { return }
        let name = String(pack.dropFirst(folder.packs.count + 1))
        let isWhole = bytes.count > 32 && sha1(bytes.dropLast(20)) == Array(bytes.suffix(20))
        if isWhole, try store(bytes) != nil {
            steps.append(.madePackIndex(pack: name))
        } else {
            let salvage = PackSalvage(bytes) { known?.contains($0) ?? true }
            let count = salvage.count > 0 ? try store(salvage.pack()) ?? 0 : 0
            steps.append(.recoveredObjects(count, of: known?.count, pack: name))
        }
        // Done last, so that an interrupted run starts over the next time.
        for file in folderNames(folder.packs) ?? [] where file.hasPrefix(name + ".") {
            try moveAside("\(folder.packs)/\(file)")
        }
        // They list the positions of that pack's objects.
        for file in ["pack/multi-pack-index", "info/commit-graph", "info/commit-graphs"] {
            try moveAside("\(objects)/\(file)")
        }
    }

    private mutating func moveAside(_ path: String) throws(GitError) {
        guard let new = try aside.move(path) else { return }
        steps.append(.moved(path, to: new))
    }

    /// Stores a pack and creates its index.
    ///
    /// - Returns: The number of its objects; nil if it cannot be indexed.
    private func store(_ pack: [UInt8]) throws(GitError) -> Int? {
        do throws(GitError) {
            return try PackFolder(path: objects).store(pack: pack)
        } catch {
            guard [.damaged, .other].contains(error.kind) else { throw error }
            return nil
        }
    }
}
