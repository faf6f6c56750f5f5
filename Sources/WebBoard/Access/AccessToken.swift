import Copenssl

/// The secret of a clone's server, and the secrets that follow from it.
///
/// A browser never has the token itself: its cookie, and the token that it sends with each write,
/// are derived from it. So they survive a restart, and a new token makes all of them worthless.
package struct AccessToken: Sendable {
    /// 64 hexadecimal digits.
    package let text: String

    /// - Returns: nil for anything but a token.
    package init?(_ text: String) {
        guard text.utf8.count == 64, text.utf8.allSatisfy(isHexDigit) else { return nil }
        self.text = text
    }

    package init() { text = randomDigits(64) }

    /// The value of the cookie that signs a browser in.
    var cookie: String { derived("cookie") }

    /// What a browser sends with each write.
    ///
    /// - Parameter user: The user that a proxy has signed in; nil for this clone's.
    func headerToken(of user: String?) -> String { derived("header\0" + (user ?? "")) }

    /// HMAC-SHA-256 of a purpose, with the token as the key (RFC 2104), in hexadecimal digits.
    private func derived(_ purpose: String) -> String {
        var digest = [UInt8](repeating: 0, count: 32)
        var count: UInt32 = 0
        let (key, data) = (Array(text.utf8), Array(purpose.utf8))
        _ = HMAC(EVP_sha256(), key, Int32(key.count), data, data.count, &digest, &count)
        return hexDigits(digest)
    }
}

/// The codes that sign in one browser each, for a while.
package final class SignInCodes: Sendable {
    private let codes = Locked<[String: ContinuousClock.Instant]>([:])

    package init() {}

    /// - Parameter life: How long the code can be used.
    package func make(for life: Duration = .seconds(12 * 3_600)) -> String {
        let code = randomDigits(32)
        codes.withLock { $0[code] = .now + life }
        return code
    }

    /// Uses a code up.
    ///
    /// - Returns: False if there is no such code, or its time is over.
    func spend(_ code: String) -> Bool {
        codes.withLock { codes in
            codes = codes.filter { $0.value > .now }
            guard let known = codes.keys.first(where: { areEqual($0, code) }) else { return false }
            codes[known] = nil
            return true
        }
    }
}

/// Compares secrets in a time that does not tell where they differ.
func areEqual(_ a: String, _ b: String) -> Bool {
    let (a, b) = (Array(a.utf8), Array(b.utf8))
    return a.count == b.count && zip(a, b).reduce(0 as UInt8) { $0 | ($1.0 ^ $1.1) } == 0
}

func isHexDigit(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte)
}

func hexDigits(_ bytes: some Sequence<UInt8>) -> String {
    let digits = Array("0123456789abcdef".utf8)
    return String(
        decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
}

private func randomDigits(_ count: Int) -> String {
    hexDigits((0..<(count / 2)).map { _ in UInt8.random(in: 0...255) })
}
