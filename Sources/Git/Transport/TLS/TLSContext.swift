import Copenssl
import Glibc

/// The settings that all TLS connections of a transfer share: the trusted authorities and the
/// oldest protocol (TLS 1.2).
///
/// Sendable, because it never changes and OpenSSL counts its references atomically.
final class TLSContext: @unchecked Sendable {
    private let pointer: OpaquePointer

    /// - Parameter trusted: The authorities; nil if no server is trusted.
    /// - Throws: ``GitError/Kind/untrusted`` if the certificates cannot be read.
    init(_ trusted: TrustedCertificates?) throws(GitError) {
        guard let pointer = pmd_tls_new_context() else {
            throw GitError(.noTLS(.ofLastCall), "start TLS")
        }
        self.pointer = pointer
        guard let trusted else { return }
        if let file = trusted.file {
            try load(file, rights: R_OK, of: trusted) { SSL_CTX_load_verify_file(pointer, $0) }
        }
        if let folder = trusted.folder {
            // A list, as in SSL_CERT_DIR. As there, some of its folders may be missing.
            let folders = folder.split(separator: ":").map(String.init)
            let present = folders.filter { access($0, F_OK) == 0 }
            for one in present.isEmpty ? folders : present {
                try load(one, rights: R_OK | X_OK, of: trusted) {
                    SSL_CTX_load_verify_dir(pointer, $0)
                }
            }
        }
    }

    deinit { SSL_CTX_free(pointer) }

    /// Creates OpenSSL's object for one connection, which the caller frees.
    func makeConnection() -> OpaquePointer? { SSL_new(pointer) }

    private func load(
        _ path: String, rights: Int32, of trusted: TrustedCertificates,
        _ load: (String) -> Int32
    ) throws(GitError) {
        let operation = "read the certificates in \(path)"
        func unreadable(_ fault: GitError.CertificateFileFault) -> GitError {
            GitError(.unreadableCertificates(fault, source: trusted.source), operation)
        }
        guard access(path, rights) == 0 else { throw unreadable(.system(errno: errno)) }
        ERR_clear_error()
        guard load(path) == 1 else { throw unreadable(.tls(.ofLastCall)) }
    }
}

/// The host that a certificate must be for.
enum TLSHost: Hashable {
    case name(String)
    /// An IPv4 or IPv6 address, without brackets or zone.
    case address(String)

    /// Returns nil for an empty host, which OpenSSL would treat as any host.
    init?(_ host: String) {
        var text = host[...]
        if text.first == "[", text.last == "]" { text = text.dropFirst().dropLast() }
        let bare = String(text.contains(":") ? text.prefix { $0 != "%" } : text)
        var bytes = in6_addr()
        if inet_pton(AF_INET, bare, &bytes) == 1 || inet_pton(AF_INET6, bare, &bytes) == 1 {
            self = .address(bare)
            return
        }
        // Certificates omit the dot at the end of a full name.
        if text.last == "." { text = text.dropLast() }
        guard !text.isEmpty else { return nil }
        self = .name(String(text))
    }
}
