import Testing

@testable import Git

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
    func `only loopback may be reached in the open`(url: String, isExposed: Bool) throws {
        #expect(try RemoteAddress(url).isExposed == isExposed)
    }

    @Test func `a password is never shown`() {
        #expect(
            RemoteAddress.withoutPassword("https://ann:secret@h/x@y") == "https://ann@h/x@y")
        #expect(RemoteAddress.withoutPassword("ann@h:x") == "ann@h:x")
        #expect(RemoteAddress.withoutPassword("https://ann:se/cret@h/x") == "https://ann@h/x")
        #expect(RemoteAddress.withoutPassword("host:a@b") == "host:a@b")
        #expect(throws: GitError.self) { try RemoteAddress("ssh://ann:secret@h/x") }
    }
}
