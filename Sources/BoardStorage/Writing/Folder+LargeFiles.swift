import Clinux
import Git
import Glibc

extension Folder {
    /// Whether a regular file has the content of a blob, however large it is.
    func isBlob(_ name: [UInt8], _ id: ObjectID) throws -> Bool {
        let opened = withCString(name) {
            openat(descriptor, $0, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        }
        if opened < 0, [ENOENT, ELOOP, EACCES].contains(errno) { return false }
        guard opened >= 0 else { throw SystemError("read", fullPath(name)) }
        defer { close(opened) }
        var status = stat()
        guard fstat(opened, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return false }
        return try ObjectID.ofBlob(inFile: opened) == id
    }
}
