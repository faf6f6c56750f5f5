import Git
import Glibc
package import TaskBoard

/// A system call that failed on a path.
struct SystemError: Error, Equatable, Sendable {
    var number: Int32
    var operation: FileOperation
    var path: String

    /// Creates the error of the last failed call, from `errno`.
    init(_ operation: FileOperation, _ path: [UInt8]) {
        number = errno
        self.operation = operation
        self.path = String(decoding: path, as: UTF8.self)
    }
}

extension SystemError {
    /// True if this user lacks a permission.
    var isNotPermitted: Bool { number == EACCES || number == EPERM }

    var boardError: BoardError {
        let reason = systemCause(number)
        return switch number {
        case ENOSPC, EDQUOT: .file(.diskFull(operation: operation, path: path))
        case EACCES, EPERM, EROFS:
            .file(.notPermitted(operation: operation, path: path, cause: reason))
        default: .file(.failed(operation: operation, path: path, cause: reason))
        }
    }
}

/// Returns the system's message for an error number.
package func systemCause(_ number: Int32) -> Bilingual {
    Bilingual(english: systemMessage(number), korean: koreanSystemMessage(number))
}

/// Repeats the call while a signal interrupts it, and throws any other failure.
@discardableResult
func retrying(
    _ operation: FileOperation, _ path: [UInt8], _ call: () -> Int
) throws(SystemError) -> Int {
    while true {
        let result = call()
        if result >= 0 { return result }
        if errno != EINTR { throw SystemError(operation, path) }
    }
}
