import Glibc
import TaskBoard

extension Workspace {
    private static let draftsFolder = Array("drafts".utf8)

    /// The most bytes of a draft that is read: it holds a version of a task, and its new texts.
    private static let draftLimit = 1 << 24

    /// Keeps what a person typed and did not save, under a name of letters and digits.
    package func keepDraft(_ bytes: [UInt8], named name: String) throws {
        let folder = try LocalState(of: location).folder.makingFolder(Self.draftsFolder)
        try folder.replace(Array(name.utf8), bytes)
    }

    /// Removes a draft, if there is one.
    package func dropDraft(named name: String) throws {
        guard let folder = try LocalState(of: location).folder.existingFolder(Self.draftsFolder)
        else { return }
        unlinkat(folder.descriptor, name, 0)
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
