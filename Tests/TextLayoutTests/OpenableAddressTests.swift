import Testing
import TextLayout

/// Addresses that a click may pass to another program.
struct OpenableAddressTests {
    @Test(
        arguments: [
            ("https://a.org/x?y#z", true), ("http://집.org/길", true), ("mailto:ann@a.org", true),
            ("file:///etc/passwd", false), ("javascript:a()", false), ("--help", false),
            ("HTTPS://a.org", false), ("https://a\u{1B}[31m", false), ("https://a\nb", false),
            ("https://a b", false), ("https://a/\u{202E}exe.txt", false),
            ("https://ba\u{200B}nk.org", false), ("mailto:a@b.org?attach=/etc/passwd", false),
            ("mailto:a@b.org?Attachment=x", false), ("", false),
            ("mailto:a@b?%61ttach=/etc/passwd", false), ("mailto:a@b?%2561ttach=x", false),
            ("mailto:a@b?subject=x&%41TTACH=/etc/passwd", false), ("mailto:a@b?attach", false),
            ("mailto:a@b?subject=x&amp;attach=/etc/passwd", false),
            ("mailto:a@b?subject=x;attach=/etc/passwd", false),
            ("mailto:a@b?subject=x?attach=/etc/passwd", false), ("mailto:a@b?=x", false),
            ("mailto:a@b?insert=/etc/passwd", false), ("mailto:a@b?from=c@d", false),
            ("mailto:a@b?to=c@d", false), ("mailto:a@b?in-reply-to=x", false),
            ("mailto:%3Fattach=/etc/passwd", false), ("mailto:a@b%3Fattach=/etc/passwd", false),
            ("mailto:a@b?subject=%zz", false), ("mailto:a@b?%0Aattach=x", false),
            ("mailto:-attach@b", false), ("mailto:a@b?subject=x%26attach=/etc/passwd", false),
            ("mailto:a@b?subject=%0Aattach:%20/etc/passwd", false),
            ("mailto:a@b?subject=R%26D", true), ("mailto:a@b?subject=Attached%20file", true),
            ("mailto:a@b?subject=Lunch%20today&body=See%20you&CC=c@d&bcc=e@f", true),
            ("mailto:a@b,c@d?Subject=attach", true), ("mailto:a@b?body=one%0D%0Atwo", true),
            ("mailto:a%2Bb@c.org", true), ("mailto:a@b?", true),
        ])
    func `only addresses that look like what they are can be opened`(
        _ address: String, _ isAllowed: Bool
    ) {
        #expect(isOpenable(address) == isAllowed)
    }
}
