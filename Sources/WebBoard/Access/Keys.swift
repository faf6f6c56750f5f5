import Copenssl

/// Returns the HMAC-SHA-256 (RFC 2104) of parts separated by line feeds, in hexadecimal digits.
///
/// The first part is the purpose, so a code for one purpose is not valid for another. Parts must
/// not contain line feeds; parts from a request are checked beforehand.
func authenticationCode(_ parts: [String], key: String) -> String {
    var digest = [UInt8](repeating: 0, count: 32)
    var count: UInt32 = 0
    let (key, data) = (Array(key.utf8), Array(parts.joined(separator: "\n").utf8))
    _ = HMAC(EVP_sha256(), key, Int32(key.count), data, data.count, &digest, &count)
    return hexDigits(digest)
}

/// Returns the SHA-256 hash in hexadecimal digits.
func sha256(_ bytes: [UInt8]) -> String {
    var digest = [UInt8](repeating: 0, count: 32)
    pmd_sha256(bytes, bytes.count, &digest)
    return hexDigits(digest)
}

/// Compares secrets in constant time.
func areEqual(_ a: String, _ b: String) -> Bool {
    let (a, b) = (Array(a.utf8), Array(b.utf8))
    return a.count == b.count && zip(a, b).reduce(0 as UInt8) { $0 | ($1.0 ^ $1.1) } == 0
}

/// Returns true for exactly this many lowercase hexadecimal digits.
func areHexDigits(_ text: some StringProtocol, count: Int) -> Bool {
    text.utf8.count == count && text.utf8.allSatisfy(isHexDigit)
}

func isHexDigit(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte)
}

func hexDigits(_ bytes: some Sequence<UInt8>) -> String {
    let digits = Array("0123456789abcdef".utf8)
    return String(
        decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
}

func randomDigits(_ count: Int) -> String {
    hexDigits((0..<(count / 2)).map { _ in UInt8.random(in: 0...255) })
}
