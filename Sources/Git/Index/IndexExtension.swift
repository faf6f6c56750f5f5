/// A part of the index file after its entries.
struct IndexExtension {
    private let name: [UInt8]
    private let contents: ArraySlice<UInt8>

    /// The name of git's cache of the trees that the entries form.
    private static let trees = Array("TREE".utf8)
    /// The extensions that pmd keeps: the cache of trees, resolved conflicts, and renames in
    /// conflicts.
    private static let kept = [trees, Array("REUC".utf8), Array("NAME".utf8)]

    /// Returns the extensions that pmd can keep. Nil if the bytes are malformed.
    ///
    /// - Throws: ``GitError/Kind/unsupported`` for an extension that changes the meaning of the
    ///   entries: its name begins with a lower-case letter.
    static func all(in bytes: ArraySlice<UInt8>) throws(GitError) -> [IndexExtension]? {
        var (rest, found) = (bytes, [IndexExtension]())
        while !rest.isEmpty {
            guard rest.count >= 8 else { return nil }
            let name = Array(rest.prefix(4))
            let size = Int(bigEndian(Array(rest.dropFirst(4).prefix(4)), 0))
            rest = rest.dropFirst(8)
            guard size <= rest.count, name.allSatisfy({ (0x21...0x7E).contains($0) }) else {
                return nil
            }
            guard (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(name[0]) else {
                throw unsupported(name)
            }
            if kept.contains(name) {
                found.append(IndexExtension(name: name, contents: rest.prefix(size)))
            }
            rest = rest.dropFirst(size)
        }
        return found
    }

    private static func unsupported(_ name: [UInt8]) -> GitError {
        GitError(.indexExtension(String(decoding: name, as: UTF8.self)), "read the index")
    }

    /// git's cache of trees; nil for other extensions.
    var trees: CachedTree? { name == Self.trees ? CachedTree(contents) : nil }

    var isTrees: Bool { name == Self.trees }

    /// - Returns: Nil if no folder is cached.
    init?(_ trees: CachedTree) {
        guard trees.known != nil || !trees.folders.isEmpty else { return nil }
        (name, contents) = (Self.trees, trees.bytes[...])
    }

    private init(name: [UInt8], contents: ArraySlice<UInt8>) {
        (self.name, self.contents) = (name, contents)
    }

    var bytes: [UInt8] { name + Git.bytes(of: UInt32(contents.count)) + contents }
}

extension GitError {
    static func unsupportedIndex(format: UInt32) -> GitError {
        GitError(.indexFormatNewer(format), "read the index")
    }

    static let indexWithoutChecksum = GitError(.indexWithoutChecksum, "read the index")
}
