import TaskBoard

/// A cache of values that are computed once and shared until newer ones evict them.
final class Remembered<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private let most: Int
    private let values = Locked<[Key: Value]>([:])

    /// - Parameter most: The maximum number of cached values.
    init(most: Int) { self.most = most }

    /// Returns the value for a key. Callers wait while it is being computed.
    func value(_ key: Key, _ make: () -> Value) -> Value {
        values.withLock { values in
            if let known = values[key] { return known }
            if values.count >= most { values = [:] }
            let value = make()
            values[key] = value
            return value
        }
    }
}

/// A cache of responses that are requested repeatedly while nothing changes.
final class AnswerCache: Sendable {
    /// Everything that a response depends on.
    struct Key: Hashable, Sendable {
        /// The state of the board; see ``WebBoard/generation(_:)``.
        let generation: String
        /// The path, the query, the language and the head, encoded unambiguously.
        let request: [UInt8]
        /// The minute, since date words change with it.
        let minute: Int64
    }

    struct Answer: Sendable {
        let bytes: [UInt8]
        let tag: String
    }

    private struct Answers: Sendable {
        var known: [Key: Answer] = [:]
        var bytes = 0
    }

    /// The maximum number of cached responses, and their maximum total size in bytes.
    private static let (mostAnswers, mostBytes) = (512, 8 << 20)
    private let answers = Locked(Answers())

    /// Returns the response for a key, and computes it if it is not cached.
    func answer(_ key: Key, _ make: () throws -> Answer) rethrows -> Answer {
        if let known = answers.withLock({ $0.known[key] }) { return known }
        let answer = try make()
        let bytes = answer.bytes
        guard bytes.count < Self.mostBytes / 2 else { return answer }
        answers.withLock { answers in
            let isFull =
                answers.known.count >= Self.mostAnswers
                || answers.bytes + bytes.count > Self.mostBytes
            if isFull { answers = Answers() }
            answers.known[key] = answer
            answers.bytes += bytes.count
        }
        return answer
    }
}
