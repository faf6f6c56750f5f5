import BoardStorage

/// The secret of a clone's server. Session keys are derived from it, so a new token ends all
/// sessions.
package struct AccessToken: Sendable {
    /// 64 hexadecimal digits.
    package let text: String

    /// - Returns: nil for anything other than a token.
    package init?(_ text: String) {
        guard areHexDigits(text, count: 64) else { return nil }
        self.text = text
    }

    package init() { text = randomDigits(64) }

    /// Returns the key of a session: 64 hexadecimal digits.
    func key(of session: String) -> String { authenticationCode(["session", session], key: text) }

    /// Returns the proof that a page has the token, without sending it.
    func signInProof(origin: String, nonce: String) -> String {
        authenticationCode(["sign-in", origin, nonce], key: text)
    }

    /// Identifies the sessions of this token without revealing it.
    var mark: String { String(authenticationCode(["sessions"], key: text).prefix(16)) }
}

/// Single-use sign-in codes with an expiry.
package final class SignInCodes: Sendable {
    /// The maximum number of valid codes. A new one replaces the one that expires first.
    static let most = 100
    private let codes = Locked<[String: ContinuousClock.Instant]>([:])

    package init() {}

    /// - Parameter life: The validity of the code.
    package func make(for life: Duration = .seconds(12 * 3_600)) -> String {
        let code = randomDigits(32)
        codes.withLock { codes in
            codes = codes.filter { $0.value > .now }
            if codes.count >= Self.most, let first = codes.min(by: { $0.value < $1.value }) {
                codes[first.key] = nil
            }
            codes[code] = .now + life
        }
        return code
    }

    /// Redeems a code.
    ///
    /// - Returns: False if the code is unknown or has expired.
    func spend(_ code: String) -> Bool {
        codes.withLock { codes in
            codes = codes.filter { $0.value > .now }
            guard let known = codes.keys.first(where: { areEqual($0, code) }) else { return false }
            codes[known] = nil
            return true
        }
    }
}

/// The token in the server's file, which `pmd serve --new-token` may replace while a server runs.
/// The new token takes effect at once.
final class CurrentToken: Sendable {
    private struct State: Sendable {
        var token: AccessToken
        var stamp: AccessStamp?
    }

    private let location: Location
    private let path: String
    private let state: Locked<State>

    /// - Parameter token: The token to use while the file has none.
    init(_ token: AccessToken, at location: Location) throws {
        self.location = location
        path = try Workspace.accessPath(.token, at: location)
        state = Locked(State(token: token))
    }

    var now: AccessToken {
        let stamp = AccessStamp(path: path)
        return state.withLock { state in
            if let stamp, stamp != state.stamp {
                if let token = Self.kept(at: location) { state.token = token }
                state.stamp = stamp
            }
            return state.token
        }
    }

    private static func kept(at location: Location) -> AccessToken? {
        do {
            return try Workspace.keptAccess(.token, at: location).flatMap { AccessToken($0) }
        } catch {
            // The known token stays valid until the file can be read.
            return nil
        }
    }
}
