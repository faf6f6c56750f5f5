import MarkdownDocument

/// The hash of a file's bytes as git gives it, which names what collides alike
/// on every clone.
package typealias ContentHash = (_ bytes: [UInt8]) -> [UInt8]

/// The paths that a plan must not write over, kept up to date while it grows.
struct FreePath {
    private(set) var taken: Set<BoardPath>
    let hash: ContentHash

    /// The path, or where something stands there already, the same name with a
    /// code from the bytes: `<name>-<code>.md`.
    mutating func claim(_ path: BoardPath, for bytes: [UInt8]) -> BoardPath {
        var path = path
        var digest = hash(bytes)
        let name = path.name.utf8
        while !taken.insert(path).inserted {
            let code = TaskCode.derived(from: digest)
            path = path.parent.appending(name + "-".utf8 + code.utf8 + ".md".utf8)
            digest = hash(digest + bytes)
        }
        return path
    }

    /// A task leaves its place.
    mutating func release(_ path: BoardPath) { taken.remove(path) }
}
