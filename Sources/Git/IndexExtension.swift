/// A part of the index's file behind its entries.
struct IndexExtension {
    private let name: [UInt8]
    private let contents: ArraySlice<UInt8>

    /// git's cache of the trees that the entries make.
    private static let trees = Array("TREE".utf8)
    /// How conflicts were resolved, and what was renamed in them.
    private static let kept = [trees, Array("REUC".utf8), Array("NAME".utf8)]

    /// Those that stay true, or can be kept so. Nil where they do not hold together.
    ///
    /// - Throws: ``GitError/Kind/unsupported`` for one that changes what the entries
    ///   mean: such a name begins with a small letter.
    static func all(in bytes: ArraySlice<UInt8>) throws(GitError) -> [IndexExtension]? {
        var (rest, found) = (bytes, [IndexExtension]())
        while !rest.isEmpty {
            guard rest.count >= 8 else { return nil }
            let name = Array(rest.prefix(4))
            let size = Int(bigEndian(Array(rest.dropFirst(4).prefix(4)), 0))
            rest = rest.dropFirst(8)
            guard size <= rest.count else { return nil }
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
        let isSparse = name == Array("sdir".utf8)
        return GitError(
            .unsupported, "read the index",
            "it has an extension that only git reads: '\(String(decoding: name, as: UTF8.self))'",
            advice: isSparse
                ? "Write it whole: git sparse-checkout reapply --no-sparse-index"
                : "Write it whole: git update-index --no-split-index")
    }

    /// The extension as it is when something changed at these paths.
    func bytes(without paths: some Collection<[UInt8]>) -> [UInt8] {
        var contents = Array(contents)
        if name == Self.trees, !paths.isEmpty {
            var reading = CachedTrees(contents[...])
            // What cannot be read is left out; git makes it anew.
            guard let valid = reading.withoutTrees(of: paths.map { $0[...] }) else { return [] }
            contents = valid
        }
        return name + Git.bytes(of: UInt32(contents.count)) + contents
    }
}

/// git's cache of trees: of each folder its name, a zero byte, how many entries it
/// has (-1: not known), a blank, how many folders, a line end and the tree's ID where
/// it is known; then these folders likewise.
private struct CachedTrees {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

    /// One folder and all below it, without the IDs of those that hold one of the
    /// paths. Nil where the bytes do not hold together.
    ///
    /// - Parameter paths: as seen from the folder; none: all stays.
    mutating func withoutTrees(of paths: [ArraySlice<UInt8>], depth: Int = 0) -> [UInt8]? {
        guard depth < deepest, let name = take(upTo: 0), let entries = take(upTo: 0x20),
            let folders = take(upTo: 0x0A),
            let count = Int(String(decoding: folders, as: UTF8.self)),
            count >= 0
        else { return nil }
        let isKnown = entries.first != UInt8(ascii: "-")
        guard rest.count >= (isKnown ? 20 : 0) else { return nil }
        let id = rest.prefix(isKnown ? 20 : 0)
        rest = rest.dropFirst(id.count)
        let kept =
            paths.isEmpty
            ? entries + [0x20] + folders + [0x0A] + id
            : Array("-1 ".utf8) + folders + [0x0A]
        var result = name + [0] + kept
        for _ in 0..<count {
            let folder = rest.prefix { $0 != 0 } + [slash]
            let below = paths.filter { $0.starts(with: folder) }.map { $0.dropFirst(folder.count) }
            guard let child = withoutTrees(of: below, depth: depth + 1) else { return nil }
            result += child
        }
        return Array(result)
    }

    private mutating func take(upTo end: UInt8) -> ArraySlice<UInt8>? {
        guard let index = rest.firstIndex(of: end) else { return nil }
        defer { rest = rest[(index + 1)...] }
        return rest[..<index]
    }
}
