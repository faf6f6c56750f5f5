import Clibgit2
import Copenssl

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
