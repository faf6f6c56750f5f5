import Testing

@testable import Git

/// Parsing web addresses, and the settings and proxies that apply to them.
struct WebAddressTests {
    @Test func `an address is parsed into its parts`() throws {
        let address = try #require(WebAddress("HTTPS://ann:p%40ss%2Fw@Example.org:8443/a/b.git"))
        #expect(address.user == "ann")
        #expect(address.password == "p@ss/w")
        #expect(address.hostAndPort == "example.org:8443")
        #expect(address.bare == "https://example.org:8443/a/b.git")
        #expect(WebAddress("https://h/x")?.hostAndPort == "h")
        #expect(WebAddress("http://[::1]:80/x")?.hostAndPort == "[::1]")
        #expect(WebAddress("proxy:3128", defaultScheme: "http")?.port == 3128)
    }

    @Test(arguments: ["", "https://", "https:///x", "https://h:0/", "https://h:x/", "h/x"])
    func `an invalid address is not parsed`(text: String) { #expect(WebAddress(text) == nil) }

    @Test(arguments: [
        ("https://h/x", "https://h:443/y", true), ("https://h/x", "http://h/x", false),
        ("http://h/x", "http://h:8080/x", false), ("https://h/", "https://h.evil/", false),
        ("https://h/", "https://h@evil/", false), ("https://H/", "https://a:b@h/", true),
    ])
    func `a password stays with the same scheme, host and port`(
        one: String, other: String, isSame: Bool
    ) {
        #expect((WebAddress(one)?.origin == WebAddress(other)?.origin) == isSame)
    }

    @Test(arguments: [
        ("", "https://h/", ""), ("http.proxy=p:1", "https://h/", "p:1"),
        ("http.https://h/.proxy=own:2", "https://h/x", "own:2"),
        ("http.https://h.proxy=own:2", "https://h/x", "own:2"),
        ("http.https://*.org/.proxy=star:2", "https://a.org/", "star:2"),
        ("http.https://other/.proxy=own:2", "https://h/", "p:1"),
        ("http.https://h:8443/.proxy=own:2", "https://h/", "p:1"),
        ("http.https://h/sub/.proxy=own:2", "https://h/subway", "p:1"),
    ])
    func `the most specific setting for an address applies`(
        setting: String, url: String, expected: String
    ) throws {
        let sandbox = try RepositorySandbox()
        defer { withExtendedLifetime(sandbox) {} }
        let repository = try sandbox.repository("a")
        if !setting.isEmpty { try repository.configuration.set("http.proxy", "p:1") }
        if let end = setting.lastIndex(of: "=") {
            try repository.configuration.set(
                String(setting[..<end]), String(setting[setting.index(after: end)...]))
        }
        let address = try #require(WebAddress(url))
        #expect(
            try WebSettings(repository.configuration, for: address).string("proxy") ?? ""
                == expected)
    }

    @Test(arguments: [
        ("https://h/", "https_proxy=http://p:1", "http://p:1"),
        ("https://h/", "HTTPS_PROXY=p:1", "http://p:1"),
        ("https://h/", "all_proxy=p:1", "http://p:1"),
        ("https://h/", "http_proxy=p:1", ""), ("http://h/", "http_proxy=p:1", "http://p:1"),
        ("http://h/", "HTTP_PROXY=p:1", ""), ("https://h/", "https_proxy=p:1 no_proxy=x,h", ""),
        ("https://a.h/", "https_proxy=p:1 NO_PROXY=.h", ""),
        ("https://ah/", "https_proxy=p:1 no_proxy=h", "http://p:1"),
        ("https://h/", "https_proxy=p:1 no_proxy=h:444", "http://p:1"),
        ("https://h/", "https_proxy=p:1 no_proxy=*", ""),
    ])
    func `the environment's proxy is read as curl reads it`(
        url: String, environment: String, expected: String
    ) throws {
        var variables: [String: String] = [:]
        for word in environment.split(separator: " ") {
            let parts = word.split(separator: "=")
            variables[String(parts[0])] = String(parts[1])
        }
        let sandbox = try RepositorySandbox()
        defer { withExtendedLifetime(sandbox) {} }
        let repository = try sandbox.repository("a")
        let address = try #require(WebAddress(url))
        let settings = WebSettings(repository.configuration, for: address)
        let proxy = try WebProxy.find(for: address, settings) { variables[$0] }
        #expect((proxy?.url ?? "") == expected)
        try repository.configuration.set("http.proxy", "")
        #expect(try WebProxy.find(for: address, settings) { variables[$0] } == nil)
    }
}
