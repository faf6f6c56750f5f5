import Glibc

/// The git directories of a working tree, found as git finds them before libgit2 opens anything.
struct GitFolders {
    /// The directory with `HEAD` and `index`.
    let own: String
    /// The directory with objects and references, which all working trees of a repository share.
    let common: String
    /// The folder of objects, without a slash at its end.
    var objects: String { common + "/objects" }

    /// The missing paths among those without which git does not recognise a repository.
    var missing: [String] {
        [own + "/HEAD", objects, common + "/refs"].filter {
            access($0, F_OK) != 0 && errno == ENOENT
        }
    }

    /// Creates the folder of objects if it is missing.
    ///
    /// - Returns: The path that was created; nil if the folder exists.
    func makeObjects() throws(GitError) -> String? {
        guard missing.contains(objects) else { return nil }
        guard mkdir(objects, 0o777) == 0 else { throw GitError(errno: errno, "make \(objects)") }
        return objects
    }

    /// Returns the git directory that all working trees share, and the working trees, each with a
    /// slash at its end.
    static func all(of common: String) -> [String] {
        let main = common.hasSuffix("/.git/") ? [String(common.dropLast(".git/".count))] : []
        let linked = (folderNames(common + "worktrees") ?? []).compactMap { name in
            firstLine(of: "\(common)worktrees/\(name)/gitdir").flatMap {
                $0.hasSuffix("/.git")
                    ? resolve(
                        String($0.dropLast(".git".count)), in: "\(common)worktrees/\(name)")
                    : nil
            }
        }
        return [common] + main + linked
    }

    /// - Parameter path: A working tree or a git directory.
    init(at path: String) {
        let own = Self.own(at: path)
        self.own = own
        common =
            firstLine(of: own + "/commondir").flatMap {
                $0.isEmpty ? nil : Self.resolve($0, in: own)
            } ?? own
    }

    /// Returns `.git` itself, the folder that its line `gitdir: PATH` names, or `path` if it has no
    /// `.git`.
    private static func own(at path: String) -> String {
        var status = stat()
        let link = path + "/.git"
        guard lstat(link, &status) == 0 else { return path }
        guard let line = firstLine(of: link), line.hasPrefix("gitdir:") else { return link }
        return resolve(String(line.dropFirst("gitdir:".count).drop { $0 == " " }), in: path)
    }

    private static func resolve(_ path: String, in folder: String) -> String {
        path.hasPrefix("/") ? path : folder + "/" + path
    }
}
