import MarkdownDocument
import TaskBoard

/// A mail about reminders, in the form that a mail transfer agent reads from standard input.
///
/// A task's title cannot add a header: the subject is one line, and everything except plain ASCII
/// is encoded according to RFC 2047.
struct MailMessage {
    let address: String
    let subject: String
    let body: String

    var bytes: [UInt8] {
        let headers = [
            "To: \(address)", "Subject: \(Self.encoded(subject))", "MIME-Version: 1.0",
            "Content-Type: text/plain; charset=utf-8", "Content-Transfer-Encoding: base64",
            "Auto-Submitted: auto-generated",
        ]
        let lines = body.split(separator: "\n", omittingEmptySubsequences: false)
        let text = lines.map { $0 + "\r\n" }.joined()
        return Array((headers + ["", Self.wrapped(Array(text.utf8))]).joined(separator: "\n").utf8)
    }

    /// Returns true if text can be a mail address: `NAME@HOST`, without blanks, and never an
    /// option of a program.
    static func isAddress(_ text: String) -> Bool {
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        return parts.count == 2 && parts.allSatisfy { !$0.isEmpty }
            && text.utf8.first != UInt8(ascii: "-")
            && text.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F && !",<>;\"\\()".utf8.contains($0) }
    }

    /// Returns a subject as encoded words, each with whole characters and at most 75 bytes long.
    static func encoded(_ subject: String) -> String {
        let text = plainWords(subject)
        let isPlain = text.utf8.allSatisfy { (0x20..<0x7F).contains($0) } && !text.contains("=?")
        guard !isPlain || text.utf8.count > 900 else { return text }
        var words: [[UInt8]] = [[]]
        for character in text {
            let bytes = Array(String(character).utf8.prefix(45))
            if words[words.count - 1].count + bytes.count > 45 { words.append([]) }
            words[words.count - 1] += bytes
        }
        return words.map { "=?utf-8?B?\(base64Text($0))?=" }.joined(separator: "\n ")
    }

    private static func wrapped(_ bytes: [UInt8]) -> String {
        stride(from: 0, to: bytes.count, by: 57)
            .map { base64Text(bytes[$0..<min($0 + 57, bytes.count)]) + "\n" }.joined()
    }

    private static func base64Text(_ bytes: some Collection<UInt8>) -> String {
        String(decoding: base64(bytes), as: UTF8.self)
    }
}
