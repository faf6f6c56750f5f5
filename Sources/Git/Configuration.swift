import Clibgit2

/// The repository's configuration: every level that git reads.
package struct Configuration {
    let repository: Repository

    /// The value of a name such as `user.email`; nil where none is set.
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

    /// A setting that is a path: `~/` is the home folder; nil where none is set.
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

    /// All values of a name that may be set several times.
    package func strings(_ name: String) throws(GitError) -> [String] {
        let snapshot = try snapshot()
        let found = NameList()
        let code = git_config_get_multivar_foreach(
            snapshot.pointer, name, nil,
            { entry, payload in
                guard let entry, let value = entry.pointee.value, let payload else { return 0 }
                Unmanaged<NameList>.fromOpaque(payload).takeUnretainedValue()
                    .names.append(String(cString: value))
                return 0
            }, Unmanaged.passUnretained(found).toOpaque())
        if code == GIT_ENOTFOUND.rawValue {
            git_error_clear()
            return []
        }
        try withExtendedLifetime(found) { () throws(GitError) in
            try check("read the setting \(name)", code)
        }
        return found.names
    }

    /// A setting as a truth value; nil where none is set.
    ///
    /// - Throws: ``GitError/Kind/invalid`` for a value that is neither.
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

    /// A setting as a number, `k`, `m` and `g` multiplied out; nil where none is set.
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
    /// - Throws: ``GitError/Kind/locked`` when somebody holds that file's lock for
    ///   some seconds.
    package func set(_ name: String, _ value: String?) throws(GitError) {
        var patience = Patience(seconds: 5)
        let file = repository.lockFile(repository.commonDirectory + "config.lock")
        while true {
            do throws(GitError) {
                return try setOnce(name, value)
            } catch {
                guard error.kind == .locked else { throw error }
                guard file.removeIfAbandoned() || patience.wait() else {
                    throw GitError(
                        .locked, "set \(name)", "the configuration is locked",
                        advice: file.advice)
                }
            }
        }
    }

    private func setOnce(_ name: String, _ value: String?) throws(GitError) {
        let all = try Handle<ConfigurationKind>("open the configuration") {
            git_repository_config(&$0, repository.pointer)
        }
        let local = try Handle<ConfigurationKind>("open the repository's configuration") {
            git_config_open_level(&$0, all.pointer, GIT_CONFIG_LEVEL_LOCAL)
        }
        guard let value else {
            let code = git_config_delete_entry(local.pointer, name)
            if code == GIT_ENOTFOUND.rawValue { return git_error_clear() }
            return try check("remove the setting \(name)", code)
        }
        try check("set \(name)", git_config_set_string(local.pointer, name, value))
    }

    /// The names of all settings that a regular expression matches, in lower
    /// case but for the middle part.
    package func names(matching pattern: String) throws(GitError) -> [String] {
        let snapshot = try snapshot()
        let found = NameList()
        let code = git_config_foreach_match(
            snapshot.pointer, pattern,
            { entry, payload in
                guard let entry, let name = entry.pointee.name, let payload else { return 0 }
                Unmanaged<NameList>.fromOpaque(payload).takeUnretainedValue()
                    .names.append(String(cString: name))
                return 0
            }, Unmanaged.passUnretained(found).toOpaque())
        try withExtendedLifetime(found) { () throws(GitError) in
            try check("read the configuration", code)
        }
        return found.names
    }

    /// A view of all levels as the files now say.
    private func snapshot() throws(GitError) -> Handle<ConfigurationKind> {
        try Handle("read the configuration") {
            git_repository_config_snapshot(&$0, repository.pointer)
        }
    }
}

/// What a callback of libgit2 collects.
private final class NameList {
    var names: [String] = []
}

extension Repository {
    /// The settings of this repository and of the person using it.
    package var configuration: Configuration { Configuration(repository: self) }

    /// The name and address that this person commits under, from the
    /// configuration; nil where either is missing or empty. The environment's
    /// `GIT_AUTHOR_NAME` and its kind are the caller's to look at.
    package func identity() throws(GitError) -> (name: String, email: String)? {
        guard let name = try configuration.string("user.name"), !name.isEmpty,
            let email = try configuration.string("user.email"), !email.isEmpty
        else { return nil }
        return (name, email)
    }

    /// True where git hides part of the work tree, so that a file that is not
    /// there need not be a deleted one.
    package func isSparse() throws(GitError) -> Bool {
        try configuration.bool("core.sparseCheckout") == true
    }
}
