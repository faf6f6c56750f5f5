import Git
package import TaskBoard

/// The attachments of one commit of a board, for pages that show or link to them.
package struct CommittedFiles: Sendable {
    private let byPath: [BoardPath: String]
    /// A path for each blob ID.
    private let paths: [String: BoardPath]

    /// - Parameter commit: Its ID; nil for a branch without a commit.
    package init(of commit: String?, at location: Location) throws {
        guard let id = commit.flatMap({ ObjectID(hex: $0) }) else {
            (byPath, paths) = ([:], [:])
            return
        }
        let git = try location.openRepository()
        let folder = location.prefix + AttachmentName.folder.bytes
        let files = try git.files(ofTree: git.commit(id).tree, below: folder)
            .filter { $0.value.isRegularFile }
        byPath = Dictionary(
            uniqueKeysWithValues: files.compactMap { path, entry in
                location.boardPath(path).map { ($0, entry.id.hex) }
            })
        paths = Dictionary(byPath.map { ($0.value, $0.key) }) { min($0, $1) }
    }

    /// Returns the blob ID of a file; nil without one.
    package func blob(at path: BoardPath) -> String? { byPath[path] }

    /// Returns the path of a file with this content; nil if no file has it.
    package func path(of blob: String) -> BoardPath? { paths[blob] }
}

extension Workspace {
    /// Returns the newest commit of the board's branch; nil before the first one.
    package static func head(at location: Location) throws -> String? {
        try location.openRepository().head().commit?.hex
    }

    /// Returns the bytes of a blob; nil if it is larger than the limit.
    package static func file(
        _ blob: String, at location: Location, limit: Int
    ) throws -> [UInt8]? {
        guard let id = ObjectID(hex: blob) else { return nil }
        let git = try location.openRepository()
        return try git.blobSize(id) <= limit ? git.blob(id) : nil
    }
}
