import Git
import Glibc

/// Files that pmd replaced or moved away, kept a day.
///
/// An editor may still hold such a file open and save into it; and what it
/// saves later over the new file may be an edit of the old text. Each stands
/// under `replaced/TIME-HEAD/PATH`: the time in nanoseconds, the commit in which
/// the file had those bytes, and the path that it had in the work tree.
struct Replaced {
    struct Version: Equatable {
        var place: Place
        /// The commit that holds it.
        var head: ObjectID
        /// When it was replaced, in nanoseconds since 1970.
        var time: Int64
    }

    /// Where a version lies below `replaced/`.
    struct Place: Equatable {
        var batch: [UInt8]
        var path: [UInt8]
    }

    static let keptNanoseconds: Int64 = 24 * 3600 * 1_000_000_000
    /// Files are stamped with the time of the clock's last tick: a save may seem to be
    /// older than it is by so many nanoseconds.
    private static let tick: Int64 = 10_000_000
    let folder: Folder

    init(in privateFolder: PrivateFolder) throws(SystemError) {
        folder = try privateFolder.folder.makingFolder(Array("replaced".utf8))
    }

    /// A place for what one move of the branch replaces.
    func batch(head: ObjectID, now: Int64) -> [UInt8] {
        Array("\(now)-\(head.hex)".utf8)
    }

    /// Takes a file out of the work tree. Where it cannot be renamed because
    /// this is another file system, its bytes are copied.
    func take(
        _ name: [UInt8], from source: Folder, as path: [UInt8], batch: [UInt8]
    ) throws(SystemError) {
        let (parent, last) = splitPath(batch + [47] + path)
        // Git has these bytes. Whoever may still save into the file does not live longer
        // than the power, so its new name is not waited for.
        let target = try folder.makingFolder(parent, isWaiting: false)
        do {
            try source.rename(name, to: target, last)
        } catch  where error.number == EXDEV {
            if let bytes = try source.read(name).bytes {
                try target.remove(last)
                try target.create(last, bytes)
            }
            try source.remove(name)
        }
    }

    /// Notes a version that is nowhere to be taken from, because it was saved over.
    func note(_ bytes: [UInt8], at place: Place) throws(SystemError) {
        let (parent, name) = splitPath(place.batch + [47] + place.path)
        let target = try folder.makingFolder(parent, isWaiting: false)
        try target.remove(name)
        try target.create(name, bytes, isWaiting: false)
    }

    /// Every version kept, newest first.
    func versions() throws(SystemError) -> [Version] {
        var found: [Version] = []
        for batch in try folder.names().reversed() {
            guard let (time, head) = Replaced.parse(batch),
                let opened = try folder.existingFolder(batch)
            else { continue }
            for path in try opened.filesBelow() {
                found.append(
                    Version(place: Place(batch: batch, path: path), head: head, time: time))
            }
        }
        return found
    }

    private static func parse(_ batch: [UInt8]) -> (Int64, ObjectID)? {
        let words = String(decoding: batch, as: UTF8.self).split(separator: "-")
        guard words.count == 2, let time = Int64(words[0]),
            let head = ObjectID(hex: String(words[1]))
        else { return nil }
        return (time, head)
    }

    /// The bytes of a version if somebody may have saved into it after it was replaced.
    func lateSave(_ version: Version) throws -> (bytes: [UInt8], stamp: FileStamp)? {
        guard let (here, name) = try find(version.place), let stamp = try here.stamp(name),
            stamp.kind == .file, stamp.modified > version.time &- Replaced.tick,
            case .file(let bytes, let stamp) = try here.read(name)
        else { return nil }
        return (bytes, stamp)
    }

    func bytes(_ place: Place) throws -> [UInt8]? {
        guard let (here, name) = try find(place) else { return nil }
        return try here.read(name).bytes
    }

    /// Gives a file back to the work tree, where its name must be free.
    func putBack(_ place: Place, to target: Folder, _ name: [UInt8]) throws {
        guard let (here, old) = try find(place) else { return }
        try here.place(old, at: target, name)
    }

    func forget(_ place: Place) throws {
        guard let (here, name) = try find(place) else { return }
        try here.remove(name)
    }

    private func find(_ place: Place) throws -> (Folder, [UInt8])? {
        let (parent, name) = splitPath(place.batch + [47] + place.path)
        guard let here = try folder.existingFolder(parent) else { return nil }
        return (here, name)
    }

    /// Deletes what has been kept long enough.
    func sweep(now: Int64) throws(SystemError) {
        for batch in try folder.names() {
            let time = Replaced.parse(batch)?.0 ?? 0
            if now &- time > Replaced.keptNanoseconds { try removeTree(batch, in: folder) }
        }
    }
}

/// Deletes a folder of pmd's own with all that is in it.
func removeTree(_ name: [UInt8], in folder: Folder) throws(SystemError) {
    guard let below = try folder.existingFolder(name) else { return try folder.remove(name) }
    for child in try below.names() { try removeTree(child, in: below) }
    try folder.removeFolderIfEmpty(name)
}
