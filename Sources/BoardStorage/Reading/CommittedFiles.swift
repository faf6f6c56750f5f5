import Git
package import TaskBoard

/// The files of one commit of a board, for pages that show or link to them.
package struct CommittedFiles: Sendable {
    private let byPath: [BoardPath: String]
    /// The IDs of their blobs.
    package let blobs: Set<String>

    /// - Parameter commit: Its ID; nil for a branch without a commit.
    package init(of commit: String?, at location: Location) throws {
        guard let id = commit.flatMap({ ObjectID(hex: $0) }) else {
            (byPath, blobs) = ([:], [])
            return
        }
        let git = try location.openRepository()
        byPath = try git.boardFiles(ofTree: git.commit(id).tree, location.prefix)
            .filter { $0.value.mode == TreeEntry.regularMode }.mapValues(\.id.hex)
        blobs = Set(byPath.values)
    }

    /// Returns the blob ID of a file; nil without one.
    package func blob(at path: BoardPath) -> String? { byPath[path] }
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
