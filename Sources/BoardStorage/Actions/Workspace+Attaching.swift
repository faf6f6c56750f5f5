import Git
import MarkdownDocument
package import TaskBoard

extension Workspace {
    /// Attaches files to a task: the files and the links to them are one commit.
    ///
    /// - Throws: ``ReferenceError``, ``ActionError``, and the errors of
    ///   ``perform(on:by:wording:_:)``.
    package func attach(
        _ files: [Attachment], to reference: TaskReference, by caller: Caller = .user
    ) throws -> ActionOutcome {
        let resultChoice = ResultChoice(isByTask: false, unchanged: .attached)
        return try perform(on: BoardPart([reference]), by: caller, resultChoice: resultChoice) {
            [location] board in
            let present = try location.attachedFiles()
            try location.refuseIgnored(files, among: present)
            return try board.attaching(
                files, to: board.task(reference), beside: present, hash: contentHash)
        }
    }

    /// Returns the path on the board of a file that is below `attachments/` already; nil for any
    /// other file.
    ///
    /// - Parameter path: The file's real path.
    package nonisolated func placeOfAttachment(_ path: String) -> BoardPath? {
        let root = (realPath(location.root) ?? location.root) + "/"
        guard path.hasPrefix(root + AttachmentName.folder.string + "/") else { return nil }
        return BoardPath(path.utf8.dropFirst(root.utf8.count))
    }
}

extension Location {
    /// Returns the sizes in bytes of those files of the board that exist. A link is no file.
    ///
    /// - Throws: ``SystemError``.
    package func sizes(of files: [BoardPath]) throws -> [BoardPath: Int] {
        let root = try Folder(root)
        var sizes: [BoardPath: Int] = [:]
        for file in files {
            let (parent, name) = splitPath(file.bytes)
            let found = try root.existingFolder(parent)?.statData(name)
            if let found, found.kind == .file { sizes[file] = Int(found.size) }
        }
        return sizes
    }

    /// Returns the content of a file of the board; nil if there is none, or if it is a link, larger
    /// than the limit or not readable.
    ///
    /// - Throws: ``SystemError``.
    package func content(of file: BoardPath, upTo limit: Int) throws -> [UInt8]? {
        let (parent, name) = splitPath(file.bytes)
        return try Folder(root).existingFolder(parent)?.read(name, limit: limit).bytes
    }

    /// Refuses to link files of the folder that git ignores: no other clone would get them.
    fileprivate func refuseIgnored(
        _ files: [Attachment], among present: AttachedFiles
    ) throws {
        let linked = files.compactMap { file in
            file.place ?? present.path(of: file.bytes, hash: contentHash(file.bytes))
        }
        guard !linked.isEmpty else { return }
        let git = try openRepository()
        let tree = try git.head().commit.map { try git.commit($0).tree }
        for path in linked where try git.isLocal(prefix + path.bytes, tree) {
            throw ActionError(.ignoredAttachment(path))
        }
    }

    /// Returns the files in the board's folder for attachments.
    ///
    /// - Throws: ``ActionError`` if something else has the folder's name, in the working tree or in
    ///   HEAD, where it may be a link that is never written.
    fileprivate func attachedFiles() throws -> AttachedFiles {
        let name = AttachmentName.folder.bytes
        let root = try Folder(root)
        guard let found = try root.statData(name) else {
            let git = try openRepository()
            let entry = try git.head().commit.flatMap {
                try git.entry(inTree: git.commit($0).tree, path: prefix + name)
            }
            guard entry?.isFolder ?? true else { throw ActionError(.noAttachmentsFolder) }
            return AttachedFiles()
        }
        guard found.kind == .folder else { throw ActionError(.noAttachmentsFolder) }
        let folder = try root.folder(name)
        return AttachedFiles(names: Set(try folder.names())) { name in
            do { return try folder.read(name, limit: Repository.fileLimit).bytes } catch {
                return nil
            }
        }
    }
}
