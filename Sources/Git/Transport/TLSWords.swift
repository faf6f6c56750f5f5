import Copenssl

/// Sentences for what OpenSSL reports. None holds any text of a server.
enum TLSWords {
    /// The first error that OpenSSL noted since its list was cleared.
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

    /// The reasons that a certificate was refused for, each once.
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
            "nobody who is trusted here signed it"
        default: String(cString: X509_verify_cert_error_string(Int(fault)))
        }
    }
}
