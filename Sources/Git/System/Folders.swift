import Glibc

/// Returns the names in a folder without `.` and `..`, in no order.
///
/// - Returns: Nil if it cannot be listed; `errno` is then set.
func folderNames(_ folder: String) -> [String]? {
    guard let stream = opendir(folder) else { return nil }
    var names: [String] = []
    errno = 0
    while let entry = readdir(stream) {
        let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
            pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        }
        if name != ".", name != ".." { names.append(name) }
        errno = 0
    }
    let number = errno
    closedir(stream)
    errno = number
    return number == 0 ? names : nil
}

/// Removes a file, or a folder with its contents, without following links.
package func removeTree(_ path: String) {
    var status = stat()
    guard lstat(path, &status) == 0 else { return }
    guard status.st_mode & S_IFMT == S_IFDIR else {
        unlink(path)
        return
    }
    for name in folderNames(path) ?? [] { removeTree(path + "/" + name) }
    // A second attempt may succeed; there is no third one.
    if rmdir(path) != 0 { rmdir(path) }
}
