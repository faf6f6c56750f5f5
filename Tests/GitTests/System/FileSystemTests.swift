import Testing

@testable import Git

/// The types of network file systems.
struct FileSystemTests {
    @Test(
        arguments: [
            (0x6969, .network(name: "NFS")), (0x517B, .network(name: "SMB")),
            (0xFF53_4D42, .network(name: "SMB")), (0xFE53_4D42, .network(name: "SMB")),
            (0x6573_5546, .network(name: "FUSE")), (0x0102_1997, .network(name: "9p")),
            (0x00C3_6400, .network(name: "Ceph")), (0x5346_414F, .network(name: "AFS")),
            (0x0BD0_0BD0, .network(name: "Lustre")), (0xEF53, .local), (0x0102_1994, .local),
            (0, .unknown),
        ] as [(UInt32, FileSystem)])
    func `the file system type decides whether other machines may hold a lock`(
        type: UInt32, system: FileSystem
    ) {
        #expect(FileSystem(type: type) == system)
    }

    @Test func `the file system of a path that does not exist is unknown`() {
        #expect(FileSystem(of: "/nowhere/at/all") == .unknown)
        #expect(FileSystem(of: "/proc") == .local)
    }
}
