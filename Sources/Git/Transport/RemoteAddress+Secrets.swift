extension RemoteAddress {
    /// An address as it may be shown and stored.
    ///
    /// Everything before the last `@` is left out, since it may be a password or a
    /// token, with two exceptions: the plain user name of ssh, and an `@` in a path
    /// that follows an unmistakable host. So a password with an unescaped `/` or `@`
    /// is left out too, at times with more than need be.
    package static func withoutSecrets(_ url: String) -> String {
        QuotedWords.visible(hidden(url).shown)
    }

    /// Whether an address holds a password or a token: more than a user name.
    package static func holdsSecret(_ url: String) -> Bool {
        let login = hidden(url).login
        return login.contains(":") || login.contains("/") || login.contains("@")
            || login.utf8.count >= tokenLength
    }

    /// The shortest name that is taken for a token.
    private static let tokenLength = 20

    private static func hidden(_ url: String) -> (shown: String, login: String) {
        guard let (scheme, rest) = scheme(of: url) else { return hiddenWithoutScheme(url) }
        guard scheme != "file" else { return (url, "") }
        let isWeb = ["http", "https"].contains(scheme)
        let text = isWeb ? rest.prefix { $0 != "?" && $0 != "#" } : rest[...]
        let cut = text.endIndex == rest.endIndex ? "" : "?…"
        let isShell = ["ssh", "git+ssh", "ssh+git"].contains(scheme)
        let (login, place) = split(text, keepsUser: isShell)
        return (scheme + "://" + place + cut, login)
    }

    /// `[user@]host:path`, or the path of a folder.
    private static func hiddenWithoutScheme(_ url: String) -> (shown: String, login: String) {
        guard !url.hasPrefix("/"), !url.hasPrefix("."), url.contains(":") else { return (url, "") }
        let colon = url.firstIndex(of: ":") ?? url.endIndex
        let (host, rest) = (url[..<colon], url[colon...])
        if let at = host.lastIndex(of: "@") {
            let user = host[..<at]
            if isPlainUser(user), !rest.contains("@") { return (url, "") }
        } else if !rest.contains("@") || isHost(host) {
            return (url, "")
        }
        let (login, place) = split(url[...], keepsUser: true)
        return (String(place), login)
    }

    /// The login and the rest, which begins with the host.
    private static func split(
        _ text: Substring, keepsUser: Bool
    ) -> (login: String, place: String) {
        guard let at = lastAt(text) else {
            // A port that is no number may be a password whose @ is missing.
            let authority = text.prefix { $0 != "/" }
            guard let colon = authority.firstIndex(of: ":"), !authority.hasPrefix("["),
                !authority[authority.index(after: colon)...].allSatisfy(\.isNumber)
            else { return ("", String(text)) }
            return (String(authority), "\(text[..<colon]):…\(text[authority.endIndex...])")
        }
        let authority = text.prefix { $0 != "/" }
        if !authority.contains("@"), isHost(authority) { return ("", String(text)) }
        let user = authority.prefix { $0 != "@" }
        let hasOneAt = authority.count { $0 == "@" } == 1
        if keepsUser, isPlainUser(user), hasOneAt { return ("", String(text)) }
        let (login, place) = (text[..<at.lowerBound], text[at.upperBound...])
        return (String(login), String(place))
    }

    /// The last `@`, also where it is escaped.
    private static func lastAt(_ text: Substring) -> Range<Substring.Index>? {
        var found: Range<Substring.Index>?
        for mark in ["@", "%40"] {
            guard let range = text.ranges(of: mark).last else { continue }
            if let earlier = found, earlier.lowerBound > range.lowerBound { continue }
            found = range
        }
        return found
    }

    private static func isPlainUser(_ user: Substring) -> Bool {
        !user.isEmpty && user.utf8.count < tokenLength && user.utf8.allSatisfy(isNameByte)
    }

    /// Names with a dot or of this machine: a token has none.
    private static func isHost(_ name: Substring) -> Bool {
        name == "localhost" || (name.contains(".") && name.utf8.allSatisfy(isNameByte))
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x41...0x5a).contains(byte)
            || (0x61...0x7a).contains(byte) || "-._".utf8.contains(byte)
    }
}
