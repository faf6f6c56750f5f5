/// An address without its secrets, safe to print and store.
///
/// Local paths and the plain forms `scheme://[user@]host[:port]/path` and `[user@]host:path` are
/// shown. Only ssh keeps its user name. Everything that could be a password or a token is left out
/// or replaced by `…`: the part before the last `@`, a query, and the address of a remote helper
/// such as `ext::`. If the parts are ambiguous, only the scheme is shown, which may hide more than
/// necessary.
struct ShownAddress {
    private(set) var text: String
    /// The part before the host that is not shown.
    private var login = ""
    /// The end of the address that is not shown.
    private var tail = ""

    init(_ url: String) {
        text = url
        if let (scheme, rest) = RemoteAddress.scheme(of: url) {
            show(scheme, rest)
        } else if url.hasPrefix("//") {
            showNetworkPath(url)
        } else if !url.hasPrefix("/"), !url.hasPrefix(".") {
            showWithoutScheme(url)
        }
    }

    /// True if more than a user name is hidden before the host.
    var holdsSecret: Bool {
        let login = RemoteAddress.decoded(login)
        return login.contains { ":/@".contains($0) } || login.utf8.count >= Self.tokenLength
    }

    /// The texts that output of another program must not repeat, the longest first.
    var hiddenTexts: [String] {
        var texts = [login, tail]
        if let colon = login.firstIndex(of: ":") {
            texts.append(String(login[login.index(after: colon)...]))
        }
        for pair in tail.split(whereSeparator: { ";?&#".contains($0) }) {
            guard let sign = pair.firstIndex(of: "=") else { continue }
            texts.append(String(pair[pair.index(after: sign)...]))
        }
        return Set(texts + texts.map(RemoteAddress.decoded)).filter { $0.utf8.count > 3 }
            .sorted { ($0.utf8.count, $0) > ($1.utf8.count, $1) }
    }
}

extension ShownAddress {
    private mutating func show(_ scheme: String, _ rest: String) {
        if scheme == "file", rest.hasPrefix("/") { return }
        let isShell = ["ssh", "git+ssh", "ssh+git"].contains(scheme)
        text = scheme + "://" + place(of: rest, keepsUser: isShell)
    }

    /// Shows `//host/path`, which is a local path unless it was meant as `https://…`.
    private mutating func showNetworkPath(_ url: String) {
        let rest = url.dropFirst(2)
        let first = rest.prefix { $0 != "/" }
        guard first.contains("@") || first.contains("%40") || first.contains(":") else { return }
        text = "//" + place(of: String(rest), keepsUser: false)
    }

    /// Shows `[user@]host:path`, `helper::address` or the path of a folder.
    private mutating func showWithoutScheme(_ url: String) {
        let first = url.prefix { $0 != "/" }
        guard let colon = first.firstIndex(of: ":") else {
            let user = first.prefix { $0 != "@" }
            let isPath = !first.contains("@") && !first.contains("%40") || Self.isPlainUser(user)
            if !isPath { text = place(of: url, keepsUser: false) }
            return
        }
        let (host, path) = (url[..<colon], url[url.index(after: colon)...])
        if url.hasPrefix("["), let end = url.firstRange(of: "]:"),
            Self.isPlainAuthority(url[..<end.upperBound])
        {
            text = url[..<end.upperBound] + shown(url[end.upperBound...])
        } else if let helper = RemoteAddress.helper(of: url) {
            (text, tail) = ("\(helper)::…", String(path.dropFirst()))
        } else if let last = path.lastIndex(of: "@"), !host.contains("@"),
            Self.isHost(host), !path[last...].contains(":")
        {
            (text, tail) = ("\(host):…", String(path))
        } else if path.contains("@") || path.contains("%40") || !Self.isPlainHost(host) {
            text = place(of: url, keepsUser: false, isShellForm: true)
        } else if Self.schemes.contains(host.lowercased()) {
            (text, tail) = ("\(host):…", String(path))
        } else {
            text = "\(host):" + shown(path)
        }
    }

    /// Returns the host and the path of a text `[login@]host[:port][/path]`.
    ///
    /// - Parameter isShellForm: True if a path, not a port, follows the colon.
    private mutating func place(
        of text: String, keepsUser: Bool, isShellForm: Bool = false
    ) -> String {
        let place: String
        (login, place) = Self.split(text[...], keepsUser: keepsUser)
        // If the last @ belongs to a query, a part of the secret would follow it.
        if login.contains(where: { "?;#".contains($0) }) {
            tail = place
            return "…"
        }
        let authority = place.prefix { !"/?#;".contains($0) }
        let host = authority.prefix { $0 != ":" }
        if isShellForm, authority.count > host.count, Self.isPlainHost(host) {
            return host + ":" + shown(place[host.endIndex...].dropFirst())
        }
        if Self.isPlainAuthority(authority) {
            return authority + shown(place[authority.endIndex...])
        }
        // A port that is not a number may be a password whose @ is missing.
        if login.isEmpty { login = String(authority) }
        tail = String(place)
        return host.count < authority.count && Self.isPlainHost(host) ? host + ":…" : "…"
    }

    /// Returns a path up to the first byte that does not occur in plain paths.
    private mutating func shown(_ path: Substring) -> String {
        var end = path.startIndex
        while end < path.endIndex {
            if path[end] == "%" {
                let decoded = RemoteAddress.decoded(String(path[end...].prefix(3)))
                guard decoded.utf8.allSatisfy(Self.isPathByte) else { break }
            } else if !path[end].utf8.allSatisfy(Self.isPathByte) {
                break
            }
            end = path.index(after: end)
        }
        guard end < path.endIndex else { return String(path) }
        tail = String(path[end...])
        return path[..<end] + ("?;#".contains(path[end]) ? "\(path[end])…" : "…")
    }

    /// Returns the login and the rest, which begins with the host.
    private static func split(
        _ text: Substring, keepsUser: Bool
    ) -> (login: String, place: String) {
        let authority = text.prefix { $0 != "/" }
        guard let at = lastAt(text), authority.contains("@") || !isHost(authority) else {
            return ("", String(text))
        }
        let user = authority.prefix { $0 != "@" }
        let hasOneAt = authority.count { $0 == "@" } == 1
        if keepsUser, isPlainUser(user), hasOneAt { return ("", String(text)) }
        return (String(text[..<at.lowerBound]), String(text[at.upperBound...]))
    }

    /// Returns the last `@`, even if it is escaped.
    private static func lastAt(_ text: Substring) -> Range<Substring.Index>? {
        ["@", "%40"].compactMap { text.ranges(of: $0).last }.max { $0.lowerBound < $1.lowerBound }
    }
}

extension ShownAddress {
    /// The minimum length of a name that is treated as a token.
    private static let tokenLength = 20
    /// The names that are more likely a scheme with too few slashes than a host.
    private static let schemes = ["http", "https", "ssh", "git", "file", "ftp", "ftps"]

    private static func isPlainUser(_ user: Substring) -> Bool {
        !user.isEmpty && user.utf8.count < tokenLength && user.utf8.allSatisfy(isNameByte)
    }

    /// Returns true if a name has a dot or is this machine's: a token has no dot.
    private static func isHost(_ name: Substring) -> Bool {
        name == "localhost" || (name.contains(".") && name.utf8.allSatisfy(isNameByte))
    }

    /// Returns true if a text is a host, after at most one user name.
    private static func isPlainHost(_ text: Substring) -> Bool {
        let name = text.lastIndex(of: "@").map { text[text.index(after: $0)...] } ?? text
        let user = text[..<name.startIndex].dropLast()
        return (name.startIndex == text.startIndex || isPlainUser(user))
            && !name.isEmpty && name.utf8.allSatisfy { isNameByte($0) || $0 >= 0x80 }
    }

    /// Returns true if a text is `[user@]host[:port]`; the host may be a number in brackets.
    private static func isPlainAuthority(_ text: Substring) -> Bool {
        if text.isEmpty { return true }
        var (host, rest) = (text.prefix { $0 != ":" }, text.drop { $0 != ":" })
        let start = text.lastIndex(of: "@").map { text.index(after: $0) } ?? text.startIndex
        if text[start...].hasPrefix("["), let end = text[start...].firstIndex(of: "]") {
            let number = text[start..<end].dropFirst()
            guard number.utf8.allSatisfy({ isNameByte($0) || $0 == UInt8(ascii: ":") }) else {
                return false
            }
            (host, rest) = (text[..<start] + "h", text[end...].dropFirst())
        }
        let port = rest.dropFirst()
        return isPlainHost(host) && (rest.isEmpty || rest.hasPrefix(":"))
            && port.utf8.count <= 5 && port.utf8.allSatisfy { (0x30...0x39).contains($0) }
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x41...0x5a).contains(byte)
            || (0x61...0x7a).contains(byte) || "-._".utf8.contains(byte)
    }

    private static func isPathByte(_ byte: UInt8) -> Bool {
        isNameByte(byte) || byte >= 0x80 || "/~@:+,!'()* ".utf8.contains(byte)
    }
}

extension RemoteAddress {
    /// Returns an address that is safe to print and store, see ``ShownAddress``.
    package static func withoutSecrets(_ url: String) -> String {
        QuotedWords.visible(ShownAddress(url).text)
    }

    /// Returns true if an address contains a password or a token: more than a user name.
    package static func holdsSecret(_ url: String) -> Bool { ShownAddress(url).holdsSecret }
}
