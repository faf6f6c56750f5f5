import Clinux
import Glibc

/// Writes all bytes, in as many calls as necessary.
func writeAll(_ bytes: [UInt8], to descriptor: Int32, _ path: String) throws(GitError) {
    var written = 0
    while written < bytes.count {
        let count = bytes.withUnsafeBytes {
            Glibc.write(descriptor, $0.baseAddress.unsafelyUnwrapped + written, $0.count - written)
        }
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { throw GitError(errno: errno, "write \(path)") }
        written += count
    }
}

/// Waits until a file or a folder is on the disk.
func synchronise(_ path: String) throws(GitError) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw GitError(errno: errno, "write \(path)") }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw GitError(errno: errno, "write \(path)") }
}

/// Waits until everything in the file system of a folder is on the disk.
func synchroniseFileSystem(of folder: String) throws(GitError) {
    let descriptor = open(folder, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw GitError(errno: errno, "write \(folder)") }
    defer { close(descriptor) }
    guard pmd_sync_file_system(descriptor) == 0 else {
        throw GitError(errno: errno, "write \(folder)")
    }
}

/// Returns the system's message for an error number.
func systemMessage(_ number: Int32) -> String {
    guard let text = strerror(number) else { return "error \(number)" }
    return String(cString: text)
}
