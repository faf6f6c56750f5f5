import Git
import Glibc
import TaskBoard

/// Puts the files of one change in place.
///
/// What could fail for lack of room is done first (``stage(_:)``): each new file
/// is written beside its target and synced. Afterwards only renames are left
/// (``apply()``). A file that somebody saved in between is never overwritten: it
/// goes back to its place and is reported.
final class FileSwap {
    private struct Staged {
        var write: FileWrite
        var folder: Folder
        var name: [UInt8]
        var temporary: [UInt8]?
        /// The path of the folder to make first, where a file of the same change is in its
        /// place until then; the temporary file is further up.
        var missingFolder: [UInt8]?
    }

    /// From so many files on, one wait for the whole file system costs less than one for each.
    private static let manyFiles = 64
    static let temporaryPrefix = Array(".pmd-new-".utf8)
    private static let halfSuffix = Array(".half".utf8)
    private let root: Folder
    private let marker: Marker
    private var staged: [Staged] = []
    /// Each opened once, however many files of it change.
    private var folders: [[UInt8]: Folder] = [:]
    private var marked: Set<[UInt8]> = []
    /// The paths of the files that this change removes.
    private var removed: Set<[UInt8]> = []
    /// The folders in which files were put in place.
    private var changed: [Folder] = []

    /// Whether a temporary file was being written when its process died.
    static func isHalf(_ name: [UInt8]) -> Bool {
        name.suffix(halfSuffix.count) == halfSuffix[...]
    }

    init(root: Folder, localState: LocalState) {
        self.root = root
        marker = Marker(folder: localState.folder)
    }

    /// Writes the new files under temporary names beside their targets.
    ///
    /// - Parameter tell: called with how many are written.
    func stage(_ writes: [FileWrite], tell: (Int) -> Void = { _ in }) throws {
        guard !writes.isEmpty else { return }
        do {
            let isLarge = writes.count > Self.manyFiles
            removed = Set(writes.filter { $0.result == nil }.map(\.path.bytes))
            for (number, write) in writes.enumerated() {
                try stage(write, number, isWaiting: !isLarge)
                tell(number + 1)
            }
            // Their names are not waited for: each is renamed to one that is.
            if isLarge { try root.syncFileSystem() }
        } catch {
            withdraw()
            throw error
        }
    }

    private func stage(_ write: FileWrite, _ number: Int, isWaiting: Bool) throws {
        let (parent, name) = splitPath(write.path.bytes)
        if write.result == nil {
            guard let folder = try folders[parent] ?? root.existingFolder(parent) else { return }
            try folder.requireWritable()
            folders[parent] = folder
            staged.append(Staged(write: write, folder: folder, name: name))
            return
        }
        let (folder, place) = try folder(for: parent)
        folders[place] = folder
        if marked.insert(place).inserted { try marker.add(place) }
        try refuseFolder(at: write.path.bytes)
        var entry = Staged(write: write, folder: folder, name: name)
        if place != parent { entry.missingFolder = parent }
        if let bytes = try write.result?.bytes() {
            let temporary = Self.temporaryPrefix + Array("\(getpid())-\(number)".utf8)
            try writeWhole(
                bytes, to: temporary, in: folder, mode: try mode(of: write, name, in: folder),
                isWaiting: isWaiting)
            entry.temporary = temporary
        }
        staged.append(entry)
    }

    /// The folder at a path, made where it is missing; or the nearest one above, where a file
    /// that this change removes is in its place.
    private func folder(for path: [UInt8]) throws -> (Folder, place: [UInt8]) {
        if let known = try folders[path] ?? made(path) { return (known, path) }
        var place = path
        while !place.isEmpty {
            let above = splitPath(place).folder
            if removed.contains(place) { return (try root.folder(above), above) }
            place = above
        }
        throw BoardError.branch(.ignoredFileInTheWay(path))
    }

    /// The folder at a path, made where it is missing; nil where something else is there.
    private func made(_ path: [UInt8]) throws(SystemError) -> Folder? {
        do {
            return try root.makingFolder(path)
        } catch {
            if error.number == ENOTDIR || error.number == ELOOP { return nil }
            throw error
        }
    }

    /// Refuses a change that puts a file where a folder has files of the user's.
    private func refuseFolder(at path: [UInt8]) throws {
        let current = try root.existingFolder(path)?.filesBelow() ?? []
        guard current.allSatisfy({ removed.contains(path + [UInt8(ascii: "/")] + $0) }) else {
            throw BoardError.branch(.ignoredFileInTheWay(path))
        }
    }

    /// Writes a whole file: half of one has another name, so that nobody takes it for what
    /// somebody saved.
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

    /// A replaced file keeps its permissions, but for those that the change is about.
    private func mode(of write: FileWrite, _ name: [UInt8], in folder: Folder) throws -> mode_t {
        var mode: mode_t = 0o666
        if let statData = try folder.statData(name), statData.kind == .file {
            mode = statData.mode & 0o777
        }
        // Whoever may read a file may run it.
        return switch write.isExecutable {
        case true?: mode | (mode & 0o444) >> 2
        case false?: mode & ~0o111
        case nil: mode
        }
    }

    /// Takes the temporary files away; the work tree is as it was.
    func withdraw() {
        var isClean = true
        for entry in staged {
            guard let temporary = entry.temporary else { continue }
            do { try entry.folder.remove(temporary) } catch { isClean = false }
        }
        staged = []
        folders = [:]
        marked = []
        if isClean { marker.clear() }
    }

    /// The paths that no longer stand as the change expects them.
    func changedMeanwhile() throws -> [[UInt8]] {
        try staged.filter { try !$0.write.expected.isSame(as: $0.folder.read($0.name).bytes) }
            .map(\.write.path.bytes)
    }

    /// Renames everything into place. What stood there goes to `replaced`.
    ///
    /// - Returns: the paths where somebody saved meanwhile; their files stand
    ///   there untouched.
    func apply(_ keep: Keeping) throws -> Set<[UInt8]> {
        var saved: Set<[UInt8]> = []
        // A file may take the place of a folder, and a folder that of a file.
        for entry in staged where entry.temporary == nil {
            if try !takeAway(entry, keep) { saved.insert(entry.write.path.bytes) }
        }
        try removeEmptyFolders()
        for entry in staged {
            guard let temporary = entry.temporary else { continue }
            if try !put(entry, temporary, keep) { saved.insert(entry.write.path.bytes) }
        }
        changed = foldersTouched()
        staged = []
        return saved
    }

    /// Makes sure that what was put in place is on the disk.
    func waitForDisk() throws {
        for folder in changed { try folder.sync() }
        marker.clear()
    }

    private func put(_ entry: Staged, _ temporary: [UInt8], _ keep: Keeping) throws -> Bool {
        guard let expected = entry.write.expected else { return try putNew(entry, temporary) }
        do {
            try entry.folder.exchange(temporary, with: entry.name)
        } catch  where error.number == ENOENT {
            // Deleted meanwhile, by hand: that is an edit too.
            try entry.folder.remove(temporary)
            return false
        }
        if try entry.write.expected.isSame(as: entry.folder.read(temporary).bytes) {
            try keep.take(temporary, from: entry.folder, entry.write)
            return true
        }
        try release(entry, temporary, keep)
        try keep.note(expected.bytes(), of: entry.write)
        return false
    }

    /// Gives a save back its place. Ours stood there for a moment, and whoever saved over
    /// it has the newest text: then that stands, and the one before it is kept.
    private func release(_ entry: Staged, _ temporary: [UInt8], _ keep: Keeping) throws {
        try entry.folder.exchange(temporary, with: entry.name)
        if try entry.write.result.isSame(as: entry.folder.read(temporary).bytes) {
            try keep.takeOurs(temporary, from: entry.folder, entry.write)
        } else {
            try entry.folder.exchange(temporary, with: entry.name)
            try keep.conflicts.take(temporary, from: entry.folder)
        }
    }

    private func putNew(_ entry: Staged, _ temporary: [UInt8]) throws -> Bool {
        let folder = try targetFolder(of: entry)
        if try folder.statData(entry.name)?.kind == .folder {
            try folder.removeEmptyFolders(entry.name)
        }
        if try place(temporary, of: entry, in: folder) { return true }
        try entry.folder.remove(temporary)
        let current = try folder.read(entry.name).bytes
        return try entry.write.result.isSame(as: current)
    }

    private func targetFolder(of entry: Staged) throws(SystemError) -> Folder {
        guard let missing = entry.missingFolder else { return entry.folder }
        return try root.makingFolder(missing)
    }

    /// - Returns: false where the name is taken.
    private func place(
        _ temporary: [UInt8], of entry: Staged, in folder: Folder
    ) throws(SystemError) -> Bool {
        do {
            try entry.folder.place(temporary, at: folder, entry.name)
        } catch {
            if error.number == EEXIST { return false }
            throw error
        }
        return true
    }

    private func takeAway(_ entry: Staged, _ keep: Keeping) throws -> Bool {
        let taken: Replaced.Place
        do {
            taken = try keep.take(entry.name, from: entry.folder, entry.write)
        } catch  where error.number == ENOENT {
            return true
        }
        if try entry.write.expected.isSame(as: keep.replaced.bytes(taken)) { return true }
        try keep.replaced.putBack(taken, to: entry.folder, entry.name)
        if let expected = try entry.write.expected?.bytes() {
            try keep.note(expected, of: entry.write)
        }
        return false
    }

    private func foldersTouched() -> [Folder] {
        var seen: Set<[UInt8]> = []
        return staged.map(\.folder).filter { seen.insert($0.path).inserted }
    }

    /// Removes the folders that this emptied, but never one of the first level:
    /// a state without tasks is still a column.
    private func removeEmptyFolders() throws {
        for entry in staged where entry.write.result == nil {
            var (path, _) = splitPath(entry.write.path.bytes)
            while path.contains(UInt8(ascii: "/")) {
                let (parent, name) = splitPath(path)
                try root.existingFolder(parent)?.removeFolderIfEmpty(name)
                path = parent
            }
        }
    }
}

/// Where the files go that a change replaces.
struct Keeping {
    let replaced: Replaced
    let conflicts: SavedApart
    /// The commit that has the replaced bytes, where a write names no other.
    let head: ObjectID
    /// The commit that has the new ones.
    let new: ObjectID
    /// Nanoseconds since 1970.
    let now: Int64

    @discardableResult
    func take(
        _ name: [UInt8], from folder: Folder, _ write: FileWrite
    ) throws(SystemError) -> Replaced.Place {
        let place = place(of: write)
        try replaced.take(name, from: folder, to: place)
        return place
    }

    /// Takes the new file away, which an editor may have opened in the moment that it
    /// stood in the place of the old one.
    func takeOurs(
        _ name: [UInt8], from folder: Folder, _ write: FileWrite
    ) throws(SystemError) {
        let batch = replaced.batch(head: new, now: now)
        try replaced.take(
            name, from: folder, to: Replaced.Place(batch: batch, path: write.path.bytes))
    }

    /// Notes what an editor saved over: its next save may be made from that still.
    func note(_ expected: [UInt8], of write: FileWrite) throws(SystemError) {
        try replaced.note(expected, at: place(of: write))
    }

    private func place(of write: FileWrite) -> Replaced.Place {
        Replaced.Place(
            batch: replaced.batch(head: write.holder ?? head, now: now), path: write.path.bytes)
    }
}

/// Keeps saves that came in at the very instant of an exchange, as files of the board
/// that are no tasks: `conflicts/saved-HASH.md`.
struct SavedApart {
    let root: Folder
    /// The folder's path, from the root.
    let path: [UInt8]

    /// Does nothing where no file is.
    func take(_ name: [UInt8], from folder: Folder) throws {
        guard let bytes = try folder.read(name).bytes else { return }
        let id = try ObjectID.ofBlob(bytes)
        let target = try root.makingFolder(path)
        let saved = Array("saved-\(id.hex.prefix(8)).md".utf8)
        guard try target.statData(saved) == nil else { return try folder.remove(name) }
        try folder.place(name, at: target, saved)
    }
}

/// Remembers in which folders temporary files may lie, for whoever comes after a
/// process that was killed.
struct Marker {
    private static let name = Array("temporary".utf8)
    let folder: Folder

    func add(_ path: [UInt8]) throws {
        let known = try folders()
        guard !known.contains(path) else { return }
        // Its name is on the disk no later than the names that are made after it.
        try folder.replace(
            Self.name, (known + [path]).flatMap { $0 + [0] }, isWaiting: false)
    }

    /// The folders, from the root of the work tree, which is "". Each stands in the
    /// file with a NUL byte behind it.
    func folders() throws -> [[UInt8]] {
        guard let bytes = try folder.read(Self.name).bytes else { return [] }
        return bytes.split(separator: 0, omittingEmptySubsequences: false).dropLast().map(
            Array.init)
    }

    func clear() {
        do { try folder.remove(Self.name) } catch {
            // It only makes the next command look once more.
        }
    }

    /// Clears away the temporary files that a killed process left.
    ///
    /// - Parameter keep: called with each file's folder and name; takes it away where it
    ///   is somebody's save that stands nowhere else.
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
