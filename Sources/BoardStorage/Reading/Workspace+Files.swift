package import MarkdownDocument
package import TaskBoard

extension Workspace {
    /// The board with settings that can be read: where `pmd.yml` is wrong, with
    /// the newest valid ones of the history.
    package func readableBoard() throws -> Board {
        do {
            return try board()
        } catch let error as SettingsError where error.reason != .newerFormat {
            return try board(settings: usableSettings())
        }
    }

    /// The same; of tasks that are named by their paths or whole IDs only these.
    package func readableBoard(of references: [TaskReference]) throws -> Board {
        guard let part = try board(of: references, settings: usableSettings())
        else { return try readableBoard() }
        return part
    }

    /// The regular files below a folder of the board that are no tasks.
    ///
    /// - Throws: ``BoardError`` where one cannot be read.
    func otherFiles(below state: Text) throws -> [(path: BoardPath, bytes: [UInt8])] {
        let settings = try usableSettings()
        var files: [(path: BoardPath, bytes: [UInt8])] = []
        var folders = [BoardPath(state.utf8)]
        while let path = folders.popLast() {
            guard let folder = try Folder(location.root).existingFolder(path.bytes) else {
                continue
            }
            for name in try folder.names().sorted(by: { $0.lexicographicallyPrecedes($1) }) {
                let child = path.appending(name)
                guard !settings.isTaskPath(child) else { continue }
                if case .file(let bytes, _) = try folder.read(name) {
                    files.append((child, bytes))
                } else if try folder.existingFolder(name) != nil {
                    folders.append(child)
                }
            }
        }
        return files
    }
}
