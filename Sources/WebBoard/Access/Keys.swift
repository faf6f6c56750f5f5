import Copenssl

/// HMAC-SHA-256 (RFC 2104) of parts that are separated by line feeds, in hexadecimal digits.
///
/// The first part names the purpose, so that no code for one purpose is valid for another. No part
/// contains a line feed: parts from a request are checked before.
func authenticationCode(_ parts: [String], key: String) -> String {
    var digest = [UInt8](repeating: 0, count: 32)
    var count: UInt32 = 0
    let (key, data) = (Array(key.utf8), Array(parts.joined(separator: "\n").utf8))
    _ = HMAC(EVP_sha256(), key, Int32(key.count), data, data.count, &digest, &count)
    return hexDigits(digest)
}

/// SHA-256, in hexadecimal digits.
func sha256(_ bytes: [UInt8]) -> String {
    var digest = [UInt8](repeating: 0, count: 32)
    pmd_sha256(bytes, bytes.count, &digest)
    return hexDigits(digest)
}

/// Compares secrets in a time that does not depend on where they differ.
func areEqual(_ a: String, _ b: String) -> Bool {
    let (a, b) = (Array(a.utf8), Array(b.utf8))
    return a.count == b.count && zip(a, b).reduce(0 as UInt8) { $0 | ($1.0 ^ $1.1) } == 0
}

/// True for so many lowercase hexadecimal digits.
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
