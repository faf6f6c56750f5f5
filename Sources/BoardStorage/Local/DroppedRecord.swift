import Git

/// The commits that were found to be dropped from the branch, so that each is recorded and
/// reported once: the file `dropped`, a line `COMMIT` or `COMMIT reported` each.
///
/// Losing it loses nothing: what `refs/pmd/dropped` has is reported once more.
struct DroppedRecord {
    private static let name = Array("dropped".utf8)
    /// The oldest beyond these are forgotten.
    private static let most = 200
    let folder: Folder

    /// - Returns: For each commit that was found, whether it was reported.
    func read() throws(SystemError) -> [(commit: ObjectID, isReported: Bool)] {
        guard let bytes = try folder.read(Self.name, limit: 1 << 16).bytes else { return [] }
        return bytes.split(separator: UInt8(ascii: "\n")).compactMap { line in
            let words = line.split(separator: UInt8(ascii: " "))
            let commit = words.first.flatMap { ObjectID(hex: String(decoding: $0, as: UTF8.self)) }
            return commit.map { ($0, words.count > 1) }
        }
    }

    func contains(_ commit: ObjectID) throws(SystemError) -> Bool {
        try read().contains { $0.commit == commit }
    }

    /// Adds a commit, or notes that one was reported.
    func note(_ commit: ObjectID, isReported: Bool) throws(SystemError) {
        let others = try read().filter { $0.commit != commit }.suffix(Self.most - 1)
        let lines = (others + [(commit, isReported)]).map { commit, isReported in
            "\(commit)\(isReported ? " reported" : "")\n"
        }
        try folder.note(Self.name, Array(lines.joined().utf8))
    }
}
