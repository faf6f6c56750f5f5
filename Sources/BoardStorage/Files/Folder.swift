import Clinux
import Git
import Glibc

/// An open folder. Everything below a board's root is reached from one of
/// these, and never through a symbolic link: a link that somebody put into the
/// tree cannot lead a read or a write elsewhere.
final class Folder: Sendable {
    let descriptor: Int32
    /// For messages only.
    let path: [UInt8]

    init(adopting descriptor: Int32, path: [UInt8]) {
        self.descriptor = descriptor
        self.path = path
    }

    /// Opens a folder by its absolute path, following links: it is the user's
    /// own way to the board.
    convenience init(_ path: String) throws(SystemError) {
        let bytes = Array(path.utf8)
        let descriptor = try retrying("open", bytes) {
            Int(open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC))
        }
        self.init(adopting: Int32(descriptor), path: bytes)
    }

    deinit { close(descriptor) }

    /// The stat data of the folder itself.
    func ownStatus() throws(SystemError) -> stat {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw SystemError("look at", path) }
        return status
    }

    /// Refuses a folder whose entries cannot be renamed or taken away.
    func requireWritable() throws(SystemError) {
        guard faccessat(descriptor, ".", W_OK | X_OK, AT_EACCESS) == 0 else {
            throw SystemError("change the folder", path)
        }
    }

    /// The path of something in here, for messages.
    func fullPath(_ name: [UInt8]) -> [UInt8] { path + [UInt8(ascii: "/")] + name }
}

extension Folder {
    /// Opens a folder below this one; "" is this one.
    func folder(_ relative: [UInt8]) throws(SystemError) -> Folder {
        let target = relative.isEmpty ? [UInt8(ascii: ".")] : relative
        let full = relative.isEmpty ? path : fullPath(relative)
        let opened = try retrying("open", full) {
            withCString(target) {
                Int(pmd_open_beneath(descriptor, $0, O_RDONLY | O_DIRECTORY, 0))
            }
        }
        return Folder(adopting: Int32(opened), path: full)
    }

    /// The folder below this one, or nil where nothing or no folder stands.
    func existingFolder(_ relative: [UInt8]) throws(SystemError) -> Folder? {
        do { return try folder(relative) } catch {
            // A name that is too long for the file system names no folder of it.
            if [ENOENT, ENOTDIR, ELOOP, ENAMETOOLONG].contains(error.number) { return nil }
            throw error
        }
    }

    /// Opens a folder below this one and makes those that are missing on the way.
    ///
    /// - Parameter isWaiting: false where nothing is lost with them.
    func makingFolder(
        _ relative: [UInt8], isWaiting: Bool = true
    ) throws(SystemError) -> Folder {
        if let found = try existingFolder(relative) { return found }
        var here = try folder([])
        for name in relative.split(separator: UInt8(ascii: "/")).map(Array.init) {
            here = try here.makingChild(name, isWaiting: isWaiting)
        }
        return here
    }

    private func makingChild(
        _ name: [UInt8], isWaiting: Bool
    ) throws(SystemError) -> Folder {
        if let found = try existingFolder(name) { return found }
        let made = withCString(name) { mkdirat(descriptor, $0, 0o777) }
        if made != 0, errno != EEXIST { throw SystemError("make the folder", fullPath(name)) }
        if isWaiting { try sync() }
        let child = try folder(name)
        if made == 0 { Ownership.give(child.descriptor, toOwnerOf: descriptor) }
        return child
    }

    /// The names in here, without "." and "..", in bytewise order.
    func names() throws(SystemError) -> [[UInt8]] {
        let copy = try folder([])
        let duplicate = Int32(
            try retrying("list", path) { Int(fcntl(copy.descriptor, F_DUPFD_CLOEXEC, 0)) })
        guard let stream = fdopendir(duplicate) else {
            let error = SystemError("list", path)
            close(duplicate)
            throw error
        }
        defer { closedir(stream) }
        var names: [[UInt8]] = []
        errno = 0
        while let entry = readdir(stream) {
            let name = Self.name(of: entry)
            if name != [46], name != [46, 46] { names.append(name) }
            errno = 0
        }
        if errno != 0 { throw SystemError("list", path) }
        return names.sorted { $0.lexicographicallyPrecedes($1) }
    }

    static func name(of entry: UnsafeMutablePointer<dirent>) -> [UInt8] {
        withUnsafePointer(to: &entry.pointee.d_name) {
            let start = UnsafeRawPointer($0)
            let length = strlen(start.assumingMemoryBound(to: CChar.self))
            return Array(UnsafeRawBufferPointer(start: start, count: length))
        }
    }

    /// The stat data of a name in this folder, itself and not what a link points
    /// to; nil where there is none.
    func statData(_ name: [UInt8]) throws(SystemError) -> StatData? {
        try status(name).map(StatData.init)
    }

    /// What `lstat` says of a name in this folder; nil where there is none.
    func status(_ name: [UInt8]) throws(SystemError) -> stat? {
        var status = stat()
        let result = withCString(name) { fstatat(descriptor, $0, &status, AT_SYMLINK_NOFOLLOW) }
        if result == 0 { return status }
        // Git keeps longer names than a file system takes: such a file stands nowhere.
        if errno == ENOENT || errno == ENOTDIR || errno == ENAMETOOLONG { return nil }
        throw SystemError("look at", fullPath(name))
    }

    /// The paths of everything below that is no folder.
    func filesBelow() throws(SystemError) -> [[UInt8]] {
        var open = [(self, [UInt8]())]
        var found: [[UInt8]] = []
        while let (here, path) = open.popLast() {
            for name in try here.names() {
                if let below = try here.existingFolder(name) {
                    open.append((below, path + name + [47]))
                } else {
                    found.append(path + name)
                }
            }
        }
        return found
    }

    /// Makes what was renamed or removed in here survive a power loss.
    func sync() throws(SystemError) {
        try retrying("write to disk", path) { Int(fsync(descriptor)) }
    }
}

extension Folder {
    /// Makes everything that was written to this file system survive a power loss:
    /// cheaper than file by file where there are many.
    func syncFileSystem() throws(SystemError) {
        try retrying("write to disk", path) { Int(pmd_sync_file_system(descriptor)) }
    }
}

/// Lends bytes as a C string; what follows a NUL byte is not seen.
func withCString<Result>(_ bytes: [UInt8], _ body: (UnsafePointer<CChar>) -> Result) -> Result {
    (bytes + [0]).withUnsafeBufferPointer {
        $0.withMemoryRebound(to: CChar.self) { body($0.baseAddress!) }
    }
}

/// A relative path as its folder and its last name.
func splitPath(_ path: [UInt8]) -> (folder: [UInt8], name: [UInt8]) {
    guard let slash = path.lastIndex(of: UInt8(ascii: "/")) else { return ([], path) }
    return (Array(path[..<slash]), Array(path[(slash + 1)...]))
}
