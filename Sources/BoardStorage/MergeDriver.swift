import TaskBoard

/// Merges one file that both sides changed by pmd's rules, and writes the result over ours. git
/// runs it as its merge driver.
///
/// - Parameters:
///   - path: The file's place in the working tree, which is the current folder.
/// - Returns: True if git may treat the file as merged.
/// - Throws: ``BoardError`` if a file is missing or cannot be read or written.
package func mergeForGit(
    base: [UInt8], ours: [UInt8], theirs: [UInt8], path: [UInt8], in environment: Environment
) throws -> Bool {
    let board = board(of: path, in: environment)
    let texts = try [base, ours, theirs].map(bytes(of:))
    let merged = mergeFiles(
        base: texts[0], ours: texts[1], theirs: texts[2],
        // If no board can be read, every Markdown file counts as a task: git passes only those.
        isTask: board?.isTask(path) ?? path.hasSuffix(".md"))
    let (folder, name) = splitPath(ours)
    let target = try Folder(folder.isEmpty ? "." : String(decoding: folder, as: UTF8.self))
    try target.replace(name, merged.bytes)
    return merged.isClean
}

private func bytes(of path: [UInt8]) throws -> [UInt8] {
    let (folder, name) = splitPath(path)
    let parent = try Folder(folder.isEmpty ? "." : String(decoding: folder, as: UTF8.self))
    guard let bytes = try parent.read(name).bytes else {
        throw BoardError.file(.noFileToMerge(path))
    }
    return bytes
}

/// Finds the board that a file belongs to; nil if none can be read.
private func board(of path: [UInt8], in environment: Environment) -> DrivenBoard? {
    let (folder, _) = splitPath(path)
    do {
        let location = try Location(
            from: folder.isEmpty ? "." : String(decoding: folder, as: UTF8.self), in: environment)
        let settings = try BoardReader.settings(root: Folder(location.root))
        return DrivenBoard(location: location, settings: settings)
    } catch {
        return nil
    }
}

/// A board in which git merges.
private struct DrivenBoard {
    let location: Location
    let settings: BoardSettings

    func isTask(_ path: [UInt8]) -> Bool {
        location.boardPath(path).map(settings.isTaskPath) ?? false
    }
}
