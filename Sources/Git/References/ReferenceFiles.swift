import Clibgit2
import Glibc

/// The files of a repository's references, read without libgit2, which stops at the first damaged
/// one.
struct ReferenceFiles {
    /// The git directory, ending in a slash, as does ``commonDirectory``.
    let gitDirectory: String
    let commonDirectory: String

    /// The content of a reference's file.
    enum Value: Equatable {
        case id(ObjectID)
        /// A symbolic reference.
        case name(String)
        case damaged
    }

    /// Returns the path of a reference's own file.
    func path(of name: String) -> String {
        (name.hasPrefix("refs/") ? commonDirectory : gitDirectory) + name
    }

    /// Returns the path of a reflog.
    func log(of name: String) -> String {
        (name.hasPrefix("refs/") ? commonDirectory : gitDirectory) + "logs/" + name
    }

    /// Returns the value in a reference's own file; nil if there is no such file.
    func value(of name: String) throws(GitError) -> Value? {
        try FileReading(path(of: name)).map { Value($0.bytes) }
    }

    /// Returns the references with files of their own, without HEAD.
    func loose() throws(GitError) -> [String: Value] {
        var found: [String: Value] = [:]
        for name in Self.names(below: commonDirectory, "refs") {
            found[name] = try value(of: name)
        }
        return found
    }

    /// Returns the references in `packed-refs`.
    func packed() throws(GitError) -> PackedReferences {
        PackedReferences(try FileReading(commonDirectory + "packed-refs")?.bytes ?? [])
    }

    /// Returns the names of all references that have a log, including HEAD.
    func logged() -> [String] {
        ["HEAD"] + Self.names(below: commonDirectory + "logs/", "refs")
    }

    private static func names(below folder: String, _ name: String, depth: Int = 0) -> [String] {
        guard depth < 20 else { return [] }
        return (folderNames(folder + name) ?? []).sorted().flatMap { child in
            let path = "\(name)/\(child)"
            var status = stat()
            guard lstat(folder + path, &status) == 0 else { return [String]() }
            if status.st_mode & S_IFMT == S_IFDIR {
                return names(below: folder, path, depth: depth + 1)
            }
            return isName(path) ? [path] : []
        }
    }

    /// Returns true if git accepts the name for a reference; names of lock files are not accepted.
    static func isName(_ name: String) -> Bool {
        var isValid: Int32 = 0
        return !name.utf8.contains(0) && git_reference_name_is_valid(&isValid, name) == 0
            && isValid == 1
    }
}

extension ReferenceFiles.Value {
    init(_ bytes: [UInt8]) {
        let text = bytes[..<(bytes.lastIndex { !Self.isBlank($0) }.map { $0 + 1 } ?? 0)]
        if text.starts(with: Array("ref:".utf8)) {
            let name = String(decoding: text.dropFirst(4).drop(while: Self.isBlank), as: UTF8.self)
            self = ReferenceFiles.isName(name) ? .name(name) : .damaged
        } else {
            self =
                ObjectID(hex: String(decoding: text, as: UTF8.self)).map { .id($0) } ?? .damaged
        }
    }

    private static func isBlank(_ byte: UInt8) -> Bool {
        [UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r")]
            .contains(byte)
    }
}

/// The content of `packed-refs`.
struct PackedReferences {
    private(set) var ids: [String: ObjectID] = [:]
    /// True if git would not have written one of the lines.
    private(set) var isDamaged = false

    private static let title = "# pack-refs with:"
    private static let traits: Set<Substring> = ["peeled", "fully-peeled", "sorted"]

    init(_ bytes: [UInt8]) {
        guard !bytes.isEmpty else { return }
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        // There is nothing after the last line end.
        isDamaged = lines.last?.isEmpty == false
        var last: [UInt8]?
        var isSorted = false
        for (number, line) in lines.dropLast().enumerated() {
            let text = String(decoding: line, as: UTF8.self)
            if number == 0, text.hasPrefix(Self.title) {
                let traits = Set(text.dropFirst(Self.title.count).split(separator: " "))
                isSorted = traits.contains("sorted")
                if !traits.isSubset(of: Self.traits) { isDamaged = true }
            } else if text.hasPrefix("^"), last != nil {
                if ObjectID(hex: text.dropFirst()) == nil { isDamaged = true }
            } else if let (name, id) = Self.reference(text) {
                let bytes = Array(name.utf8)
                if isSorted, let last, !last.lexicographicallyPrecedes(bytes) { isDamaged = true }
                (ids[name], last) = (id, bytes)
            } else {
                isDamaged = true
            }
        }
    }

    private static func reference(_ line: String) -> (String, ObjectID)? {
        guard let id = ObjectID(hex: line.prefix(40)), line.dropFirst(40).first == " " else {
            return nil
        }
        let name = String(line.dropFirst(41))
        return ReferenceFiles.isName(name) ? (name, id) : nil
    }
}
