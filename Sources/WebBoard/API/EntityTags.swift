import BoardStorage
import BoardView
import HTTPServer
import TaskBoard

/// The entity tags in a condition: `*`, or a list (RFC 9110, 13.1.1 and 13.1.2).
///
/// Several header fields of the same name form one list.
enum EntityTags: Equatable {
    case any
    case list([Tag])

    struct Tag: Equatable {
        /// The tag without quotes.
        let text: String
        let isWeak: Bool
    }

    /// - Returns: nil for header fields that are not a list of tags.
    init?(_ fields: [String]) {
        if fields == ["*"] {
            self = .any
            return
        }
        var tags: [Tag] = []
        for field in fields {
            guard let more = Self.tags(of: field.utf8[...]) else { return nil }
            tags += more
        }
        guard !tags.isEmpty else { return nil }
        self = .list(tags)
    }

    private static func tags(of field: Substring.UTF8View) -> [Tag]? {
        let blank: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x09 }
        var (rest, tags) = (field, [Tag]())
        while true {
            // A list may have empty elements (RFC 9110, 5.6.1).
            rest = rest.drop { blank($0) || $0 == UInt8(ascii: ",") }
            guard !rest.isEmpty else { return tags }
            let isWeak = rest.starts(with: "W/".utf8)
            if isWeak { rest = rest.dropFirst(2) }
            guard rest.first == quote else { return nil }
            let text = rest.dropFirst().prefix { $0 != quote }
            guard text.endIndex < rest.endIndex, text.allSatisfy({ $0 > 0x20 && $0 != 0x7F })
            else { return nil }
            tags.append(Tag(text: String(Substring(text)), isWeak: isWeak))
            rest = rest[text.endIndex...].dropFirst().drop(while: blank)
            guard rest.isEmpty || rest.first == UInt8(ascii: ",") else { return nil }
        }
    }

    private static let quote = UInt8(ascii: "\"")

    /// Compares for `If-Match`: weak tags never match. A tag names a version alone, or a response
    /// with that version (``VersionTag/responseTag(_:)``).
    func matchesStrongly(_ version: VersionTag) -> Bool {
        switch self {
        case .any: true
        case .list(let tags):
            tags.contains { !$0.isWeak && VersionTag.named(by: $0.text) == version.text }
        }
    }

    /// Compares for `If-None-Match`.
    func matchesWeakly(_ text: String) -> Bool {
        switch self {
        case .any: true
        case .list(let tags): tags.contains { $0.text == text }
        }
    }
}

extension HTTPResponse {
    /// Creates a response with an entity tag, without a body if the client already has it.
    init(
        _ answer: AnswerCache.Answer, for request: HTTPRequest, type: String = "application/json",
        caching: String = "no-cache"
    ) {
        var headers = HTTPFields([
            ("ETag", "\"" + answer.tag + "\""), ("Cache-Control", caching),
        ])
        let known = EntityTags(request.headers.values("if-none-match"))
        if known?.matchesWeakly(answer.tag) == true {
            self.init(304, headers: headers)
        } else {
            headers.add("Content-Type", type)
            self.init(200, headers: headers, body: answer.bytes)
        }
    }

    /// Creates a response about a task, with the task's version as its tag.
    init(_ status: Int, json: JSONValue, version: VersionTag) {
        self.init(status, json: json)
        headers.add("ETag", "\"" + version.text + "\"")
    }
}

extension VersionTag {
    /// Returns the version in an entity tag, which may also name a response with that version.
    static func named(by tag: String) -> String { String(tag.prefix { $0 != "." }) }

    /// Returns the entity tag of a response about one task: the task's version, and the response's
    /// bytes, which also depend on other tasks, on the language and on the day.
    func responseTag(_ bytes: [UInt8]) -> String { text + "." + entityTag(bytes) }
}

/// Returns the entity tag of a response, without quotes. It changes with every byte.
func entityTag(_ bytes: [UInt8]) -> String { hexDigits(contentHash(bytes)) }
