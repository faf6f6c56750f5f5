import Glibc
package import Programs

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
    private var isGit: Bool { name == "git" || name.hasPrefix("git-") }

    /// True for a git process that may be changing a repository: not one that has ended and waits
    /// for its parent, and not a server that runs for as long as the machine.
    var isWorkingGit: Bool { isGit && isAlive && !isServer }

    private var isServer: Bool {
        let file = open("/proc/\(id)/cmdline", O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return false }
        defer { close(file) }
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = read(file, &buffer, buffer.count)
        let words = buffer.prefix(max(0, count)).split(separator: 0)
            .map { String(decoding: $0, as: UTF8.self) }
        guard let program = words.first?.split(separator: "/").last else { return false }
        let command =
            program == "git" ? Self.command(words.dropFirst()) : String(program.dropFirst(4))
        return ["daemon", "credential-cache--daemon", "fsmonitor--daemon"].contains(command)
    }

    /// Returns the command of a git process, which follows git's own options and their values.
    private static func command(_ words: ArraySlice<String>) -> String? {
        let options: Set<String> = ["-c", "-C", "--git-dir", "--work-tree", "--namespace"]
        var rest = words
        while let word = rest.popFirst() {
            guard word.hasPrefix("-") else { return word }
            if options.contains(word) { rest = rest.dropFirst() }
        }
        return nil
    }

    /// Returns true if the process's current folder is one of these, regardless of its path there:
    /// a container may have the same folder under another path.
    func isIn(_ folders: [String]) -> Bool {
        guard let own = FileIdentity(at: "/proc/\(id)/cwd/.") else { return false }
        return folders.contains { FileIdentity(at: $0 + "/.") == own }
    }

    /// Returns true if a git process visible to this user is at work in a repository: its folder,
    /// or a file that it has open or mapped, is in one of these folders.
    ///
    /// - Parameter folders: Absolute, each with a slash at its end.
    static func isGitAtWork(in folders: [String]) -> Bool {
        let folders = folders.flatMap { folder in
            guard let real = realpath(folder, nil) else { return [folder] }
            defer { free(real) }
            return [folder, String(cString: real) + "/"]
        }
        let isInside = { (path: String) in folders.contains { (path + "/").hasPrefix($0) } }
        return all().contains { process in
            guard process.isWorkingGit else { return false }
            return process.folder.map(isInside) == true || process.isIn(folders)
                || process.files.contains(where: isInside)
        }
    }

    /// The files that the process has open or mapped.
    private var files: [String] {
        let descriptors = "/proc/\(id)/fd"
        let open = (folderNames(descriptors) ?? []).compactMap {
            Self.target("\(descriptors)/\($0)")
        }
        let mapped = (folderNames("/proc/\(id)/map_files") ?? []).compactMap {
            Self.target("/proc/\(id)/map_files/\($0)")
        }
        return open + mapped
    }

    /// True unless the process has ended, even if its parent has not waited for it yet.
    var isAlive: Bool {
        let file = open("/proc/\(id)/stat", O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return false }
        defer { close(file) }
        var buffer = [UInt8](repeating: 0, count: 512)
        let count = read(file, &buffer, buffer.count)
        let text = buffer.prefix(max(0, count))
        // `PID (NAME) STATE …`, where the name may contain anything.
        guard let end = text.lastIndex(of: UInt8(ascii: ")")), end + 2 < text.endIndex else {
            return count >= 0
        }
        return text[end + 2] != UInt8(ascii: "Z") && text[end + 2] != UInt8(ascii: "X")
    }

    init?(_ id: Int32) {
        self.id = id
        guard let name = firstLine(of: "/proc/\(id)/comm") else { return nil }
        self.name = name
        folder = Self.target("/proc/\(id)/cwd")
        // A process that is ending has no folder either, but hides nothing.
        isHidden = folder == nil && errno == EACCES
    }

    /// Returns all processes except this one.
    static func all() -> [RunningProcess] {
        (folderNames("/proc") ?? []).compactMap { Int32($0) }.filter { $0 != ownID }
            .compactMap { RunningProcess($0) }
    }

    /// The ID of this process in `/proc`, which may show another PID namespace than its own; nil
    /// if the process is not listed there.
    static let ownID: Int32? = target("/proc/self").flatMap { Int32($0) }

    /// True if `/proc` shows every process of this machine. Otherwise, as in a container, a
    /// process that is not listed may still be running.
    static let areAllSeen =
        pidNamespace == "pid:[4026531836]" && access("/proc/1/comm", R_OK) == 0

    /// Returns true if the process has a file open, under any name.
    func hasOpen(_ file: FileIdentity) -> Bool {
        let descriptors = "/proc/\(id)/fd"
        return (folderNames(descriptors) ?? []).contains { name in
            var status = stat()
            guard stat("\(descriptors)/\(name)", &status) == 0 else { return false }
            return FileIdentity(status) == file
        }
    }

    fileprivate static func target(_ link: String) -> String? {
        var buffer = [CChar](repeating: 0, count: 4096)
        let count = readlink(link, &buffer, buffer.count)
        guard count > 0 else { return nil }
        return String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}

/// The PID namespace of this process, such as `pid:[4026531836]`, the first one of the machine.
package let pidNamespace = RunningProcess.target("/proc/self/ns/pid") ?? ""

/// Runs a program, looked up in `PATH`, with empty input.
///
/// - Parameter seconds: The time after which the program is killed.
/// - Returns: The exit status, or 128 plus the signal that ended the program, and the output; nil
///   if there is no such program.
package func answer(
    of program: String, _ arguments: [Argument], environment: [String],
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
