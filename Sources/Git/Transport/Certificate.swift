import Clibgit2

/// A certificate that a server showed and that is not proven to be its own.
struct Certificate {
    /// `host:port`.
    let place: String
    /// SHA-256 of the certificate, as `openssl x509 -fingerprint -sha256` shows it.
    let fingerprint: String

    init(_ certificate: UnsafePointer<git_cert_x509>, place: String) {
        self.place = place
        var digest = [UInt8](repeating: 0, count: 32)
        let data = certificate.pointee.data?.assumingMemoryBound(to: UInt8.self)
        if pmd_sha256(data, certificate.pointee.len, &digest) != 0 { digest = [] }
        fingerprint = digest.map { byte in
            let digits = String(byte, radix: 16, uppercase: true)
            return digits.count == 1 ? "0" + digits : digits
        }.joined(separator: ":")
    }

    /// The setting that names certificates to trust whoever signed them.
    static let setting = "pmd.trust"

    /// Whether a person has said that this certificate is the right one there.
    func isTrusted(_ configuration: Configuration) throws(GitError) -> Bool {
        guard !fingerprint.isEmpty else { return false }
        return try configuration.strings(Self.setting).contains { value in
            let words = value.split(separator: " ")
            return words.count == 2 && words[0].lowercased() == place
                && words[1].uppercased() == fingerprint
        }
    }

    /// What a person must know and can do.
    ///
    /// - Parameter reason: In libgit2's words.
    func refusal(_ reason: String) -> GitError {
        GitError(
            .untrusted, "reach \(place)",
            "its certificate is refused: \(Self.words(reason)). Its SHA-256 fingerprint is "
                + fingerprint,
            advice: "If that is the right one, accept it: git config --global --add "
                + "\(Self.setting) \(shellQuoted("\(place) \(fingerprint)")). If an authority of "
                + "your own signed it: git config --global "
                + shellQuoted("http.https://\(place)/.sslCAInfo") + " FILE")
    }

    /// The parts of a reason, in words that say what is wrong.
    private static func words(_ reason: String) -> String {
        let meanings = [
            ("validity has expired", "it has expired"),
            ("not correctly signed by the trusted CA", "nobody who is trusted here signed it"),
            ("Common Name (CN) does not match", "it is made out to another name"),
            ("validity starts in the future", "it is not valid yet"),
            ("has been revoked", "it was revoked"),
        ]
        let found = meanings.filter { reason.contains($0.0) }.map(\.1)
        return found.isEmpty ? QuotedWords.visible(reason) : found.joined(separator: ", and ")
    }
}
