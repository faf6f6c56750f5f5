package import MarkdownDocument

extension BoardSettings {
    /// The folder for the files that could not be merged.
    package static let conflictsFolder: BoardPath = "conflicts"

    /// The folders of a board that hold no tasks and cannot be columns.
    package static let reservedFolders = [Text(conflictsFolder.bytes), "attachments"]

    /// Returns true if a folder at the root of a board may hold tasks, by its
    /// name: it is neither hidden nor reserved.
    package static func mayHoldTasks(_ folder: [UInt8]) -> Bool {
        folder.first != UInt8(ascii: ".") && !isReserved(folder)
    }

    /// Returns true if a folder at the root of a board is reserved.
    package static func isReserved(_ folder: [UInt8]) -> Bool {
        reservedFolders.contains { $0.utf8 == folder }
    }
}
