import Glibc
import TaskBoard

/// A system call that failed on a path.
struct SystemError: Error, Equatable, Sendable {
    var number: Int32
    var operation: String
    var path: String

    /// The error that the last failed call left in `errno`.
    init(_ operation: String, _ path: [UInt8]) {
        number = errno
        self.operation = operation
        self.path = String(decoding: path, as: UTF8.self)
    }
}

extension SystemError {
    var boardError: BoardError {
        let reason = String(cString: strerror(number))
        let shown = visible(path.utf8)
        switch number {
        case ENOSPC, EDQUOT:
            return BoardError(
                .inputOutput, "disk-full",
                "no room left to \(operation) \(shown): free some space and run this again",
                file: path)
        case EACCES, EPERM, EROFS:
            return BoardError(
                .inputOutput, "not-writable", "cannot \(operation) \(shown): \(reason)", file: path)
        default:
            return BoardError(
                .inputOutput, "input-output", "cannot \(operation) \(shown): \(reason)", file: path)
        }
    }
}

/// Calls again while a signal interrupts, and throws what else fails.
@discardableResult
func retrying(
    _ operation: String, _ path: [UInt8], _ call: () -> Int
) throws(SystemError) -> Int {
    while true {
        let result = call()
        if result >= 0 { return result }
        if errno != EINTR { throw SystemError(operation, path) }
    }
}
