import Glibc

/// The files that running processes have open, as far as this user may see them.
package struct OpenFiles {
    private var paths: Set<String> = []
    /// False if the system does not report them: then any file may be open.
    private let isKnown: Bool

    /// Reads the open files of all processes once.
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
