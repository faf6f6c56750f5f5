import MarkdownDocument

/// The names that a merge gives: by content, so that every clone gives the same
/// and merging again adds nothing.
enum ConflictFileName {
    /// File names are at most this long on every file system that matters.
    private static let longest = 255

    /// Where a task's whole file is kept: `conflicts/<id>-<hash>.md`.
    static func path(of task: TaskID, _ hash: HashID) -> BoardPath {
        BoardPath("conflicts").appending(name(task.text.utf8, Array(".md".utf8), hash))
    }

    /// Where the whole file is kept that was at `path` and is no task.
    static func path(ofOther path: BoardPath, _ hash: HashID) -> BoardPath {
        let (stem, suffix) = parts(path.fileName)
        return BoardPath("conflicts").appending(name(stem, suffix, hash))
    }

    /// A name beside the one that is taken.
    static func beside(_ path: BoardPath, _ hash: HashID) -> BoardPath {
        let (stem, suffix) = parts(path.fileName)
        return path.parent.appending(name(stem, suffix, hash))
    }

    /// The stem and the suffix with its dot; a leading dot begins no suffix.
    private static func parts(_ name: [UInt8]) -> ([UInt8], [UInt8]) {
        let visible = name.drop { $0 == UInt8(ascii: ".") }
        guard let dot = visible.lastIndex(of: UInt8(ascii: ".")), dot > visible.startIndex else {
            return (Array(visible), [])
        }
        return (Array(visible[..<dot]), Array(visible[dot...]))
    }

    private static func name(_ stem: [UInt8], _ suffix: [UInt8], _ hash: HashID) -> [UInt8] {
        let tail = Array("-\(hex(hash.prefix(4)))".utf8) + suffix.prefix(20)
        return cut(stem, to: longest - tail.count) + tail
    }

    /// Cut at a character's end.
    private static func cut(_ bytes: [UInt8], to count: Int) -> [UInt8] {
        guard bytes.count > count else { return bytes }
        var end = max(0, count)
        while end > 0, bytes[end] & 0xC0 == 0x80 { end -= 1 }
        return Array(bytes[..<end])
    }

    /// A task's name with a code of its own.
    static func coded(_ path: BoardPath, _ code: Text) -> BoardPath {
        let tail = Array("-\(code).md".utf8)
        return path.parent.appending(cut(path.name.utf8, to: longest - tail.count) + tail)
    }
}
