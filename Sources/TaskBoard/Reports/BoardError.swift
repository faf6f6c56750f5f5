/// The exit status of a command. The numbers are those of sysexits.h and never change.
package enum ExitCode: Int32, Sendable {
    case failed = 1
    /// A word or option that cannot be understood.
    case usage = 64
    /// Malformed data or settings, or nothing was found.
    case data = 65
    /// Input or output failed, or the disk is full.
    case inputOutput = 74
    /// Offline, locked or raced: the work is safe, try again later.
    case tryLater = 75
    /// Credentials, host keys, permissions.
    case notAllowed = 77
    /// A repository or format that cannot be served.
    case unsupported = 78
}

/// The reason why something was refused, with a sentence for it.
package struct BoardError: Error, Equatable, Sendable {
    package var exit: ExitCode
    /// A stable word for scripts, such as "no-board".
    package var code: String
    /// What happened, where, and what to do.
    package var message: String
    package var file: String?
    package var line: Int?
    package var column: Int?

    package init(
        _ exit: ExitCode, _ code: String, _ message: String, file: String? = nil,
        line: Int? = nil, column: Int? = nil
    ) {
        self.exit = exit
        self.code = code
        self.message = message
        self.file = file
        self.line = line
        self.column = column
    }
}

extension BoardError: CustomStringConvertible {
    package var description: String { message }
}
