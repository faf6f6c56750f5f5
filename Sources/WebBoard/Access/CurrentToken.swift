import BoardStorage

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
