import BoardStorage
import Glibc
import TaskBoard
import TaskExchange

/// The files of another tool, read by an import or written by an export.
struct ForeignFiles {
    /// The maximum size of an import, in bytes.
    static let limit = 64 << 20
    private static let fileLimit = 1 << 20
    private static let countLimit = 100_000

    private let format: ExchangeFormat

    init(_ format: ExchangeFormat) { self.format = format }

    /// Reads a file, or the folder of a tool that stores its tasks in one.
    func read(_ path: String) throws(Failure) -> ForeignInput {
        let path = expandingHome(path)
        var status = stat()
        guard stat(path, &status) == 0 else { throw unreadable(path) }
        if status.st_mode & S_IFMT == S_IFDIR {
            guard format.readsFolders else {
                throw Failure(.exchange(.needsFile(format: format.name)))
            }
            return .folder(try folder(path))
        }
        guard format.readsTexts else {
            throw Failure(.exchange(.needsFolder(format: format.name)))
        }
        return .text(try bytes(path, limit: Self.limit))
    }

    private func unreadable(_ path: String) -> Failure {
        Failure(.exchange(.unreadable(path: path, cause: .system(systemCause(errno)))))
    }

    /// Reads a regular file, or a pipe such as `<(task export)`.
    private func bytes(_ path: String, limit: Int) throws(Failure) -> [UInt8] {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw unreadable(path) }
        defer { close(file) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = Glibc.read(file, &chunk, chunk.count)
            if count == 0 { return bytes }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw unreadable(path) }
            bytes += chunk[..<count]
            guard bytes.count <= limit else {
                throw Failure(.exchange(.tooLarge(path: path, mebibytes: limit >> 20)))
            }
        }
    }

    /// Reads the files of a tool, by their path within its folder. Links are not followed, and an
    /// unreadable file does not prevent reading the others.
    private func folder(_ path: String) throws(Failure) -> [ForeignFile] {
        var files: [ForeignFile] = []
        var size = 0
        let (root, folders) = try places(in: path)
        for folder in folders {
            let full = folder.isEmpty ? root : root + "/" + folder
            for name in try names(in: full) {
                let path = folder.isEmpty ? name : folder + "/" + name
                let file = file(path, at: full + "/" + name)
                size += file.bytes.count
                files.append(file)
                guard size <= Self.limit, files.count <= Self.countLimit else {
                    throw Failure(.exchange(.tooLarge(path: path, mebibytes: Self.limit >> 20)))
                }
            }
        }
        guard !files.isEmpty || folders.contains("tasks") else {
            let problem: RecordProblem =
                format == .dstask ? .noDstaskFolder : .noBacklogFolder
            throw Failure(problem.of(format: format.rawValue))
        }
        if format == .backlog { files += try configuration(of: root) }
        return files
    }

    private func file(_ path: String, at full: String) -> ForeignFile {
        var status = stat()
        guard lstat(full, &status) == 0 else {
            return ForeignFile(path: path, unread: .notPermitted)
        }
        switch status.st_mode & S_IFMT {
        case S_IFREG: break
        case S_IFLNK: return ForeignFile(path: path, unread: .link)
        case S_IFDIR: return ForeignFile(path: path, unread: .folder)
        default: return ForeignFile(path: path, unread: .notRegular)
        }
        guard status.st_size <= Self.fileLimit else {
            return ForeignFile(path: path, unread: .tooLarge(mebibytes: Self.fileLimit >> 20))
        }
        do throws(Failure) {
            return ForeignFile(path: path, bytes: try bytes(full, limit: Self.fileLimit))
        } catch {
            return ForeignFile(path: path, unread: .notPermitted)
        }
    }

    /// Returns the tool's root folder, and the folders below it that contain tasks.
    private func places(in path: String) throws(Failure) -> (root: String, folders: [String]) {
        // In dstask, each folder is a status. The import reports unknown ones.
        if format == .dstask { return (path, try foldersBelow(path)) }
        let roots = ["", "/backlog", "/.backlog"].map { path + $0 }
        for root in roots where isFolder(root + "/tasks") {
            var folders: [String] = []
            for name in ["tasks", "completed", "drafts", "archive", "milestones"]
            where isFolder("\(root)/\(name)") {
                folders.append(name)
                folders += try foldersBelow("\(root)/\(name)").map { "\(name)/\($0)" }
            }
            return (root, folders)
        }
        return (path, [""])
    }

    private func foldersBelow(_ path: String) throws(Failure) -> [String] {
        try entries(of: path).filter { !$0.hasPrefix(".") && isFolder("\(path)/\($0)") }
    }

    /// Backlog.md's own settings, next to its task folder.
    private func configuration(of root: String) throws(Failure) -> [ForeignFile] {
        for folder in [root, root + "/.."] where isRegular(folder + "/config.yml") {
            let bytes = try bytes(folder + "/config.yml", limit: Self.fileLimit)
            return [ForeignFile(path: "config.yml", bytes: bytes)]
        }
        return []
    }

    private func names(in folder: String) throws(Failure) -> [String] {
        let ending = format == .dstask ? ".yml" : ".md"
        return try entries(of: folder).filter { $0.hasSuffix(ending) && !$0.hasPrefix(".") }
    }

    /// Returns the names in a folder.
    ///
    /// - Throws: ``Failure`` for a name that is not UTF-8 and may be a task.
    private func entries(of folder: String) throws(Failure) -> [String] {
        guard let directory = opendir(folder) else { throw unreadable(folder) }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            let bytes = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: UInt8.self, capacity: 256) { name in
                    Array(UnsafeBufferPointer(start: name, count: strlen(name)))
                }
            }
            let name = String(decoding: bytes, as: UTF8.self)
            guard Array(name.utf8) == bytes else {
                let ending = format == .dstask ? ".yml" : ".md"
                guard name.hasSuffix(ending), !name.hasPrefix(".") else { continue }
                throw Failure(
                    .exchange(.unreadable(path: "\(folder)/\(name)", cause: .nameNotUTF8)))
            }
            names.append(name)
        }
        return names.sorted()
    }

    private func isFolder(_ path: String) -> Bool { kind(of: path) == S_IFDIR }
    private func isRegular(_ path: String) -> Bool { kind(of: path) == S_IFREG }

    private func kind(of path: String) -> mode_t {
        var status = stat()
        return lstat(path, &status) == 0 ? status.st_mode & S_IFMT : 0
    }
}

extension ForeignFiles {
    /// Writes a new file, or files into a new or an empty folder.
    ///
    /// - Throws: ``Failure`` (65) instead of replacing a file.
    func write(_ files: Writing.Files, to path: String) throws(Failure) {
        let path = expandingHome(path)
        switch files {
        case .text(let bytes): try create(path, bytes)
        case .folder(let files):
            try checkPaths(of: files)
            try makeFolder(path)
            guard try isEmpty(path) else { throw Failure(.exchange(.exists(path: path))) }
            for folder in Set(files.map { $0.path.prefix { $0 != "/" } })
            where files.contains(where: { $0.path.hasPrefix(folder + "/") }) {
                try makeFolder(path + "/" + folder)
            }
            for file in files { try create(path + "/" + file.path, file.bytes) }
        }
    }

    /// Refuses duplicate paths, and paths outside the folder or more than one level below it. The
    /// paths are derived from tasks, which anybody may have written.
    private func checkPaths(of files: [ForeignFile]) throws(Failure) {
        var seen: Set<String> = []
        for file in files {
            let parts = file.path.split(separator: "/", omittingEmptySubsequences: false)
            let isInside =
                (1...2).contains(parts.count) && !file.path.utf8.contains(0)
                && parts.allSatisfy { !$0.isEmpty && $0 != "." && $0 != ".." }
            guard isInside else {
                throw Failure(.exchange(.noOwnFile(path: file.path, isTaken: false)))
            }
            guard seen.insert(file.path.lowercased()).inserted else {
                throw Failure(.exchange(.noOwnFile(path: file.path, isTaken: true)))
            }
        }
    }

    private func isEmpty(_ folder: String) throws(Failure) -> Bool {
        guard let directory = opendir(folder) else { throw unreadable(folder) }
        defer { closedir(directory) }
        var count = 0
        while readdir(directory) != nil { count += 1 }
        return count <= 2
    }

    private func makeFolder(_ path: String) throws(Failure) {
        guard mkdir(path, 0o777) == 0 || errno == EEXIST else { throw unwritable(path) }
    }

    private func create(_ path: String, _ bytes: [UInt8]) throws(Failure) {
        // Written under a temporary name first, so that a full disk leaves no partial file.
        let draft = draftName(for: path)
        let file = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o666)
        guard file >= 0 else { throw unwritable(path) }
        defer {
            close(file)
            unlink(draft)
        }
        var offset = 0
        while offset < bytes.count {
            let count = bytes[offset...].withUnsafeBytes {
                Glibc.write(file, $0.baseAddress, $0.count)
            }
            guard count >= 0 || errno == EINTR else { throw unwritable(path) }
            offset += max(count, 0)
        }
        // Unlike rename(2), link(2) never replaces a file.
        guard link(draft, path) == 0 else {
            if errno == EEXIST { throw Failure(.exchange(.exists(path: path))) }
            throw unwritable(path)
        }
    }

    private func unwritable(_ path: String) -> Failure {
        Failure(
            .file(.failed(operation: .write, path: path, cause: systemCause(errno))))
    }
}
