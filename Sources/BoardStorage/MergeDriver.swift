import Glibc
import TaskBoard

/// What git runs for one file that both sides changed: merges it by pmd's rules
/// and writes the result over ours.
///
/// - Parameters:
///   - path: the file's place in the work tree, which is the current folder.
/// - Returns: whether git may take the file as merged.
/// - Throws: ``BoardError`` where a file is missing, cannot be read or written.
package func mergeForGit(
    base: [UInt8], ours: [UInt8], theirs: [UInt8], path: [UInt8]
) throws -> Bool {
    let merged = try mergeFiles(
        base: bytes(of: base), ours: bytes(of: ours), theirs: bytes(of: theirs),
        isTask: isTask(path))
    let (folder, name) = splitPath(ours)
    let target = try Folder(folder.isEmpty ? "." : String(decoding: folder, as: UTF8.self))
    try target.replace(name, merged.bytes)
    return merged.isClean
}

private func bytes(of path: [UInt8]) throws -> [UInt8] {
    let (folder, name) = splitPath(path)
    let parent = try Folder(folder.isEmpty ? "." : String(decoding: folder, as: UTF8.self))
    guard let bytes = try parent.read(name).bytes else {
        let path = String(decoding: path, as: UTF8.self)
        throw BoardError(.inputOutput, "no-file", "there is no file '\(path)' to merge")
    }
    return bytes
}

/// Whether the board that the file belongs to takes it for a task; where no board
/// can be read, every Markdown file counts, since only those come here.
private func isTask(_ path: [UInt8]) -> Bool {
    let (folder, name) = splitPath(path)
    do {
        let location = try Location(
            from: folder.isEmpty ? "." : String(decoding: folder, as: UTF8.self))
        let settings = try BoardReader.settings(root: Folder(location.root))
        guard path.starts(with: location.prefix) else { return false }
        return settings.isTaskPath(BoardPath(path.dropFirst(location.prefix.count)))
    } catch {
        return name.suffix(3).elementsEqual(".md".utf8)
    }
}
