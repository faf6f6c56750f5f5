/// Failures of reading and writing single files and folders.
package enum FileReason: ErrorReason {
    case diskFull(operation: FileOperation, path: String)
    case notPermitted(operation: FileOperation, path: String, cause: Bilingual)
    case failed(operation: FileOperation, path: String, cause: Bilingual)
    /// A folder that is missing right after it was created.
    case notMade(folder: String)
    case notALock(path: String)
    case noFileToMerge([UInt8])
}

extension FileReason {
    package var exit: ExitCode {
        switch self {
        case .diskFull, .notPermitted, .failed, .notMade, .notALock, .noFileToMerge: .inputOutput
        }
    }

    package var code: String {
        switch self {
        case .diskFull: "disk-full"
        case .notPermitted: "not-writable"
        case .failed, .notMade: "input-output"
        case .notALock: "not-a-lock"
        case .noFileToMerge: "no-file"
        }
    }

    package var place: ErrorPlace {
        switch self {
        case .diskFull(_, let path), .notPermitted(_, let path, _), .failed(_, let path, _),
            .notALock(let path):
            ErrorPlace(path)
        case .notMade, .noFileToMerge: .none
        }
    }
}

/// An operation on a file or folder that can fail.
package enum FileOperation: CaseIterable, Sendable {
    case changeFolder
    case create
    case keep
    case list
    case make
    case makeFolder
    case open
    case read
    case readStatus
    case remove
    case rename
    case start
    case truncate
    case write
    case writeToDisk
}
