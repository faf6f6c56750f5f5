/// The secret of a clone's server. The key of each session is derived from it, so a new token ends
/// all of them.
package struct AccessToken: Sendable {
    /// 64 hexadecimal digits.
    package let text: String

    /// - Returns: nil for anything but a token.
    package init?(_ text: String) {
        guard areHexDigits(text, count: 64) else { return nil }
        self.text = text
    }

    package init() { text = randomDigits(64) }

    /// The key of a session: 64 hexadecimal digits.
    func key(of session: String) -> String { authenticationCode(["session", session], key: text) }

    /// What shows that a page has the token, without sending it.
    func signInProof(origin: String, nonce: String) -> String {
        authenticationCode(["sign-in", origin, nonce], key: text)
    }

    /// Marks the sessions of this token; it is of no use to anyone who reads it.
    var mark: String { String(authenticationCode(["sessions"], key: text).prefix(16)) }
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
