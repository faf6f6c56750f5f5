import NIOCore
import Synchronization

/// The open connections of a server.
///
/// Beyond the limit, each new connection evicts another: first one without a credential, then one
/// of the credential with the most connections, idle ones first. So neither unauthenticated
/// clients nor the holder of one credential can lock out others.
///
/// A connection whose request may change something stays until it has its response. If all do, a
/// few more connections are accepted, whose requests are refused.
final class Connections: Sendable {
    private let limits: HTTPLimits
    private let state = Mutex(State())

    private struct State {
        var next = 0
        var open: [Int: Connection] = [:]
        /// The running request tasks, including those of closed connections.
        var tasks = 0
        /// True once the server stops; connections accepted later are rejected.
        var isClosed = false

        /// True if another connection is within the limit.
        func hasRoom(_ limits: HTTPLimits) -> Bool {
            open.values.count { !$0.isSurplus } < limits.connections
        }
    }

    private struct Connection {
        let channel: any Channel
        /// Identifies the client's credential; nil until the client has presented one.
        var credential: String?
        /// The requests being answered. The next one may start while the end of a response is
        /// being sent.
        var answers = 0
        /// Those of the requests that may change something.
        var changes = 0
        /// True if the connection is beyond the limit.
        var isSurplus = false
        /// True while the response is a stream.
        var isStreaming = false
        var isIdle: Bool { answers == 0 && !isStreaming && held == 0 }
        /// The received bytes of an incomplete body.
        var held = 0
        /// The size of the response that the client has not read yet, in bytes.
        var unread = 0
    }

    init(_ limits: HTTPLimits) { self.limits = limits }

    /// The maximum number of connections beyond the limit, whose requests are refused.
    private static let mostSurplus = 50

    /// Registers a new connection.
    ///
    /// - Returns: Its number; nil if there is no room for it.
    func add(_ channel: any Channel) -> Int? {
        let (number, surplus) = state.withLock { state -> (Int?, (any Channel)?) in
            var surplus: (any Channel)?
            if state.isClosed { return (nil, nil) }
            if state.open.count >= limits.connections + Self.mostSurplus { return (nil, nil) }
            if !state.hasRoom(limits),
                let number = Self.first(toLeave: state.open.filter { !$0.value.isSurplus })
            {
                surplus = state.open.removeValue(forKey: number)?.channel
            }
            state.next += 1
            let isSurplus = !state.hasRoom(limits)
            state.open[state.next] = Connection(channel: channel, isSurplus: isSurplus)
            return (state.next, surplus)
        }
        surplus?.close(promise: nil)
        return number
    }

    func remove(_ number: Int) { state.withLock { $0.open[number] = nil } }

    /// Returns the connection to evict for a new one; nil if all of them may change something.
    private static func first(toLeave all: [Int: Connection]) -> Int? {
        let open = all.filter { $0.value.changes == 0 }
        let strangers = open.filter { $0.value.credential == nil }
        if !strangers.isEmpty { return strangers.keys.min() }
        let groups = Dictionary(grouping: open) { $0.value.credential }
        let largest = groups.max {
            ($0.value.count, $1.key ?? "") < ($1.value.count, $0.key ?? "")
        }
        return largest.flatMap { first(idleIn: $0.value) }
    }

    /// Returns the oldest idle connection, or the oldest one if none is idle; nil if all of them may
    /// change something.
    private static func first(idleIn open: [(key: Int, value: Connection)]) -> Int? {
        let idle = open.filter { $0.value.isIdle }
        return (idle.isEmpty ? open.filter { $0.value.changes == 0 } : idle).map(\.key).min()
    }

    /// Records a client's credential. If the credential exceeds its limit, closes another of its
    /// connections, idle ones first.
    func note(_ credential: String, in number: Int) {
        let surplus = state.withLock { state -> (any Channel)? in
            state.open[number]?.credential = credential
            let own = state.open.filter { $0.value.credential == credential }
            guard own.count > limits.connectionsOfCredential,
                let first = Self.first(idleIn: own.filter { $0.key != number }.map { $0 })
            else { return nil }
            return state.open.removeValue(forKey: first)?.channel
        }
        surplus?.close(promise: nil)
    }

    /// Records that a connection's body has grown. If all bodies exceed their limit, closes the
    /// unauthenticated connection with the largest one.
    ///
    /// - Returns: False if that was this connection, or if there is no room for more uploads.
    func hold(_ bytes: Int, in number: Int) -> Bool {
        let (isHeld, surplus) = state.withLock { state -> (Bool, (any Channel)?) in
            state.open[number]?.held = bytes
            let all = state.open.values.reduce(0) { $0 + $1.held }
            guard all <= limits.uploads else { return (false, nil) }
            let strangers = state.open.filter { $0.value.credential == nil }
            let foreign = strangers.values.reduce(0) { $0 + $1.held }
            guard foreign > limits.bodies, let largest = strangers.max(by: Self.holdsLess) else {
                return (true, nil)
            }
            if largest.key == number { return (false, nil) }
            return (true, state.open.removeValue(forKey: largest.key)?.channel)
        }
        surplus?.close(promise: nil)
        return isHeld
    }

    /// Records the size of the response about to be sent, or 0 once it has been sent. If all
    /// unread responses exceed their limit, closes the connection with the largest one.
    ///
    /// - Returns: False if that was this connection.
    func send(_ bytes: Int, in number: Int) -> Bool {
        let (isSent, surplus) = state.withLock { state -> (Bool, (any Channel)?) in
            state.open[number]?.unread = bytes
            guard bytes > 0 else { return (true, nil) }
            let all = state.open.values.reduce(0) { $0 + $1.unread }
            let most = state.open.max { ($0.value.unread, $1.key) < ($1.value.unread, $0.key) }
            let slow = state.open.count { $0.value.unread > 0 }
            guard all > limits.answers, let most, slow > 1 else { return (true, nil) }
            if most.key == number { return (false, nil) }
            return (true, state.open.removeValue(forKey: most.key)?.channel)
        }
        surplus?.close(promise: nil)
        return isSent
    }

    private static func holdsLess(
        _ one: (key: Int, value: Connection), _ other: (key: Int, value: Connection)
    ) -> Bool {
        (one.value.held, one.key) < (other.value.held, other.key)
    }

    /// The answer to whether a request may be carried out.
    enum Admission {
        case admitted
        case refused
        /// The connection has been evicted.
        case gone
    }

    /// Records that a complete request is being answered, if it is admitted.
    func begin(_ number: Int, isChange: Bool) -> Admission {
        state.withLock { state in
            guard var connection = state.open[number] else { return .gone }
            if connection.isSurplus {
                guard state.hasRoom(limits) else { return .refused }
                connection.isSurplus = false
            }
            connection.answers += 1
            if isChange { connection.changes += 1 }
            connection.held = 0
            state.open[number] = connection
            return .admitted
        }
    }

    /// Records that a request has been answered, or that its stream has started.
    func end(_ number: Int, isChange: Bool) {
        state.withLock {
            $0.open[number]?.answers -= 1
            if isChange { $0.open[number]?.changes -= 1 }
        }
    }

    /// Records that a stream has started or ended.
    func note(isStreaming: Bool, in number: Int) {
        state.withLock { $0.open[number]?.isStreaming = isStreaming }
    }

    /// Records that a body has been released.
    func release(_ number: Int) { state.withLock { $0.open[number]?.held = 0 } }

    var count: Int { state.withLock { $0.open.count } }

    /// True while a request is being answered.
    var isAnswering: Bool { state.withLock { $0.open.values.contains { $0.answers > 0 } } }

    func beginTask() { state.withLock { $0.tasks += 1 } }

    func endTask() { state.withLock { $0.tasks -= 1 } }

    /// True while a request's task may still use its connection's event loop.
    var hasTasks: Bool { state.withLock { $0.tasks > 0 } }

    func closeAll() {
        let channels = state.withLock { state in
            state.isClosed = true
            return state.open.values.map(\.channel)
        }
        for channel in channels { channel.close(promise: nil) }
    }
}
