import Glibc

/// Returns the folders that complete a path, each with a trailing slash, and the files if
/// `hasFiles`. Hidden ones are omitted unless the path begins their name.
func paths(completing path: String, hasFiles: Bool) -> [String] {
    let start = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
    let (parent, beginning) = (String(path[..<start]), path[start...])
    let opened = parent.isEmpty ? "./" : expandingHome(parent)
    guard let directory = opendir(opened) else { return [] }
    defer { closedir(directory) }
    var paths: [String] = []
    while let entry = readdir(directory) {
        let name = withUnsafePointer(to: &entry.pointee.d_name) {
            $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(validatingCString: $0) }
        }
        guard let name, name.hasPrefix(beginning), name != ".", name != "..",
            beginning.hasPrefix(".") || !name.hasPrefix(".")
        else { continue }
        if isFolder(opened + name) {
            paths.append(parent + name + "/")
        } else if hasFiles {
            paths.append(parent + name)
        }
    }
    return paths.sorted()
}

private func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
}
