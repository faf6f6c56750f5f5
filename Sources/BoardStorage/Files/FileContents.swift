import Clinux
import Git
import Glibc
import TaskBoard

/// The content at a path of the working tree.
enum FileState: Equatable, Sendable {
    case absent
    case file([UInt8], StatData)
    /// A regular file that is not read: larger than the bound, or not permitted.
    case unread(StatData, UnreadReason)
    /// A folder, a link, a pipe: never a task.
    case other(StatData)

    var bytes: [UInt8]? {
        if case .file(let bytes, _) = self { bytes } else { nil }
    }

    var isAbsent: Bool { self == .absent }
}

extension Folder {
    /// Reads a regular file in this folder.
    ///
    /// The file is opened without blocking and without following a link, and read again while its
    /// stat data changes, so that a pipe never hangs the caller and a half-written save is not
    /// mistaken for a complete one.
    func read(_ name: [UInt8], limit: Int = .max) throws(SystemError) -> FileState {
        guard let seen = try statData(name) else { return .absent }
        guard seen.kind == .file else { return .other(seen) }
        if seen.size > limit { return .unread(seen, .tooLarge(mebibytes: limit >> 20)) }
        for _ in 0..<20 {
            let opened = withCString(name) {
                openat(descriptor, $0, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
            }
            if opened < 0 {
                if errno == ENOENT { return .absent }
                if errno == EACCES { return .unread(seen, .notPermitted) }
                throw SystemError(.read, fullPath(name))
            }
            defer { close(opened) }
            let before = try statData(opened, name)
            let bytes = try readAll(opened, size: Int(before.size), name)
            if try statData(opened, name).hasSameContents(as: before) {
                return .file(bytes, before)
            }
        }
        throw SystemError(number: EAGAIN, operation: .read, path: fullPath(name))
    }

    /// Returns the last bytes of a regular file, at most `count`; nil if there is none.
    func readEnd(_ name: [UInt8], count: Int) throws(SystemError) -> [UInt8]? {
        let opened = withCString(name) {
            openat(descriptor, $0, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        }
        guard opened >= 0 else {
            if [ENOENT, ELOOP, ENXIO].contains(errno) { return nil }
            throw SystemError(.read, fullPath(name))
        }
        defer { close(opened) }
        let statData = try statData(opened, name)
        guard statData.kind == .file else { return nil }
        let start = max(0, Int(statData.size) - count)
        var bytes = [UInt8](repeating: 0, count: Int(statData.size) - start)
        let length = try retrying(.read, fullPath(name)) {
            bytes.withUnsafeMutableBytes { pread(opened, $0.baseAddress, $0.count, off_t(start)) }
        }
        bytes.removeLast(bytes.count - length)
        return bytes
    }

    /// Returns the last lines of a file of the local state, up to a number of bytes; none if there
    /// is no file.
    func lines(_ name: [UInt8], upTo limit: Int) throws(SystemError) -> [UInt8] {
        guard let end = try readEnd(name, count: limit + 1) else { return [] }
        guard end.count > limit else { return end }
        // The first line may be incomplete.
        let lineFeed = UInt8(ascii: "\n")
        return Array(end[(end.firstIndex(of: lineFeed).map { $0 + 1 } ?? end.endIndex)...])
    }

    /// Returns the bytes of a regular file that matches its stat data before and after the read;
    /// nil in any other case, which ``read(_:limit:)`` reports.
    ///
    /// Makes fewer system calls, because the caller already has the stat data.
    func read(_ name: UnsafePointer<CChar>, seenAs seen: StatData, limit: Int) -> [UInt8]? {
        guard seen.kind == .file, seen.size <= limit else { return nil }
        let opened = openat(descriptor, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard opened >= 0 else { return nil }
        defer { close(opened) }
        // Room for one byte more than expected.
        let bytes = [UInt8](unsafeUninitializedCapacity: Int(seen.size) + 1) { buffer, count in
            count = max(0, Glibc.read(opened, buffer.baseAddress, Int(seen.size) + 1))
        }
        var status = stat()
        guard bytes.count == seen.size, fstat(opened, &status) == 0,
            StatData(status).hasSameContents(as: seen)
        else { return nil }
        return bytes
    }

    private func statData(_ opened: Int32, _ name: [UInt8]) throws(SystemError) -> StatData {
        var status = stat()
        guard fstat(opened, &status) == 0 else {
            throw SystemError(.readStatus, fullPath(name))
        }
        return StatData(status)
    }

    private func readAll(
        _ opened: Int32, size: Int, _ name: [UInt8]
    ) throws(SystemError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: size + 1)
        var filled = 0
        while true {
            let count = try retrying(.read, fullPath(name)) {
                bytes.withUnsafeMutableBytes {
                    Glibc.read(opened, $0.baseAddress! + filled, $0.count - filled)
                }
            }
            if count == 0 { break }
            filled += count
            if filled == bytes.count { bytes.append(contentsOf: repeatElement(0, count: filled)) }
        }
        bytes.removeLast(bytes.count - filled)
        return bytes
    }
}

extension SystemError {
    init(number: Int32, operation: FileOperation, path: [UInt8]) {
        self.number = number
        self.operation = operation
        self.path = String(decoding: path, as: UTF8.self)
    }
}

extension Folder {
    /// Writes a new file and its bytes to the disk; an existing one is an error. The folder itself
    /// is not synced.
    ///
    /// - Parameter isWaiting: False if the caller syncs many files at once, by
    ///   ``syncFileSystem()``.
    func create(
        _ name: [UInt8], _ bytes: [UInt8], mode: mode_t = 0o666, isWaiting: Bool = true
    ) throws(SystemError) {
        let opened = try openNew(name, mode: mode)
        defer { close(opened) }
        do {
            try write(bytes, to: opened, name: name)
            guard isWaiting else { return }
            try retrying(.writeToDisk, fullPath(name)) { Int(fsync(opened)) }
        } catch {
            removeUnfinished(name)
            throw error
        }
    }

    /// Sets the time at which a file was modified, in nanoseconds since 1970.
    func setModified(_ name: [UInt8], _ nanoseconds: Int64) throws(SystemError) {
        let second: Int64 = 1_000_000_000
        let rest = (nanoseconds % second + second) % second
        let time = timespec(tv_sec: Int((nanoseconds - rest) / second), tv_nsec: Int(rest))
        try retrying(.write, fullPath(name)) {
            withCString(name) {
                Int(utimensat(descriptor, $0, [time, time], AT_SYMLINK_NOFOLLOW))
            }
        }
    }

    private func openNew(_ name: [UInt8], mode: mode_t) throws(SystemError) -> Int32 {
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC
        let opened = try retrying(.create, fullPath(name)) {
            withCString(name) { Int(openat(descriptor, $0, flags, mode)) }
        }
        Ownership.give(Int32(opened), toOwnerOf: descriptor)
        return Int32(opened)
    }

    private func write(
        _ bytes: [UInt8], to opened: Int32, name: [UInt8]
    ) throws(SystemError) {
        var written = 0
        while written < bytes.count {
            written += try retrying(.write, fullPath(name)) {
                bytes.withUnsafeBytes {
                    Glibc.write(opened, $0.baseAddress! + written, $0.count - written)
                }
            }
        }
    }

    /// Replaces a file of the local state, or creates it. No process sees it half-written.
    ///
    /// - Parameter isWaiting: False if the caller syncs its name, by ``sync()``.
    func replace(
        _ name: [UInt8], _ bytes: [UInt8], mode: mode_t = 0o666, isWaiting: Bool = true
    ) throws(SystemError) {
        let temporary = name + Array(".new".utf8)
        try remove(temporary)
        try create(temporary, bytes, mode: mode)
        try put(temporary, inPlaceOf: name)
        if isWaiting { try sync() }
    }

    /// Replaces a file of the local state with the last lines that fit into a number of bytes, in
    /// the form for ``lines(_:upTo:)``.
    func replace(_ name: [UInt8], lines: [[UInt8]], upTo limit: Int) throws(SystemError) {
        try replace(name, lastLines(lines, upTo: limit))
    }

    private func put(_ temporary: [UInt8], inPlaceOf name: [UInt8]) throws(SystemError) {
        do { try rename(temporary, to: self, name) } catch {
            removeUnfinished(temporary)
            throw error
        }
    }

    /// Removes a temporary file after a failure, which is the error to report.
    private func removeUnfinished(_ temporary: [UInt8]) {
        _ = withCString(temporary) { unlinkat(descriptor, $0, 0) }
    }

    /// Replaces a file whose loss does not matter, without waiting for the disk. No process
    /// sees it half-written.
    func note(_ name: [UInt8], _ bytes: [UInt8]) throws(SystemError) {
        let temporary = name + Array(".new".utf8)
        try remove(temporary)
        let opened = try openNew(temporary, mode: 0o666)
        defer { close(opened) }
        do { try write(bytes, to: opened, name: temporary) } catch {
            removeUnfinished(temporary)
            throw error
        }
        try put(temporary, inPlaceOf: name)
    }

    /// Appends bytes to a file of the local state. They are on the disk when this returns.
    ///
    /// - Precondition: ``isOwnFile(_:)``, else the file must be replaced.
    func append(_ bytes: [UInt8], to name: [UInt8]) throws(SystemError) {
        let opened = try openOwn(name, O_WRONLY | O_APPEND)
        defer { close(opened) }
        try write(bytes, to: opened, name: name)
        try retrying(.writeToDisk, fullPath(name)) { Int(fsync(opened)) }
    }

    /// Truncates a file of the local state.
    func truncate(_ name: [UInt8], to length: Int) throws(SystemError) {
        let opened = try openOwn(name, O_WRONLY)
        defer { close(opened) }
        try retrying(.truncate, fullPath(name)) { Int(ftruncate(opened, off_t(length))) }
        try retrying(.writeToDisk, fullPath(name)) { Int(fsync(opened)) }
    }

    /// Returns true if a file of this folder may be written in place: it is a regular file with no
    /// second name, and belongs to this user or to the folder's owner.
    func isOwnFile(_ name: [UInt8]) throws(SystemError) -> Bool {
        guard let status = try status(name) else { return false }
        return isOwn(status)
    }

    func isOwn(_ status: stat) -> Bool {
        guard status.st_mode & S_IFMT == S_IFREG, status.st_nlink == 1 else { return false }
        if Ownership.isOwn(status) { return true }
        var owner = stat()
        return fstat(descriptor, &owner) == 0 && owner.st_uid == status.st_uid
    }

    private func openOwn(_ name: [UInt8], _ flags: Int32) throws(SystemError) -> Int32 {
        let flags = flags | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC
        let opened = Int32(
            try retrying(.open, fullPath(name)) {
                withCString(name) { Int(openat(descriptor, $0, flags)) }
            })
        var status = stat()
        guard fstat(opened, &status) == 0, isOwn(status) else {
            close(opened)
            throw SystemError(number: EEXIST, operation: .write, path: fullPath(name))
        }
        return opened
    }

    /// Unlinks a file; a missing one is not an error.
    func remove(_ name: [UInt8]) throws(SystemError) {
        let result = withCString(name) { unlinkat(descriptor, $0, 0) }
        if result != 0, errno != ENOENT { throw SystemError(.remove, fullPath(name)) }
    }

    /// Removes a folder if it is empty; otherwise leaves it.
    func removeFolderIfEmpty(_ name: [UInt8]) throws(SystemError) {
        let result = withCString(name) { unlinkat(descriptor, $0, AT_REMOVEDIR) }
        if result != 0, ![ENOENT, ENOTEMPTY, EEXIST, ENOTDIR].contains(errno) {
            throw SystemError(.remove, fullPath(name))
        }
    }

    /// Removes a folder and its subfolders, unless they contain files.
    func removeEmptyFolders(_ name: [UInt8]) throws(SystemError) {
        guard let folder = try existingFolder(name) else { return }
        for inner in try folder.names() { try folder.removeEmptyFolders(inner) }
        try removeFolderIfEmpty(name)
    }

    /// Renames over the target, if there is one.
    func rename(
        _ name: [UInt8], to target: Folder, _ newName: [UInt8]
    ) throws(SystemError) {
        try rename(name, to: target, newName, flags: 0)
    }

    /// Renames to a name that must be free; EEXIST if it is not.
    func place(_ name: [UInt8], at target: Folder, _ newName: [UInt8]) throws(SystemError) {
        do {
            try rename(name, to: target, newName, flags: UInt32(PMD_RENAME_NOREPLACE))
        } catch  where error.number == EINVAL || error.number == ENOSYS {
            // On a file system without the flag, a hard link fails if a name is in use.
            let linked = withCString(name) { old in
                withCString(newName) { linkat(descriptor, old, target.descriptor, $0, 0) }
            }
            if linked != 0 { throw SystemError(.create, target.fullPath(newName)) }
            try remove(name)
        }
    }

    /// Exchanges a file with another, whose bytes are then at `name`.
    func exchange(_ name: [UInt8], with other: [UInt8]) throws(SystemError) {
        do {
            try rename(name, to: self, other, flags: UInt32(PMD_RENAME_EXCHANGE))
        } catch  where error.number == EINVAL || error.number == ENOSYS {
            let aside = name + Array(".old".utf8)
            let linked = withCString(other) { old in
                withCString(aside) { linkat(descriptor, old, descriptor, $0, 0) }
            }
            if linked != 0 { throw SystemError(.keep, fullPath(other)) }
            try rename(name, to: self, other)
            try rename(aside, to: self, name)
        }
    }

    private func rename(
        _ name: [UInt8], to target: Folder, _ newName: [UInt8], flags: UInt32
    ) throws(SystemError) {
        try retrying(.rename, target.fullPath(newName)) {
            withCString(name) { old in
                withCString(newName) {
                    Int(pmd_renameat2(descriptor, old, target.descriptor, $0, flags))
                }
            }
        }
    }
}

/// Returns the last lines that fit into a number of bytes, each with its line feed.
func lastLines(_ lines: some BidirectionalCollection<[UInt8]>, upTo limit: Int) -> [UInt8] {
    var (kept, size) = (lines.endIndex, 0)
    while kept > lines.startIndex {
        let previous = lines.index(before: kept)
        size += lines[previous].count + 1
        guard size <= limit else { break }
        kept = previous
    }
    return lines[kept...].flatMap { $0 + [UInt8(ascii: "\n")] }
}
