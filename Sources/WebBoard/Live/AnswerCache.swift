import TaskBoard

/// Values that are computed once and shared until they are pushed out by newer ones.
final class Remembered<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private let most: Int
    private let values = Locked<[Key: Value]>([:])

    /// - Parameter most: How many values are remembered.
    init(most: Int) { self.most = most }

    /// The value for a key. Callers that ask while it is computed wait for it.
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

/// Answers that are asked for again and again while nothing changes.
final class AnswerCache: Sendable {
    /// What an answer depends on.
    struct Key: Hashable, Sendable {
        /// The state of the board; see ``WebBoard/generation(_:)``.
        let generation: String
        /// The path, the query, the language and the head, so encoded that no two are the same.
        let request: [UInt8]
        /// The minute, since words of dates change with it.
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

    /// How much is remembered, in answers and in their bytes.
    private static let (mostAnswers, mostBytes) = (512, 8 << 20)
    private let answers = Locked(Answers())

    /// The answer for a key, made if it is not known.
    func answer(_ key: Key, _ make: () throws -> [UInt8]) rethrows -> Answer {
        if let known = answers.withLock({ $0.known[key] }) { return known }
        let bytes = try make()
        let answer = Answer(bytes: bytes, tag: entityTag(bytes))
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
