import Git
import Glibc
import TaskBoard

extension Workspace {
    private static let draftsFolder = Array("drafts".utf8)

    /// The maximum size in bytes of a draft that is read: it holds a version of a task, and its
    /// new texts.
    private static let draftLimit = 1 << 24

    /// Stores unsaved input under a name of letters and digits. If another board of this clone
    /// stored a draft under that name, it stays, and this one gets a different name.
    ///
    /// - Parameter known: The draft that this board wrote or read under the name.
    /// - Returns: The name of the file.
    /// - Throws: ``BoardError`` (74) for a draft that is too large to be read again.
    package func keepDraft(
        _ bytes: [UInt8], named name: String, over known: [UInt8]? = nil
    ) throws -> String {
        let folder = try LocalState(of: location).folder.makingFolder(Self.draftsFolder)
        guard bytes.count <= Self.draftLimit else {
            throw SystemError(
                number: EFBIG, operation: .write, path: folder.fullPath(Array(name.utf8))
            ).boardError
        }
        var name = name
        while let other = try folder.read(Array(name.utf8), limit: Self.draftLimit).bytes,
            other != known, other != bytes
        {
            name += "-" + String(UInt32.random(in: 0...UInt32.max), radix: 16)
        }
        try folder.replace(Array(name.utf8), bytes)
        return name
    }

    /// Removes a draft, unless another board has changed it.
    package func dropDraft(named name: String, holding known: [UInt8]) throws {
        guard let folder = try LocalState(of: location).folder.existingFolder(Self.draftsFolder),
            try folder.read(Array(name.utf8), limit: Self.draftLimit).bytes == known
        else { return }
        try folder.remove(Array(name.utf8))
    }

    /// Returns all drafts with their names.
    package func drafts() throws -> [(name: String, bytes: [UInt8])] {
        guard let folder = try LocalState(of: location).folder.existingFolder(Self.draftsFolder)
        else { return [] }
        return try folder.names().sorted { $0.lexicographicallyPrecedes($1) }.compactMap { name in
            try folder.read(name, limit: Self.draftLimit).bytes.map {
                (String(decoding: name, as: UTF8.self), $0)
            }
        }
    }
}

/// Returns a name beside a file for its new version, unique to this process.
package func draftName(for file: String) -> String { "\(file).pmd-\(TemporaryName.random())" }
