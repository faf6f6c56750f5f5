import NIOCore
import Synchronization

/// The open connections of a server.
///
/// Beyond the limit, the oldest of those that have shown nothing gives way to a new one: whoever
/// opens a thousand connections shuts nobody out.
final class Connections: Sendable {
    private let limit: Int
    private let state = Mutex(State())

    private struct State {
        var next = 0
        var open: [Int: Connection] = [:]
    }

    private struct Connection {
        let channel: any Channel
        var isKnown = false
        var isAnswering = false
    }

    init(limit: Int) { self.limit = limit }

    /// Notes a new connection.
    ///
    /// - Returns: Its number; nil if there is no room for it.
    func add(_ channel: any Channel) -> Int? {
        let (number, surplus) = state.withLock { state -> (Int?, (any Channel)?) in
            var surplus: (any Channel)?
            if state.open.count >= limit {
                let strangers = state.open.filter { !$0.value.isKnown }
                guard let oldest = strangers.keys.min() else { return (nil, nil) }
                surplus = state.open.removeValue(forKey: oldest)?.channel
            }
            state.next += 1
            state.open[state.next] = Connection(channel: channel)
            return (state.next, surplus)
        }
        surplus?.close(promise: nil)
        return number
    }

    func remove(_ number: Int) { state.withLock { $0.open[number] = nil } }

    func noteKnown(_ number: Int) { state.withLock { $0.open[number]?.isKnown = true } }

    func note(_ number: Int, isAnswering: Bool) {
        state.withLock { $0.open[number]?.isAnswering = isAnswering }
    }

    var count: Int { state.withLock { $0.open.count } }

    /// True while a request is being answered.
    var isAnswering: Bool { state.withLock { $0.open.values.contains(where: \.isAnswering) } }

    func closeAll() {
        let channels = state.withLock { $0.open.values.map(\.channel) }
        for channel in channels { channel.close(promise: nil) }
    }
}
