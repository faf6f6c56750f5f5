import Glibc

/// The folders that complete a path, each with a trailing slash. Hidden folders are
/// omitted unless the path begins their name.
func subfolders(of path: String) -> [String] {
    let start = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
    let (parent, beginning) = (String(path[..<start]), path[start...])
    let opened = parent.isEmpty ? "./" : expandingHome(parent)
    guard let directory = opendir(opened) else { return [] }
    defer { closedir(directory) }
    var folders: [String] = []
    while let entry = readdir(directory) {
        let name = withUnsafePointer(to: &entry.pointee.d_name) {
            $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(validatingCString: $0) }
        }
        guard let name, name.hasPrefix(beginning), name != ".", name != "..",
            beginning.hasPrefix(".") || !name.hasPrefix("."), isFolder(opened + name)
        else { continue }
        folders.append(parent + name + "/")
    }
    return folders.sorted()
}

private func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
}
