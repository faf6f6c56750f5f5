import Copenssl
import Glibc

/// The settings that all TLS connections of a transfer share: the trusted authorities and the
/// oldest protocol (TLS 1.2).
///
/// Sendable, because it never changes and OpenSSL counts its references atomically.
final class TLSContext: @unchecked Sendable {
    private let pointer: OpaquePointer

    /// - Parameter trusted: The authorities; nil: no server is trusted.
    /// - Throws: ``GitError/Kind/untrusted`` if the certificates cannot be read.
    init(_ trusted: TrustedCertificates?) throws(GitError) {
        guard let pointer = pmd_tls_new_context() else {
            throw GitError(.noTLS(words: TLSWords.ofLastError()), "start TLS")
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

    /// Makes OpenSSL's object for one connection, which the caller frees.
    func makeConnection() -> OpaquePointer? { SSL_new(pointer) }

    private func load(
        _ path: String, rights: Int32, of trusted: TrustedCertificates,
        _ load: (String) -> Int32
    ) throws(GitError) {
        let operation = "read the certificates in \(path)"
        func unreadable(_ words: String) -> GitError {
            GitError(.unreadableCertificates(words: words, source: trusted.source), operation)
        }
        guard access(path, rights) == 0 else { throw unreadable(systemMessage(errno)) }
        ERR_clear_error()
        guard load(path) == 1 else { throw unreadable(TLSWords.ofLastError()) }
    }
}

/// The host that a certificate must be for.
enum TLSHost: Hashable {
    case name(String)
    /// An IPv4 or IPv6 address, without brackets or zone.
    case address(String)

    /// Returns nil for an empty host, which OpenSSL would take for any.
    init?(_ host: String) {
        var text = host[...]
        if text.first == "[", text.last == "]" { text = text.dropFirst().dropLast() }
        let bare = String(text.contains(":") ? text.prefix { $0 != "%" } : text)
        var bytes = in6_addr()
        if inet_pton(AF_INET, bare, &bytes) == 1 || inet_pton(AF_INET6, bare, &bytes) == 1 {
            self = .address(bare)
            return
        }
        // A certificate has no dot at the end of a full name.
        if text.last == "." { text = text.dropLast() }
        guard !text.isEmpty else { return nil }
        self = .name(String(text))
    }
}

/// Sentences for OpenSSL's errors. None contains text of a server.
enum TLSWords {
    /// Returns the first error of OpenSSL since its list was cleared.
    static func ofLastError() -> String {
        let code = ERR_peek_error()
        ERR_clear_error()
        switch ERR_GET_REASON(code) {
        case SSL_R_UNSUPPORTED_PROTOCOL, SSL_R_TLSV1_ALERT_PROTOCOL_VERSION,
            SSL_R_WRONG_SSL_VERSION, SSL_R_VERSION_TOO_LOW:
            return "it speaks neither TLS 1.2 nor TLS 1.3"
        case SSL_R_WRONG_VERSION_NUMBER: return "it does not speak TLS"
        default:
            guard let text = ERR_reason_error_string(code) else { return "TLS failed" }
            return "TLS failed: \(String(cString: text))"
        }
    }

    /// Returns the reasons for which a certificate was refused, each once.
    static func ofFaults(_ faults: [Int32]) -> String {
        var words: [String] = []
        for fault in faults where !words.contains(self.words(for: fault)) {
            words.append(self.words(for: fault))
        }
        return words.joined(separator: ", and ")
    }

    private static func words(for fault: Int32) -> String {
        switch fault {
        case X509_V_ERR_CERT_HAS_EXPIRED: "it has expired"
        case X509_V_ERR_CERT_NOT_YET_VALID: "it is not valid yet"
        case X509_V_ERR_HOSTNAME_MISMATCH, X509_V_ERR_IP_ADDRESS_MISMATCH:
            "it is made out to another name"
        case X509_V_ERR_CERT_REVOKED: "it was revoked"
        case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT, X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY,
            X509_V_ERR_UNABLE_TO_VERIFY_LEAF_SIGNATURE, X509_V_ERR_DEPTH_ZERO_SELF_SIGNED_CERT,
            X509_V_ERR_SELF_SIGNED_CERT_IN_CHAIN, X509_V_ERR_CERT_UNTRUSTED:
            "it is not signed by a trusted authority"
        default: String(cString: X509_verify_cert_error_string(Int(fault)))
        }
    }
}
