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
