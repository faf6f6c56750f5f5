import Clibgit2
import Glibc

/// The repository's configuration: every level that git reads.
package struct Configuration {
    let repository: Repository

    /// Returns the value of a name such as `user.email`; nil if none is set.
    package func string(_ name: String) throws(GitError) -> String? {
        let snapshot = try snapshot()
        var value: UnsafePointer<CChar>?
        let code = git_config_get_string(&value, snapshot.pointer, name)
        if code == GIT_ENOTFOUND.rawValue {
            git_error_clear()
            return nil
        }
        try check("read the setting \(name)", code)
        return value.map { String(cString: $0) }
    }

    /// Returns a setting that is a path: `~/` is the home folder; nil if none is set.
    package func path(_ name: String) throws(GitError) -> String? {
        let snapshot = try snapshot()
        var value = git_buf()
        defer { git_buf_dispose(&value) }
        let code = git_config_get_path(&value, snapshot.pointer, name)
        if code == GIT_ENOTFOUND.rawValue {
            git_error_clear()
            return nil
        }
        try check("read the setting \(name)", code)
        return value.ptr.map { String(cString: $0) }
    }

    /// Returns all values of a name that may be set several times.
    package func strings(_ name: String) throws(GitError) -> [String] {
        let snapshot = try snapshot()
        return try Self.strings(name, in: snapshot.pointer)
    }

    static func strings(
        _ name: String, in configuration: OpaquePointer
    ) throws(GitError) -> [String] {
        let found = EntryList()
        let code = git_config_get_multivar_foreach(
            configuration, name, nil,
            { entry, payload in
                guard let entry, let value = entry.pointee.value, let payload else { return 0 }
                Unmanaged<EntryList>.fromOpaque(payload).takeUnretainedValue()
                    .entries.append(("", String(cString: value), entry.pointee.level))
                return 0
            }, Unmanaged.passUnretained(found).toOpaque())
        if code == GIT_ENOTFOUND.rawValue {
            git_error_clear()
            return []
        }
        try withExtendedLifetime(found) { () throws(GitError) in
            try check("read the setting \(name)", code)
        }
        return found.entries.map(\.value)
    }

    /// Returns a setting as a Boolean; nil if none is set.
    ///
    /// - Throws: ``GitError/Kind/invalid`` for a value that is not a Boolean.
    package func bool(_ name: String) throws(GitError) -> Bool? {
        let snapshot = try snapshot()
        var value: Int32 = 0
        let code = git_config_get_bool(&value, snapshot.pointer, name)
        if code == GIT_ENOTFOUND.rawValue {
            git_error_clear()
            return nil
        }
        if code < 0 {
            var error = GitError(code, "read the setting \(name)")
            error.kind = .invalid
            throw error
        }
        return value != 0
    }

    /// Returns a setting as a number, with `k`, `m` and `g` multiplied out; nil if none is set.
    package func integer(_ name: String) throws(GitError) -> Int64? {
        let snapshot = try snapshot()
        var value: Int64 = 0
        let code = git_config_get_int64(&value, snapshot.pointer, name)
        if code == GIT_ENOTFOUND.rawValue {
            git_error_clear()
            return nil
        }
        if code < 0 {
            var error = GitError(code, "read the setting \(name)")
            error.kind = .invalid
            throw error
        }
        return value
    }

    /// Sets a value in the repository's own file, or removes it.
    ///
    /// - Throws: ``GitError/Kind/locked`` if another process holds the lock of that file for some
    ///   seconds.
    package func set(_ name: String, _ value: String?) throws(GitError) {
        var timeout = Timeout(seconds: 5)
        let path = resolved(repository.commonDirectory + "config")
        let lock = repository.lockFile(path + ".lock")
        while true {
            do throws(GitError) {
                try setOnce(name, value, in: path, lock)
                return try synchronise(repository.commonDirectory)
            } catch {
                if error.kind == .changedMeanwhile, timeout.wait() { continue }
                guard error.kind == .locked else { throw error }
                guard lock.removeIfAbandoned() || timeout.wait() else {
                    throw GitError(.configurationLocked(lock), "set \(name)")
                }
            }
        }
    }

    /// Writes a temporary file that is on the disk before it is renamed: libgit2's own file may be
    /// empty after a power cut. Nothing waits for the disk while the lock is held, so that no power
    /// cut leaves the lock.
    private func setOnce(
        _ name: String, _ value: String?, in path: String, _ lock: LockFile
    ) throws(GitError) {
        let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "./"
        Repository.removeLeftSettings(in: folder, lock)
        var made = try LockedFolder(in: folder, Self.temporaryPrefix, for: Self.setting)
        let temporary = Self.temporaryFile(in: made.path)
        // If the lock cannot be removed, this file shows the next process whose lock it was.
        defer { if lock.isLink(to: temporary) { made.keep() } }
        let old = try FileReading(path)
        try write(to: temporary, from: old, setting: name, to: value)
        try put(temporary, at: path, over: old?.bytes, lock)
    }

    private func put(
        _ temporary: String, at path: String, over old: [UInt8]?, _ lock: LockFile
    ) throws(GitError) {
        try take(lock, by: temporary)
        defer { if unlink(lock.path) != 0 { unlink(lock.path) } }
        guard try FileReading(path)?.bytes == old else {
            throw GitError(.changedMeanwhile, Self.setting)
        }
        guard rename(temporary, path) == 0 else { throw GitError(errno: errno, Self.setting) }
    }

    /// Takes the lock by linking it to the temporary file, so that a killed process's lock is
    /// recognised at once.
    private func take(_ lock: LockFile, by temporary: String) throws(GitError) {
        if link(temporary, lock.path) == 0 { return }
        if errno != EEXIST {
            // Not every file system has hard links.
            let descriptor = open(lock.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
            if descriptor >= 0 {
                close(descriptor)
                return
            }
        }
        guard errno == EEXIST else { throw GitError(errno: errno, Self.setting) }
        throw GitError(.locked(nil), Self.setting)
    }

    private static let setting = "change the configuration"

    /// The prefix of temporary folders.
    ///
    /// The file is in a folder because libgit2 replaces it, which would end the lock on the file
    /// itself.
    static let temporaryPrefix = "config.pmd-"

    /// Returns the path of the new configuration in a temporary folder.
    static func temporaryFile(in folder: String) -> String { folder + "/config" }

    private func write(
        to temporary: String, from old: FileReading?, setting name: String, to value: String?
    ) throws(GitError) {
        let mode = old.map { $0.status.st_mode & 0o7777 }
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode ?? 0o666)
        guard descriptor >= 0 else { throw GitError(errno: errno, Self.setting) }
        defer { close(descriptor) }
        try writeAll(old?.bytes ?? [], to: descriptor, temporary)
        try edit(temporary, setting: name, to: value)
        // libgit2 creates its own file.
        if let mode, chmod(temporary, mode) != 0 { throw GitError(errno: errno, Self.setting) }
        try synchronise(temporary)
    }

    private func edit(
        _ path: String, setting name: String, to value: String?
    ) throws(GitError) {
        let file = try Handle<ConfigurationKind>("open the configuration") {
            git_config_open_ondisk(&$0, path)
        }
        guard let value else {
            let code = git_config_delete_entry(file.pointer, name)
            if code == GIT_ENOTFOUND.rawValue { return git_error_clear() }
            return try check("remove the setting \(name)", code)
        }
        try check("set \(name)", git_config_set_string(file.pointer, name, value))
    }

    /// Returns the target of a link, which git writes.
    private func resolved(_ path: String) -> String {
        guard let real = realpath(path, nil) else { return path }
        defer { free(real) }
        return String(cString: real)
    }

    /// Returns the names of all settings with a prefix such as `remote.` and a suffix such as
    /// `.promisor`, in lower case except for the middle part.
    package func names(
        from start: String, to end: String = ""
    ) throws(GitError) -> [String] {
        let snapshot = try snapshot()
        return try Self.names(from: start, to: end, in: snapshot.pointer)
    }

    static func names(
        from start: String, to end: String = "", in configuration: OpaquePointer
    ) throws(GitError) -> [String] {
        try entries(from: start, to: end, in: configuration).map(\.name)
    }

    /// Returns the names and values of the same settings, in the order of the files.
    func entries(
        from start: String, to end: String
    ) throws(GitError) -> [(name: String, value: String)] {
        let snapshot = try snapshot()
        return try Self.entries(from: start, to: end, in: snapshot.pointer)
    }

    /// Returns the same with the level of each setting's file.
    func entriesWithLevel(
        from start: String, to end: String
    ) throws(GitError) -> [(name: String, value: String, level: git_config_level_t)] {
        let snapshot = try snapshot()
        return try Self.entriesWithLevel(from: start, to: end, in: snapshot.pointer)
    }

    private static func entries(
        from start: String, to end: String, in configuration: OpaquePointer
    ) throws(GitError) -> [(name: String, value: String)] {
        try entriesWithLevel(from: start, to: end, in: configuration).map { ($0.name, $0.value) }
    }

    private static func entriesWithLevel(
        from start: String, to end: String, in configuration: OpaquePointer
    ) throws(GitError) -> [(name: String, value: String, level: git_config_level_t)] {
        let found = EntryList()
        // With a regular expression, libgit2 loses 20 KiB for each name that does not match.
        let code = git_config_foreach(
            configuration,
            { entry, payload in
                guard let entry, let name = entry.pointee.name, let payload else { return 0 }
                let value = entry.pointee.value.map { String(cString: $0) }
                Unmanaged<EntryList>.fromOpaque(payload).takeUnretainedValue()
                    .entries.append((String(cString: name), value ?? "", entry.pointee.level))
                return 0
            }, Unmanaged.passUnretained(found).toOpaque())
        try withExtendedLifetime(found) { () throws(GitError) in
            try check("read the configuration", code)
        }
        return found.entries.filter {
            $0.name.utf8.count >= start.utf8.count + end.utf8.count && $0.name.hasPrefix(start)
                && $0.name.hasSuffix(end)
        }
    }

    /// Returns all levels in the current state of the files.
    private func snapshot() throws(GitError) -> Handle<ConfigurationKind> {
        try Handle("read the configuration") {
            git_repository_config_snapshot(&$0, repository.pointer)
        }
    }
}

/// The settings that a callback of libgit2 collects.
private final class EntryList {
    var entries: [(name: String, value: String, level: git_config_level_t)] = []
}

extension Repository {
    /// The settings of this repository and of the user.
    package var configuration: Configuration { Configuration(repository: self) }

    /// Returns the name and address of the user's commits from the configuration; nil if either is
    /// missing or empty. The caller reads variables such as `GIT_AUTHOR_NAME`.
    package func identity() throws(GitError) -> (name: String, email: String)? {
        guard let name = try configuration.string("user.name"), !name.isEmpty,
            let email = try configuration.string("user.email"), !email.isEmpty
        else { return nil }
        return (name, email)
    }

    /// Throws if `user.useConfigOnly` forbids guessing the user's name or address.
    package func refuseGuessing(isName: Bool) throws(GitError) {
        guard try configuration.bool("user.useConfigOnly") == true else { return }
        throw GitError(.noIdentity(isName: isName), "make a commit")
    }

    /// Returns true if git hides part of the working tree, so that a missing file may not be a
    /// deleted one.
    package func isSparse() throws(GitError) -> Bool {
        try configuration.bool("core.sparseCheckout") == true
    }
}

// Settings outside any repository: those of the user and the machine.
extension Configuration {
    /// Returns the value of a name; nil if none is set.
    package static func global(
        _ name: String, in environment: Environment
    ) throws(GitError) -> String? {
        let configuration = try openGlobal(environment)
        var value = git_buf()
        defer { git_buf_dispose(&value) }
        let code = git_config_get_string_buf(&value, configuration.pointer, name)
        if code == GIT_ENOTFOUND.rawValue {
            git_error_clear()
            return nil
        }
        try check("read the setting \(name)", code)
        return value.ptr.map { String(cString: $0) }
    }

    /// Returns all values of a name, beginning with the machine's.
    static func globals(
        _ name: String, in environment: Environment
    ) throws(GitError) -> [String] {
        let configuration = try openGlobal(environment)
        return try strings(name, in: configuration.pointer)
    }

    /// Returns the names of all settings with a prefix such as `pmd.color.`, each once.
    package static func globalNames(
        from start: String, in environment: Environment
    ) throws(GitError) -> [String] {
        let configuration = try openGlobal(environment)
        return Set(try names(from: start, in: configuration.pointer)).sorted()
    }

    private static func openGlobal(
        _ environment: Environment
    ) throws(GitError) -> Handle<ConfigurationKind> {
        try Library.start()
        let configuration = try Handle<ConfigurationKind>("read the configuration") {
            git_config_open_default(&$0)
        }
        try addUserFiles(of: environment, to: configuration.pointer, repository: nil)
        return configuration
    }

    /// Makes libgit2 read the user's settings from the files of an environment. By default, it
    /// reads those of the process, and never `GIT_CONFIG_GLOBAL`.
    static func addUserFiles(
        of environment: Environment, to configuration: OpaquePointer, repository: OpaquePointer?
    ) throws(GitError) {
        for (file, level) in userFiles(of: environment) {
            // Without a path, the file of the process would be used.
            let file = access(file, F_OK) == 0 ? file : none
            try check(
                "read \(file)",
                git_config_add_file_ondisk(configuration, file, level, repository, 1))
        }
    }

    private static let none = "/dev/null"

    private static func userFiles(
        of environment: Environment
    ) -> [(path: String, level: git_config_level_t)] {
        if let file = environment["GIT_CONFIG_GLOBAL"] { return [(file, GIT_CONFIG_LEVEL_GLOBAL)] }
        let (home, folder) = (environment["HOME"], environment["XDG_CONFIG_HOME"])
        let own = Library.environment
        guard home != own["HOME"] || folder != own["XDG_CONFIG_HOME"] else { return [] }
        let shared = folder ?? home.map { $0 + "/.config" }
        return [
            (home.map { $0 + "/.gitconfig" } ?? none, GIT_CONFIG_LEVEL_GLOBAL),
            (shared.map { $0 + "/git/config" } ?? none, GIT_CONFIG_LEVEL_XDG),
        ]
    }
}
