import Clibgit2

extension Repository {
    /// Returns the names of the configured remotes, sorted.
    ///
    /// This and ``addresses(ofRemote:)`` read the settings themselves: libgit2 looks them up with
    /// regular expressions, which leak memory (see ``Configuration/names(from:to:)``), and a
    /// server does so after each change.
    package func remotes() throws(GitError) -> [String] {
        let names = try configuration.names(from: "remote.", to: "url").compactMap { name in
            [".url", ".pushurl"].first { name.hasSuffix($0) }.map { end in
                String(name.dropFirst("remote.".count).dropLast(end.count))
            }
        }
        return Set(names).sorted()
    }

    /// Returns the fetch address of a remote, which is its first, and all its push addresses, with
    /// `url.*.insteadOf` and `url.*.pushInsteadOf` applied as in git (git-config(1),
    /// `url.<base>.insteadOf`); nil if there is no such remote or it has no address.
    ///
    /// A remote is pushed to each `pushurl`, or else to each `url`. `pushInsteadOf` only applies
    /// to the latter. If it rewrites any of them, only those that it rewrites are pushed to, as in
    /// git. Each address is returned once.
    package func addresses(
        ofRemote name: String
    ) throws(GitError) -> (fetch: String, push: [String])? {
        let key = "remote.\(name)."
        let settings = try configuration.entries(from: key, to: "url")
        // An empty value clears those before it.
        func all(_ end: String) -> [String] {
            settings.filter { $0.name == key + end }
                .reduce(into: []) { $1.value.isEmpty ? $0 = [] : $0.append($1.value) }
        }
        // `branch.x.remote` may also be "." or an address, which are not names.
        let urls = all("url")
        guard let first = urls.first else { return nil }
        let instead = try AddressRewrites(configuration, "insteadof")
        var pushes = all("pushurl").map { instead.rewritten($0) ?? $0 }
        if pushes.isEmpty {
            let pushInstead = try AddressRewrites(configuration, "pushinsteadof")
            pushes = urls.compactMap { pushInstead.rewritten($0) }
        }
        if pushes.isEmpty {
            pushes = urls.map { instead.rewritten($0) ?? $0 }
        }
        var seen: Set<String> = []
        return (instead.rewritten(first) ?? first, pushes.filter { seen.insert($0).inserted })
    }

    /// Adds a remote with git's usual refspec.
    ///
    /// libgit2's function reports success if it could not write the refspec. The address is written
    /// last, because a remote without one does not count.
    package func addRemote(_ name: String, url: String) throws(GitError) {
        try configuration.set("remote.\(name).fetch", "+refs/heads/*:refs/remotes/\(name)/*")
        try configuration.set("remote.\(name).url", url)
    }

    /// Returns the upstream of a branch: the remote, and the full name of its branch; nil if there
    /// is none. The branch is given by its full name. The upstream branch may not exist.
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

    /// Sets the upstream of a branch, with both branches given by their full names.
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

/// The rewriting of addresses by their prefixes.
private struct AddressRewrites {
    /// Each prefix, and its replacement.
    private let rules: [(beginning: String, base: String)]

    /// - Parameter key: `insteadof` or `pushinsteadof`, in lower case.
    init(_ configuration: Configuration, _ key: String) throws(GitError) {
        let end = "." + key
        rules = try configuration.entries(from: "url.", to: end).map {
            ($0.value, String($0.name.dropFirst("url.".count).dropLast(end.count)))
        }
    }

    /// Returns the address with its longest matching prefix replaced; nil if none matches. Of
    /// equal prefixes, the first one counts.
    func rewritten(_ address: String) -> String? {
        var best: (beginning: String, base: String)?
        for rule in rules where address.utf8.starts(with: rule.beginning.utf8) {
            if rule.beginning.utf8.count > best?.beginning.utf8.count ?? -1 { best = rule }
        }
        return best.map { rule in
            let rest = address.utf8.dropFirst(rule.beginning.utf8.count)
            return rule.base + String(decoding: rest, as: UTF8.self)
        }
    }
}
