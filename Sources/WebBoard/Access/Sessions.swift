import BoardStorage
import BoardView
import Glibc
import MarkdownDocument
import TaskBoard
import Words

/// The signed-in browsers, in a file that survives a restart, and the nonces used since the server
/// started.
final class Sessions: Sendable {
    private struct State: Sendable {
        var sessions: [String: PageSession] = [:]
        var stamp: AccessStamp?
        /// The times of each session's nonces, in milliseconds.
        var nonces: [String: [String: Int64]] = [:]
    }

    enum Nonce: Equatable {
        case new, used
        /// There are too many to store.
        case tooMany
    }

    /// The maximum clock difference between a signed request and the server, in milliseconds.
    static let tolerance: Int64 = 30_000
    /// The maximum number of sessions. A new one replaces the one that expires first.
    static let most = 100
    /// The maximum number of stored nonces per session.
    static let mostNonces = 8_192
    private static let limit = 1 << 17

    /// The start time of the server, in milliseconds. Requests signed earlier may have been sent
    /// to another program on its port.
    let start: Int64
    private let location: Location?
    private let path: String?
    private let clock: @Sendable () -> Int64
    private let state = Locked(State())

    /// - Parameter location: The location for storing sessions; nil to keep them in memory only.
    init(
        at location: Location? = nil, clock: @escaping @Sendable () -> Int64 = milliseconds
    ) throws {
        (self.location, self.clock) = (location, clock)
        path = try location.map { try Workspace.accessPath(.sessions, at: $0) }
        start = clock()
    }

    /// The current time, in milliseconds.
    var now: Int64 { clock() }

    /// Returns the session with an ID; nil if it has expired.
    func session(_ id: String, of token: AccessToken) -> PageSession? {
        reread()
        let (now, mark) = (clock(), token.mark)
        return state.withLock { $0.sessions[id] }.flatMap {
            $0.expiry > now && $0.mark == mark ? $0 : nil
        }
    }

    /// Starts a session, which expires soon unless it is used.
    ///
    /// - Throws: ``BoardStorage`` errors if it cannot be stored.
    func begin(_ session: PageSession) throws {
        let now = clock()
        try change { sessions in
            sessions = sessions.filter { $0.value.expiry > now && $0.value.mark == session.mark }
            if sessions.count >= Self.most, let first = sessions.values.min(by: Self.endsSooner) {
                sessions[first.id] = nil
            }
            sessions[session.id] = session
        }
    }

    func end(_ id: String) throws { try change { $0[id] = nil } }

    /// Extends a session that was used, at most once a day.
    func renew(_ session: PageSession) {
        let expiry = clock() + PageSession.life
        guard session.expiry < expiry - 86_400_000 else { return }
        do {
            try change { $0[session.id]?.expiry = expiry }
        } catch {
            // The next request tries again.
            return
        }
    }

    /// Records the nonce of a signed request.
    func use(_ nonce: String, at time: Int64, in session: String) -> Nonce {
        let oldest = clock() - Self.tolerance
        return state.withLock { state in
            let count = state.nonces[session]?.count ?? 0
            // Older requests are refused because of their time.
            if count % 512 == 511 || count >= Self.mostNonces {
                state.nonces[session] = state.nonces[session]?.filter { $0.value >= oldest }
                if state.nonces[session]?.count ?? 0 >= Self.mostNonces { return .tooMany }
            }
            let old = state.nonces[session, default: [:]].updateValue(time, forKey: nonce)
            return old == nil ? .new : .used
        }
    }

    private static func endsSooner(_ one: PageSession, _ other: PageSession) -> Bool {
        (one.expiry, one.id) < (other.expiry, other.id)
    }

    /// Reads the file again if another server or a new token has replaced it.
    private func reread() {
        guard let location, let path else { return }
        let stamp = AccessStamp(path: path)
        state.withLock { state in
            guard stamp != state.stamp else { return }
            do {
                state.sessions = try Self.parsed(
                    Workspace.keptBytes(.sessions, at: location, limit: Self.limit))
                state.stamp = stamp
            } catch {
                // The known sessions stay valid until the file can be read.
                return
            }
        }
    }

    private func change(_ change: (inout [String: PageSession]) -> Void) throws {
        guard let location, let path else {
            return state.withLock { state in change(&state.sessions) }
        }
        var sessions: [String: PageSession] = [:]
        try Workspace.changeBytes(in: .sessions, at: location, limit: Self.limit) { kept in
            sessions = Self.parsed(kept)
            change(&sessions)
            return Self.bytes(of: sessions)
        }
        let (known, stamp) = (sessions, AccessStamp(path: path))
        state.withLock { state in
            (state.sessions, state.stamp) = (known, stamp)
            state.nonces = state.nonces.filter { known[$0.key] != nil }
        }
    }

    private static func bytes(of sessions: [String: PageSession]) -> [UInt8] {
        let ordered = sessions.values.sorted { $0.id < $1.id }
        return JSONValue.object([.init("sessions", .array(ordered.map(\.json)))]).encoded()
            + [0x0A]
    }

    /// Returns the sessions in a file. A damaged file has none, so browsers must sign in again.
    private static func parsed(_ bytes: [UInt8]?) -> [String: PageSession] {
        guard let bytes else { return [:] }
        do throws(JSONError) {
            let json = try JSONValue(parsing: bytes)
            let sessions = (json["sessions"]?.elements ?? []).compactMap(PageSession.init)
            return Dictionary(sessions.map { ($0.id, $0) }) { $1 }
        } catch {
            return [:]
        }
    }
}

/// Returns the time since 1970, in milliseconds.
@Sendable func milliseconds() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) * 1_000 + Int64(time.tv_nsec) / 1_000_000
}
