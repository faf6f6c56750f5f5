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

/// The files that running processes have open, as far as they are visible to this user.
package struct OpenFiles {
    /// A descriptor of a process: its link in `/proc`, and the path that the process opened.
    private var descriptors: [(link: String, path: String)] = []
    /// False if the system does not report them: then any file may be open.
    private let isKnown: Bool

    /// Reads the open files of all processes once.
    package init() {
        let processes = folderNames("/proc")
        isKnown = processes != nil
        for name in processes ?? [] where name.utf8.allSatisfy({ (48...57).contains($0) }) {
            add(openBy: name)
        }
    }

    /// Returns true if a process may have a file open.
    ///
    /// If some processes are not visible, as in a container, this includes every file that is not
    /// at least an hour old: no process takes that long to write such a file.
    package func contains(_ path: String) -> Bool {
        isSeen(path)
            || !RunningProcess.areAllSeen && !UseLock.isMissing(path)
                && !UseLock.isOld(path, since: 3_600)
    }

    /// Returns true if a visible process may have a file open.
    func isSeen(_ path: String) -> Bool {
        guard isKnown else { return true }
        guard let file = FileIdentity(at: path) else { return false }
        // A container may have the same folder under another path.
        let name = path[(path.lastIndex(of: "/") ?? path.startIndex)...]
        return descriptors.contains {
            var status = stat()
            return $0.path.hasSuffix(name) && stat($0.link, &status) == 0
                && FileIdentity(status) == file
        }
    }

    private mutating func add(openBy process: String) {
        let folder = "/proc/\(process)/fd"
        var buffer = [CChar](repeating: 0, count: 4096)
        for name in folderNames(folder) ?? [] {
            let link = "\(folder)/\(name)"
            let count = readlink(link, &buffer, buffer.count)
            guard count > 0 else { continue }
            descriptors.append(
                (
                    link,
                    String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
                ))
        }
    }
}
