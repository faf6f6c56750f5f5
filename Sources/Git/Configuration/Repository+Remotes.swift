import Clibgit2

extension Repository {
    /// Returns the names of the configured remotes, sorted.
    package func remotes() throws(GitError) -> [String] {
        var names = git_strarray()
        try check("list the remotes", git_remote_list(&names, pointer))
        defer { git_strarray_dispose(&names) }
        return (0..<names.count).compactMap { names.strings[$0].map { String(cString: $0) } }
            .sorted()
    }

    /// Returns the addresses of a remote for fetching and for pushing, with `url.*.insteadOf`
    /// applied; nil if there is no such remote or it has no address.
    package func addresses(
        ofRemote name: String
    ) throws(GitError) -> (fetch: String, push: String)? {
        var raw: OpaquePointer?
        let code = git_remote_lookup(&raw, pointer, name)
        // `branch.x.remote` may also be "." or an address, which are not names.
        if code == GIT_ENOTFOUND.rawValue || code == GIT_EINVALIDSPEC.rawValue {
            git_error_clear()
            return nil
        }
        try check("read the remote \(name)", code)
        defer { git_remote_free(raw) }
        guard let url = git_remote_url(raw) else { return nil }
        let fetch = String(cString: url)
        return (fetch, git_remote_pushurl(raw).map { String(cString: $0) } ?? fetch)
    }

    /// Adds a remote with git's usual refspec.
    ///
    /// libgit2's function reports success if it could not write the refspec. The address is written
    /// last, because a remote without one does not count.
    package func addRemote(_ name: String, url: String) throws(GitError) {
        try configuration.set("remote.\(name).fetch", "+refs/heads/*:refs/remotes/\(name)/*")
        try configuration.set("remote.\(name).url", url)
    }

    /// Returns the remote and its branch (by its full name) that a branch, given by its full name,
    /// follows; nil if it follows none. That branch may not exist.
    package func upstream(
        of branch: String
    ) throws(GitError) -> (remote: String, branch: String)? {
        guard branch.hasPrefix("refs/heads/") else { return nil }
        let key = "branch." + branch.dropFirst("refs/heads/".count)
        guard let remote = try configuration.string(key + ".remote"),
            let merge = try configuration.string(key + ".merge")
        else { return nil }
        return (remote, merge)
    }

    /// Makes a branch follow a remote's branch, both given by their full names.
    package func setUpstream(
        of branch: String, remote: String, branch upstream: String
    ) throws(GitError) {
        guard branch.hasPrefix("refs/heads/") else {
            throw GitError(.notABranch, "set the upstream of \(branch)")
        }
        let key = "branch." + branch.dropFirst("refs/heads/".count)
        try configuration.set(key + ".remote", remote)
        try configuration.set(key + ".merge", upstream)
    }
}
