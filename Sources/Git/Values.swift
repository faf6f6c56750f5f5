/// The author or committer of a commit, with the time.
package struct Signature: Hashable, Sendable {
    package var name: String
    package var email: String
    /// Seconds since 1970, UTC.
    package var time: Int64
    /// Minutes east of UTC.
    package var offset: Int32

    package init(name: String, email: String, time: Int64, offset: Int32) {
        self.name = name
        self.email = email
        self.time = time
        self.offset = offset
    }
}

/// One commit as it was read.
package struct Commit: Hashable, Sendable {
    package let id: ObjectID
    package let tree: ObjectID
    package let parents: [ObjectID]
    package let author: Signature
    package let committer: Signature
    /// The whole message, subject first.
    package let message: String
}

extension Commit {
    /// The first line of the message.
    package var subject: String {
        String(decoding: message.utf8.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    }
}

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

    /// The mode as git's index holds it: trees made by hand have others.
    package var canonicalMode: UInt32 {
        switch mode & 0o170000 {
        case 0o100000: mode & 0o100 == 0 ? Self.regularMode : Self.executableMode
        case Self.linkMode: Self.linkMode
        case Self.folderMode: Self.folderMode
        default: Self.submoduleMode
        }
    }

    /// True for files with one of the two modes that git writes, as opposed to links,
    /// submodules, folders, and modes that only a tree made by hand has.
    package var isRegularFile: Bool {
        mode == Self.regularMode || mode == Self.executableMode
    }
    /// True for a file that its owner may run.
    package var isExecutable: Bool { canonicalMode == Self.executableMode }
    /// True for a symbolic link.
    package var isLink: Bool { mode & 0o170000 == Self.linkMode }
    /// True for a folder.
    package var isFolder: Bool { mode & 0o170000 == Self.folderMode }
}

extension TreeEntry? {
    /// The mode that the file keeps when it is edited; nil where there was no file.
    package var fileMode: UInt32? {
        flatMap { $0.mode & 0o170000 == 0o100000 ? $0.canonicalMode : nil }
    }
}

/// One path at which two trees differ.
package struct TreeChange: Hashable, Sendable {
    /// The bytes of the path, from the root of the trees.
    package let path: [UInt8]
    /// The entry of the first tree; nil if there is none.
    package let old: TreeEntry?
    /// The entry of the second tree; nil if there is none.
    package let new: TreeEntry?

    package init(path: [UInt8], old: TreeEntry?, new: TreeEntry?) {
        self.path = path
        self.old = old
        self.new = new
    }
}

/// The target of `HEAD`.
package enum Head: Hashable, Sendable {
    /// On a branch, given by its full name (`refs/heads/main`), whose commit is
    /// nil before the first one.
    case branch(name: String, commit: ObjectID?)
    /// On a commit, without a branch.
    case detached(ObjectID)
}

extension Head {
    /// The commit that is checked out; nil before the first one.
    package var commit: ObjectID? {
        switch self {
        case .branch(_, let commit): commit
        case .detached(let commit): commit
        }
    }
}

/// Something that a person has begun in git and not finished.
package enum Operation: String, Hashable, Sendable {
    case merge = "merge"
    case revert = "revert"
    case cherryPick = "cherry-pick"
    case bisect = "bisect"
    case rebase = "rebase"
    case applyMailbox = "am"
}

extension Operation {
    /// A sentence that says how to end it.
    package var advice: String {
        switch self {
        case .bisect: "End it first: git bisect reset"
        default:
            "Finish it (git \(rawValue) --continue) or drop it (git \(rawValue) --abort) first."
        }
    }
}
