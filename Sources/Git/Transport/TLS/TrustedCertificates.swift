import Clibgit2
import Copenssl
import Glibc

/// The certificates of the trusted authorities.
struct TrustedCertificates: Hashable {
    /// A file of certificates in PEM form.
    var file: String?
    /// A folder of files that OpenSSL finds by the hash of their subject, with names from `openssl
    /// rehash`.
    var folder: String?
    /// The settings that specify them; nil for a default path.
    var source: String?

    /// Returns nil if neither a file nor a folder is specified.
    init?(file: String?, folder: String?, source: String? = nil) {
        self.file = file.flatMap { $0.isEmpty ? nil : $0 }
        self.folder = folder.flatMap { $0.isEmpty ? nil : $0 }
        self.source = source
        if self.file == nil, self.folder == nil { return nil }
    }

    /// Returns the authorities that this machine trusts; nil if no certificates are found, in
    /// which case no server is trusted.
    ///
    /// A static OpenSSL searches the folder for which it was configured, which is valid on another
    /// machine. So the paths are searched at run time.
    static func ofMachine(_ environment: (String) -> String?) -> TrustedCertificates? {
        let named = TrustedCertificates(
            file: environment("SSL_CERT_FILE"), folder: environment("SSL_CERT_DIR"),
            source: "SSL_CERT_FILE or SSL_CERT_DIR")
        if let named { return named }
        let file = files.first { access($0, R_OK) == 0 }
        if let file { return TrustedCertificates(file: file, folder: nil) }
        return TrustedCertificates(
            file: nil, folder: folders.first { access($0, R_OK | X_OK) == 0 })
    }

    private static let files = [
        "/etc/ssl/certs/ca-certificates.crt",  // Debian, Ubuntu, Arch, Gentoo, Alpine
        "/etc/pki/tls/certs/ca-bundle.crt",  // Fedora, RHEL
        "/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem",  // RHEL
        "/etc/ssl/ca-bundle.pem",  // openSUSE
        "/var/lib/ca-certificates/ca-bundle.pem",  // openSUSE
        "/etc/ssl/cert.pem",  // Alpine
    ]

    private static let folders = ["/etc/ssl/certs", "/etc/pki/tls/certs"]
}

/// A certificate of a server that could not be verified.
struct Certificate {
    /// The server, `host:port`, always with its port.
    let endpoint: String
    /// SHA-256 of the certificate, in the format of `openssl x509 -fingerprint -sha256`.
    let fingerprint: String

    init(_ certificate: UnsafePointer<git_cert_x509>, endpoint: String) {
        self.endpoint = endpoint
        var digest = [UInt8](repeating: 0, count: 32)
        if let data = certificate.pointee.data?.assumingMemoryBound(to: UInt8.self) {
            pmd_sha256(data, certificate.pointee.len, &digest)
        } else {
            digest = []
        }
        fingerprint = digest.map { byte in
            let digits = String(byte, radix: 16, uppercase: true)
            return digits.count == 1 ? "0" + digits : digits
        }.joined(separator: ":")
    }

    /// The setting that lists the certificates to accept regardless of their signer.
    static let setting = "pmd.trust"

    /// Returns true if the user has accepted this certificate for this server.
    func isTrusted(_ configuration: Configuration) throws(GitError) -> Bool {
        guard !fingerprint.isEmpty else { return false }
        return try configuration.strings(Self.setting).contains { value in
            let words = value.split(separator: " ")
            return words.count == 2 && words[0].lowercased() == endpoint
                && words[1].uppercased() == fingerprint
        }
    }

    /// Returns the error for this certificate, with the facts and actions for the user.
    ///
    /// - Parameter reason: The reason, worded by ``TLSFailure`` and passed on by libgit2.
    func refusal(_ reason: String) -> GitError {
        GitError(
            .certificateRefused(words: reason, endpoint: endpoint, fingerprint: fingerprint),
            "reach \(endpoint)")
    }
}
