import NIOCore
import Synchronization

/// The open connections of a server.
///
/// Beyond the limit, a connection without a credential gives way to a new one; then one of the
/// credential with the most connections, an idle one first. So neither strangers nor the holder of
/// one credential can shut out the others.
final class Connections: Sendable {
    private let limits: HTTPLimits
    private let state = Mutex(State())

    private struct State {
        var next = 0
        var open: [Int: Connection] = [:]
        /// The tasks of requests, also of connections that are closed.
        var tasks = 0
        /// True once the server stops: one that is accepted late gets no room.
        var isClosed = false
    }

    private struct Connection {
        let channel: any Channel
        /// Names the client's credential; nil until it has shown one.
        var credential: String?
        /// The requests that are being answered: the next one may begin while the end of an
        /// answer is on its way.
        var answers = 0
        /// True while a stream answers its request.
        var isStreaming = false
        var isIdle: Bool { answers == 0 && !isStreaming && held == 0 }
        /// The bytes of a body that has not arrived whole.
        var held = 0
        /// The size of an answer that the client has not read yet, in bytes.
        var unread = 0
    }

    init(_ limits: HTTPLimits) { self.limits = limits }

    /// Notes a new connection.
    ///
    /// - Returns: Its number; nil if there is no room for it.
    func add(_ channel: any Channel) -> Int? {
        let (number, surplus) = state.withLock { state -> (Int?, (any Channel)?) in
            var surplus: (any Channel)?
            if state.isClosed { return (nil, nil) }
            if state.open.count >= limits.connections {
                guard let number = Self.first(toLeave: state.open) else { return (nil, nil) }
                surplus = state.open.removeValue(forKey: number)?.channel
            }
            state.next += 1
            state.open[state.next] = Connection(channel: channel)
            return (state.next, surplus)
        }
        surplus?.close(promise: nil)
        return number
    }

    func remove(_ number: Int) { state.withLock { $0.open[number] = nil } }

    /// The connection that gives way to a new one.
    private static func first(toLeave open: [Int: Connection]) -> Int? {
        let strangers = open.filter { $0.value.credential == nil }
        if !strangers.isEmpty { return strangers.keys.min() }
        let groups = Dictionary(grouping: open) { $0.value.credential }
        let largest = groups.max {
            ($0.value.count, $1.key ?? "") < ($1.value.count, $0.key ?? "")
        }
        return largest.flatMap { first(idleIn: $0.value) }
    }

    /// The oldest idle connection, or else the oldest one.
    private static func first(idleIn open: [(key: Int, value: Connection)]) -> Int? {
        let idle = open.filter { $0.value.isIdle }
        return (idle.isEmpty ? open : idle).map(\.key).min()
    }

    /// Notes the credential of a client. Beyond its limit, another one of its connections is
    /// closed, an idle one first.
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

    /// Notes that a body of a connection has grown. Beyond the limit for all bodies, the stranger
    /// that holds the most is cut off.
    ///
    /// - Returns: False if that is this connection.
    func hold(_ bytes: Int, in number: Int) -> Bool {
        let (isHeld, surplus) = state.withLock { state -> (Bool, (any Channel)?) in
            state.open[number]?.held = bytes
            let all = state.open.values.reduce(0) { $0 + $1.held }
            let strangers = state.open.filter { $0.value.credential == nil }
            guard all > limits.bodies, let largest = strangers.max(by: Self.holdsLess) else {
                return (true, nil)
            }
            if largest.key == number { return (false, nil) }
            return (true, state.open.removeValue(forKey: largest.key)?.channel)
        }
        surplus?.close(promise: nil)
        return isHeld
    }

    /// Notes that an answer of so many bytes is about to be sent; 0 bytes once it has been sent.
    /// If all unread answers exceed their limit, the connection with the largest one is closed.
    ///
    /// - Returns: False if that is this connection.
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

    /// Notes that a request has arrived whole and is being answered.
    func begin(_ number: Int) {
        state.withLock {
            $0.open[number]?.answers += 1
            $0.open[number]?.held = 0
        }
    }

    /// Notes that a request is answered, or that the stream which answers it has begun.
    func end(_ number: Int) { state.withLock { $0.open[number]?.answers -= 1 } }

    /// Notes that a stream has begun or ended.
    func note(isStreaming: Bool, in number: Int) {
        state.withLock { $0.open[number]?.isStreaming = isStreaming }
    }

    /// Notes that a body is dropped.
    func release(_ number: Int) { state.withLock { $0.open[number]?.held = 0 } }

    var count: Int { state.withLock { $0.open.count } }

    /// True while a request is being answered.
    var isAnswering: Bool { state.withLock { $0.open.values.contains { $0.answers > 0 } } }

    func beginTask() { state.withLock { $0.tasks += 1 } }

    func endTask() { state.withLock { $0.tasks -= 1 } }

    /// True while the task of a request may still use its connection's loop.
    var hasTasks: Bool { state.withLock { $0.tasks > 0 } }

    func closeAll() {
        let channels = state.withLock { state in
            state.isClosed = true
            return state.open.values.map(\.channel)
        }
        for channel in channels { channel.close(promise: nil) }
    }
}
