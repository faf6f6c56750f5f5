/// The proxy that git's configuration or the environment names for an address.
struct WebProxy: Equatable {
    /// With name and password, where they were given.
    var address: WebAddress

    /// As git and curl look for it: `remote.NAME.proxy` is not among them, since
    /// only an address is known here.
    ///
    /// - Returns: nil where the remote is reached directly.
    /// - Throws: ``GitError/Kind/unsupported`` for a proxy of another kind.
    static func find(
        for target: WebAddress, _ settings: WebSettings, _ environment: (String) -> String?
    ) throws(GitError) -> WebProxy? {
        let configured = try settings.string("proxy")
        // An empty value means: none, whatever the environment says.
        if configured == "" { return nil }
        let names =
            target.scheme == "https"
            ? ["https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"]
            // A web server hands a client's "Proxy:" header on as HTTP_PROXY.
            : ["http_proxy", "all_proxy", "ALL_PROXY"]
        let fromEnvironment = names.lazy.compactMap(environment).first { !$0.isEmpty }
        guard let text = configured ?? fromEnvironment,
            !isExempt(target, environment("no_proxy") ?? environment("NO_PROXY") ?? "")
        else { return nil }
        guard let address = WebAddress(text, defaultScheme: "http") else {
            throw GitError(
                .invalid, "use the proxy \(RemoteAddress.withoutSecrets(text))",
                "that is no address of a proxy", advice: "It looks like http://host:port.")
        }
        guard ["http", "https"].contains(address.scheme) else {
            throw GitError(
                .unsupported, "use the proxy \(address.scheme)://\(address.hostAndPort)",
                "only http proxies are known",
                advice: "For another kind, reach the remote by ssh with ProxyCommand.")
        }
        return WebProxy(address: address)
    }

    /// Whether `no_proxy` names the host: as it is, or as the end of its name.
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

    /// For libgit2, which asks for name and password when they are wanted.
    var url: String { "\(address.scheme)://\(address.host):\(address.port)" }
}
