package import Glibc

/// git's rule for the use of a repository. It is allowed for its owner, for root on behalf of the
/// owner through `sudo`, and for every user who lists it in `safe.directory`.
///
/// A repository can make a process that opens it write files and run programs, so the rule is
/// checked before anything in another user's repository is opened.
package struct Ownership {
    /// The folder for `safe.directory`.
    private let workTree: String
    private let statuses: [stat]
    private let environment: Environment

    /// - Parameters:
    ///   - workTree: An absolute path.
    ///   - gitDirectory: The git directory, which is `.git` or the target of that file.
    ///   - environment: The environment that locates this user's configuration.
    package init(workTree: String, gitDirectory: String, in environment: Environment) {
        self.workTree = workTree
        self.environment = environment
        var found: [stat] = []
        for path in [workTree, gitDirectory] {
            var status = stat()
            if stat(path, &status) == 0 { found.append(status) }
        }
        var link = stat()
        if lstat(workTree + "/.git", &link) == 0, link.st_mode & S_IFMT == S_IFREG {
            found.append(link)
        }
        statuses = found
    }

    /// Finds the repository whose working tree or git directory is at `path`.
    init(at path: String, in environment: Environment) {
        let path = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
        self.init(workTree: path, gitDirectory: GitFolders(at: path).own, in: environment)
    }

    /// Returns true if a file or folder belongs to this user, or to the user who called `sudo`.
    package static func isOwn(_ status: stat) -> Bool {
        let user = geteuid()
        if status.st_uid == user { return true }
        return user == 0 && status.st_uid == caller
    }

    /// The user who called `sudo`, which belongs to the process like its own user.
    private static let caller = Library.environment["SUDO_UID"].flatMap(UInt32.init)

    /// True if the whole repository belongs to this user, or to the user who called `sudo`.
    package var isOwn: Bool { statuses.allSatisfy(Self.isOwn) }

    /// True if the whole repository belongs to the user of the process, who may also be root.
    package var isOfThisUser: Bool { statuses.allSatisfy { $0.st_uid == geteuid() } }

    /// Returns true if this user's configuration lists the repository in `safe.directory`.
    package func isTrusted() throws(GitError) -> Bool {
        var isTrusted = false
        for value in try Configuration.globals("safe.directory", in: environment) {
            // As in git, an empty value revokes the values before it.
            isTrusted = value.isEmpty ? false : isTrusted || names(value)
        }
        return isTrusted
    }

    /// Throws unless this user may use the repository.
    ///
    /// - Throws: ``GitError/Kind/notAllowed``.
    package func check() throws(GitError) {
        if isOwn { return }
        guard try isTrusted() else { throw .foreign(workTree) }
    }

    private func names(_ value: String) -> Bool {
        if value == "*" { return true }
        var path = value
        if path.hasPrefix("~/"), let home = environment["HOME"] { path = home + path.dropFirst() }
        guard path.hasPrefix("/") else { return false }
        let own = Self.resolved(workTree)
        if path.hasSuffix("/*") {
            let folder = Self.resolved(String(path.dropLast(2)))
            return own.hasPrefix(folder == "/" ? folder : folder + "/")
        }
        return own == Self.resolved(path)
    }

    private static func resolved(_ path: String) -> String {
        guard let real = realpath(path, nil) else { return path }
        defer { free(real) }
        return String(cString: real)
    }
}

extension Ownership {
    /// Gives a new file or folder to the owner of its parent folder if root created it, so that
    /// the owner can use it. For any other user, this does nothing.
    ///
    /// A file system without owners refuses the change, which does not lock anyone out.
    package static func give(_ descriptor: Int32, toOwnerOf folder: Int32) {
        guard geteuid() == 0 else { return }
        var owner = stat()
        if fstat(folder, &owner) == 0 { give(descriptor, to: owner) }
    }

    static func give(_ descriptor: Int32, toOwnerOf folder: String) {
        guard geteuid() == 0 else { return }
        var owner = stat()
        if stat(folder, &owner) == 0 { give(descriptor, to: owner) }
    }

    private static func give(_ descriptor: Int32, to owner: stat) {
        var status = stat()
        guard owner.st_uid != 0, fstat(descriptor, &status) == 0, status.st_uid == 0 else {
            return
        }
        _ = fchown(descriptor, owner.st_uid, owner.st_gid)
    }
}

extension GitError {
    /// Returns the error for another user's repository, with the setting that allows it.
    static func foreign(_ path: String) -> GitError {
        GitError(.foreign(path: path), "open the repository at \(path)")
    }
}
