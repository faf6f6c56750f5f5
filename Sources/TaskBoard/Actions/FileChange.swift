import MarkdownDocument

/// One file as it stands before and after a plan, by its path on the board.
///
/// | before | after | what |
/// |---|---|---|
/// | none | a path | a new file |
/// | a path | the same | new bytes in place |
/// | a path | another | a move, with or without new bytes |
/// | a path | none | a removal |
package struct FileChange: Equatable, Sendable {
    package let before: BoardPath?
    package let after: BoardPath?
    /// What stands at `after`; nil for a removal.
    package let bytes: [UInt8]?

    package static func create(_ path: BoardPath, _ bytes: [UInt8]) -> FileChange {
        FileChange(before: nil, after: path, bytes: bytes)
    }

    package static func write(_ path: BoardPath, _ bytes: [UInt8]) -> FileChange {
        FileChange(before: path, after: path, bytes: bytes)
    }

    package static func move(_ old: BoardPath, to new: BoardPath, _ bytes: [UInt8]) -> FileChange {
        FileChange(before: old, after: new, bytes: bytes)
    }

    package static func remove(_ path: BoardPath) -> FileChange {
        FileChange(before: path, after: nil, bytes: nil)
    }
}

extension FileChange {
    /// What becomes of a task: nothing where both path and bytes stay.
    static func task(_ task: TaskItem, to path: BoardPath, _ document: Document) -> FileChange? {
        if path == task.path && document.bytes == task.document.bytes { return nil }
        return FileChange(before: task.path, after: path, bytes: document.bytes)
    }
}
