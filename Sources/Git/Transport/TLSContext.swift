import Copenssl
import Glibc

/// The settings that all TLS connections of a transfer share: who is trusted, and how
/// old a protocol may be (at least TLS 1.2).
///
/// Sendable, since it never changes and OpenSSL counts its users atomically.
final class TLSContext: @unchecked Sendable {
    private let pointer: OpaquePointer

    /// - Parameter trusted: The authorities; nil: no server is trusted.
    /// - Throws: ``GitError/Kind/untrusted`` if the certificates cannot be read.
    init(_ trusted: TrustedCertificates?) throws(GitError) {
        guard let pointer = pmd_tls_new_context() else {
            throw GitError(.other, "start TLS", TLSWords.ofLastError())
        }
        self.pointer = pointer
        guard let trusted else { return }
        if let file = trusted.file {
            try load(file, R_OK, trusted) { SSL_CTX_load_verify_file(pointer, $0) }
        }
        if let folder = trusted.folder {
            // A list, as in SSL_CERT_DIR. One that is missing adds no one to those trusted.
            for one in folder.split(separator: ":") {
                try load(String(one), R_OK | X_OK, trusted) {
                    SSL_CTX_load_verify_dir(pointer, $0)
                }
            }
        }
    }

    deinit { SSL_CTX_free(pointer) }

    /// Makes OpenSSL's object for one connection, which the caller frees.
    func makeConnection() -> OpaquePointer? { SSL_new(pointer) }

    private func load(
        _ path: String, _ rights: Int32, _ trusted: TrustedCertificates,
        _ load: (String) -> Int32
    ) throws(GitError) {
        let operation = "read the certificates in \(path)"
        let advice = trusted.source.map { "\($0) names that place." }
        guard access(path, rights) == 0 else {
            throw GitError(.untrusted, operation, systemMessage(errno), advice: advice)
        }
        ERR_clear_error()
        guard load(path) == 1 else {
            throw GitError(.untrusted, operation, TLSWords.ofLastError(), advice: advice)
        }
    }
}
