import Git
import Glibc
import TaskBoard

/// Writes the files of one change into the working tree.
///
/// Everything that needs disk space is done first (``stage(_:)``): each new file is written as a
/// temporary file beside its target and synced. Only renames are left for ``apply()``. A file that
/// another process saves in between is never overwritten: it is restored to its place and
/// reported.
final class FileSwap {
    private struct Staged {
        var write: FileWrite
        /// The path of the folder with the temporary file.
        var place: [UInt8]
        var name: [UInt8]
        var temporary: [UInt8]?
        /// The path of the folder to create first, if a file of the same change is still in its
        /// place; the temporary file is further up.
        var missingFolder: [UInt8]?
    }

    /// The number of files beyond which syncing the whole file system costs less than syncing each
    /// file.
    private static let manyFiles = 64
    static let temporaryPrefix = Array(".pmd-new-".utf8)
    private static let halfSuffix = Array(".half".utf8)
    private let root: Folder
    private let marker: TemporaryFileRegistry
    /// The prefix of this change's temporary files. Other processes need not check whether they
    /// are in use: they exist only while the board's lock is held.
    private let temporaryStart = temporaryPrefix + Array("\(TemporaryName.random())-".utf8)
    private var staged: [Staged] = []
    private var folders: OpenFolders
    /// The paths of the folders that may have temporary files.
    private var marked: Set<[UInt8]> = []
    /// The paths of the files that this change removes.
    private var removed: Set<[UInt8]> = []
    /// The folders in which files were written.
    private var changed: [[UInt8]] = []

    /// Returns true if a temporary file was being written when its process died.
    static func isHalf(_ name: [UInt8]) -> Bool {
        name.suffix(halfSuffix.count) == halfSuffix[...]
    }

    init(root: Folder, localState: LocalState) {
        self.root = root
        folders = OpenFolders(root: root)
        marker = TemporaryFileRegistry(folder: localState.folder)
    }

    /// Writes the new files under temporary names beside their targets.
    ///
    /// - Parameter tell: Called with the number of files written.
    func stage(_ writes: [FileWrite], tell: (Int) -> Void = { _ in }) throws {
        guard !writes.isEmpty else { return }
        do {
            let isLarge = writes.count > Self.manyFiles
            removed = Set(writes.filter { $0.result == nil }.map(\.path.bytes))
            for (number, write) in writes.enumerated() {
                try stage(write, number, isWaiting: !isLarge)
                tell(number + 1)
            }
            // Their names are not synced here: each is later renamed, and the new name is synced.
            if isLarge { try root.syncFileSystem() }
        } catch {
            withdraw()
            throw error
        }
    }

    private func stage(_ write: FileWrite, _ number: Int, isWaiting: Bool) throws {
        let (parent, name) = splitPath(write.path.bytes)
        if write.result == nil {
            guard let folder = try folders.existing(parent) else { return }
            try folder.requireWritable()
            staged.append(Staged(write: write, place: parent, name: name))
            return
        }
        let (folder, place) = try folder(for: parent)
        if marked.insert(place).inserted { try marker.add(place) }
        try refuseFolder(at: write.path.bytes)
        var entry = Staged(write: write, place: place, name: name)
        if place != parent { entry.missingFolder = parent }
        if let bytes = try write.result?.bytes() {
            let temporary = temporaryStart + Array("\(number)".utf8)
            try writeWhole(
                bytes, to: temporary, in: folder, mode: try mode(of: write, name, in: folder),
                isWaiting: isWaiting)
            entry.temporary = temporary
        }
        staged.append(entry)
    }

    private func folder(of entry: Staged) throws(SystemError) -> Folder {
        try folders.folder(entry.place)
    }

    /// Returns the folder at a path, created if it is missing; or the nearest one above, if a file
    /// that this change removes is in its place.
    private func folder(for path: [UInt8]) throws -> (Folder, place: [UInt8]) {
        if let made = try made(path) { return (made, path) }
        var place = path
        while !place.isEmpty {
            let above = splitPath(place).folder
            if removed.contains(place) { return (try folders.folder(above), above) }
            place = above
        }
        throw BoardError.branch(.notAFolder(path))
    }

    /// Returns the folder at a path, created if it is missing; nil if something else is there.
    private func made(_ path: [UInt8]) throws(SystemError) -> Folder? {
        do {
            return try folders.making(path)
        } catch {
            if error.number == ENOTDIR || error.number == ELOOP { return nil }
            throw error
        }
    }

    /// Refuses a change that replaces a folder of user files with a file.
    private func refuseFolder(at path: [UInt8]) throws {
        let current = try root.existingFolder(path)?.filesBelow() ?? []
        guard current.allSatisfy({ removed.contains(path + [UInt8(ascii: "/")] + $0) }) else {
            throw BoardError.branch(.ignoredFileInTheWay(path))
        }
    }

    /// Writes a whole temporary file. A half-written one has another name, so that no process
    /// mistakes it for a save.
    private func writeWhole(
        _ bytes: [UInt8], to temporary: [UInt8], in folder: Folder, mode: mode_t,
        isWaiting: Bool
    ) throws(SystemError) {
        let half = temporary + Self.halfSuffix
        try folder.create(half, bytes, mode: mode, isWaiting: isWaiting)
        do { try folder.rename(half, to: folder, temporary) } catch {
            try folder.remove(half)
            throw error
        }
    }

    /// Returns the mode of a file to write. A replaced file keeps its permissions, except those
    /// that the change concerns.
    private func mode(of write: FileWrite, _ name: [UInt8], in folder: Folder) throws -> mode_t {
        var mode: mode_t = 0o666
        if let statData = try folder.statData(name), statData.kind == .file {
            mode = statData.mode & 0o777
        }
        // Users who may read a file may also execute it.
        return switch write.isExecutable {
        case true?: mode | (mode & 0o444) >> 2
        case false?: mode & ~0o111
        case nil: mode
        }
    }

    /// Removes the temporary files; the working tree is as it was.
    func withdraw() {
        var isClean = true
        for place in marked {
            do {
                guard let folder = try folders.existing(place) else { continue }
                // A file that was not completely written is not among the staged ones.
                for name in try folder.names() where name.starts(with: temporaryStart) {
                    try folder.remove(name)
                }
            } catch {
                isClean = false
            }
        }
        staged = []
        folders = OpenFolders(root: root)
        marked = []
        if isClean { marker.clear() }
    }

    /// Returns the paths whose content differs from what the change expects.
    func changedMeanwhile() throws -> [[UInt8]] {
        try staged.filter { entry in
            let current = try folders.existing(entry.place)?.read(entry.name).bytes
            return try !entry.write.expected.isSame(as: current)
        }
        .map(\.write.path.bytes)
    }

    /// Renames everything into place. The replaced files are kept in `replaced`.
    ///
    /// - Returns: The paths that another process saved meanwhile; their files are untouched.
    func apply(_ keep: ReplacedFileRecorder) throws -> Set<[UInt8]> {
        var saved: Set<[UInt8]> = []
        // A file may replace a folder, and a folder a file.
        for entry in staged where entry.temporary == nil {
            if try !takeAway(entry, keep) { saved.insert(entry.write.path.bytes) }
        }
        try removeEmptyFolders()
        for entry in staged {
            guard let temporary = entry.temporary else { continue }
            if try !put(entry, from: temporary, keeping: keep) {
                saved.insert(entry.write.path.bytes)
            }
        }
        changed = foldersTouched()
        staged = []
        return saved
    }

    /// Replaces the bytes of a regular file, which are not kept.
    func overwrite(_ path: [UInt8], with bytes: [UInt8]) throws {
        let (parent, name) = splitPath(path)
        guard let folder = try root.existingFolder(parent),
            let statData = try folder.statData(name), statData.kind == .file
        else { return }
        marked.insert(parent)
        try marker.add(parent)
        let half = temporaryStart + Self.halfSuffix
        do {
            try folder.create(half, bytes, mode: statData.mode & 0o777)
            try folder.rename(half, to: folder, name)
        } catch {
            withdraw()
            throw error
        }
        changed = [parent]
        try waitForDisk()
    }

    /// Waits until the renamed files are on the disk.
    func waitForDisk() throws {
        // A folder that this change emptied may be gone.
        for place in changed { try folders.existing(place)?.sync() }
        marker.clear()
    }

    private func put(
        _ entry: Staged, from temporary: [UInt8], keeping keep: ReplacedFileRecorder
    ) throws -> Bool {
        guard let expected = entry.write.expected else { return try putNew(entry, temporary) }
        let folder = try folder(of: entry)
        do {
            try folder.exchange(temporary, with: entry.name)
        } catch  where error.number == ENOENT {
            // Another process deleted it meanwhile: that is an edit, too.
            try folder.remove(temporary)
            return false
        }
        if try entry.write.expected.isSame(as: folder.read(temporary).bytes) {
            try keep.take(temporary, from: folder, entry.write)
            return true
        }
        try release(entry, from: temporary, keeping: keep)
        try keep.note(expected.bytes(), from: folder, of: entry.write)
        return false
    }

    /// Restores a save to its place. Our file was there for a moment, and a process that saved
    /// over it has the newest text: then that text stays, and the one before it is kept.
    private func release(
        _ entry: Staged, from temporary: [UInt8], keeping keep: ReplacedFileRecorder
    ) throws {
        let folder = try folder(of: entry)
        try folder.exchange(temporary, with: entry.name)
        if try entry.write.result.isSame(as: folder.read(temporary).bytes) {
            try keep.takeOurs(temporary, from: folder, entry.write)
        } else {
            try folder.exchange(temporary, with: entry.name)
            try keep.conflicts.take(temporary, from: folder)
        }
    }

    private func putNew(_ entry: Staged, _ temporary: [UInt8]) throws -> Bool {
        let folder = try targetFolder(of: entry)
        if try folder.statData(entry.name)?.kind == .folder {
            try folder.removeEmptyFolders(entry.name)
        }
        if try place(temporary, of: entry, in: folder) { return true }
        try self.folder(of: entry).remove(temporary)
        let current = try folder.read(entry.name).bytes
        return try entry.write.result.isSame(as: current)
    }

    private func targetFolder(of entry: Staged) throws(SystemError) -> Folder {
        guard let missing = entry.missingFolder else { return try folder(of: entry) }
        return try folders.making(missing)
    }

    /// - Returns: False if the name is taken.
    private func place(
        _ temporary: [UInt8], of entry: Staged, in folder: Folder
    ) throws(SystemError) -> Bool {
        do {
            try self.folder(of: entry).place(temporary, at: folder, entry.name)
        } catch {
            if error.number == EEXIST { return false }
            throw error
        }
        return true
    }

    private func takeAway(_ entry: Staged, _ keep: ReplacedFileRecorder) throws -> Bool {
        let folder = try folder(of: entry)
        let taken: ReplacedFileStore.Place
        do {
            taken = try keep.take(entry.name, from: folder, entry.write)
        } catch let error as SystemError where error.number == ENOENT {
            return true
        }
        if try entry.write.expected.isSame(as: keep.replaced.bytes(taken)) { return true }
        try keep.replaced.putBack(taken, to: folder, entry.name)
        if let expected = try entry.write.expected?.bytes() {
            try keep.note(expected, from: folder, of: entry.write)
        }
        return false
    }

    private func foldersTouched() -> [[UInt8]] {
        var seen: Set<[UInt8]> = []
        return staged.map(\.place).filter { seen.insert($0).inserted }
    }

    /// Removes the folders that this change emptied, except those at the first level: a state
    /// without tasks is still a column.
    private func removeEmptyFolders() throws {
        let folders = Set(
            staged.filter { $0.write.result == nil }.map { splitPath($0.write.path.bytes).folder })
        for folder in folders {
            var path = folder
            while path.contains(UInt8(ascii: "/")) {
                let (parent, name) = splitPath(path)
                try root.existingFolder(parent)?.removeFolderIfEmpty(name)
                path = parent
            }
        }
    }
}

/// The folders of a change, of which only the last ones stay open.
///
/// A folder is opened again from the root, never through a link. If another process replaced it
/// meanwhile, it has no temporary file of this change, and the rename of that file fails.
private struct OpenFolders {
    private static let most = 64
    let root: Folder
    private var open: [[UInt8]: Folder] = [:]
    /// The paths of the open folders, oldest first.
    private var order: [[UInt8]] = []

    init(root: Folder) { self.root = root }

    mutating func folder(_ path: [UInt8]) throws(SystemError) -> Folder {
        if let known = open[path] { return known }
        return keep(try root.folder(path), at: path)
    }

    /// Returns the folder at a path; nil if there is none.
    mutating func existing(_ path: [UInt8]) throws(SystemError) -> Folder? {
        if let known = open[path] { return known }
        guard let folder = try root.existingFolder(path) else { return nil }
        return keep(folder, at: path)
    }

    /// Returns the folder at a path, created if it is missing.
    mutating func making(_ path: [UInt8]) throws(SystemError) -> Folder {
        if let known = open[path] { return known }
        return keep(try root.makingFolder(path), at: path)
    }

    private mutating func keep(_ folder: Folder, at path: [UInt8]) -> Folder {
        if order.count == Self.most { open[order.removeFirst()] = nil }
        open[path] = folder
        order.append(path)
        return folder
    }
}

/// The storage for the files that a change replaces.
final class ReplacedFileRecorder {
    let replaced: ReplacedFileStore
    let editors: OpenEditors
    let conflicts: SavedApart
    /// The commit that has the replaced bytes, unless a write specifies another.
    let head: ObjectID
    /// The commit that has the new bytes.
    let new: ObjectID
    /// Nanoseconds since 1970.
    let now: Int64
    /// The places of the replaced versions, in order.
    private(set) var places: [ReplacedFileStore.Place] = []
    private let git: Repository

    init(in repository: BoardRepository, head: ObjectID, new: ObjectID) {
        (replaced, editors) = (repository.replaced, repository.openEditors)
        (conflicts, git) = (repository.conflicts, repository.git)
        (self.head, self.new, now) = (head, new, repository.clock.nanoseconds())
    }

    @discardableResult
    func take(
        _ name: [UInt8], from folder: Folder, _ write: FileWrite
    ) throws -> ReplacedFileStore.Place {
        let place = place(of: write)
        try noteEditors(of: write, in: folder)
        try replaced.take(name, from: folder, to: place)
        places.append(place)
        return place
    }

    /// Removes the new file, which an editor may have opened in the moment when it was in the
    /// place of the old one.
    func takeOurs(
        _ name: [UInt8], from folder: Folder, _ write: FileWrite
    ) throws(SystemError) {
        let batch = replaced.batch(head: new, now: now)
        let place = ReplacedFileStore.Place(batch: batch, path: write.path.bytes)
        try replaced.take(name, from: folder, to: place)
        places.append(place)
    }

    /// Records the version that an editor saved over: its next save may still be based on that.
    func note(_ expected: [UInt8], from folder: Folder, of write: FileWrite) throws {
        let place = place(of: write)
        try noteEditors(of: write, in: folder)
        try replaced.note(expected, at: place)
        places.append(place)
    }

    private func noteEditors(of write: FileWrite, in folder: Folder) throws {
        try editors.note(write.path.bytes, in: folder, at: now) { [git, head] path in
            try git.entry(inTree: git.commit(head).tree, path: path) != nil
        }
    }

    private func place(of write: FileWrite) -> ReplacedFileStore.Place {
        ReplacedFileStore.Place(
            batch: replaced.batch(head: write.holder ?? head, now: now), path: write.path.bytes)
    }
}

/// Keeps saves that arrived at the instant of an exchange as board files that are not tasks:
/// `conflicts/saved-HASH.md`.
struct SavedApart {
    let root: Folder
    /// The folder's path, from the root.
    let path: [UInt8]

    /// Does nothing if there is no file.
    func take(_ name: [UInt8], from folder: Folder) throws {
        guard let bytes = try folder.read(name).bytes else { return }
        let id = try ObjectID.ofBlob(bytes)
        let target = try root.makingFolder(path)
        let saved = Array("saved-\(id.hex.prefix(8)).md".utf8)
        guard try target.statData(saved) == nil else { return try folder.remove(name) }
        try folder.place(name, at: target, saved)
    }
}

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
