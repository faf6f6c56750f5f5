import Glibc

/// The names in a folder in bytewise order, in one piece of memory: a board has
/// ten thousand of them.
struct FolderListing {
    private struct Place {
        /// The first eight bytes as a number, by which most names are told apart.
        let start: UInt64
        let offset: Int
        let count: Int
    }

    /// Every name and a NUL byte behind it.
    private var bytes: [UInt8] = []
    private var places: [Place] = []

    /// Reads a folder; "." and ".." and all names that begin with a dot are left
    /// out.
    init(_ folder: Folder) throws(SystemError) {
        let opened = try retrying("list", folder.path) {
            Int(openat(folder.descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC))
        }
        guard let stream = fdopendir(Int32(opened)) else {
            throw SystemError("list", folder.path)
        }
        defer { closedir(stream) }
        errno = 0
        while let entry = readdir(stream) {
            add(entry)
            errno = 0
        }
        if errno != 0 { throw SystemError("list", folder.path) }
        sort()
    }

    var count: Int { places.count }

    func name(_ index: Int) -> [UInt8] {
        let place = places[index]
        return Array(bytes[place.offset..<(place.offset + place.count)])
    }

    /// What `lstat` says of a name; nil where it is gone.
    func status(_ index: Int, in folder: Folder) throws(SystemError) -> stat? {
        var status = stat()
        let result = bytes.withUnsafeBytes {
            fstatat(
                folder.descriptor,
                ($0.baseAddress! + places[index].offset).assumingMemoryBound(to: CChar.self),
                &status, AT_SYMLINK_NOFOLLOW)
        }
        if result == 0 { return status }
        if errno == ENOENT || errno == ENOTDIR { return nil }
        throw SystemError("look at", folder.fullPath(name(index)))
    }

    private mutating func add(_ entry: UnsafeMutablePointer<dirent>) {
        withUnsafePointer(to: &entry.pointee.d_name) {
            let name = UnsafeRawPointer($0)
            let count = strlen(name.assumingMemoryBound(to: CChar.self))
            guard count > 0, name.load(as: UInt8.self) != UInt8(ascii: ".") else { return }
            var start: UInt64 = 0
            withUnsafeMutableBytes(of: &start) {
                $0.copyMemory(from: UnsafeRawBufferPointer(start: name, count: min(count, 8)))
            }
            places.append(Place(start: start.bigEndian, offset: bytes.count, count: count))
            bytes.append(contentsOf: UnsafeRawBufferPointer(start: name, count: count + 1))
        }
    }

    private mutating func sort() {
        bytes.withUnsafeBytes { bytes in
            places.sort { a, b in
                if a.start != b.start { return a.start < b.start }
                return strcmp(
                    (bytes.baseAddress! + a.offset).assumingMemoryBound(to: CChar.self),
                    (bytes.baseAddress! + b.offset).assumingMemoryBound(to: CChar.self)) < 0
            }
        }
    }
}
