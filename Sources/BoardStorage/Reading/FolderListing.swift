import Glibc
import MarkdownDocument
import TaskBoard

/// The names in a folder in bytewise order, in a single allocation: a board may have ten thousand
/// of them.
struct FolderListing {
    private struct Name {
        /// The first eight bytes as a number, which distinguishes most names.
        let start: UInt64
        let offset: Int
        let count: Int
    }

    /// Every name, followed by a NUL byte.
    private var bytes: [UInt8] = []
    private var names: [Name] = []

    /// Reads a folder; "." and ".." are left out.
    ///
    /// - Parameter isAll: True if names that begin with a dot are included.
    init(_ folder: Folder, isAll: Bool = false) throws(SystemError) {
        let opened = try retrying(.list, folder.path) {
            Int(openat(folder.descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC))
        }
        guard let stream = fdopendir(Int32(opened)) else {
            throw SystemError(.list, folder.path)
        }
        defer { closedir(stream) }
        errno = 0
        while let entry = readdir(stream) {
            add(entry, isAll)
            errno = 0
        }
        if errno != 0 { throw SystemError(.list, folder.path) }
        sort()
    }

    var count: Int { names.count }

    func name(_ index: Int) -> [UInt8] {
        let name = names[index]
        return Array(bytes[name.offset..<(name.offset + name.count)])
    }

    /// Returns a name that a folder of tasks may have; nil for a name with a task file's suffix.
    func folderName(_ index: Int) -> [UInt8]? {
        let name = name(index)
        return name.hasSuffix(".md") ? nil : name
    }

    /// Passes a name's bytes.
    func withName<Result>(_ index: Int, _ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        let name = names[index]
        return bytes.withUnsafeBytes {
            body(UnsafeRawBufferPointer(rebasing: $0[name.offset..<(name.offset + name.count)]))
        }
    }

    /// Reads a file whose stat data is known; nil if ``Folder/read(_:limit:)`` must be used.
    func read(_ index: Int, in folder: Folder, seenAs statData: StatData, limit: Int) -> [UInt8]? {
        withName(index) { name in
            guard let start = name.baseAddress else { return nil }
            // The name is followed by a NUL byte.
            return folder.read(
                start.assumingMemoryBound(to: CChar.self), seenAs: statData, limit: limit)
        }
    }

    /// Returns true if a name comes before another one.
    func isName(_ index: Int, before other: UnsafeRawBufferPointer) -> Bool {
        withName(index) { name in
            let count = min(name.count, other.count)
            guard count > 0, let start = name.baseAddress, let end = other.baseAddress else {
                return name.count < other.count
            }
            let order = memcmp(start, end, count)
            return order != 0 ? order < 0 : name.count < other.count
        }
    }

    /// Returns the indices of the requested names, a few out of a great many.
    func indices(where isWanted: (UnsafeRawBufferPointer) -> Bool) -> [Int] {
        names.indices.filter { withName($0, isWanted) }
    }

    /// Returns the stat data of a name, or of a link itself; nil if the name is gone.
    func statData(_ index: Int, in folder: Folder) throws(SystemError) -> StatData? {
        if let statData = bytes.withUnsafeBytes({ look(index, $0, folder.descriptor) }) {
            return statData
        }
        if errno == ENOENT || errno == ENOTDIR { return nil }
        throw SystemError(.readStatus, folder.fullPath(name(index)))
    }

    /// Does the same, but also returns nil if the stat data cannot be read.
    func statDataIfReadable(_ index: Int, in folder: Folder) -> StatData? {
        bytes.withUnsafeBytes { look(index, $0, folder.descriptor) }
    }

    private func look(
        _ index: Int, _ bytes: UnsafeRawBufferPointer, _ descriptor: Int32
    ) -> StatData? {
        var status = stat()
        let name = bytes.baseAddress! + names[index].offset
        let result = fstatat(
            descriptor, name.assumingMemoryBound(to: CChar.self), &status, AT_SYMLINK_NOFOLLOW)
        return result == 0 ? StatData(status) : nil
    }

    private mutating func add(_ entry: UnsafeMutablePointer<dirent>, _ isAll: Bool) {
        withUnsafePointer(to: &entry.pointee.d_name) {
            let name = UnsafeRawPointer($0)
            let count = strlen(name.assumingMemoryBound(to: CChar.self))
            guard count > 0 else { return }
            if name.load(as: UInt8.self) == UInt8(ascii: ".") {
                let isDots = count == 1 || count == 2 && memcmp(name, "..", 2) == 0
                guard isAll, !isDots else { return }
            }
            var start: UInt64 = 0
            withUnsafeMutableBytes(of: &start) {
                $0.copyMemory(from: UnsafeRawBufferPointer(start: name, count: min(count, 8)))
            }
            names.append(Name(start: start.bigEndian, offset: bytes.count, count: count))
            bytes.append(contentsOf: UnsafeRawBufferPointer(start: name, count: count + 1))
        }
    }

    private mutating func sort() {
        bytes.withUnsafeBytes { bytes in
            names.sort { a, b in
                if a.start != b.start { return a.start < b.start }
                return strcmp(
                    (bytes.baseAddress! + a.offset).assumingMemoryBound(to: CChar.self),
                    (bytes.baseAddress! + b.offset).assumingMemoryBound(to: CChar.self)) < 0
            }
        }
    }
}

/// A folder that may have tasks, with its names from a single listing.
struct TaskFolder {
    let folder: Folder
    let listing: FolderListing
    /// The path from the root of the board, with a slash at the end.
    let prefix: [UInt8]
    let role: Role

    /// The role of all tasks at any depth below a top-level folder.
    struct Role {
        /// The name of the top-level folder.
        let state: Text
        let isState: Bool
        let isFinished: Bool

        init(ofFolder name: BoardPath, _ settings: BoardSettings) {
            state = Text(name.bytes).nfc
            isState = settings.isState(state)
            isFinished = settings.isFinished(state)
        }
    }

    init(_ folder: Folder, at path: BoardPath, listing: FolderListing, role: Role) {
        (self.folder, self.listing, self.role) = (folder, listing, role)
        prefix = path.bytes + [UInt8(ascii: "/")]
    }

    func path(of name: some Sequence<UInt8>) -> BoardPath { BoardPath(prefix + name) }

    /// Opens and lists a folder in this one.
    ///
    /// - Returns: Nil if the name is gone or is not a folder, or if this user may not read the
    ///   folder and it is not below a state.
    func subfolder(_ name: [UInt8]) throws(SystemError) -> TaskFolder? {
        guard let below = try folder.readableFolder(name, isRequired: role.isState) else {
            return nil
        }
        return TaskFolder(
            below, at: path(of: name), listing: try FolderListing(below), role: role)
    }
}
