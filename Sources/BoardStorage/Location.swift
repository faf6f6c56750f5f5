package import Git
import Glibc
package import TaskBoard

/// The place of a board, found without opening the repository.
package struct Location: Equatable, Sendable {
    /// The absolute path of the folder that holds `pmd.yml`.
    package let root: String
    /// The absolute path of the working tree around it.
    package let workTree: String
    /// The board's folder within the working tree: "" or "tasks/board/".
    package let prefix: [UInt8]
    /// The absolute path of this working tree's own git directory.
    package let gitDirectory: String
    /// The environment that determines the user's settings, and is passed to started programs.
    package let environment: Environment

    /// The name of the board's folder.
    package var name: String { root.split(separator: "/").last.map(String.init) ?? "/" }

    /// True for a board that shares its working tree with other files.
    package var isGuest: Bool { !prefix.isEmpty }

    /// True if the board's folder exists. Another branch may not have it.
    var hasFolder: Bool {
        var status = stat()
        return stat(root, &status) == 0
    }

    /// Returns a file's path on the board from its path in the working tree; nil outside the
    /// board.
    func boardPath(_ path: [UInt8]) -> BoardPath? {
        path.starts(with: prefix) ? BoardPath(Array(path.dropFirst(prefix.count))) : nil
    }

    /// The folder of local state, one for each board in the working tree.
    package var localState: String { gitDirectory + "/" + privateName }

    /// The same folder, relative to the git directory.
    var privateName: String {
        guard isGuest else { return "pmd" }
        let name = prefix.dropLast().map { $0 == UInt8(ascii: "/") ? UInt8(ascii: "%") : $0 }
        return "pmd/at/" + String(decoding: name, as: UTF8.self)
    }
}

extension Location {
    static let settingsName = Board.settingsPath.string

    /// The path of the settings from the root of the working tree.
    var settingsPath: [UInt8] { prefix + Board.settingsPath.bytes }

    /// Finds the board that a folder belongs to: the nearest one upward.
    ///
    /// - Throws: ``BoardError`` `no-board` (65), `no-repository` (78).
    package init(from folder: String, in environment: Environment) throws(BoardError) {
        guard let start = realPath(folder) else {
            throw .location(.noFolder(folder))
        }
        guard let root = Location.nearest(Location.settingsName, from: start) else {
            throw Location.missing(from: start, in: environment)
        }
        try self.init(root: root, in: environment)
    }

    /// Creates the location of the board whose root is this absolute, resolved path.
    package init(root: String, in environment: Environment) throws(BoardError) {
        guard let workTree = Location.nearest(".git", from: root) else {
            throw .location(.noRepository(root: root))
        }
        self.root = root
        self.environment = environment
        self.workTree = workTree
        let path = Location.path(of: root, below: workTree)
        prefix = path.isEmpty ? [] : Array(path.utf8) + [47]
        gitDirectory = try Location.gitDirectory(of: workTree)
    }

    /// Returns a path relative to a folder that contains it; "" for the folder itself.
    static func path(of path: String, below folder: String) -> String {
        let rest = path.utf8.dropFirst(folder.utf8.count).drop { $0 == UInt8(ascii: "/") }
        return String(decoding: rest, as: UTF8.self)
    }

    /// Opens the repository.
    package func openRepository() throws(GitError) -> Repository {
        try Repository.open(at: workTree, in: environment)
    }

    /// Returns the nearest folder at or above `folder` that holds `name`.
    package static func nearest(_ name: String, from folder: String) -> String? {
        var here = folder
        while true {
            if access(here + "/" + name, F_OK) == 0 { return here }
            guard let slash = here.lastIndex(of: "/"), here != "/" else { return nil }
            here = slash == here.startIndex ? "/" : String(here[..<slash])
        }
    }

    /// Returns `.git` itself, or, in a linked working tree, the directory in its line `gitdir:
    /// PATH`.
    private static func gitDirectory(of workTree: String) throws(BoardError) -> String {
        let path = workTree + "/.git"
        do {
            let folder = try Folder(workTree)
            guard case .file(let bytes, _) = try folder.read(Array(".git".utf8), limit: 65536)
            else { return path }
            return try linkedDirectory(String(decoding: bytes, as: UTF8.self), at: workTree)
        } catch let error as BoardError {
            throw error
        } catch let error as SystemError {
            throw error.boardError
        } catch {
            preconditionFailure("unexpected error \(error)")
        }
    }

    private static func linkedDirectory(
        _ text: String, at workTree: String
    ) throws(BoardError) -> String {
        let prefix = "gitdir:"
        guard text.hasPrefix(prefix) else {
            throw .location(.noGitDirectoryNamed(workTree: workTree))
        }
        let named = text.dropFirst(prefix.count).drop { $0 == " " }.prefix { !$0.isNewline }
        let absolute = named.hasPrefix("/") ? String(named) : workTree + "/" + named
        guard let found = realPath(absolute) else {
            throw .location(.namedGitDirectoryMissing(workTree: workTree, named: absolute))
        }
        return found
    }
}

/// Returns the absolute path with all links resolved; nil if nothing exists.
package func realPath(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
}

/// The environment variables that a board uses.
package typealias Environment = Git.Environment

/// Reads the environment of this process. Called once, when a program starts.
package func processEnvironment() -> Environment { Environment.ofProcess().withHome }

extension Environment {
    /// Returns the value of a variable; nil if it is not set.
    package func value(_ name: String) -> String? { self[name] }

    /// All variables as `NAME=value`, for a program that the user runs through pmd.
    package var variables: [String] { all }
}

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
            return try Location(at: path, by: "git config pmd.board", in: environment)
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
            if let branch = try git.branchWithBoard() {
                return .location(.boardOnBranch(branch, from: folder))
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
    /// Returns the branch that `pmd init tasks` checks out, if it has a board: one of this
    /// repository, else one of a remote as it was fetched last.
    fileprivate func branchWithBoard() throws(GitError) -> String? {
        let local = "refs/heads/tasks"
        var heads = try references(matching: "refs/remotes/*")
            .filter { $0.key.split(separator: "/").dropFirst(3) == ["tasks"] }
        heads[local] = try reference(local)
        let names = [local] + heads.keys.filter { $0 != local }.sorted()
        for name in names {
            guard let head = heads[name] else { continue }
            let settings = try entry(
                inTree: commit(head).tree, path: Array(Location.settingsName.utf8))
            guard settings?.isRegularFile == true else { continue }
            return name.split(separator: "/").dropFirst(2).joined(separator: "/")
        }
        return nil
    }

    /// Returns the folder in `pmd.board`, relative to the main working tree; nil if it is not set.
    func namedBoard() throws(GitError) -> String? {
        guard let path = try configuration.string("pmd.board") else { return nil }
        if path.hasPrefix("/") || path.hasPrefix("~/") { return path }
        return (mainWorkTree ?? workTree) + path
    }
}

// The user's output settings in git's configuration.
extension Location {
    /// Returns the settings below a name such as `pmd.color`, of the repository and the user.
    /// Their names are in lower case and without that prefix.
    package func userSettings(
        below section: String
    ) throws -> [(name: String, value: String)] {
        let configuration = try openRepository().configuration
        return try Set(configuration.names(from: section + ".")).sorted().compactMap { name in
            guard let last = Self.last(name, below: section) else { return nil }
            return try configuration.string(name).map { (last, $0) }
        }
    }

    /// Returns the same settings outside any board: those of the user.
    package static func userSettings(
        below section: String, in environment: Environment
    ) throws -> [(name: String, value: String)] {
        try Configuration.globalNames(from: section + ".", in: environment).compactMap { name in
            guard let last = last(name, below: section) else { return nil }
            return try Configuration.global(name, in: environment).map { (last, $0) }
        }
    }

    /// Returns a setting of git's configuration, such as `pmd.theme`; nil if it is not set.
    package func userSetting(_ name: String) throws -> String? {
        try openRepository().configuration.string(name)
    }

    /// Returns a name without its section; nil for a name with a subsection.
    private static func last(_ name: String, below section: String) -> String? {
        let last = name.dropFirst(section.count + 1)
        return last.contains(".") ? nil : String(last)
    }
}
