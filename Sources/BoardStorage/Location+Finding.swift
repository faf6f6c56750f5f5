import Git
import Glibc
import TaskBoard

extension Location {
    /// Finds the board for a command: at or above the named folder, else at or above the current
    /// folder, else the one in `PMD_BOARD`, else the one in `pmd.board` in git's configuration.
    ///
    /// - Parameter named: The folder of `-C`.
    package static func find(named: String?, in environment: Environment) throws -> Location {
        if let named { return try Location(from: named, in: environment) }
        guard let here = realPath(".") else {
            throw BoardError.location(.currentFolderGone)
        }
        if nearest(settingsName, from: here) != nil {
            return try Location(from: here, in: environment)
        }
        if let path = environment.text("PMD_BOARD") {
            return try Location(at: path, by: "PMD_BOARD", in: environment)
        }
        if let path = try configured(from: here, in: environment) {
            return try Location(at: path, by: "git's setting pmd.board", in: environment)
        }
        throw missing(from: here, in: environment)
    }

    /// Returns the board of `pmd.board` in git's configuration: the setting of the repository
    /// around a folder, relative to its main working tree, else the user's own.
    private static func configured(
        from folder: String, in environment: Environment
    ) throws -> String? {
        guard let workTree = nearest(".git", from: folder) else {
            return try Configuration.global("pmd.board", in: environment)
        }
        let git: Repository
        do { git = try Repository.open(at: workTree, in: environment) } catch {
            // A repository that pmd cannot use, such as another user's, does not determine a
            // board.
            return try Configuration.global("pmd.board", in: environment)
        }
        return try git.namedBoard()
    }

    /// Returns the reason why there is no board at or above a folder: its `pmd.yml` was removed
    /// from the working tree, or there never was one.
    static func missing(from folder: String, in environment: Environment) -> BoardError {
        do {
            guard let workTree = nearest(".git", from: folder) else {
                return .location(.noBoard(from: folder))
            }
            let git = try Repository.open(at: workTree, in: environment)
            guard let head = try git.head().commit else { return .location(.noBoard(from: folder)) }
            let tree = try git.commit(head).tree
            var root = folder
            while root.utf8.count >= workTree.utf8.count {
                let inside = Location.path(of: root, below: workTree)
                let path = (inside.isEmpty ? "" : inside + "/") + settingsName
                if try git.entry(inTree: tree, path: Array(path.utf8)) != nil {
                    return .settingsRemoved(from: root)
                }
                guard let slash = root.lastIndex(of: "/") else { break }
                root = String(root[..<slash])
            }
        } catch {
            // The repository cannot be read, so the general answer remains.
        }
        return .location(.noBoard(from: folder))
    }

    /// Opens the board of a setting. An error includes the setting.
    private init(at path: String, by setting: String, in environment: Environment) throws {
        do {
            try self.init(
                from: Location.expandingHome(path, in: environment), in: environment)
        } catch {
            throw BoardError(error.reason, namedBy: setting)
        }
    }

    /// Expands `~/` like git in its own path settings.
    fileprivate static func expandingHome(
        _ path: String, in environment: Environment
    ) -> String {
        guard path.hasPrefix("~/"), let home = environment.text("HOME") else { return path }
        return home + path.dropFirst()
    }
}

extension Repository {
    /// Returns the folder in `pmd.board`, relative to the main working tree; nil if it is not set.
    func namedBoard() throws(GitError) -> String? {
        guard let path = try configuration.string("pmd.board") else { return nil }
        if path.hasPrefix("/") || path.hasPrefix("~/") { return path }
        return (mainWorkTree ?? workTree) + path
    }
}
