import Glibc

/// The folder to which damaged files are moved, so that none is lost.
struct AsideFolder {
    /// The path, on the file system of the git directory, without a slash at the end.
    let path: String

    /// Moves a file or folder here.
    ///
    /// - Parameter name: The name in this folder; nil: the present name.
    /// - Returns: The new path; nil if the file does not exist.
    func move(_ file: String, as name: String? = nil) throws(GitError) -> String? {
        var status = stat()
        guard lstat(file, &status) == 0 else { return nil }
        let kept = try freePath(name ?? String(file.split(separator: "/").last ?? "file"))
        guard rename(file, kept) == 0 else {
            throw GitError(errno: errno, "move '\(file)' to '\(path)'")
        }
        return kept
    }

    private func freePath(_ name: String) throws(GitError) -> String {
        try Self.makeFolders(of: "\(path)/\(name)")
        var (kept, number) = ("\(path)/\(name)", 1)
        while access(kept, F_OK) == 0 {
            number += 1
            kept = "\(path)/\(name).\(number)"
        }
        return kept
    }

    /// Writes a new file, which is on the disk when this returns.
    static func write(_ bytes: [UInt8], to path: String) throws(GitError) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else {
            if errno == EEXIST {
                throw GitError(.locked(nil), "write '\(path)'")
            }
            throw GitError(errno: errno, "write '\(path)'")
        }
        defer { close(descriptor) }
        Ownership.give(descriptor, toOwnerOf: folder(of: path))
        try writeAll(bytes, to: descriptor, path)
        guard fsync(descriptor) == 0 else { throw GitError(errno: errno, "write '\(path)'") }
    }

    private static func folder(of file: String) -> String {
        String(file[..<(file.lastIndex(of: "/") ?? file.endIndex)])
    }

    private static func makeFolders(of file: String) throws(GitError) {
        let folder = folder(of: file)
        guard !folder.isEmpty, access(folder, F_OK) != 0 else { return }
        try makeFolders(of: folder)
        guard mkdir(folder, 0o777) == 0 || errno == EEXIST else {
            throw GitError(errno: errno, "make '\(folder)'")
        }
    }
}
