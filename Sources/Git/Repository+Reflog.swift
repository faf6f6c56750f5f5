import Clibgit2
import Glibc

/// One move of a reference that this repository noted.
package struct ReflogEntry: Hashable, Sendable {
    /// What the reference named before; nil: nothing.
    package let old: ObjectID?
    package let new: ObjectID
    /// Seconds since 1970.
    package let time: Int64
    package let message: String
}

extension Repository {
    /// The moves of a reference, by its full name, the oldest first; none where
    /// git is told to keep no such log.
    package func reflog(of name: String) throws(GitError) -> [ReflogEntry] {
        let log = try Handle<ReflogKind>("read the log of \(name)") {
            git_reflog_read(&$0, pointer, name)
        }
        return (0..<git_reflog_entrycount(log.pointer)).reversed().compactMap { index in
            guard let entry = git_reflog_entry_byindex(log.pointer, index) else { return nil }
            return ReflogEntry(entry)
        }
    }
}

extension Repository {
    /// The commits in which `git stash`, or a rebase or merge with `--autostash`, keeps
    /// what was not committed.
    package func stashes() throws(GitError) -> [ObjectID] {
        // libgit2 makes the log that it is to read.
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
    /// What HEAD named when git last began to merge, to rebase or to reset, and when
    /// that was, in nanoseconds since 1970: `ORIG_HEAD`.
    package func originalHead() throws(GitError) -> (id: ObjectID, time: Int64)? {
        guard let file = try FileReading(gitDirectory + "ORIG_HEAD"),
            let id = ObjectID(hex: String(decoding: file.bytes.prefix(40), as: UTF8.self))
        else { return nil }
        let time = file.status.st_mtim
        return (id, Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
    }
}

extension ReflogEntry {
    fileprivate init?(_ entry: OpaquePointer) {
        guard let old = git_reflog_entry_id_old(entry), let new = git_reflog_entry_id_new(entry),
            let committer = git_reflog_entry_committer(entry)
        else { return nil }
        let before = ObjectID(old.pointee)
        self.old = before.hex.allSatisfy { $0 == "0" } ? nil : before
        self.new = ObjectID(new.pointee)
        time = committer.pointee.when.time
        message = git_reflog_entry_message(entry).map { String(cString: $0) } ?? ""
    }
}

enum ReflogKind: HandleKind {
    static func free(_ pointer: OpaquePointer) { git_reflog_free(pointer) }
}
