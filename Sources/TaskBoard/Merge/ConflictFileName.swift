import MarkdownDocument

/// The names that a merge assigns. They depend on the content, so that every
/// clone assigns the same and merging again adds nothing.
package enum ConflictFileName {
    /// The length limit of file names on all common file systems.
    private static let longest = 255

    /// Returns the path of a task's whole file: `conflicts/<id>-<hash>.md`.
    static func path(of task: TaskID, _ hash: HashID) -> BoardPath {
        BoardSettings.conflictsFolder.appending(
            name(stem: task.text.utf8, suffix: Array(".md".utf8), hash: hash))
    }

    /// Returns the path of a whole file that was at `path` and is not a task.
    package static func path(ofOther path: BoardPath, _ hash: HashID) -> BoardPath {
        let (stem, suffix) = parts(path.fileName)
        return BoardSettings.conflictsFolder.appending(name(stem: stem, suffix: suffix, hash: hash))
    }

    /// Returns a name next to one that is taken.
    static func beside(_ path: BoardPath, _ hash: HashID) -> BoardPath {
        let (stem, suffix) = parts(path.fileName)
        return path.parent.appending(name(stem: stem, suffix: suffix, hash: hash))
    }

    /// Returns the stem, and the suffix with its dot; a leading dot does not start a suffix.
    private static func parts(_ name: [UInt8]) -> ([UInt8], [UInt8]) {
        let visible = name.drop { $0 == UInt8(ascii: ".") }
        guard let dot = visible.lastIndex(of: UInt8(ascii: ".")), dot > visible.startIndex else {
            return (Array(visible), [])
        }
        return (Array(visible[..<dot]), Array(visible[dot...]))
    }

    private static func name(stem: [UInt8], suffix: [UInt8], hash: HashID) -> [UInt8] {
        let tail = Array("-\(hex(hash.prefix(4)))".utf8) + suffix.prefix(20)
        return cut(stem, to: longest - tail.count) + tail
    }

    /// Returns the bytes cut at the end of a character.
    private static func cut(_ bytes: [UInt8], to count: Int) -> [UInt8] {
        guard bytes.count > count else { return bytes }
        var end = max(0, count)
        while end > 0, bytes[end] & 0xC0 == 0x80 { end -= 1 }
        return Array(bytes[..<end])
    }

    /// Returns a task's path with a code of its own.
    static func coded(_ path: BoardPath, _ code: Text) -> BoardPath {
        let tail = Array("-\(code).md".utf8)
        return path.parent.appending(cut(path.name.utf8, to: longest - tail.count) + tail)
    }
}
