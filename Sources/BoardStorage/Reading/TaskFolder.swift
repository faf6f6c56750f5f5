import MarkdownDocument
import TaskBoard

/// A folder that may have tasks, with its names from a single listing.
struct TaskFolder {
    let folder: Folder
    let listing: FolderListing
    /// The path from the root of the board, with a slash at the end.
    let prefix: [UInt8]
    let role: Role

    /// The role of all tasks at any depth below a top-level folder.
    struct Role {
        /// The name of the top-level folder.
        let state: Text
        let isState: Bool
        let isFinished: Bool

        init(ofFolder name: BoardPath, _ settings: BoardSettings) {
            state = Text(name.bytes).nfc
            isState = settings.isState(state)
            isFinished = settings.isFinished(state)
        }
    }

    init(_ folder: Folder, at path: BoardPath, listing: FolderListing, role: Role) {
        (self.folder, self.listing, self.role) = (folder, listing, role)
        prefix = path.bytes + [UInt8(ascii: "/")]
    }

    func path(of name: some Sequence<UInt8>) -> BoardPath { BoardPath(prefix + name) }

    /// Opens and lists a folder in this one.
    ///
    /// - Returns: Nil if the name is gone or is not a folder.
    func subfolder(_ name: [UInt8]) throws(SystemError) -> TaskFolder? {
        guard let below = try folder.existingFolder(name) else { return nil }
        return TaskFolder(
            below, at: path(of: name), listing: try FolderListing(below), role: role)
    }
}
