import Glibc

/// The files that running processes have open, as far as they are visible to this user.
package struct OpenFiles {
    /// A descriptor of a process: its link in `/proc`, and the path that the process opened.
    private var descriptors: [(link: String, path: String)] = []
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

    /// Returns true if a process may have a file open.
    ///
    /// If some processes are not visible, as in a container, this includes every file that is not
    /// at least an hour old: no process takes that long to write such a file.
    package func contains(_ path: String) -> Bool {
        isSeen(path)
            || !RunningProcess.areAllSeen && !UseLock.isMissing(path)
                && !UseLock.isOld(path, since: 3_600)
    }

    /// Returns true if a visible process may have a file open.
    func isSeen(_ path: String) -> Bool {
        guard isKnown else { return true }
        guard let file = FileIdentity(at: path) else { return false }
        // A container may have the same folder under another path.
        let name = path[(path.lastIndex(of: "/") ?? path.startIndex)...]
        return descriptors.contains {
            var status = stat()
            return $0.path.hasSuffix(name) && stat($0.link, &status) == 0
                && FileIdentity(status) == file
        }
    }

    private mutating func add(openBy process: String) {
        let folder = "/proc/\(process)/fd"
        var buffer = [CChar](repeating: 0, count: 4096)
        for name in folderNames(folder) ?? [] {
            let link = "\(folder)/\(name)"
            let count = readlink(link, &buffer, buffer.count)
            guard count > 0 else { continue }
            descriptors.append(
                (
                    link,
                    String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
                ))
        }
    }
}
