import Glibc

/// A pack in the object folder, read from its files.
struct PackFile {
    /// The IDs that its index lists, 20 bytes each, in order.
    private let table: [UInt8]

    init(table: [UInt8]) { self.table = table }

    var count: Int { table.count / 20 }

    /// Returns the ID at a position in the index.
    private func id(at index: Int) -> ObjectID {
        guard let id = ObjectID(bytes: Array(table[(index * 20)...].prefix(20))) else {
            preconditionFailure("twenty bytes are an ID")
        }
        return id
    }

    /// Returns true if its index lists the object.
    func contains(_ id: ObjectID) -> Bool {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if self.id(at: middle) < id { low = middle + 1 } else { high = middle }
        }
        return low < count && self.id(at: low) == id
    }
}

/// The repository's own object folder: its loose objects and packs.
struct PackFolder {
    /// `…/objects`, without a slash at the end.
    let path: String

    var packs: String { path + "/pack" }

    /// Returns the error number of a pack that cannot be opened; nil if all can.
    func whyUnreadable() -> Int32? {
        let names: [String]
        do throws(GitError) { names = try self.names(in: packs) } catch { return EIO }
        for name in names where name.hasSuffix(".idx") || name.hasSuffix(".pack") {
            let descriptor = open("\(packs)/\(name)", O_RDONLY | O_CLOEXEC)
            if descriptor >= 0 { close(descriptor) } else if errno != ENOENT { return errno }
        }
        return nil
    }

    /// Returns the objects that have files of their own.
    func looseObjects() throws(GitError) -> [ObjectID] {
        var found: [ObjectID] = []
        for folder in try names(in: path) where folder.utf8.count == 2 {
            for name in try names(in: "\(path)/\(folder)") {
                if let id = ObjectID(hex: folder + name) { found.append(id) }
            }
        }
        return found
    }

    /// Returns the file of a loose object.
    func file(of id: ObjectID) -> String {
        let hex = id.hex
        return "\(path)/\(hex.prefix(2))/\(hex.dropFirst(2))"
    }

    /// Returns a pack by its path without `.pack`; nil if it is missing or its index has an
    /// unknown format.
    func pack(_ path: String) -> PackFile? {
        guard access(path + ".pack", F_OK) == 0 else { return nil }
        return Self.table(ofIndex: path + ".idx").map(PackFile.init)
    }

    /// Returns the IDs of a pack's index: version 2 of git's format, whose table of 256 counts is
    /// followed by the IDs in order.
    private static func table(ofIndex path: String) -> [UInt8]? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var start = [UInt8](repeating: 0, count: 8 + 256 * 4)
        guard read(descriptor, &start, start.count) == start.count,
            start.starts(with: [0xFF, 0x74, 0x4F, 0x63, 0, 0, 0, 2])
        else { return nil }
        let count = start.suffix(4).reduce(0) { $0 << 8 | Int($1) }
        var status = stat()
        guard fstat(descriptor, &status) == 0,
            Int(status.st_size) >= start.count + count * 20
        else { return nil }
        var table = [UInt8](repeating: 0, count: count * 20)
        guard pread(descriptor, &table, table.count, off_t(start.count)) == table.count else {
            return nil
        }
        return table
    }

    private func names(in folder: String) throws(GitError) -> [String] {
        guard let names = folderNames(folder) else {
            if errno == ENOENT { return [] }
            throw GitError(errno: errno, "list \(folder)")
        }
        return names.filter { !$0.hasPrefix(".") }.sorted()
    }
}

/// The number and size of loose objects.
package struct LooseCount: Hashable, Sendable {
    package var objects: Int
    /// The size on the disk.
    package var bytes: Int

    package init(objects: Int = 0, bytes: Int = 0) {
        (self.objects, self.bytes) = (objects, bytes)
    }

    init(of ids: [ObjectID], in folder: PackFolder) {
        self.init()
        for id in ids {
            var status = stat()
            guard stat(folder.file(of: id), &status) == 0 else { continue }
            objects += 1
            bytes += Int(status.st_size)
        }
    }
}

extension Repository {
    /// Returns the size of all packs in bytes.
    package func packedBytes() -> Int {
        let folder = PackFolder(path: commonDirectory + "objects").packs
        return (folderNames(folder) ?? []).filter { $0.hasSuffix(".pack") }.reduce(0) { sum, name in
            var status = stat()
            return stat("\(folder)/\(name)", &status) == 0 ? sum + Int(status.st_size) : sum
        }
    }
}

extension Repository {
    /// Counts the loose objects, file by file.
    package func looseCount() throws(GitError) -> LooseCount {
        let folder = PackFolder(path: commonDirectory + "objects")
        return LooseCount(of: try folder.looseObjects(), in: folder)
    }
}

/// The file `NAME.keep` beside a new pack, which prevents git from removing the pack while no
/// reference needs its objects; see gitformat-pack(5) and git-repack(1).
enum PackKeep {
    private static let suffix = ".keep"
    /// The content that distinguishes it from a file that a user created.
    private static let content = Array("pmd\n".utf8)

    /// - Parameters:
    ///   - pack: The path of the pack without `.pack`.
    ///   - objects: The repository's object folder.
    static func write(_ pack: String, in objects: String) throws(GitError) {
        let path = pack + suffix
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o444)
        guard descriptor >= 0 else { throw GitError(errno: errno, "store \(path)") }
        defer { close(descriptor) }
        Ownership.give(descriptor, toOwnerOf: objects)
        try writeAll(content, to: descriptor, path)
    }

    /// Removes the files that are older than an age.
    ///
    /// - Parameters:
    ///   - packs: The folder of packs.
    ///   - limit: The time, in seconds since 1970, before which they were written.
    ///   - mayRemove: Called once, if there are any.
    static func removeOld(in packs: String, before limit: Int, _ mayRemove: () -> Bool) {
        let old = (folderNames(packs) ?? []).filter { name in
            guard name.hasSuffix(suffix) else { return false }
            return isOurs("\(packs)/\(name)", before: limit)
        }
        guard !old.isEmpty, mayRemove() else { return }
        for name in old { unlink("\(packs)/\(name)") }
    }

    private static func isOurs(_ path: String, before limit: Int) -> Bool {
        let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
            status.st_ctim.tv_sec < limit
        else { return false }
        var bytes = [UInt8](repeating: 0, count: content.count + 1)
        return read(descriptor, &bytes, bytes.count) == content.count
            && bytes.starts(with: content)
    }
}
