import Glibc

/// One move of a reference, from this repository's reflog.
package struct ReflogEntry: Hashable, Sendable {
    /// The former value; nil if the reference did not exist.
    package let old: ObjectID?
    package let new: ObjectID
    /// Seconds since 1970.
    package let time: Int64
    package let message: String

    /// True if the move removed the reference.
    var isRemoval: Bool { new.bytes.allSatisfy { $0 == 0 } }
}

extension Repository {
    /// Returns the moves of a reference, by its full name, the oldest first; none if git keeps no
    /// log for it.
    ///
    /// - Parameter count: The number of bytes to read from the end of the log.
    package func reflog(
        of name: String, last count: Int = .max
    ) throws(GitError) -> [ReflogEntry] {
        let folder = name == "HEAD" ? gitDirectory : commonDirectory
        guard let file = try FileReading(folder + "logs/" + name, last: count) else { return [] }
        // A line without its beginning is not an entry.
        return file.bytes.split(separator: UInt8(ascii: "\n")).compactMap(ReflogEntry.init)
    }
}

extension Repository {
    /// Returns the commits in which `git stash`, or a rebase or merge with `--autostash`, keeps
    /// uncommitted changes.
    package func stashes() throws(GitError) -> [ObjectID] {
        // libgit2 creates the log that it is to read.
        let log = try FileReading(commonDirectory + "logs/refs/stash")?.bytes ?? []
        var found = log.split(separator: UInt8(ascii: "\n")).compactMap {
            ObjectID(hex: String(decoding: $0.dropFirst(41).prefix(40), as: UTF8.self))
        }
        for name in ["rebase-merge/autostash", "rebase-apply/autostash", "MERGE_AUTOSTASH"] {
            guard let bytes = try FileReading(gitDirectory + name)?.bytes,
                let id = ObjectID(hex: String(decoding: bytes.prefix(40), as: UTF8.self))
            else { continue }
            found.append(id)
        }
        return found
    }
}

extension Repository {
    /// Returns HEAD's commit when git last began to merge, rebase or reset (`ORIG_HEAD`); nil if
    /// there is none.
    package func originalHead() throws(GitError) -> ObjectID? {
        let file = try FileReading(gitDirectory + "ORIG_HEAD")
        return file.flatMap {
            ObjectID(hex: String(decoding: $0.bytes.prefix(40), as: UTF8.self))
        }
    }
}

extension ReflogEntry {
    /// Reads a line `OLD NEW NAME <EMAIL> SECONDS ZONE\tMESSAGE`.
    ///
    /// Source: `files_log_ref_write` of git's `refs/files-backend.c`.
    init?(_ line: ArraySlice<UInt8>) {
        let ids = line.prefix(82).split(separator: UInt8(ascii: " ")).map {
            String(decoding: $0, as: UTF8.self)
        }
        let parts = line.split(separator: UInt8(ascii: "\t"), maxSplits: 1)
        let words = parts.first?.split(separator: UInt8(ascii: " ")).suffix(2)
        guard ids.count >= 2, let before = ObjectID(hex: ids[0]), let new = ObjectID(hex: ids[1]),
            let seconds = words?.first, let time = Int64(String(decoding: seconds, as: UTF8.self))
        else { return nil }
        old = ids[0].allSatisfy { $0 == "0" } ? nil : before
        self.new = new
        self.time = time
        message = parts.count == 2 ? String(decoding: parts[1], as: UTF8.self) : ""
    }
}
