import TaskBoard

/// Why a command did not do what it was asked to. All errors of other targets
/// become this one before they are told.
typealias Failure = BoardError

extension BoardError {
    /// A failure whose word for scripts is the general one of its exit status.
    init(
        _ exit: TaskBoard.ExitCode, _ message: String, file: String? = nil, line: Int? = nil,
        column: Int? = nil
    ) {
        self.init(exit, exit.name, message, file: file, line: line, column: column)
    }

    /// A failure that was told already, of which only the exit status is left.
    static func told(_ exit: TaskBoard.ExitCode) -> BoardError { BoardError(exit, "") }

    /// The sentence behind the place that it speaks of, as compilers write it.
    var sentence: String {
        guard let file, line != nil else { return message }
        let place = [file, line.map(String.init), column.map(String.init)].compactMap { $0 }
        return visible(place.joined(separator: ":").utf8) + ": " + message
    }
}

extension TaskBoard.ExitCode {
    /// The general word that JSON gives it.
    var name: String {
        switch self {
        case .failed: "failed"
        case .usage: "usage"
        case .data: "data"
        case .inputOutput: "io"
        case .tryLater: "try-later"
        case .notAllowed: "not-allowed"
        case .unsupported: "unsupported"
        }
    }
}
