import Git
import Glibc
package import MarkdownDocument
package import TaskBoard

/// A file outside of the board in which a user writes a task before it is added. It stays until
/// the task is on the board, so that no input is lost.
package struct UnaddedFile: Sendable {
    private static let folderName = "new"

    private let folder: Folder
    /// The second of its creation, and a number: `1795539600-0.md`.
    private let name: [UInt8]
    /// The path of the file.
    package var path: [UInt8] { folder.fullPath(name) }

    fileprivate init(_ contents: [UInt8], in localState: LocalState, now: Moment) throws {
        folder = try localState.folder.makingFolder(Array(Self.folderName.utf8))
        name = try Self.create(contents, in: folder, now: now)
    }

    /// Creates the file under the first free name, which another process may take first.
    private static func create(
        _ contents: [UInt8], in folder: Folder, now: Moment
    ) throws(SystemError) -> [UInt8] {
        var number = 0
        while true {
            let name = Array("\(now.seconds)-\(number).md".utf8)
            do throws(SystemError) {
                try folder.create(name, contents)
                return name
            } catch {
                guard error.number == EEXIST else { throw error }
                number += 1
            }
        }
    }

    /// True if the file exists: an editor may have removed it.
    package var exists: Bool {
        get throws { try folder.statData(name) != nil }
    }

    /// Returns the document in the current file.
    package func read() throws -> Document { Document(try folder.read(name).bytes ?? []) }

    package func remove() throws { try folder.remove(name) }
}

extension Workspace {
    /// Creates a file for writing a new task, with the values of a draft.
    package func unaddedFile(for draft: TaskDraft) throws -> UnaddedFile {
        let template = try board().template(for: draft)
        return try UnaddedFile(template.bytes, in: LocalState(of: location), now: now)
    }
}
