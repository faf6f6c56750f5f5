import Clinux

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
