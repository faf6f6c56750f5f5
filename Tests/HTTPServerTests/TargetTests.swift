import HTTPServer
import Testing

/// Parsing the path and query of a request.
struct TargetTests {
    @Test(
        arguments: [
            ("/", [], []),
            ("/api/tasks", ["api", "tasks"], []),
            ("/a%20b/%ED%95%9C", ["a b", "한"], []),
            // Encoded dots and slashes are text: they never become part of a path.
            ("/api/%2e%2e", ["api", ".."], []),
            ("/api/..%2F..", ["api", "../.."], []),
            ("/a//b/", ["a", "", "b", ""], []),
            ("/a+b?x=a+b&y=%2B", ["a+b"], ["x=a b", "y=+"]),
            ("/?a&b=&&c=1=2", [], ["a=", "b=", "c=1=2"]),
            ("/?x=1&x=2", [], ["x=1", "x=2"]),
        ] as [(String, [String], [String])])
    func `a target is a path and a query`(
        text: String, path: [String], query: [String]
    ) throws {
        let target = try #require(HTTPRequest.target(text))
        #expect(target.path == path)
        #expect(target.query.map { "\($0.name)=\($0.value)" } == query)
    }

    @Test(arguments: [
        "", "*", "a", "http://example.org/", "example.org:80", "/%", "/%2", "/%zz", "/%00",
        "/a%00b",
        "/%ff", "/%c0%af", "/%ed%a0%80", "/%f4%90%80%80", "/#x", "/?%", "/?a=%ff", "/?a=%00",
    ])
    func `a target must be a path in UTF-8 without NUL`(text: String) {
        #expect(HTTPRequest.target(text) == nil)
    }

    @Test func `a repeated header field has no single value`() {
        let fields = HTTPFields([("Host", "a"), ("host", "b"), ("Origin", "c")])
        #expect(fields["HOST"] == nil)
        #expect(fields.values("host") == ["a", "b"])
        #expect(fields["origin"] == "c")
        #expect(fields["missing"] == nil && !fields.contains("missing"))
    }
}
