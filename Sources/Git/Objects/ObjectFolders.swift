import Glibc

/// The folders `00` to `ff` of loose objects.
///
/// libgit2 creates a folder when it first stores an object there. It syncs the object and its
/// name, but not the name of the new folder.
struct ObjectFolders {
    let path: String
    /// The number of folders when all names were last synced.
    private var known: nlink_t?

    init(path: String) {
        self.path = path
        var status = stat()
        known = stat(path, &status) == 0 ? Self.count(status) : nil
    }

    /// Waits until the names of new folders are on the disk.
    mutating func waitForDisk() throws(GitError) {
        let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw GitError(errno: errno, "write \(path)") }
        defer { close(descriptor) }
        var status = stat()
        if fstat(descriptor, &status) == 0, let count = Self.count(status), count == known {
            return
        }
        guard fsync(descriptor) == 0 else { throw GitError(errno: errno, "write \(path)") }
        known = Self.count(status)
    }

    /// Returns the number of folders in a folder; nil on file systems that do not count them.
    private static func count(_ status: stat) -> nlink_t? {
        status.st_nlink > 1 ? status.st_nlink : nil
    }
}

/// The object folders from which a repository borrows, as listed in `info/alternates`.
enum AlternateFolders {
    /// The maximum length of a chain that git and libgit2 follow.
    private static let deepest = 5

    /// Returns an object folder and the folders from which it borrows, itself first.
    static func all(of objects: String) throws(GitError) -> [String] {
        var found: [String] = []
        var seen: Set<FileIdentity> = []
        try add(objects, depth: 0, to: &found, seen: &seen)
        return found
    }

    private static func add(
        _ folder: String, depth: Int, to found: inout [String], seen: inout Set<FileIdentity>
    ) throws(GitError) {
        guard let identity = FileIdentity(at: folder), seen.insert(identity).inserted else {
            return
        }
        found.append(folder)
        guard depth < deepest, let text = try FileReading(folder + "/info/alternates")?.bytes
        else { return }
        for line in text.split(separator: UInt8(ascii: "\n")) {
            let path = String(decoding: line, as: UTF8.self)
            guard !path.hasPrefix("#") else { continue }
            try add(
                path.hasPrefix("/") ? path : "\(folder)/\(path)", depth: depth + 1, to: &found,
                seen: &seen)
        }
    }
}
