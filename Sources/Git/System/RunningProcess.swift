import Glibc

/// A process of this machine, as far as this user may inspect it.
struct RunningProcess {
    let id: Int32
    /// The name of its program, at most 15 bytes.
    let name: String
    /// The current folder; nil if it is not known.
    let folder: String?
    /// True if this user may not inspect the process.
    let isHidden: Bool

    /// True for git and the programs that belong to it.
    var isGit: Bool { name == "git" || name.hasPrefix("git-") }

    private init?(_ id: Int32) {
        self.id = id
        guard let name = firstLine(of: "/proc/\(id)/comm") else { return nil }
        self.name = name
        folder = Self.target("/proc/\(id)/cwd")
        // A process that is ending has no folder either, but hides nothing.
        isHidden = folder == nil && errno == EACCES
    }

    /// Returns all processes but this one.
    static func all() -> [RunningProcess] {
        (folderNames("/proc") ?? []).compactMap { Int32($0) }.filter { $0 != getpid() }
            .compactMap { RunningProcess($0) }
    }

    /// Returns true if the process has a file open, under whatever name.
    func hasOpen(_ file: FileIdentity) -> Bool {
        let descriptors = "/proc/\(id)/fd"
        return (folderNames(descriptors) ?? []).contains { name in
            var status = stat()
            guard stat("\(descriptors)/\(name)", &status) == 0 else { return false }
            return FileIdentity(status) == file
        }
    }

    private static func target(_ link: String) -> String? {
        var buffer = [CChar](repeating: 0, count: 4096)
        let count = readlink(link, &buffer, buffer.count)
        guard count > 0 else { return nil }
        return String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}

/// Returns true if a process is running. A zombie is not running.
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

/// Runs a program, looked up in `PATH`, with empty input.
///
/// - Parameter seconds: The time after which the program is killed.
/// - Returns: The exit status, or 128 plus the signal that ended the program, and the output; nil
///   if there is no such program.
package func answer(
    of program: String, _ arguments: [String], environment: [String],
    within seconds: Double = .infinity
) -> (status: Int32, output: String)? {
    do {
        let child = try ChildProcess(
            program, arguments, environment: environment, ownGroup: seconds.isFinite)
        child.closeInput()
        let deadline = Timeout.now() + seconds
        let output = child.answer(until: deadline)
        if Timeout.now() >= deadline { child.kill(SIGKILL) }
        return (child.wait(), output)
    } catch {
        return nil
    }
}
