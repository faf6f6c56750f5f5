import Glibc

/// The files that living processes have open, as far as this user may see them.
package struct OpenFiles {
    private var paths: Set<String> = []
    /// False where the system does not tell: then any file may be open.
    private let isKnown: Bool

    /// Looks through all processes once.
    package init() {
        let processes = folderNames("/proc")
        isKnown = processes != nil
        for name in processes ?? [] where name.utf8.allSatisfy({ (48...57).contains($0) }) {
            add(openBy: name)
        }
    }

    package func contains(_ path: String) -> Bool {
        guard isKnown else { return true }
        guard let resolved = realpath(path, nil) else { return false }
        defer { free(resolved) }
        return paths.contains(String(cString: resolved))
    }

    private mutating func add(openBy process: String) {
        let folder = "/proc/\(process)/fd"
        var buffer = [CChar](repeating: 0, count: 4096)
        for name in folderNames(folder) ?? [] {
            let count = readlink("\(folder)/\(name)", &buffer, buffer.count)
            guard count > 0 else { continue }
            paths.insert(
                String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self))
        }
    }
}

/// Whether a process lives. One that has ended and that nobody has waited for yet
/// does not.
package func isRunning(process: Int32) -> Bool {
    guard kill(process, 0) == 0 || errno != ESRCH else { return false }
    let file = open("/proc/\(process)/stat", O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return true }
    defer { close(file) }
    var buffer = [UInt8](repeating: 0, count: 512)
    let count = read(file, &buffer, buffer.count)
    let text = buffer.prefix(max(0, count))
    // `PID (NAME) STATE …`, where the name may hold anything.
    guard let end = text.lastIndex(of: UInt8(ascii: ")")), end + 2 < text.endIndex else {
        return true
    }
    return text[end + 2] != UInt8(ascii: "Z") && text[end + 2] != UInt8(ascii: "X")
}
