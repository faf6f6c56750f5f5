/// The settings of git's configuration for http, those for some addresses only
/// (`http.https://example.org/.proxy`) before those for all, as git reads them.
struct WebSettings {
    private let configuration: Configuration
    private let address: WebAddress

    init(_ configuration: Configuration, for address: WebAddress) {
        self.configuration = configuration
        self.address = address
    }

    /// The value of `http.KEY` for this address; nil where there is none.
    func string(_ key: String) throws(GitError) -> String? {
        try name(of: key).flatMap { name throws(GitError) in try configuration.string(name) }
    }

    /// The same, a path: `~/` is the home folder.
    func path(_ key: String) throws(GitError) -> String? {
        try name(of: key).flatMap { name throws(GitError) in try configuration.path(name) }
    }

    /// The setting that fits best.
    private func name(of key: String) throws(GitError) -> String? {
        var best: (name: String, fit: Fit)?
        for name in try configuration.names(matching: "^http\\..*\\.\(key.lowercased())$") {
            let pattern = String(name.dropFirst("http.".count).dropLast(key.count + 1))
            guard let fit = Fit(pattern, address) else { continue }
            if let best, fit < best.fit { continue }
            best = (name, fit)
        }
        if let best { return best.name }
        return try configuration.string("http." + key) == nil ? nil : "http." + key
    }

    /// How well the address of a setting fits: a longer host, then a longer path,
    /// then a name of its own win.
    private struct Fit: Comparable {
        var host: Int
        var path: Int
        var hasUser: Bool

        /// Nil where it does not fit.
        init?(_ pattern: String, _ address: WebAddress) {
            guard let wanted = WebAddress(pattern), wanted.scheme == address.scheme,
                wanted.port == address.port, Self.fits(wanted.host, address.host),
                wanted.user == nil || wanted.user == address.user
            else { return nil }
            let folder = wanted.path.hasSuffix("/") ? wanted.path : wanted.path + "/"
            guard address.path == wanted.path || (address.path + "/").hasPrefix(folder) else {
                return nil
            }
            host = wanted.host.utf8.count - (wanted.host.contains("*") ? 1_000 : 0)
            path = folder.utf8.count
            hasUser = wanted.user != nil
        }

        /// `*` stands for one part of a name.
        private static func fits(_ pattern: String, _ host: String) -> Bool {
            let wanted = pattern.split(separator: ".", omittingEmptySubsequences: false)
            let parts = host.split(separator: ".", omittingEmptySubsequences: false)
            return wanted.count == parts.count
                && zip(wanted, parts).allSatisfy { $0 == "*" || $0 == $1 }
        }

        static func < (one: Fit, other: Fit) -> Bool {
            (one.host, one.path, one.hasUser ? 1 : 0)
                < (other.host, other.path, other.hasUser ? 1 : 0)
        }
    }
}
