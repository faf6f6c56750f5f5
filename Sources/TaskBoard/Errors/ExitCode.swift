/// The exit status of a command. The numbers are taken from sysexits.h and never change.
package enum ExitCode: Int32, Sendable {
    case failed = 1
    /// A word or option that cannot be understood.
    case usage = 64
    /// Malformed data or settings, or nothing was found.
    case data = 65
    /// A program or service that pmd needs is missing or fails.
    case unavailable = 69
    /// Input or output failed, or the disk is full.
    case inputOutput = 74
    /// Offline, locked or raced: the work is safe, try again later.
    case tryLater = 75
    /// Credentials, host keys, permissions.
    case notAllowed = 77
    /// A repository or format that cannot be served.
    case unsupported = 78
}
