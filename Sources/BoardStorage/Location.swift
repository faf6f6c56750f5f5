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
