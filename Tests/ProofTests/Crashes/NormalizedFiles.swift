import Glibc
import TestSupport

/// The files below a folder, without what differs from run to run: the code and creation time of a
/// new task.
struct NormalizedFiles: Equatable {
    var files: [String: String] = [:]

    /// Creates a view without files.
    init() {}

    /// - Parameter known: The paths whose names and contents are compared as they are.
    init(of folder: String, known: Set<String> = []) throws {
        try add("", of: folder, known)
    }

    private mutating func add(_ path: String, of folder: String, _ known: Set<String>) throws {
        for name in try names(in: folder + "/" + path) where name != ".git" {
            let full = path.isEmpty ? name : path + "/" + name
            var status = stat()
            guard lstat(folder + "/" + full, &status) == 0 else { continue }
            if status.st_mode & S_IFMT == S_IFDIR {
                try add(full, of: folder, known)
                continue
            }
            let text = String(decoding: try readFile(folder + "/" + full), as: UTF8.self)
            if known.contains(full) {
                files[full] = text
            } else {
                files[Self.withoutCode(full)] = Self.withoutTime(text)
            }
        }
    }

    /// Returns a description of the differences.
    func difference(from other: NormalizedFiles) -> String {
        Set(files.keys).union(other.files.keys).sorted().compactMap { path in
            if files[path] == other.files[path] { return nil }
            return
                "\(path): \(files[path].debugDescription), not \(other.files[path].debugDescription)"
        }.joined(separator: "\n")
    }

    /// Returns `todo/fix-gate-k3f9m2.md` as `todo/fix-gate-CODE.md`.
    private static func withoutCode(_ path: String) -> String {
        guard path.hasSuffix(".md"), let dash = path.lastIndex(of: "-") else { return path }
        let code = path[path.index(after: dash)...].dropLast(3)
        guard code.utf8.count == 6, !code.contains("/") else { return path }
        return path[...dash] + "CODE.md"
    }

    private static func withoutTime(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).map {
            $0.hasPrefix("created: ") ? "created: TIME" : String($0)
        }.joined(separator: "\n")
    }
}
