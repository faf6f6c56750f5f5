import TaskBoard

/// Answers that are asked for again and again while nothing changes.
final class AnswerCache: Sendable {
    /// What an answer depends on.
    struct Key: Hashable, Sendable {
        /// The state of the board; see ``WebBoard/generation(_:)``.
        let generation: String
        /// The path, the query and the language.
        let request: String
        /// The minute, since words of dates change with it.
        let minute: Int64
    }

    struct Answer: Sendable {
        let bytes: [UInt8]
        let tag: String
    }

    private static let most = 32
    private let answers = Locked<[Key: Answer]>([:])

    /// The answer for a key, made if it is not known.
    func answer(_ key: Key, _ make: () throws -> [UInt8]) rethrows -> Answer {
        if let known = answers.withLock({ $0[key] }) { return known }
        let bytes = try make()
        let answer = Answer(bytes: bytes, tag: entityTag(bytes))
        answers.withLock { answers in
            if answers.count >= Self.most { answers = [:] }
            answers[key] = answer
        }
        return answer
    }
}
