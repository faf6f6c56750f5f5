import TestSupport
import Testing

@testable import BoardStorage

/// Reminder mails, parsed by Python's `email` package.
struct MailMessageTests {
    @Test(arguments: [
        "Fix the roof", "우유 사기", "a\nBcc: eve@example.org", "a\r\n\r\nbody", "=?utf-8?B?eA==?=",
        "\u{0}\u{1B}]0;x\u{07}", String(repeating: "긴 제목 ", count: 60),
        String(repeating: "x", count: 3_000), "👩‍👩‍👧‍👦 family", "",
    ])
    func `a title adds no mail header, and is read back`(title: String) throws {
        let message = MailMessage(
            address: "ann@example.org", subject: title, body: "due 27 Nov\n.\nFrom x\n우유")
        let sandbox = try ProgramSandbox()
        try sandbox.write("mail", String(decoding: message.bytes, as: UTF8.self))
        let run = try sandbox.run([
            "python3", "-c",
            """
            import email, email.policy
            m = email.message_from_file(open("mail"), policy=email.policy.default)
            print(sorted(m.keys())); print(m["To"]); print(m["Subject"])
            print(m.get_content().replace("\\r", ""), end="")
            """,
        ])
        #expect(run.status == 0, "\(run.error)")
        let lines = run.output.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(
            lines[0] == """
                ['Auto-Submitted', 'Content-Transfer-Encoding', 'Content-Type', 'MIME-Version', \
                'Subject', 'To']
                """)
        #expect(lines[1] == "ann@example.org")
        if !title.contains("\u{1B}") {
            let blanks: Set<Unicode.Scalar> = [" ", "\r", "\n", "\0"]
            let words = title.unicodeScalars.split { blanks.contains($0) }.map { String($0) }
            #expect(lines[2].split(separator: " ").map(String.init) == words, "\(lines[2])")
        }
        #expect(
            lines[3...].joined(separator: "\n")
                == "due 27 Nov\n.\nFrom x\n우유\n")
        let rows = message.bytes.split(separator: 0x0A)
        #expect(rows.allSatisfy { $0.count <= 998 && $0.allSatisfy { $0 < 0x80 } })
    }

    @Test(arguments: [
        ("ann@example.org", true), ("우유@example.org", true), ("-v@x", false), ("ann", false),
        ("a b@x", false), ("a@b@c", false), ("ann@x\nBcc: e@x", false), ("@x", false), ("", false),
        ("Ann <ann@example.org>", false), ("a,b@x", false),
    ])
    func `an address is exactly one argument, and never an option`(text: String, isOne: Bool) {
        #expect(MailMessage.isAddress(text) == isOne)
    }
}
