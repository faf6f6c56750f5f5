import Glibc

/// The path of a file, as a user types it or a terminal pastes it.
enum TypedPath {
    /// The maximum number of entries of a folder that are compared.
    private static let mostEntries = 10_000
    /// The maximum number of completions.
    private static let most = 100

    /// Returns the path that is meant: without the quotes and the blank of a file that was dropped
    /// on the terminal, and with the home folder for `~`.
    static func expanded(_ typed: String) -> String {
        var path = typed
        while path.last == " " { path.removeLast() }
        if path.count > 1, let quote = path.first, "'\"".contains(quote), path.last == quote {
            path = String(path.dropFirst().dropLast())
        }
        return expandingHome(path)
    }

    /// Returns the paths that begin with a typed one, in alphabetical order. A folder ends with a
    /// slash. Hidden files need their dot.
    static func completions(of typed: String) -> [String] {
        if typed == "~" { return ["~/"] }
        let parts = typed.split(separator: "/", omittingEmptySubsequences: false)
        let start = parts.last ?? ""
        let folder = String(typed.dropLast(start.count))
        guard let stream = opendir(folder.isEmpty ? "." : expandingHome(folder)) else { return [] }
        defer { closedir(stream) }
        var (found, entries) = ([String](), 0)
        while let entry = readdir(stream), entries < mostEntries {
            entries += 1
            guard let name = name(of: entry), isOffered(name, after: start) else { continue }
            found.append(folder + name + (isFolder(folder + name) ? "/" : ""))
        }
        return Array(found.sorted().prefix(most))
    }

    private static func isOffered(_ name: String, after start: Substring) -> Bool {
        name.hasPrefix(start) && name != "." && name != ".."
            && (name.first != "." || start.first == ".")
            && name.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
    }

    /// Returns an entry's name; nil if it is not text.
    private static func name(of entry: UnsafeMutablePointer<dirent>) -> String? {
        withUnsafePointer(to: &entry.pointee.d_name) {
            String(validatingCString: UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self))
        }
    }

    private static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(expandingHome(path), &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }
}
