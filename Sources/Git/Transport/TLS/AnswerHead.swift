/// The head of a web server's response, for the one field that libgit2 does not report:
/// `Retry-After`.
struct AnswerHead {
    /// A time to wait, in seconds or in the server's own words.
    struct RetryAfter: Equatable {
        var seconds: Int?
        var words: String?
    }

    /// The size up to which a response is kept.
    private static let limit = 16_384
    /// The longest accepted time: a week.
    private static let longest = 604_800
    private var bytes: [UInt8] = []

    /// The number of bytes that are kept.
    var count: Int { bytes.count }

    /// Clears the response, because another request begins.
    mutating func begin() { bytes = [] }

    mutating func add(_ more: UnsafeRawBufferPointer) {
        guard bytes.count < Self.limit else { return }
        bytes += more.prefix(Self.limit - bytes.count)
    }

    /// The value of `Retry-After`; nil if the head has none that is valid.
    var retryAfter: RetryAfter? {
        let name = "retry-after:"
        for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            let text = String(decoding: line, as: UTF8.self)
            // The body follows.
            if text.isEmpty || text == "\r" { return nil }
            guard text.lowercased().hasPrefix(name) else { continue }
            return Self.read(text.dropFirst(name.count).filter { $0 != "\t" && $0 != "\r" })
        }
        return nil
    }

    private static func read(_ value: String) -> RetryAfter? {
        let words = value.drop { $0 == " " }
        if let seconds = Int(words) {
            return (1...longest).contains(seconds) ? RetryAfter(seconds: seconds) : nil
        }
        let isDate = words.utf8.allSatisfy { byte in
            (0x30...0x3a).contains(byte) || (0x41...0x5a).contains(byte)
                || (0x61...0x7a).contains(byte) || " ,".utf8.contains(byte)
        }
        guard isDate, words.contains(","), (20...40).contains(words.utf8.count) else { return nil }
        return RetryAfter(words: String(words))
    }
}
