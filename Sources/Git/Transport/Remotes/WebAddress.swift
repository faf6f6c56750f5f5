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
