import Glibc
import TaskBoard

/// A file with a secret of this clone's server. Only its owner may read it.
package enum AccessFile: String, Sendable {
    /// The token, which signs in programs and browsers.
    case token
    /// The key of the calendar, which reads that alone.
    case calendarKey = "calendar-key"
    /// The browsers that are signed in.
    case sessions

    fileprivate var name: [UInt8] { Array(rawValue.utf8) }
}

extension Workspace {
    package func accessPath(_ file: AccessFile = .token) throws -> String {
        try Self.accessPath(file, at: location)
    }

    package static func accessPath(
        _ file: AccessFile, at location: Location
    ) throws -> String {
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
        try keptBytes(file, at: location, limit: 1_024).flatMap {
            String(validating: $0.prefix { $0 != 0x0A }, as: UTF8.self)
        }
    }

    /// The bytes of a file; nil before any are kept, if others may read it, and beyond the limit.
    package static func keptBytes(
        _ file: AccessFile, at location: Location, limit: Int
    ) throws -> [UInt8]? {
        let folder = try LocalState(of: location).folder
        guard let status = try folder.status(file.name), status.st_mode & 0o077 == 0 else {
            return nil
        }
        return try folder.read(file.name, limit: limit).bytes
    }

    /// Keeps a new secret in place of the old one.
    package func keepAccess(_ secret: String, in file: AccessFile = .token) throws {
        try Self.keepAccess(secret, in: file, at: location)
    }

    package static func keepAccess(
        _ secret: String, in file: AccessFile, at location: Location
    ) throws {
        try LocalState(of: location).folder.replace(
            file.name, Array((secret + "\n").utf8), mode: 0o600)
    }

    /// Changes the bytes of a file, which another server of this clone may have written.
    ///
    /// - Parameter change: Returns the new bytes, at most `limit` of them, from the old ones.
    package static func changeBytes(
        in file: AccessFile, at location: Location, limit: Int,
        _ change: (_ kept: [UInt8]?) -> [UInt8]
    ) throws {
        let state = try LocalState(of: location)
        let lock = try BoardLock(.serving, in: state, waiting: 5)
        defer { lock.markReleased() }
        let kept = try keptBytes(file, at: location, limit: limit)
        try state.folder.replace(file.name, change(kept), mode: 0o600)
    }
}

/// Tells whether a file with a secret was replaced, by one system call.
package struct AccessStamp: Equatable, Sendable {
    private let inode: UInt64
    private let changed: [Int]

    /// - Returns: nil if there is no such file.
    package init?(path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        inode = UInt64(status.st_ino)
        changed = [status.st_ctim.tv_sec, status.st_ctim.tv_nsec]
    }
}
