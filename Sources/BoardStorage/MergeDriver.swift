import Git
import MarkdownDocument
import TaskBoard

/// Merges one file that both sides changed by pmd's rules, and writes the result over ours.
/// git runs it as its merge driver.
///
/// - Parameters:
///   - path: The file's place in the working tree, which is the current folder.
/// - Returns: True if git may take the file as merged.
/// - Throws: ``BoardError`` if a file is missing or cannot be read or written.
package func mergeForGit(
    base: [UInt8], ours: [UInt8], theirs: [UInt8], path: [UInt8], in environment: Environment
) throws -> Bool {
    let board = board(of: path, in: environment)
    let texts = try [base, ours, theirs].map(bytes(of:))
    let old = try board?.textEdited(by: texts[2], over: texts[0], at: path)
    let merged = mergeFiles(
        base: old ?? texts[0], ours: texts[1], theirs: texts[2],
        // Where no board can be read, every Markdown file counts as a task: git passes only
        // those.
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

    /// Returns the text that the user edited and saved over a newer one, which is `base` here,
    /// if `git stash` took that save before pmd saw it; nil for anything else.
    func textEdited(by theirs: [UInt8], over base: [UInt8], at path: [UInt8]) throws -> [UInt8]? {
        guard let place = location.boardPath(path), settings.isTaskPath(place) else { return nil }
        guard let localState = LocalState.forReading(location) else { return nil }
        let versions = try Replaced(in: localState).versions().filter { $0.place.path == path }
        guard !versions.isEmpty else { return nil }
        let git = try location.openRepository()
        let saved = try ObjectID.ofBlob(theirs)
        let stash = try git.stashes().first { stash in
            guard git.contains(stash) else { return false }
            return try git.entry(inTree: git.commit(stash).tree, path: path)?.id == saved
        }
        guard let head = try stash.flatMap({ try git.commit($0).parents.first }) else {
            return nil
        }
        let moves = try Heads(folder: localState.folder).moves()
        return try ReplacedVersions(versions, movedBy: moves, of: head, in: git).edited(
            by: TaskVersion(path: place, document: Document(theirs)),
            over: TaskVersion(path: place, document: Document(base)), at: path)?.version.document
            .bytes
    }
}
