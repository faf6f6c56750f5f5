import BoardStorage
import Glibc
import TaskBoard
import Words

/// Returns the absolute form of a path relative to a folder.
///
/// - Throws: ``Failure`` if the path is empty or the folder does not exist.
func absolutePath(_ path: String, from folder: String) throws(Failure) -> String {
    if path.isEmpty { throw Failure(.usage, .emptyPath) }
    if path.hasPrefix("/") { return path.withoutTrailingSlashes }
    guard let start = realPath(folder) else {
        throw Failure(.data, .noFolder(folder))
    }
    let rest = path.split(separator: "/").filter { $0 != "." }
    return ([start == "/" ? "" : start] + rest.map(String.init)).joined(separator: "/")
        .withoutTrailingSlashes
}

/// Returns the path of the running program, for starting child processes.
///
/// - Throws: ``Failure`` if it cannot be read from `/proc`.
func ownPath() throws(Failure) -> String {
    guard let path = realPath("/proc/self/exe") else {
        throw Failure(.failed, .ownPathUnknown)
    }
    return path
}

extension String {
    fileprivate var withoutTrailingSlashes: String {
        var path = self
        while path.count > 1, path.last == "/" { path.removeLast() }
        return path
    }
}

/// Returns a remote's address. A local repository's path becomes absolute, since it must mean the
/// same wherever pmd is started.
func remoteAddress(_ text: String, from folder: String) throws(Failure) -> String {
    if text.hasPrefix("/") || text.contains("://") { return text }
    let path = try absolutePath(text, from: folder)
    return realPath(path) ?? text
}
