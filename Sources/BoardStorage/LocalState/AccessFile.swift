import Glibc
import TaskBoard

/// A file with a secret of this clone's server. Only its owner may read it.
package enum AccessFile: String, CaseIterable, Sendable {
    /// The token with which programs and browsers sign in.
    case token
    /// The key of the calendar, which can only read that.
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

    /// Returns the secret in a file; nil before one is stored. If others may read the file, the
    /// result is nil, since they may know the secret.
    package func keptAccess(_ file: AccessFile = .token) throws -> String? {
        try Self.keptAccess(file, at: location)
    }

    /// Returns the secret in a file, even while an action of a workspace is running.
    package static func keptAccess(
        _ file: AccessFile, at location: Location
    ) throws -> String? {
        try keptBytes(file, at: location, limit: secretLimit).flatMap(secret)
    }

    /// The maximum number of bytes in a file with a secret.
    private static var secretLimit: Int { 1_024 }

    /// Returns the first line of a file.
    private static func secret(_ bytes: [UInt8]) -> String? {
        String(validating: bytes.prefix { $0 != 0x0A }, as: UTF8.self)
    }

    /// Returns the bytes of a file; nil before any are stored, if others may read it, and beyond
    /// the limit.
    package static func keptBytes(
        _ file: AccessFile, at location: Location, limit: Int
    ) throws -> [UInt8]? {
        let folder = try LocalState(of: location).folder
        guard let status = try folder.status(file.name), status.st_mode & 0o077 == 0 else {
            return nil
        }
        return try folder.read(file.name, limit: limit).bytes
    }

    /// Stores a new secret in place of the old one.
    package func keepAccess(_ secret: String, in file: AccessFile = .token) throws {
        try Self.keepAccess(secret, in: file, at: location)
    }

    package static func keepAccess(
        _ secret: String, in file: AccessFile, at location: Location
    ) throws {
        try changeBytes(in: file, at: location, limit: secretLimit) { _ in
            Array((secret + "\n").utf8)
        }
    }

    /// Stores a new secret unless there is one already, for example from a server that started at
    /// the same time.
    ///
    /// - Returns: The stored secret.
    package func keptAccess(
        _ file: AccessFile, orNew secret: String, isValid: @Sendable (String) -> Bool
    ) throws -> String {
        var found = secret
        try Self.changeBytes(in: file, at: location, limit: Self.secretLimit) { kept in
            if let old = kept.flatMap(Self.secret), isValid(old) { found = old }
            return Array((found + "\n").utf8)
        }
        return found
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

/// Detects whether a file with a secret was replaced, with one system call.
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
