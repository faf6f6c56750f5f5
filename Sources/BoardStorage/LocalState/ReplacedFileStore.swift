import Git
import Glibc
import TaskBoard

/// The versions of files that pmd replaced or moved away, kept for a day.
///
/// An editor may still have such a file open and save into it, and its later save over the new
/// file may be a stale edit. Each name has three parts, `TIME-HEAD-PATH`: the time in nanoseconds,
/// the commit in which the file had those bytes, and its path in the working tree, with `%2F` for
/// `/` and `%25` for `%`. If that is too long for a name, it is `TIME-HEAD/PATH`.
///
/// The first byte of the path's hash is the name of a subfolder, so that the cost of a lookup
/// depends on the paths that a command changes, not on all replacements of the day. The file
/// `recent` lists the last versions, and `swept` has the time of the last clean-up.
struct ReplacedFileStore {
    struct Version: Equatable {
        var place: Place
        /// The commit that has it.
        var head: ObjectID
        /// The time of the replacement, in nanoseconds since 1970.
        var time: Int64

        /// Returns the file's content; nil if this clone does not have that commit.
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
        /// The subfolder; empty for a version from before subfolders were introduced.
        private var subfolder: [UInt8]

        init(batch: [UInt8], path: [UInt8]) {
            self.init(batch: batch, path: path, in: ReplacedFileStore.subfolder(of: path))
        }

        fileprivate init(batch: [UInt8], path: [UInt8], in subfolder: [UInt8]) {
            (self.batch, self.path, self.subfolder) = (batch, path, subfolder)
        }

        fileprivate var name: [UInt8] {
            batch + [UInt8(ascii: "-")] + ReplacedFileStore.escaped(path)
        }

        /// The path from `replaced/`.
        fileprivate var file: [UInt8] {
            let name = name
            let below = name.count > Int(NAME_MAX) ? batch + [47] + path : name
            return subfolder.isEmpty ? below : subfolder + [47] + below
        }
    }

    static let keptNanoseconds: Int64 = 24 * 3600 * 1_000_000_000
    /// File times have the resolution of the clock's tick: a save may seem older than it is by
    /// this many nanoseconds.
    private static let tick: Int64 = 10_000_000
    let folder: Folder

    init(in localState: LocalState) throws(SystemError) {
        folder = try localState.folder.makingFolder(Array("replaced".utf8))
    }

    /// Returns a place for the files that one move of the branch replaces.
    func batch(head: ObjectID, now: Int64) -> [UInt8] {
        Array("\(now)-\(head.hex)".utf8)
    }

    /// Moves a file out of the working tree. If it cannot be renamed because this is another file
    /// system, its bytes are copied.
    func take(
        _ name: [UInt8], from source: Folder, to place: Place
    ) throws(SystemError) {
        // git has these bytes. A process that may still save into the file does not survive a
        // power loss, so its new name is not synced.
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

    /// Records a version without a file, because it was saved over.
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
        var found = try versions(in: [])
        for name in try folder.names() where name.count == 2 {
            found += try versions(in: name)
        }
        return found.sorted { $0.time > $1.time }
    }

    /// Looks up the kept versions of several paths, listing each subfolder once.
    struct Lookup {
        private let store: ReplacedFileStore
        /// The versions in each listed subfolder, by path.
        private var listed: [[UInt8]: [[UInt8]: [Version]]] = [:]

        init(_ store: ReplacedFileStore) { self.store = store }

        /// Returns the kept versions of a path, newest first.
        mutating func versions(of path: [UInt8]) throws(SystemError) -> [Version] {
            var found: [Version] = []
            for subfolder in [ReplacedFileStore.subfolder(of: path), []] {
                if listed[subfolder] == nil {
                    listed[subfolder] = Dictionary(
                        grouping: try store.versions(in: subfolder), by: \.place.path)
                }
                found += listed[subfolder]?[path] ?? []
            }
            return found.sorted { $0.time > $1.time }
        }
    }

    private func versions(in subfolder: [UInt8]) throws(SystemError) -> [Version] {
        guard let here = subfolder.isEmpty ? folder : try folder.existingFolder(subfolder) else {
            return []
        }
        var found: [Version] = []
        for name in try here.names() {
            if let version = Self.version(named: name, in: subfolder) {
                found.append(version)
            } else if let (batch, head, time) = Self.batch(named: name) {
                for path in try here.existingFolder(name)?.filesBelow() ?? [] {
                    let place = Place(batch: batch, path: path, in: subfolder)
                    found.append(Version(place: place, head: head, time: time))
                }
            }
        }
        return found
    }

    private static func version(
        named name: [UInt8], in subfolder: [UInt8]? = nil
    ) -> Version? {
        let parts = name.split(separator: UInt8(ascii: "-"), maxSplits: 2)
        guard parts.count == 3,
            let (batch, head, time) = batch(named: Array(parts[0] + [UInt8(ascii: "-")] + parts[1]))
        else { return nil }
        let path = plain(parts[2])
        let place = Place(batch: batch, path: path, in: subfolder ?? Self.subfolder(of: path))
        return Version(place: place, head: head, time: time)
    }

    private static func batch(
        named name: [UInt8]
    ) -> (batch: [UInt8], head: ObjectID, time: Int64)? {
        let parts = name.split(separator: UInt8(ascii: "-"), maxSplits: 1)
        guard parts.count == 2, let time = Int64(String(decoding: parts[0], as: UTF8.self)),
            let head = ObjectID(hex: String(decoding: parts[1], as: UTF8.self))
        else { return nil }
        return (name, head, time)
    }

    private static func subfolder(of path: [UInt8]) -> [UInt8] {
        Array(hex(contentHash(path).prefix(1)).utf8)
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

    /// Returns the bytes of a version into which another process may have saved after the
    /// replacement.
    func lateSave(_ version: Version) throws -> (bytes: [UInt8], statData: StatData)? {
        guard let (here, name) = try find(version.place), let statData = try here.statData(name),
            statData.kind == .file, statData.modified > version.time &- ReplacedFileStore.tick,
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
}

// MARK: Recent and old versions

extension ReplacedFileStore {
    private static let recentName = Array("recent".utf8)
    private static let sweptName = Array("swept".utf8)
    /// The number of versions that every command checks for a late save.
    private static let recentLimit = 128
    private static let recentBytes = 1 << 20
    private static let sweepNanoseconds: Int64 = 3600 * 1_000_000_000

    /// Adds to the list of the last versions.
    func noteRecent(_ places: [Place]) throws(SystemError) {
        guard !places.isEmpty else { return }
        let lines = try recentLines() + places.suffix(Self.recentLimit).map(\.name)
        try folder.note(
            Self.recentName, lastLines(lines.suffix(Self.recentLimit), upTo: Self.recentBytes))
    }

    /// Returns the last versions, newest first.
    func recent() throws(SystemError) -> [Version] {
        let listed = try recentLines().compactMap { Self.version(named: $0) }
        return try listed.reversed() + versions(in: [])
    }

    private func recentLines() throws(SystemError) -> [[UInt8]] {
        let bytes = try folder.read(Self.recentName, limit: Self.recentBytes).bytes ?? []
        return bytes.split(separator: UInt8(ascii: "\n")).map(Array.init)
    }

    /// Returns true if a version was kept long enough.
    static func isOld(_ version: Version, now: Int64) -> Bool {
        now &- version.time > keptNanoseconds
    }

    /// Returns true if an hour has passed since the last clean-up.
    func isSweepDue(now: Int64) throws(SystemError) -> Bool {
        let bytes = try folder.read(Self.sweptName, limit: 64).bytes ?? []
        guard let last = Int64(String(decoding: bytes, as: UTF8.self)) else { return true }
        return now < last || now &- last > Self.sweepNanoseconds
    }

    /// Deletes the versions that were kept long enough.
    func sweep(now: Int64) throws(SystemError) {
        try sweep(folder, now)
        for name in try folder.names() where name.count == 2 {
            guard let below = try folder.existingFolder(name) else { continue }
            try sweep(below, now)
            try folder.removeFolderIfEmpty(name)
        }
        try folder.note(Self.sweptName, Array("\(now)".utf8))
    }

    private func sweep(_ here: Folder, _ now: Int64) throws(SystemError) {
        for name in try here.names() where name.count > 2 {
            if name == Self.recentName || name == Self.sweptName { continue }
            let time = Int64(
                String(decoding: name.prefix { $0 != UInt8(ascii: "-") }, as: UTF8.self))
            if now &- (time ?? 0) > Self.keptNanoseconds { try removeTree(name, in: here) }
        }
    }
}

/// Deletes a folder of the local state with all its content.
func removeTree(_ name: [UInt8], in folder: Folder) throws(SystemError) {
    guard let below = try folder.existingFolder(name) else { return try folder.remove(name) }
    for child in try below.names() { try removeTree(child, in: below) }
    try folder.removeFolderIfEmpty(name)
}
