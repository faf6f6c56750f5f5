/// The settings of git's configuration for http. As in git, those for specific addresses
/// (`http.https://example.org/.proxy`) override those for all.
struct WebSettings {
    private let configuration: Configuration
    private let address: WebAddress

    init(_ configuration: Configuration, for address: WebAddress) {
        self.configuration = configuration
        self.address = address
    }

    /// Returns the value of `http.KEY` for this address; nil if there is none.
    func string(_ key: String) throws(GitError) -> String? {
        try name(of: key).flatMap { name throws(GitError) in try configuration.string(name) }
    }

    /// Returns the values of a key that may be set several times. As in git, an entry counts
    /// unless an earlier one matches better, and an empty value clears those before it.
    func strings(_ key: String) throws(GitError) -> [String] {
        let end = key.lowercased()
        var (best, found): (Fit?, [String]) = (nil, [])
        for (name, value) in try configuration.entries(from: "http.", to: end) {
            if name == "http." + end {
                guard best == nil else { continue }
            } else {
                guard name.hasSuffix("." + end),
                    let fit = Fit(
                        String(name.dropFirst("http.".count).dropLast(end.count + 1)), address)
                else { continue }
                if let best, fit < best { continue }
                best = fit
            }
            found = value.isEmpty ? [] : found + [value]
        }
        return found
    }

    /// Returns the same value as a path: `~/` is the home folder.
    func path(_ key: String) throws(GitError) -> String? {
        try name(of: key).flatMap { name throws(GitError) in try configuration.path(name) }
    }

    /// Returns the name of the best matching setting.
    private func name(of key: String) throws(GitError) -> String? {
        var best: (name: String, fit: Fit)?
        for name in try configuration.names(from: "http.", to: "." + key.lowercased()) {
            let pattern = String(name.dropFirst("http.".count).dropLast(key.count + 1))
            guard let fit = Fit(pattern, address) else { continue }
            if let best, fit < best.fit { continue }
            best = (name, fit)
        }
        if let best { return best.name }
        return try configuration.string("http." + key) == nil ? nil : "http." + key
    }

    /// The rank of a setting's address: a longer host wins, then a longer path, then a user name.
    private struct Fit: Comparable {
        var host: Int
        var path: Int
        var hasUser: Bool

        /// Returns nil if the address does not match.
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

        /// Returns true if a host matches a pattern, in which `*` is one part of a name.
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

/// The proxy for an address, from git's configuration or the environment.
struct WebProxy: Equatable {
    /// The address, with the configured name and password.
    var address: WebAddress

    /// Finds the proxy like git and curl, except for `remote.NAME.proxy`, since only an address is
    /// known here.
    ///
    /// - Returns: Nil if the remote is reached directly.
    /// - Throws: ``GitError/Kind/unsupported`` for a proxy of another kind.
    static func find(
        for target: WebAddress, _ settings: WebSettings, _ environment: (String) -> String?
    ) throws(GitError) -> WebProxy? {
        let configured = try settings.string("proxy")
        // An empty value means no proxy, regardless of the environment.
        if configured == "" { return nil }
        let names =
            target.scheme == "https"
            ? ["https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"]
            // A web server passes a client's "Proxy:" header on as HTTP_PROXY.
            : ["http_proxy", "all_proxy", "ALL_PROXY"]
        let fromEnvironment = names.lazy.compactMap(environment).first { !$0.isEmpty }
        guard let text = configured ?? fromEnvironment,
            !isExempt(target, environment("no_proxy") ?? environment("NO_PROXY") ?? "")
        else { return nil }
        guard let address = WebAddress(text, defaultScheme: "http") else {
            throw GitError(
                .malformedProxy, "use the proxy \(RemoteAddress.withoutSecrets(text))")
        }
        guard ["http", "https"].contains(address.scheme) else {
            throw GitError(
                .unknownProxyProtocol,
                "use the proxy \(address.scheme)://\(address.hostAndPort)")
        }
        return WebProxy(address: address)
    }

    /// Returns true if `no_proxy` contains the host, or a suffix of its name.
    private static func isExempt(_ target: WebAddress, _ list: String) -> Bool {
        list.split(whereSeparator: { $0 == "," || $0 == " " }).contains { entry in
            var name = entry.lowercased()
            if name == "*" { return true }
            if let colon = name.lastIndex(of: ":"), !name.hasSuffix("]"),
                name.filter({ $0 == ":" }).count == 1
            {
                guard Int(name[name.index(after: colon)...]) == target.port else { return false }
                name = String(name[..<colon])
            }
            while name.hasPrefix(".") { name.removeFirst() }
            return target.host == name || target.host.hasSuffix("." + name)
        }
    }

    /// The address for libgit2, which requests name and password when it needs them.
    var url: String { "\(address.scheme)://\(address.host):\(address.port)" }
}

/// An http address, split into its parts.
struct WebAddress: Hashable {
    /// The scheme, in lower case.
    var scheme: String
    /// The host, in lower case, with brackets if it is a number with colons.
    var host: String
    var port: Int
    /// The path, with its first slash.
    var path: String
    var user: String?
    var password: String?

    /// Returns nil for anything but an address of the form `scheme://host`.
    init?(_ url: String, defaultScheme: String? = nil) {
        var rest = url[...]
        if let end = url.firstRange(of: "://") {
            scheme = url[..<end.lowerBound].lowercased()
            rest = url[end.upperBound...]
        } else if let defaultScheme {
            scheme = defaultScheme
        } else {
            return nil
        }
        let authority = rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        path = String(rest.dropFirst(authority.count))
        if path.isEmpty { path = "/" }
        var server = authority
        if let at = authority.lastIndex(of: "@") {
            let login = authority[..<at].split(
                separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            user = RemoteAddress.decoded(String(login[0]))
            password = login.count > 1 ? RemoteAddress.decoded(String(login[1])) : nil
            server = authority[authority.index(after: at)...]
        }
        let name =
            server.hasPrefix("[") ? server.prefix { $0 != "]" } + "]" : server.prefix { $0 != ":" }
        host = name.lowercased()
        port = scheme == "https" ? 443 : scheme == "http" ? 80 : 1080
        let number = server.dropFirst(name.count)
        guard !host.isEmpty, host != "]" else { return nil }
        guard number.count > 1 else { return }
        guard number.hasPrefix(":"), let own = Int(number.dropFirst()), (1...65_535).contains(own)
        else { return nil }
        port = own
    }

    /// The server. It is equal for two addresses only if a password for one may be sent to the
    /// other.
    var origin: Origin { Origin(scheme: scheme, host: host, port: port) }

    /// The address without name and password.
    var bare: String { "\(scheme)://\(hostAndPort)\(path)" }

    /// `host:port`, without the default port.
    var hostAndPort: String { origin.hostAndPort }

    /// A scheme, a host and a port.
    struct Origin: Hashable {
        var scheme: String
        var host: String
        var port: Int

        var hostAndPort: String {
            (scheme, port) == ("https", 443) || (scheme, port) == ("http", 80)
                ? host : "\(host):\(port)"
        }
    }
}
