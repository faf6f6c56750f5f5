package import MarkdownDocument
package import TaskBoard

extension Workspace {
    /// Returns the files below `conflicts/` that are not the text of a task's conflict, sorted:
    /// versions of other files that lost a merge, and saves that arrived while pmd was writing.
    ///
    /// - Parameter tasks: The tasks of the board, whose own conflicts list their files.
    package func conflictFiles(besides tasks: [TaskItem]) throws -> [BoardPath] {
        let own = Set(
            tasks.flatMap(\.openConflicts).filter { $0.key == ".file" }.compactMap {
                $0.value.utf8.split(separator: UInt8(ascii: "/")).last.map(Array.init)
            })
        let folder = BoardSettings.conflictsFolder
        let files = try Folder(location.root).existingFolder(folder.bytes)?.filesBelow() ?? []
        return files.filter { $0.first != UInt8(ascii: ".") && !own.contains($0) }
            .map { folder.appending($0) }.sorted()
    }
}
