import Testing

@testable import Git

/// The `Retry-After` header of a server's response.
struct AnswerHeadTests {
    private static let date = "Wed, 21 Oct 2026 07:28:00 GMT"

    @Test(
        arguments: [
            ("Retry-After: 120", .init(seconds: 120)), ("RETRY-AFTER:7", .init(seconds: 7)),
            ("Retry-After: \(date)", .init(words: date)), ("Retry-After: 0", nil),
            ("Retry-After: -5", nil), ("Retry-After: 99999999999999999999", nil),
            ("Retry-After: 9999999", nil), ("Retry-After: $(touch evil) for some time", nil),
            ("Retry-After: \u{1b}[2J later than that", nil), ("X-Retry-After: 3", nil),
            ("Server: x\r\n\r\nRetry-After: 3", nil),
        ] as [(String, AnswerHead.RetryAfter?)])
    func `only a plausible time to wait is accepted`(
        _ c: (line: String, wait: AnswerHead.RetryAfter?)
    ) {
        var head = AnswerHead()
        let bytes = Array("HTTP/1.1 429 Too Many\r\nA: b\r\n\(c.line)\r\n\r\n".utf8)
        bytes.withUnsafeBytes { head.add($0) }
        #expect(head.retryAfter == c.wait)
        head.begin()
        #expect(head.retryAfter == nil)
    }

    @Test func `an endless response takes no memory`() {
        var head = AnswerHead()
        let bytes = [UInt8](repeating: 0x41, count: 1 << 20)
        for _ in 0..<10 { bytes.withUnsafeBytes { head.add($0) } }
        #expect(head.retryAfter == nil && head.count <= 16_384)
    }
}
