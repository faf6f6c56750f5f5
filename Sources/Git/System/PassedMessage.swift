import Synchronization

/// The last message that a callback of pmd reported to libgit2, which keeps the English text only.
///
/// The error of the same call looks its Korean text up here. Another thread may have replaced it
/// meanwhile; the error then has only the English text.
enum PassedMessage {
    private static let last = Mutex<(english: String, korean: String)>(("", ""))

    static func note(english: String, korean: String) {
        last.withLock { $0 = (english, korean) }
    }

    /// Returns the Korean text of the message; nil for any other message.
    static func korean(of english: String) -> String? {
        last.withLock { $0.english == english ? $0.korean : nil }
    }
}
