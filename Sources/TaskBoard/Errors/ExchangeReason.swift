/// Failures of imports and exports.
package enum ExchangeReason: ErrorReason {
    /// A record that cannot be imported.
    case badRecord(RecordPlace, problem: RecordProblem)
    /// Text that is not in the format.
    case notTheFormat(String, problem: RecordProblem)
    case needsFolder(format: String)
    case needsFile(format: String)
    /// A file or a folder that is missing or cannot be read.
    case unreadable(path: String, cause: Cause)
    case tooLarge(path: String, mebibytes: Int)
    /// A folder in which a task cannot have a file of its own.
    case noOwnFile(path: String, isTaken: Bool)
    /// An export that would replace a file.
    case exists(path: String)
    /// The library that reads calendars is not installed.
    case noLibical

    /// The reason why a file or a folder cannot be read.
    package enum Cause: Equatable, Sendable {
        /// The system's message.
        case system(Bilingual)
        case nameNotUTF8
    }
}

extension ExchangeReason {
    package var exit: ExitCode {
        switch self {
        case .needsFolder, .needsFile: .usage
        case .noLibical: .unavailable
        case .badRecord, .notTheFormat, .unreadable, .tooLarge, .noOwnFile, .exists: .data
        }
    }

    package var code: String {
        switch self {
        case .badRecord: "bad-record"
        case .notTheFormat: "bad-format"
        case .needsFolder: "needs-folder"
        case .needsFile: "needs-file"
        case .unreadable: "unreadable"
        case .tooLarge: "too-large"
        case .noOwnFile: "no-own-file"
        case .exists: "exists"
        case .noLibical: "no-libical"
        }
    }

    package var place: ErrorPlace {
        guard case .badRecord(let place, _) = self else { return .none }
        return switch place {
        case .record: .none
        case .line(let line): ErrorPlace(nil, line: line)
        case .file(let path, let line, let column): ErrorPlace(path, line: line, column: column)
        }
    }
}
