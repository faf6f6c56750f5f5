import Glibc
import TaskBoard

extension Workspace {
    private static let accessName = Array("token".utf8)

    /// The path of the file with the token of this clone's server. Only its owner may read it.
    package func accessPath() throws -> String {
        try LocalState(of: location).path + "/" + String(decoding: Self.accessName, as: UTF8.self)
    }

    /// The token of this clone's server; nil before one is kept. A file that others may read has
    /// none, since they know it.
    package func keptAccess() throws -> String? {
        let folder = try LocalState(of: location).folder
        guard let status = try folder.status(Self.accessName), status.st_mode & 0o077 == 0,
            let bytes = try folder.read(Self.accessName, limit: 1_024).bytes
        else { return nil }
        return String(validating: bytes.prefix { $0 != 0x0A }, as: UTF8.self)
    }

    /// Keeps a new token in place of the old one.
    package func keepAccess(_ token: String) throws {
        try LocalState(of: location).folder.replace(
            Self.accessName, Array((token + "\n").utf8), mode: 0o600)
    }
}
