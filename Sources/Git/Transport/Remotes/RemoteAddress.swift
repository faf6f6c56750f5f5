/// The address of a remote, by connection method.
package enum RemoteAddress: Hashable, Sendable {
    /// Through a spawned `ssh`. `host` may hold `user@`.
    case ssh(host: String, port: Int?, path: String)
    /// Through a spawned git on the same machine.
    case local(path: String)
    /// Through libgit2.
    case http(host: String, isSecure: Bool)
    /// git's own protocol, without proof of the remote's identity.
    case git(host: String)

    /// Reads an address as git does.
    ///
    /// - Throws: ``GitError/Kind/unsupported`` for an unsupported protocol,
    ///   ``GitError/Kind/invalid`` for an address that a started program could parse as an option.
    package init(_ url: String) throws(GitError) {
        guard !url.isEmpty, url.utf8.allSatisfy({ $0 >= 32 && $0 != 127 }) else {
            throw Self.error(url, .emptyOrControlCharacters)
        }
        guard url.utf8.count <= Self.longest else {
            throw Self.error("that", .tooLong(limit: Self.longest))
        }
        if let (scheme, rest) = Self.scheme(of: url) {
            self = try Self.read(scheme, rest, url)
        } else if let helper = Self.helper(of: url) {
            throw Self.unknownProtocol(helper, url)
        } else if let (host, path) = Self.hostAndPath(url) {
            guard !Self.isSlip(host, path) else { throw Self.error(url, .misspelledPassword) }
            self = try Self.ssh(host, nil, path, url)
        } else {
            guard !Self.holdsSecret(url) else { throw Self.error(url, .misspelledPassword) }
            self = try Self.local(url, url)
        }
    }

    /// The maximum length of an address, in bytes.
    static let longest = 8_192

    /// True if others on the network can read and change the data, or the remote does not prove
    /// its identity.
    package var isExposed: Bool {
        switch self {
        case .ssh, .local: false
        case .http(let host, let isSecure): !isSecure && !Self.isLoopback(host)
        case .git: true
        }
    }

    private static func read(
        _ scheme: String, _ rest: String, _ url: String
    ) throws(GitError) -> RemoteAddress {
        let authority = String(rest.prefix { $0 != "/" })
        let path = String(rest.dropFirst(authority.count))
        switch scheme {
        case "file": return try local(decoded(path), url)
        case "ssh", "git+ssh", "ssh+git":
            let (host, port) = try hostAndPort(decoded(authority), url)
            let decodedPath = decoded(path)
            let isHome = decodedPath.hasPrefix("/~")
            return try ssh(host, port, isHome ? String(decodedPath.dropFirst()) : decodedPath, url)
        case "http", "https":
            let host = try hostAndPort(afterUser(authority), url).host
            return .http(host: host, isSecure: scheme == "https")
        case "git":
            return .git(host: try hostAndPort(afterUser(authority), url).host)
        default: throw unknownProtocol(scheme, url)
        }
    }

    private static func ssh(
        _ host: String, _ port: Int?, _ path: String, _ url: String
    ) throws(GitError) -> RemoteAddress {
        let name = afterUser(host)
        guard !host.hasPrefix("-"), !name.hasPrefix("-"), !name.isEmpty else {
            throw error(url, .missingOrOptionLikeHost)
        }
        guard isPlain(host), path.utf8.allSatisfy({ $0 >= 32 && $0 != 127 }) else {
            throw error(url, .hostCharacter)
        }
        guard !path.hasPrefix("-"), !path.isEmpty, path != "/" else {
            throw error(url, .missingOrOptionLikePath)
        }
        guard !host.dropLast(name.count).contains(":") else {
            throw error(url, .passwordForSSH)
        }
        return .ssh(host: host, port: port, path: path)
    }

    private static func local(_ path: String, _ url: String) throws(GitError) -> RemoteAddress {
        guard !path.hasPrefix("-"), !path.isEmpty else {
            throw error(url, .missingOrOptionLikePath)
        }
        return .local(path: path)
    }

    /// Returns true if a host and a path were meant as `user:password@host:path`, or as a scheme
    /// with too few slashes. ssh would receive the password as part of a path.
    private static func isSlip(_ host: String, _ path: String) -> Bool {
        if ["http", "https", "ssh", "git"].contains(host.lowercased()) { return true }
        guard let at = path.lastIndex(of: "@") else { return false }
        return path[at...].contains(":")
    }

    private static func unknownProtocol(_ name: String, _ url: String) -> GitError {
        GitError(.unknownProtocol(name), "reach \(withoutSecrets(url))")
    }

    private static func error(_ url: String, _ fault: GitError.AddressFault) -> GitError {
        GitError(.malformedAddress(fault), "reach '\(withoutSecrets(url))'")
    }
}

extension RemoteAddress {
    static func scheme(of url: String) -> (scheme: String, rest: String)? {
        guard let (scheme, rest) = beforeColon(url), rest.starts(with: "//".utf8) else {
            return nil
        }
        return (scheme.lowercased(), String(decoding: rest.dropFirst(2), as: UTF8.self))
    }

    /// Returns the name in `NAME::ADDRESS`: git passes such an address to `git-remote-NAME`.
    static func helper(of url: String) -> String? {
        guard let (name, rest) = beforeColon(url), rest.first == UInt8(ascii: ":") else {
            return nil
        }
        return name
    }

    /// Returns a name of letters, digits, `+`, `-` and `.` before the first colon, and the bytes
    /// after the colon.
    private static func beforeColon(_ url: String) -> (name: String, rest: Substring.UTF8View)? {
        let name = url.utf8.prefix { byte in
            (0x30...0x39).contains(byte) || (0x41...0x5a).contains(byte)
                || (0x61...0x7a).contains(byte) || "+-.".utf8.contains(byte)
        }
        let rest = url.utf8.dropFirst(name.count)
        guard !name.isEmpty, rest.first == UInt8(ascii: ":") else { return nil }
        return (String(decoding: name, as: UTF8.self), rest.dropFirst())
    }

    /// Reads `[user@]host:path`, where the colon comes before any slash.
    private static func hostAndPath(_ url: String) -> (host: String, path: String)? {
        if url.hasPrefix("["), let end = url.firstIndex(of: "]") {
            let rest = url[url.index(after: end)...]
            guard rest.hasPrefix(":") else { return nil }
            return (String(url[url.index(after: url.startIndex)..<end]), String(rest.dropFirst()))
        }
        guard let colon = url.firstIndex(of: ":"), !url[..<colon].contains("/") else { return nil }
        return (String(url[..<colon]), String(url[url.index(after: colon)...]))
    }

    private static func hostAndPort(
        _ authority: String, _ url: String
    ) throws(GitError) -> (host: String, port: Int?) {
        let name = afterUser(authority)
        let user = authority.dropLast(name.count)
        let parts: (host: Substring, rest: Substring)
        if name.hasPrefix("["), let end = name.firstIndex(of: "]") {
            parts = (
                name[name.index(after: name.startIndex)..<end], name[name.index(after: end)...]
            )
        } else {
            let host = name.prefix { $0 != ":" }
            parts = (host, name.dropFirst(host.count))
        }
        guard !parts.host.isEmpty else { throw error(url, .missingHost) }
        guard isPlain(String(parts.host)) else {
            throw error(url, .hostCharacter)
        }
        guard parts.rest.count > 1 else { return (String(user + parts.host), nil) }
        guard parts.rest.hasPrefix(":"), let port = Int(parts.rest.dropFirst()),
            (1...65_535).contains(port)
        else { throw error(url, .port) }
        return (String(user + parts.host), port)
    }

    private static func afterUser(_ authority: String) -> String {
        guard let at = authority.lastIndex(of: "@") else { return authority }
        return String(authority[authority.index(after: at)...])
    }

    /// Returns true if a host, with its user, has no character that a shell or a terminal
    /// interprets.
    private static func isPlain(_ host: String) -> Bool {
        host.utf8.allSatisfy { byte in
            (0x30...0x3a).contains(byte) || (0x40...0x5a).contains(byte)
                || (0x61...0x7a).contains(byte) || byte >= 0x80 || "%+-._~\\=".utf8.contains(byte)
        }
    }

    private static func isLoopback(_ host: String) -> Bool {
        let name = afterUser(host).lowercased()
        return name == "localhost" || name == "::1" || isLoopbackNumber(name)
    }

    /// Returns true for four numbers of which the first is 127; `127.evil.example` is a name.
    private static func isLoopbackNumber(_ name: String) -> Bool {
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
    }

    static func decoded(_ text: String) -> String {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), rest.count >= 2,
                let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
            {
                bytes.append(value)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
