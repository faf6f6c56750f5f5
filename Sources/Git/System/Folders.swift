import Clinux
import Glibc

/// Returns the names in a folder without `.` and `..`, in no order.
///
/// - Returns: Nil if it cannot be listed; `errno` is then set.
func folderNames(_ folder: String) -> [String]? {
    guard let stream = opendir(folder) else { return nil }
    var names: [String] = []
    errno = 0
    while let entry = readdir(stream) {
        let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
            pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        }
        if name != ".", name != ".." { names.append(name) }
        errno = 0
    }
    let number = errno
    closedir(stream)
    errno = number
    return number == 0 ? names : nil
}

/// Removes a file, or a folder with its contents, without following links.
package func removeTree(_ path: String) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return }
    guard status.st_mode & S_IFMT == S_IFDIR else {
        unlink(path)
        return
    }
    for name in folderNames(path) ?? [] { removeTree(path + "/" + name) }
    // A second attempt may succeed; there is no third one.
    if rmdir(path) != 0 { rmdir(path) }
}

/// The kind of file system at a path, which determines how far its locks can be trusted.
package enum FileSystem: Hashable, Sendable {
    /// Only processes of this machine use its files.
    case local
    /// Processes of other machines may use its files, and locks and renames may be less reliable.
    case network(name: String)
    /// The kernel does not report the kind, for example because the path does not exist.
    case unknown
}

extension FileSystem {
    /// Determines the file system of an existing file or folder.
    package init(of path: String) { self.init(type: pmd_file_system_type(path)) }

    /// - Parameter type: The `f_type` of statfs(2), a magic number of `linux/magic.h`.
    init(type: UInt32) {
        guard type != 0 else {
            self = .unknown
            return
        }
        self = Self.networkNames[type].map { .network(name: $0) } ?? .local
    }

    /// FUSE counts as a network: the kernel does not distinguish sshfs from a local file system
    /// of FUSE.
    private static let networkNames: [UInt32: String] = [
        0x6969: "NFS", 0x517B: "SMB", 0xFF53_4D42: "SMB", 0xFE53_4D42: "SMB", 0x6573_5546: "FUSE",
        0x0102_1997: "9p", 0x00C3_6400: "Ceph", 0x5346_414F: "AFS", 0x0BD0_0BD0: "Lustre",
    ]
}

/// The separator of the parts of a path.
let slash = UInt8(ascii: "/")

/// The maximum depth of folders. Deeper folders are not part of a board, and a
/// sync removes them from the tree.
let deepest = 256

/// Returns a path for a message: quoted, on one line, and readable regardless of its bytes.
func shown(_ path: some Collection<UInt8>) -> String { "'" + visible(path) + "'" }

/// Returns a path without quotes, with control characters as `^J`.
func visible(_ path: some Collection<UInt8>) -> String {
    var text = String.UnicodeScalarView()
    for scalar in String(decoding: path, as: UTF8.self).unicodeScalars {
        let isControl = scalar.value < 0x20 || scalar.value == 0x7F
        if isControl { text.append("^") }
        text.append(isControl ? Unicode.Scalar(UInt8(scalar.value ^ 0x40)) : scalar)
    }
    return String(text)
}
