import Clinux
import Git
import Glibc
import TaskBoard

/// An open folder. Everything below a board's root is opened through one of these, and never
/// through a symbolic link: a link in the tree cannot redirect a read or a write.
final class Folder: Sendable {
    let descriptor: Int32
    /// The path, for messages only.
    let path: [UInt8]

    init(adopting descriptor: Int32, path: [UInt8]) {
        self.descriptor = descriptor
        self.path = path
    }

    /// Opens a folder by its absolute path, following links: that is the user's own path to
    /// the board.
    convenience init(_ path: String) throws(SystemError) {
        let bytes = Array(path.utf8)
        let descriptor = try retrying(.open, bytes) {
            Int(open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC))
        }
        self.init(adopting: Int32(descriptor), path: bytes)
    }

    deinit { close(descriptor) }

    /// Returns the stat data of the folder itself.
    func ownStatus() throws(SystemError) -> stat {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw SystemError(.readStatus, path) }
        return status
    }

    /// Refuses a folder whose entries cannot be renamed or removed.
    func requireWritable() throws(SystemError) {
        guard faccessat(descriptor, ".", W_OK | X_OK, AT_EACCESS) == 0 else {
            throw SystemError(.changeFolder, path)
        }
    }

    /// Returns the path of a name in this folder, for messages.
    func fullPath(_ name: [UInt8]) -> [UInt8] { path + [UInt8(ascii: "/")] + name }
}

extension Folder {
    /// Opens a folder below this one; "" is this one.
    func folder(_ relative: [UInt8]) throws(SystemError) -> Folder {
        let target = relative.isEmpty ? [UInt8(ascii: ".")] : relative
        let full = relative.isEmpty ? path : fullPath(relative)
        let opened = try retrying(.open, full) {
            withCString(target) {
                Int(pmd_open_beneath(descriptor, $0, O_RDONLY | O_DIRECTORY, 0))
            }
        }
        return Folder(adopting: Int32(opened), path: full)
    }

    /// Opens the folder below this one; nil if there is none.
    func existingFolder(_ relative: [UInt8]) throws(SystemError) -> Folder? {
        do { return try folder(relative) } catch {
            // A name that is too long for the file system cannot be a folder.
            if [ENOENT, ENOTDIR, ELOOP, ENAMETOOLONG].contains(error.number) { return nil }
            throw error
        }
    }

    /// Opens a folder below this one whose files this user can reach; nil if there is none.
    ///
    /// - Parameter isRequired: False to return nil if this user may not list the folder or reach
    ///   its files.
    func readableFolder(
        _ relative: [UInt8], isRequired: Bool = true
    ) throws(SystemError) -> Folder? {
        do throws(SystemError) {
            guard let folder = try existingFolder(relative) else { return nil }
            guard faccessat(folder.descriptor, ".", X_OK, AT_EACCESS) == 0 else {
                throw SystemError(.open, folder.path)
            }
            return folder
        } catch {
            if error.isNotPermitted, !isRequired { return nil }
            throw error
        }
    }

    /// Opens a folder below this one and creates the missing ones on the way.
    ///
    /// - Parameter isWaiting: False if they may be lost.
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
        if made != 0, errno != EEXIST { throw SystemError(.makeFolder, fullPath(name)) }
        if isWaiting { try sync() }
        let child = try folder(name)
        if made == 0 { Ownership.give(child.descriptor, toOwnerOf: descriptor) }
        return child
    }

    /// Returns the names in this folder, without "." and "..", in bytewise order.
    func names() throws(SystemError) -> [[UInt8]] {
        let copy = try folder([])
        let duplicate = Int32(
            try retrying(.list, path) { Int(fcntl(copy.descriptor, F_DUPFD_CLOEXEC, 0)) })
        guard let stream = fdopendir(duplicate) else {
            let error = SystemError(.list, path)
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
        if errno != 0 { throw SystemError(.list, path) }
        return names.sorted { $0.lexicographicallyPrecedes($1) }
    }

    static func name(of entry: UnsafeMutablePointer<dirent>) -> [UInt8] {
        withUnsafePointer(to: &entry.pointee.d_name) {
            let start = UnsafeRawPointer($0)
            let length = strlen(start.assumingMemoryBound(to: CChar.self))
            return Array(UnsafeRawBufferPointer(start: start, count: length))
        }
    }

    /// Returns the stat data of a name in this folder, or of a link itself; nil if there is none.
    func statData(_ name: [UInt8]) throws(SystemError) -> StatData? {
        try status(name).map(StatData.init)
    }

    /// Returns the identity of a file, which no later file of that name has; nil if there is none.
    func identity(_ name: [UInt8]) -> FileIdentity? {
        var identity = pmd_file_identity()
        guard withCString(name, { pmd_identify_file(descriptor, $0, &identity) }) == 0 else {
            return nil
        }
        return FileIdentity(inode: identity.inode, birth: identity.birth)
    }

    /// Returns the result of `lstat` for a name in this folder; nil if there is none.
    func status(_ name: [UInt8]) throws(SystemError) -> stat? {
        var status = stat()
        let result = withCString(name) { fstatat(descriptor, $0, &status, AT_SYMLINK_NOFOLLOW) }
        if result == 0 { return status }
        // Git allows longer names than the file system: such a file cannot exist.
        if errno == ENOENT || errno == ENOTDIR || errno == ENAMETOOLONG { return nil }
        throw SystemError(.readStatus, fullPath(name))
    }

    /// Returns the paths of everything below this folder, except folders.
    ///
    /// - Parameter isComplete: False to leave out folders that this user may not read.
    func filesBelow(isComplete: Bool = true) throws(SystemError) -> [[UInt8]] {
        var found: [[UInt8]] = []
        try addFiles(to: &found, at: [], isComplete: isComplete)
        return found
    }

    /// Holds one descriptor for each level.
    private func addFiles(
        to found: inout [[UInt8]], at path: [UInt8], isComplete: Bool
    ) throws(SystemError) {
        for name in try names() {
            if let below = try readableFolder(name, isRequired: isComplete) {
                let start = path + name + [UInt8(ascii: "/")]
                try below.addFiles(to: &found, at: start, isComplete: isComplete)
            } else {
                let kind = isComplete ? nil : try statData(name)?.kind
                if kind != .folder { found.append(path + name) }
            }
        }
    }

    /// Syncs the folder: renames and removals in it then survive a power loss.
    func sync() throws(SystemError) {
        try retrying(.writeToDisk, path) { Int(fsync(descriptor)) }
    }
}

extension Folder {
    /// Syncs the file system: all writes then survive a power loss. For many files this is
    /// cheaper than file by file.
    func syncFileSystem() throws(SystemError) {
        try retrying(.writeToDisk, path) { Int(pmd_sync_file_system(descriptor)) }
    }
}

/// Passes bytes as a C string, which ends at the first NUL.
func withCString<Result>(_ bytes: [UInt8], _ body: (UnsafePointer<CChar>) -> Result) -> Result {
    (bytes + [0]).withUnsafeBufferPointer {
        $0.withMemoryRebound(to: CChar.self) { body($0.baseAddress!) }
    }
}

/// Distinguishes a file from later ones with the same name.
struct FileIdentity: Equatable {
    var inode: UInt64
    /// Nanoseconds since 1970; 0 if the file system does not record the time of birth.
    var birth: Int64
}

/// Splits a relative path into its folder and its last name.
func splitPath(_ path: [UInt8]) -> (folder: [UInt8], name: [UInt8]) {
    guard let slash = path.lastIndex(of: UInt8(ascii: "/")) else { return ([], path) }
    return (Array(path[..<slash]), Array(path[(slash + 1)...]))
}
