/// Failures of imports and exports.
package enum ExchangeReason: ErrorReason {
    /// A record that cannot be imported.
    case badRecord(RecordPlace, problem: Bilingual)
    /// A text that is not of the format.
    case notTheFormat(String, problem: Bilingual)
    case needsFolder(format: String)
    case needsFile(format: String)
    /// A file or a folder that is missing or cannot be read.
    case unreadable(path: String, cause: Bilingual)
    case tooLarge(path: String, mebibytes: Int)
    /// A folder in which a task cannot have a file of its own.
    case noOwnFile(path: String, isTaken: Bool)
    /// An export that would replace a file.
    case exists(path: String)
    /// The library that reads calendars is not installed.
    case noLibical
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

    package var sentence: String {
        switch self {
        case .badRecord(.file(_, _?, _), let problem): problem.english + nothing
        case .badRecord(let place, let problem): "\(place): \(problem.english)" + nothing
        case .notTheFormat(let format, let problem):
            "this is not \(format): \(problem.english)" + nothing
        case .needsFolder(let format):
            "\(format) is a folder of files: name the folder"
        case .needsFile(let format): "\(format) is one file, and this is a folder: name the file"
        case .unreadable(let path, let cause): "cannot read \(visible(path.utf8)): \(cause.english)"
        case .tooLarge(let path, let mebibytes):
            "\(visible(path.utf8)) is larger than \(mebibytes) MiB: import it in parts"
        case .noOwnFile(let path, let isTaken):
            (isTaken ? "two tasks would be" : "a task would be")
                + " the file '\(visible(path.utf8))'; nothing was exported"
        case .exists(let path):
            "\(visible(path.utf8)) exists: name a new file or an empty folder"
        case .noLibical:
            "cannot read calendars: libical.so.3 is missing: install the package libical3"
        }
    }

    private var nothing: String { "; nothing was imported" }

    package var place: ErrorPlace {
        guard case .badRecord(let place, _) = self else { return .none }
        return switch place {
        case .record: .none
        case .line(let line): ErrorPlace(nil, line: line)
        case .file(let path, let line, let column): ErrorPlace(path, line: line, column: column)
        }
    }
}
