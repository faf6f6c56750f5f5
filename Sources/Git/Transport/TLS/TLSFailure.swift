import Copenssl

/// The reason why a TLS connection fails.
///
/// libgit2 passes on only a sentence, so ``sentence`` describes each reason for it. None contains
/// text of a server.
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
    /// The certificate could not be verified; the connection can be used if it is trusted.
    ///
    /// - Parameter faults: X509_STORE_CTX_get_error(3) for each certificate of the chain.
    case untrusted(faults: [Int32])
    /// No transfer has set the trusted authorities, or libgit2 calls a stream or host that does
    /// not exist.
    case misuse(Misuse)

    enum Misuse: Equatable {
        case noAuthorities, noHost, noStream
    }
}

extension TLSFailure {
    /// The first error of OpenSSL since its list was cleared. Reading it clears the list.
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
        case .noCertificate: "it presented no certificate"
        case .cutOff: "it closed the connection too early"
        case .untrusted(let faults):
            Self.joined(faults.map { CertificateFault($0).english })
        case .misuse(.noAuthorities): "no trusted certificates are set"
        case .misuse(.noHost): "the address has no host"
        case .misuse(.noStream): "no stream"
        }
    }

    private static func sentence(ofLibrary code: UInt) -> String {
        switch ERR_GET_REASON(code) {
        case SSL_R_UNSUPPORTED_PROTOCOL, SSL_R_TLSV1_ALERT_PROTOCOL_VERSION,
            SSL_R_WRONG_SSL_VERSION, SSL_R_VERSION_TOO_LOW:
            return "it supports neither TLS 1.2 nor TLS 1.3"
        case SSL_R_WRONG_VERSION_NUMBER: return "it does not use TLS"
        default:
            guard let text = ERR_reason_error_string(code) else { return "TLS failed" }
            return "TLS failed: \(String(cString: text))"
        }
    }

    /// The separator of the faults of a chain, each of which is listed once.
    private static let separator = ", and "

    private static func joined(_ faults: [String]) -> String {
        faults.reduce(into: [String]()) { all, one in
            if !all.contains(one) { all.append(one) }
        }.joined(separator: separator)
    }
}

extension TLSFailure {
    /// The failure in Korean; nil if libgit2 has a sentence.
    var korean: String? {
        switch self {
        case .stream: nil
        case .library(let code): Self.korean(ofLibrary: code)
        case .noCertificate: "인증서를 제시하지 않았습니다"
        case .cutOff: "연결을 너무 일찍 닫았습니다"
        case .untrusted(let faults):
            Self.korean(of: Self.joined(faults.map { CertificateFault($0).english }))
        case .misuse(.noAuthorities): "신뢰할 인증서가 설정되어 있지 않습니다"
        case .misuse(.noHost): "주소에 호스트가 없습니다"
        case .misuse(.noStream): "연결이 없습니다"
        }
    }

    /// Returns the faults of a certificate in Korean. libgit2 passed on their English text.
    static func korean(of words: String) -> String {
        words.replacing(separator, with: "\n").split(separator: "\n").map { fault in
            CertificateFault.own.first { $0.english == fault }?.korean ?? String(fault)
        }.joined(separator: ", ")
    }

    private static func korean(ofLibrary code: UInt) -> String {
        switch ERR_GET_REASON(code) {
        case SSL_R_UNSUPPORTED_PROTOCOL, SSL_R_TLSV1_ALERT_PROTOCOL_VERSION,
            SSL_R_WRONG_SSL_VERSION, SSL_R_VERSION_TOO_LOW:
            return "TLS 1.2와 TLS 1.3을 모두 지원하지 않습니다"
        case SSL_R_WRONG_VERSION_NUMBER: return "TLS를 사용하지 않습니다"
        default:
            guard let text = ERR_reason_error_string(code) else { return "TLS 연결에 실패했습니다" }
            return "TLS 연결에 실패했습니다: \(String(cString: text))"
        }
    }
}

/// The reason why a certificate of a chain is not trusted.
private enum CertificateFault {
    case expired, notYetValid, otherName, revoked, unsigned
    /// Any other fault, with OpenSSL's message.
    case other(String)

    /// The faults for which pmd has its own message.
    static let own: [Self] = [.expired, .notYetValid, .otherName, .revoked, .unsigned]

    init(_ fault: Int32) {
        switch fault {
        case X509_V_ERR_CERT_HAS_EXPIRED: self = .expired
        case X509_V_ERR_CERT_NOT_YET_VALID: self = .notYetValid
        case X509_V_ERR_HOSTNAME_MISMATCH, X509_V_ERR_IP_ADDRESS_MISMATCH: self = .otherName
        case X509_V_ERR_CERT_REVOKED: self = .revoked
        case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT, X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY,
            X509_V_ERR_UNABLE_TO_VERIFY_LEAF_SIGNATURE, X509_V_ERR_DEPTH_ZERO_SELF_SIGNED_CERT,
            X509_V_ERR_SELF_SIGNED_CERT_IN_CHAIN, X509_V_ERR_CERT_UNTRUSTED:
            self = .unsigned
        default: self = .other(String(cString: X509_verify_cert_error_string(Int(fault))))
        }
    }

    var english: String {
        switch self {
        case .expired: "it has expired"
        case .notYetValid: "it is not valid yet"
        case .otherName: "it is for another host"
        case .revoked: "it was revoked"
        case .unsigned: "it is not signed by a trusted authority"
        case .other(let words): words
        }
    }

    var korean: String {
        switch self {
        case .expired: "만료됨"
        case .notYetValid: "아직 유효하지 않음"
        case .otherName: "다른 호스트용으로 발급됨"
        case .revoked: "폐기됨"
        case .unsigned: "신뢰할 수 있는 기관이 서명하지 않음"
        case .other(let words): words
        }
    }
}
