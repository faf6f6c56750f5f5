import Git
package import MarkdownDocument
package import TaskBoard

/// A file outside of the board, in which a person writes a task before it is added. It stays
/// until the task is on the board, so that nothing typed is lost.
package struct UnaddedFile: Sendable {
    private static let folderName = "new"

    private let folder: Folder
    /// The second in which it was made, and a number: `1795539600-0.md`.
    private let name: [UInt8]
    /// The path of the file.
    package var path: [UInt8] { folder.fullPath(name) }

    fileprivate init(_ contents: [UInt8], in localState: LocalState, now: Moment) throws {
        let folder = try localState.folder.makingFolder(Array(Self.folderName.utf8))
        let names = (0...).lazy.map { Array("\(now.seconds)-\($0).md".utf8) }
        name = try names.first { try folder.statData($0) == nil } ?? []
        try folder.note(name, contents)
        self.folder = folder
    }

    /// The document in the file as it is now.
    package func read() throws -> Document { Document(try folder.read(name).bytes ?? []) }

    package func remove() throws { try folder.remove(name) }
}

extension Workspace {
    /// Makes a file to write a new task in, with the values of a draft.
    package func unaddedFile(for draft: TaskDraft) throws -> UnaddedFile {
        let template = try board().template(for: draft)
        return try UnaddedFile(template.bytes, in: LocalState(of: location), now: now)
    }
}
