/// An entry of a tree: its mode and its object.
package struct TreeEntry: Hashable, Sendable {
    /// The mode as git stores it, `0o100644` for a regular file.
    package let mode: UInt32
    package let id: ObjectID

    package init(mode: UInt32, id: ObjectID) {
        self.mode = mode
        self.id = id
    }
}

extension TreeEntry {
    /// The mode of a file that is not executable.
    package static let regularMode: UInt32 = 0o100644
    /// The mode of a folder.
    package static let folderMode: UInt32 = 0o040000

    /// The mode of a file that is executable.
    package static let executableMode: UInt32 = 0o100755
    /// The mode of a symbolic link.
    package static let linkMode: UInt32 = 0o120000
    /// The mode of a submodule.
    package static let submoduleMode: UInt32 = 0o160000

    /// The mode in the form of git's index; malformed trees have other modes.
    package var canonicalMode: UInt32 { Self.canonicalMode(of: mode) }

    static func canonicalMode(of mode: UInt32) -> UInt32 {
        switch mode & 0o170000 {
        case 0o100000: mode & 0o100 == 0 ? regularMode : executableMode
        case linkMode: linkMode
        case folderMode: folderMode
        default: submoduleMode
        }
    }

    /// True for files with one of the two modes that git writes, as opposed to links, submodules,
    /// folders, and modes that only a malformed tree has.
    package var isRegularFile: Bool {
        mode == Self.regularMode || mode == Self.executableMode
    }
    /// True for a file that its owner may execute.
    package var isExecutable: Bool { canonicalMode == Self.executableMode }
    /// True for a symbolic link.
    package var isLink: Bool { mode & 0o170000 == Self.linkMode }
    /// True for a folder.
    package var isFolder: Bool { mode & 0o170000 == Self.folderMode }
}

extension TreeEntry? {
    /// The mode that the file keeps when it is edited; nil if there was no file.
    package var fileMode: UInt32? {
        flatMap { $0.mode & 0o170000 == 0o100000 ? $0.canonicalMode : nil }
    }
}
