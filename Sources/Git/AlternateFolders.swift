import Glibc

/// The folders of objects that a repository borrows from, as `info/alternates` names them.
enum AlternateFolders {
    /// git and libgit2 follow no longer chain.
    private static let deepest = 5

    /// A folder of objects and all that it borrows from, itself first.
    static func all(of objects: String) throws(GitError) -> [String] {
        var found: [String] = []
        var seen: Set<FileIdentity> = []
        try add(objects, 0, to: &found, &seen)
        return found
    }

    private static func add(
        _ folder: String, _ depth: Int, to found: inout [String], _ seen: inout Set<FileIdentity>
    ) throws(GitError) {
        guard let identity = FileIdentity(at: folder), seen.insert(identity).inserted else {
            return
        }
        found.append(folder)
        guard depth < deepest, let text = try FileReading(folder + "/info/alternates")?.bytes
        else { return }
        for line in text.split(separator: UInt8(ascii: "\n")) {
            let path = String(decoding: line, as: UTF8.self)
            guard !path.hasPrefix("#") else { continue }
            try add(path.hasPrefix("/") ? path : "\(folder)/\(path)", depth + 1, to: &found, &seen)
        }
    }
}
