/// Failures of finding a board and its repository.
package enum LocationReason: ErrorReason {
    case noFolder(String)
    case currentFolderGone
    case noBoard(from: String)
    /// - `restore`: the command that restores the file.
    case settingsRemoved(path: String, restore: String)
    case noRepository(root: String)
    /// The file `.git` of a linked working tree has no line `gitdir:`.
    case noGitDirectoryNamed(workTree: String)
    case namedGitDirectoryMissing(workTree: String, named: String)
}

extension LocationReason {
    package var exit: ExitCode {
        switch self {
        case .noFolder, .noBoard, .settingsRemoved: .data
        case .currentFolderGone: .inputOutput
        case .noRepository, .noGitDirectoryNamed, .namedGitDirectoryMissing: .unsupported
        }
    }

    package var code: String {
        switch self {
        case .noFolder, .currentFolderGone: "no-folder"
        case .noBoard: "no-board"
        case .settingsRemoved: "no-settings"
        case .noRepository, .noGitDirectoryNamed, .namedGitDirectoryMissing: "no-repository"
        }
    }

    package var place: ErrorPlace {
        switch self {
        case .noFolder(let folder): ErrorPlace(folder)
        case .settingsRemoved(let path, _): ErrorPlace(path)
        case .noGitDirectoryNamed(let workTree), .namedGitDirectoryMissing(let workTree, _):
            ErrorPlace(workTree + "/.git")
        case .currentFolderGone, .noBoard, .noRepository: .none
        }
    }
}
