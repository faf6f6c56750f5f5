import Glibc
import TaskBoard

/// A file with a secret of this clone's server. Only its owner may read it.
package enum AccessFile: String, Sendable {
    /// The token, which signs in programs and browsers.
    case token
    /// The key of the calendar, which reads that alone.
    case calendarKey = "calendar-key"

    fileprivate var name: [UInt8] { Array(rawValue.utf8) }
}

extension Workspace {
    package func accessPath(_ file: AccessFile = .token) throws -> String {
        try LocalState(of: location).path + "/" + file.rawValue
    }

    /// The secret in a file; nil before one is kept. A file that others may read has none, since
    /// they know it.
    package func keptAccess(_ file: AccessFile = .token) throws -> String? {
        try Self.keptAccess(file, at: location)
    }

    /// The secret in a file, also while an action of a workspace is under way.
    package static func keptAccess(
        _ file: AccessFile, at location: Location
    ) throws -> String? {
        let folder = try LocalState(of: location).folder
        guard let status = try folder.status(file.name), status.st_mode & 0o077 == 0,
            let bytes = try folder.read(file.name, limit: 1_024).bytes
        else { return nil }
        return String(validating: bytes.prefix { $0 != 0x0A }, as: UTF8.self)
    }

    /// Keeps a new secret in place of the old one.
    package func keepAccess(_ secret: String, in file: AccessFile = .token) throws {
        try LocalState(of: location).folder.replace(
            file.name, Array((secret + "\n").utf8), mode: 0o600)
    }
}
