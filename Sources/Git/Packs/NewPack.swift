import Clibgit2
import Glibc

/// A pack that is assembled from compressed objects, in version 2 of the format of
/// gitformat-pack(5).
struct NewPack {
    private var entries: [UInt8] = []
    private(set) var count = 0

    /// Adds a whole object.
    ///
    /// - Parameters:
    ///   - size: The size of its content.
    ///   - deflated: Its content, compressed by zlib.
    mutating func add(
        _ kind: git_object_t, size: Int, deflated: some Sequence<UInt8>
    ) {
        entries += Self.header(UInt8(kind.rawValue), size)
        entries += deflated
        count += 1
    }

    /// Adds an object as the difference from another one.
    mutating func addDelta(
        to base: ObjectID, size: Int, deflated: some Sequence<UInt8>
    ) {
        entries += Self.header(7, size)
        entries += base.bytes
        entries += deflated
        count += 1
    }

    /// Returns the bytes of the pack, with its checksum.
    func bytes() -> [UInt8] {
        let pack = Array("PACK".utf8) + Self.number(2) + Self.number(UInt32(count)) + entries
        return pack + sha1(pack[...])
    }

    private static func number(_ value: UInt32) -> [UInt8] {
        withUnsafeBytes(of: value.bigEndian) { Array($0) }
    }

    private static func header(_ kind: UInt8, _ size: Int) -> [UInt8] {
        var (result, rest) = ([kind << 4 | UInt8(size & 15)], size >> 4)
        while rest > 0 {
            result[result.count - 1] |= 0x80
            result.append(UInt8(rest & 0x7F))
            rest >>= 7
        }
        return result
    }
}

extension PackFolder {
    /// Stores a pack with a new index. Both are on the disk on return.
    ///
    /// - Returns: The number of its objects.
    @discardableResult
    func store(pack: [UInt8]) throws(GitError) -> Int {
        try Library.start()
        let quarantine = try QuarantineFolder(in: path)
        var progress = git_indexer_progress()
        let indexer = try Handle<IndexerKind>("index a pack") {
            git_indexer_new(&$0, quarantine.packs, 0, nil, nil)
        }
        try check("index a pack", git_indexer_append(indexer.pointer, pack, pack.count, &progress))
        try check("index a pack", git_indexer_commit(indexer.pointer, &progress))
        for name in folderNames(quarantine.packs) ?? [] {
            try synchronise("\(quarantine.packs)/\(name)")
        }
        try quarantine.install()
        return Int(progress.indexed_objects)
    }
}

enum IndexerKind: HandleKind {
    static func free(_ pointer: OpaquePointer) { git_indexer_free(pointer) }
}
