import Glibc

/// The file `NAME.keep` beside a new pack, which prevents git from removing the pack while no
/// reference needs its objects; see gitformat-pack(5) and git-repack(1).
enum PackKeep {
    private static let suffix = ".keep"
    /// The content that distinguishes it from a file that a user created.
    private static let content = Array("pmd\n".utf8)

    /// - Parameters:
    ///   - pack: The path of the pack without `.pack`.
    ///   - objects: The repository's object folder.
    static func write(_ pack: String, in objects: String) throws(GitError) {
        let path = pack + suffix
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o444)
        guard descriptor >= 0 else { throw GitError(errno: errno, "store \(path)") }
        defer { close(descriptor) }
        Ownership.give(descriptor, toOwnerOf: objects)
        try writeAll(content, to: descriptor, path)
    }

    /// Removes the files that are older than an age.
    ///
    /// - Parameters:
    ///   - packs: The folder of packs.
    ///   - limit: The time, in seconds since 1970, before which they were written.
    ///   - mayRemove: Called once, if there are any.
    static func removeOld(in packs: String, before limit: Int, _ mayRemove: () -> Bool) {
        let old = (folderNames(packs) ?? []).filter { name in
            guard name.hasSuffix(suffix) else { return false }
            return isOurs("\(packs)/\(name)", before: limit)
        }
        guard !old.isEmpty, mayRemove() else { return }
        for name in old { unlink("\(packs)/\(name)") }
    }

    private static func isOurs(_ path: String, before limit: Int) -> Bool {
        let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
            status.st_ctim.tv_sec < limit
        else { return false }
        var bytes = [UInt8](repeating: 0, count: content.count + 1)
        return read(descriptor, &bytes, bytes.count) == content.count
            && bytes.starts(with: content)
    }
}
