import Testing
import TextLayout

/// What a click may hand to another program.
struct OpenableTests {
    @Test(
        arguments: [
            ("https://a.org/x?y#z", true), ("http://집.org/길", true), ("mailto:ann@a.org", true),
            ("file:///etc/passwd", false), ("javascript:a()", false), ("--help", false),
            ("HTTPS://a.org", false), ("https://a\u{1B}[31m", false), ("https://a\nb", false),
            ("https://a b", false), ("https://a/\u{202E}exe.txt", false),
            ("https://ba\u{200B}nk.org", false), ("mailto:a@b.org?attach=/etc/passwd", false),
            ("mailto:a@b.org?Attachment=x", false), ("", false),
        ])
    func `only what is seen as it is can be opened`(_ address: String, _ isAllowed: Bool) {
        #expect(isOpenable(address) == isAllowed)
    }
}
