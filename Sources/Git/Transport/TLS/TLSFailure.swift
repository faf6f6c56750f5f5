import Copenssl

/// The reason why a TLS connection fails.
///
/// libgit2 passes only a sentence on, so ``sentence`` words each reason for it. None contains text
/// of a server.
enum TLSFailure: Error, Equatable {
    /// The underlying stream failed, and libgit2 has its error.
    case stream
    /// OpenSSL failed.
    ///
    /// - Parameter code: The error as ERR_peek_error(3) returns it; 0 if OpenSSL gave none.
    case library(code: UInt)
    /// The server sent no certificate.
    case noCertificate
    /// The stream ended before the server closed the connection as TLS requires: the data may be
    /// truncated.
    case cutOff
    /// The certificate is not proven; the connection can be used if it is trusted.
    ///
    /// - Parameter faults: X509_STORE_CTX_get_error(3) for each certificate of the chain.
    case untrusted(faults: [Int32])
    /// No transfer has named the trusted authorities, or libgit2 calls for a stream or host that
    /// does not exist.
    case misuse(Misuse)

    enum Misuse: Equatable {
        case noAuthorities, noHost, noStream
    }
}

extension TLSFailure {
    /// The first error of OpenSSL since its list was cleared, and clears the list.
    static var ofLastCall: TLSFailure {
        let code = ERR_peek_error()
        ERR_clear_error()
        return .library(code: code)
    }

    /// The failure as a sentence about the server, without a full stop; nil if libgit2 has one.
    var sentence: String? {
        switch self {
        case .stream: nil
        case .library(let code): Self.sentence(ofLibrary: code)
        case .noCertificate: "it shows no certificate"
        case .cutOff: "it ended the connection too early"
        case .untrusted(let faults):
            faults.map(Self.sentence(ofCertificate:)).reduce(into: [String]()) { all, one in
                if !all.contains(one) { all.append(one) }
            }.joined(separator: ", and ")
        case .misuse(.noAuthorities): "no certificates to trust were named"
        case .misuse(.noHost): "the address names no host"
        case .misuse(.noStream): "no stream"
        }
    }

    private static func sentence(ofLibrary code: UInt) -> String {
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

    private static func sentence(ofCertificate fault: Int32) -> String {
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
