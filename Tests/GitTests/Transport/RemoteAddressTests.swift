import Testing

@testable import Git

/// Remote addresses as git reads them, printed without passwords.
struct RemoteAddressTests {
    @Test(arguments: [
        ("/srv/x.git", RemoteAddress.local(path: "/srv/x.git")),
        ("../x", .local(path: "../x")), ("./a:b", .local(path: "./a:b")),
        ("file:///srv/a%20b", .local(path: "/srv/a b")),
        ("host:x/y", .ssh(host: "host", port: nil, path: "x/y")),
        ("ann@host:/x", .ssh(host: "ann@host", port: nil, path: "/x")),
        ("[::1]:x", .ssh(host: "::1", port: nil, path: "x")),
        ("ssh://ann@host:22/x", .ssh(host: "ann@host", port: 22, path: "/x")),
        ("ssh://host/~ann/x", .ssh(host: "host", port: nil, path: "~ann/x")),
        ("ssh://[::1]:22/x", .ssh(host: "::1", port: 22, path: "/x")),
        ("https://a:b@h.org:444/x", .http(host: "h.org", isSecure: true)),
        ("HTTP://127.0.0.1/x", .http(host: "127.0.0.1", isSecure: false)),
        ("git://h/x", .git(host: "h")),
    ])
    func `an address is read as git reads it`(url: String, address: RemoteAddress) throws {
        #expect(try RemoteAddress(url) == address)
    }

    @Test(arguments: [
        ("http://localhost/x", false), ("http://127.0.0.1:80/x", false), ("http://[::1]/x", false),
        ("http://127.evil.example/x", true), ("http://localhost.example/x", true),
        ("http://127.0.0.1@evil.example/x", true), ("https://h/x", false), ("git://h/x", true),
        ("git://localhost/x", true), ("ssh://h/x", false),
    ])
    func `only loopback may be reached unencrypted`(url: String, isExposed: Bool) throws {
        #expect(try RemoteAddress(url).isExposed == isExposed)
    }

    @Test(arguments: [
        ("https://ann:secret@h/x", "https://h/x"), ("https://SECRET@h/x", "https://h/x"),
        ("https://ann:sec/ret@h/x", "https://h/x"), ("https://ann:sec@ret@h/x", "https://h/x"),
        ("https://ann:sec@ret/1@h/x", "https://h/x"), ("https://ann%3Asecret@h/x", "https://h/x"),
        ("https://ann:secret%40h/x", "https://h/x"), ("https://ann:secret", "https://ann:…"),
        ("https://h.org/x?token=secret", "https://h.org/x?…"),
        ("https://h.org/x@y", "https://h.org/x@y"), ("https://h.org:444/x", "https://h.org:444/x"),
        ("ssh://ann:secret@h/x", "ssh://h/x"), ("ssh://git@h:22/x@y", "ssh://git@h:22/x@y"),
        ("ann:secret@h:x", "h:x"), ("ann@h:x", "ann@h:x"), ("h:x", "h:x"), ("[::1]:x", "[::1]:x"),
        ("https:/ann:secret@h/x", "h/x"), ("ann:secret@proxy:80", "proxy:80"),
        ("https://ann:sec\nret@h/x", "https://h/x"), ("https://ann:sec ret@h/x", "https://h/x"),
        ("git://ann:secret@h/x", "git://h/x"), ("/srv/a@b", "/srv/a@b"), ("../x:y@z", "../x:y@z"),
        ("HTTPS://ann:secret@h/x", "https://h/x"), ("https://h/\u{1B}[2J", "https://h/…"),
        ("https://h/x;token=secret", "https://h/x;…"), ("https://h/x#secret", "https://h/x#…"),
        ("https://h/x&token=secret", "https://h/x…"),
        ("https://h/x%3Ftoken=secret", "https://h/x…"),
        ("https://h/x?token=sec@ret", "https://…"), ("https://ann:sec?ret@h/x", "https://…"),
        ("https://h/My%20Tasks/x", "https://h/My%20Tasks/x"), ("https://se?cret", "https://se?…"),
        ("https://%73ecret@h/x", "https://h/x"), ("https://ann%3A%73ecret@h/x", "https://h/x"),
        ("https://ann:secret%2540h/x", "https://ann:…"), ("https://secret%2540h/x", "https://…"),
        ("https://ann:sec/ret", "https://ann:…"), ("https://ann:secret@h:port/x", "https://h:…"),
        ("https://[::1]:444/x", "https://[::1]:444/x"), ("https:secret", "https:…"),
        ("file:///srv/a b?c", "file:///srv/a b?c"), ("file://ann:secret@h/x", "file://h/x"),
        ("file://ann:sec/ret@h/x", "file://h/x"), ("//ann:secret@h/x", "//h/x"),
        ("//ann:sec/ret@h/x", "//h/x"), ("//srv/a@b", "//srv/a@b"), ("a b/c?d", "a b/c?d"),
        ("ann%3Asecret@h/x", "h/x"), ("ann.lee:secret@h:x", "h:x"),
        ("ann.lee:secret@h", "ann.lee:…"),
        ("h:x;token=secret", "h:x;…"), ("git@h:team/x.git", "git@h:team/x.git"),
        ("[ann:secret@h]:x", "…"), ("[::1]:x?secret", "[::1]:x?…"),
        ("ssh://git@h/x?secret", "ssh://git@h/x?…"),
        ("ssh://git@[::1]:22/x", "ssh://git@[::1]:22/x"),
        ("ext::sh -c secret", "ext::…"), ("ext::ann:secret@h", "ext::…"), ("fd::3/secret", "fd::…"),
        ("foo://ann:secret@h/x", "foo://h/x"), ("ann=secret://h/x", "…"),
    ])
    func `neither a password nor a token is ever shown`(url: String, shown: String) {
        #expect(RemoteAddress.withoutSecrets(url) == shown)
    }

    @Test(arguments: [
        ("https://ann:secret@h/x", true), ("https://ghp_0123456789abcdefghij@h/x", true),
        ("https://ann:sec/ret@h/x", true), ("ssh://ann:secret@h/x", true), ("ann:pw@h:x", true),
        ("https://ann@h/x", false), ("git@h:x", false), ("ssh://git@h/x", false),
        ("https://h.org/x@y", false), ("/srv/a@b", false), ("https://h:444/x", false),
        ("https://ann%3Asecret@h/x", true), ("file://ann:secret@h/x", true),
        ("//ann:secret@h/x", true), ("//srv/a@b", false), ("ext::ann:secret@h", false),
    ])
    func `an address with a password is recognised`(url: String, holds: Bool) {
        #expect(RemoteAddress.holdsSecret(url) == holds)
    }

    @Test(arguments: [
        "ssh://ann:secret@h/x", "ssh://h%0a/x", "ssh://h$(x)/x", "ssh://h/a%0ab", "h;x:y",
        "ann:secret@h:x", "https:/ann:secret@h/x", "https://h'x/", "https://h x/y", "git://h`x`/y",
        "ann'@h:x", "//ann:secret@h/x", "ext::sh -c x", "fd::3/x", "ann.lee:secret@h:x",
    ])
    func `a host with odd characters is refused`(url: String) {
        #expect(throws: GitError.self) { try RemoteAddress(url) }
    }

    @Test(arguments: [
        ("cannot reach https://ann:hunter22@h.org/x", "cannot reach https://h.org/x"),
        ("login failed for hunter22", "login failed for …"),
        ("the proxy refuses pr0xyword", "the proxy refuses …"),
    ])
    func `no password is shown in a server's output`(said: String, shown: String) {
        let url = "https://ann:hunter22@h.org/x"
        let secrets = TransferSecrets(
            url: url, web: WebAddress(url), proxy: WebAddress("http://carl:pr0xyword@p:80"))
        #expect(secrets.removed(from: said) == shown)
    }
}
