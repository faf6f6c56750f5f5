import Glibc

/// The host that a certificate must be made out to.
enum TLSHost: Hashable {
    case name(String)
    /// An IPv4 or IPv6 address, without brackets or zone.
    case address(String)

    /// Nil for an empty host, which OpenSSL would take for any.
    init?(_ host: String) {
        var text = host[...]
        if text.first == "[", text.last == "]" { text = text.dropFirst().dropLast() }
        let bare = String(text.contains(":") ? text.prefix { $0 != "%" } : text)
        var bytes = in6_addr()
        if inet_pton(AF_INET, bare, &bytes) == 1 || inet_pton(AF_INET6, bare, &bytes) == 1 {
            self = .address(bare)
            return
        }
        // The last dot of a full name is no part of it in a certificate.
        if text.last == "." { text = text.dropLast() }
        guard !text.isEmpty else { return nil }
        self = .name(String(text))
    }
}
