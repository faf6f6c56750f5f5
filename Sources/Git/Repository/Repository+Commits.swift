import Clibgit2

/// The author or committer of a commit, with the time.
package struct Signature: Hashable, Sendable {
    package var name: String
    package var email: String
    /// The time in seconds since 1970, UTC.
    package var time: Int64
    /// The time zone in minutes east of UTC.
    package var offset: Int32

    package init(name: String, email: String, time: Int64, offset: Int32) {
        self.name = name
        self.email = email
        self.time = time
        self.offset = offset
    }
}

/// A commit.
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

extension Repository {
    /// Reads a commit.
    package func commit(_ id: ObjectID) throws(GitError) -> Commit {
        let handle = try commitHandle(id)
        let commit = handle.pointer
        guard let tree = git_commit_tree_id(commit), let author = git_commit_author(commit),
            let committer = git_commit_committer(commit)
        else { throw GitError(.malformedCommit, "read commit \(id)") }
        let parents = (0..<git_commit_parentcount(commit)).compactMap { index in
            git_commit_parent_id(commit, index).map { ObjectID($0.pointee) }
        }
        return Commit(
            id: id, tree: ObjectID(tree.pointee), parents: parents,
            author: Signature(author.pointee), committer: Signature(committer.pointee),
            message: git_commit_message_raw(commit).map { String(cString: $0) } ?? "")
    }

    /// Reads a commit that a reference or another commit refers to.
    ///
    /// - Throws: ``GitError/Kind/damaged`` if the commit is missing.
    func commitHandle(_ id: ObjectID) throws(GitError) -> Handle<CommitKind> {
        var oid = id.oid
        do throws(GitError) {
            return try Handle<CommitKind>("read commit \(id)") { out in
                lookingAgain { git_commit_lookup(&out, pointer, &oid) }
            }
        } catch {
            guard error.kind == .notFound else { throw error }
            let isHead = try uncheckedHead().commit == id
            throw GitError(.missingCommit(id, isHead: isHead), "read the history")
        }
    }

    /// Stores a commit without a reference, and reads it back: libgit2's function that also moves
    /// the branch reports success when the disk is full.
    package func writeCommit(
        tree: ObjectID, parents: [ObjectID], author: Signature, committer: Signature,
        message: String
    ) throws(GitError) -> ObjectID {
        let content = try commitContent(
            tree: tree, parents: parents, author: author, committer: committer, message: message)
        let written = try store(content, kind: GIT_OBJECT_COMMIT, operation: "store a commit")
        let (kind, bytes) = try object(written)
        guard kind == GIT_OBJECT_COMMIT, bytes == content else {
            throw GitError(.writtenDiffers, "store commit \(written)")
        }
        return written
    }

    /// Returns the bytes of a commit object.
    private func commitContent(
        tree: ObjectID, parents: [ObjectID], author: Signature, committer: Signature,
        message: String
    ) throws(GitError) -> [UInt8] {
        for id in [tree] + parents where try !surelyContains(id, to: "store a commit") {
            throw GitError(.missingObject(id, isNew: true), "store a commit")
        }
        var content = Array("tree \(tree)\n".utf8)
        for parent in parents { content += Array("parent \(parent)\n".utf8) }
        content += Array("author ".utf8) + (try author.content()) + [UInt8(ascii: "\n")]
        content += Array("committer ".utf8) + (try committer.content()) + [UInt8(ascii: "\n")]
        content.append(UInt8(ascii: "\n"))
        guard !message.utf8.contains(0) else {
            throw GitError(.messageHoldsNUL, "store a commit")
        }
        content += Array(message.utf8)
        if content.last != UInt8(ascii: "\n") { content.append(UInt8(ascii: "\n")) }
        return content
    }
}

extension Signature {
    init(_ signature: git_signature) {
        name = signature.name.map { String(cString: $0) } ?? ""
        email = signature.email.map { String(cString: $0) } ?? ""
        time = signature.when.time
        offset = signature.when.offset
    }

    /// Returns `Ann <ann@example.org> 1795000000 +0900`, without characters that git does not
    /// allow.
    func content() throws(GitError) -> [UInt8] {
        let (name, email) = (Self.clean(name), Self.clean(email))
        guard !name.isEmpty, time >= 0 else {
            throw GitError(.unusableSignature, "store a commit")
        }
        let minutes = Int(max(-5_999, min(5_999, offset)).magnitude)
        let digits = "\(10_000 + minutes / 60 * 100 + minutes % 60)".dropFirst()
        let zone = (offset < 0 ? "-" : "+") + digits
        return name + Array(" <".utf8) + email + Array("> \(time) \(zone)".utf8)
    }

    private static let punctuation = Set(#".,:;<>"\'"#.utf8)

    /// Applies git's own rule: no `<`, `>`, control characters or line ends, and no punctuation or
    /// blanks at the ends.
    private static func clean(_ text: String) -> [UInt8] {
        let isCrud: (UInt8) -> Bool = { $0 <= 32 || punctuation.contains($0) }
        let kept = text.utf8.filter {
            $0 != UInt8(ascii: "<") && $0 != UInt8(ascii: ">") && $0 != UInt8(ascii: "\n")
                && $0 != 0
        }
        let start = kept.drop(while: isCrud)
        return Array(start.reversed().drop(while: isCrud).reversed())
    }
}
