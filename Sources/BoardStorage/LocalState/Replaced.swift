import Git
import Glibc

/// The versions of files that pmd replaced or moved away, kept for a day.
///
/// An editor may still have such a file open and save into it, and its later save over the new
/// file may be a stale edit. Each name has three parts, `TIME-HEAD-PATH`: the time in
/// nanoseconds, the commit in which the file had those bytes, and the path that it had in the
/// working tree, with `%2F` for `/` and `%25` for `%`. So one listing of the folder has all
/// facts. Where that is too long for a name it is `TIME-HEAD/PATH`.
struct Replaced {
    struct Version: Equatable {
        var place: Place
        /// The commit that holds it.
        var head: ObjectID
        /// The time of the replacement, in nanoseconds since 1970.
        var time: Int64

        /// The file's content; nil if this clone does not have that commit.
        func entry(in git: Repository) throws(GitError) -> TreeEntry? {
            guard git.contains(head) else { return nil }
            return try git.entry(inTree: git.commit(head).tree, path: place.path)
        }
    }

    /// The place of a version.
    struct Place: Equatable {
        /// `TIME-HEAD`.
        var batch: [UInt8]
        var path: [UInt8]
        private var isBelow: Bool

        init(batch: [UInt8], path: [UInt8]) {
            (self.batch, self.path, isBelow) = (batch, path, false)
            isBelow = name.count > Int(NAME_MAX)
        }

        fileprivate init(below batch: [UInt8], path: [UInt8]) {
            (self.batch, self.path, isBelow) = (batch, path, true)
        }

        private var name: [UInt8] { batch + [UInt8(ascii: "-")] + Replaced.escaped(path) }

        /// The path from `replaced/`.
        fileprivate var file: [UInt8] { isBelow ? batch + [47] + path : name }
    }

    static let keptNanoseconds: Int64 = 24 * 3600 * 1_000_000_000
    /// File times are those of the clock's last tick: a save may seem older than it is by so
    /// many nanoseconds.
    private static let tick: Int64 = 10_000_000
    let folder: Folder

    init(in localState: LocalState) throws(SystemError) {
        folder = try localState.folder.makingFolder(Array("replaced".utf8))
    }

    /// A place for what one move of the branch replaces.
    func batch(head: ObjectID, now: Int64) -> [UInt8] {
        Array("\(now)-\(head.hex)".utf8)
    }

    /// Moves a file out of the working tree. Where it cannot be renamed because this is
    /// another file system, its bytes are copied.
    func take(
        _ name: [UInt8], from source: Folder, to place: Place
    ) throws(SystemError) {
        // git has these bytes. A process that may still save into the file does not survive a
        // power loss, so its new name is not waited for.
        let (target, last) = try making(place)
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

    /// Records a version that has no file left, because it was saved over.
    func note(_ bytes: [UInt8], at place: Place) throws(SystemError) {
        let (target, name) = try making(place)
        try target.remove(name)
        try target.create(name, bytes, isWaiting: false)
    }

    private func making(_ place: Place) throws(SystemError) -> (Folder, [UInt8]) {
        let (parent, name) = splitPath(place.file)
        return (parent.isEmpty ? folder : try folder.makingFolder(parent, isWaiting: false), name)
    }

    /// Returns every kept version, newest first.
    func versions() throws(SystemError) -> [Version] {
        var found: [Version] = []
        for name in try folder.names().reversed() {
            let parts = name.split(separator: UInt8(ascii: "-"), maxSplits: 2)
            guard parts.count >= 2, let time = Int64(String(decoding: parts[0], as: UTF8.self)),
                let head = ObjectID(hex: String(decoding: parts[1], as: UTF8.self))
            else { continue }
            let batch = Array(parts[0] + [UInt8(ascii: "-")] + parts[1])
            if parts.count == 3 {
                let place = Place(batch: batch, path: Self.plain(parts[2]))
                found.append(Version(place: place, head: head, time: time))
            } else {
                for path in try folder.existingFolder(name)?.filesBelow() ?? [] {
                    let place = Place(below: batch, path: path)
                    found.append(Version(place: place, head: head, time: time))
                }
            }
        }
        return found
    }

    private static func escaped(_ path: [UInt8]) -> [UInt8] {
        path.flatMap { byte -> [UInt8] in
            switch byte {
            case UInt8(ascii: "%"): Array("%25".utf8)
            case UInt8(ascii: "/"): Array("%2F".utf8)
            default: [byte]
            }
        }
    }

    private static func plain(_ name: ArraySlice<UInt8>) -> [UInt8] {
        var path: [UInt8] = []
        var rest = name
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                path.append(byte)
                continue
            }
            path.append(rest.starts(with: "2F".utf8) ? 47 : byte)
            rest = rest.dropFirst(2)
        }
        return path
    }

    /// Returns the bytes of a version that another process may have saved into after it was
    /// replaced.
    func lateSave(_ version: Version) throws -> (bytes: [UInt8], statData: StatData)? {
        guard let (here, name) = try find(version.place), let statData = try here.statData(name),
            statData.kind == .file, statData.modified > version.time &- Replaced.tick,
            case .file(let bytes, let statData) = try here.read(name)
        else { return nil }
        return (bytes, statData)
    }

    func bytes(_ place: Place) throws -> [UInt8]? {
        guard let (here, name) = try find(place) else { return nil }
        return try here.read(name).bytes
    }

    /// Restores a file to the working tree, where its name must be free.
    func putBack(_ place: Place, to target: Folder, _ name: [UInt8]) throws {
        guard let (here, old) = try find(place) else { return }
        try here.place(old, at: target, name)
    }

    func forget(_ place: Place) throws {
        guard let (here, name) = try find(place) else { return }
        try here.remove(name)
    }

    private func find(_ place: Place) throws -> (Folder, [UInt8])? {
        let (parent, name) = splitPath(place.file)
        guard !parent.isEmpty else { return (folder, name) }
        return try folder.existingFolder(parent).map { ($0, name) }
    }

    /// Deletes the versions that were kept long enough.
    func sweep(now: Int64) throws(SystemError) {
        for name in try folder.names() {
            let time = Int64(
                String(decoding: name.prefix { $0 != UInt8(ascii: "-") }, as: UTF8.self))
            if now &- (time ?? 0) > Replaced.keptNanoseconds { try removeTree(name, in: folder) }
        }
    }
}

/// Deletes a folder of the local state with all its content.
func removeTree(_ name: [UInt8], in folder: Folder) throws(SystemError) {
    guard let below = try folder.existingFolder(name) else { return try folder.remove(name) }
    for child in try below.names() { try removeTree(child, in: below) }
    try folder.removeFolderIfEmpty(name)
}
