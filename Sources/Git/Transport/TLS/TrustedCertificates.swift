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
