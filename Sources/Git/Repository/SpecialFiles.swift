import Glibc

/// Pipes, sockets and devices in a git directory. libgit2 opens them as files, and waits forever
/// for a writer.
enum SpecialFiles {
    /// The folders whose files libgit2 reads, including all subfolders.
    private static let folders = ["refs", "logs", "info", "objects/info"]

    /// Throws if a special file is in the place of a file that libgit2 reads.
    ///
    /// - Throws: ``GitError/Kind/inputOutput`` with the path.
    static func refuse(in folders: GitFolders) throws(GitError) {
        try refuseFiles(of: folders.own)
        if folders.common != folders.own { try refuseFiles(of: folders.common) }
    }

    private static func refuseFiles(of directory: String) throws(GitError) {
        for name in folderNames(directory) ?? [] { try refuse("\(directory)/\(name)") }
        for folder in folders { try refuseBelow("\(directory)/\(folder)") }
    }

    private static func refuseBelow(_ folder: String, depth: Int = 0) throws(GitError) {
        for name in folderNames(folder) ?? [] where depth < deepest {
            let path = "\(folder)/\(name)"
            if try refuse(path) == .folder { try refuseBelow(path, depth: depth + 1) }
        }
    }

    private enum Kind { case file, folder }

    /// - Returns: The kind; nil if the path does not exist.
    @discardableResult
    private static func refuse(_ path: String) throws(GitError) -> Kind? {
        var status = stat()
        guard lstat(path, &status) == 0 else { return nil }
        let isLink = status.st_mode & S_IFMT == S_IFLNK
        if isLink, stat(path, &status) != 0 { return nil }
        switch status.st_mode & S_IFMT {
        case S_IFIFO, S_IFSOCK, S_IFCHR, S_IFBLK:
            throw GitError(.pipeInTheWay, "read \(path)")
        case S_IFDIR: return isLink ? nil : .folder
        default: return .file
        }
    }
}
