import Glibc

/// The factor by which a test may take longer than usual: with a sanitizer, everything is slow.
package let slowness: Int = {
    #if SANITIZED
        return 30
    #else
        return 1
    #endif
}()

/// A failed system call, with its error number.
package struct SystemFailure: Error, CustomStringConvertible {
    package let call: String
    package let number = errno

    package init(call: String) { self.call = call }

    package var description: String { "\(call): \(String(cString: strerror(number)))" }
}

package func readFile(_ path: String) throws -> [UInt8] {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw SystemFailure(call: "open \(path)") }
    defer { close(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while true {
        let count = read(file, &chunk, chunk.count)
        guard count >= 0 else { throw SystemFailure(call: "read \(path)") }
        if count == 0 { return bytes }
        bytes += chunk[..<count]
    }
}

package func writeFile(_ path: String, _ bytes: [UInt8]) throws {
    let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard file >= 0 else { throw SystemFailure(call: "open \(path)") }
    defer { close(file) }
    guard write(file, bytes, bytes.count) == bytes.count else {
        throw SystemFailure(call: "write \(path)")
    }
}

package func writeFile(_ path: String, _ text: String) throws {
    try writeFile(path, Array(text.utf8))
}

/// The names in a folder, sorted.
package func names(in folder: String) throws -> [String] {
    guard let directory = opendir(folder) else { throw SystemFailure(call: "opendir \(folder)") }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
        let name = withUnsafePointer(to: &entry.pointee.d_name) {
            $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        }
        if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
}

/// A folder in memory, if the system has one with enough space that allows programs; else `/tmp`.
package let memoryFolder: String = {
    let path = "/dev/shm"
    var space = statvfs()
    // Check ST_NOEXEC: tests run scripts there.
    let forbidsPrograms: UInt = 8
    guard access(path, W_OK) == 0, statvfs(path, &space) == 0,
        space.f_flag & forbidsPrograms == 0,
        UInt64(space.f_bavail) * UInt64(space.f_frsize) >= 4 << 30
    else { return "/tmp" }
    return path
}()

/// A temporary folder for one test, removed when it is released.
package final class TemporaryFolder: Sendable {
    package let path: String

    /// - Parameter inMemory: False if the test checks how a disk behaves. In memory,
    ///   thousands of flushes are avoided.
    package init(inMemory: Bool = true) throws {
        let parent = inMemory ? memoryFolder : "/tmp"
        var template = Array("\(parent)/pmd-test-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil, let resolved = realpath(template, nil) else {
            throw SystemFailure(call: "mkdtemp")
        }
        path = String(cString: resolved)
        free(resolved)
    }

    deinit { removeTree(path) }
}

/// Removes a file, or a folder with everything in it, without following links.
package func removeTree(_ path: String) {
    if unlink(path) == 0 { return }
    do {
        for name in try names(in: path) { removeTree(path + "/" + name) }
    } catch {
        // A folder that a test made unreadable is left for the system to remove.
    }
    rmdir(path)
}
