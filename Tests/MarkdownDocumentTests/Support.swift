@testable import MarkdownDocument

extension Document {
    init(_ text: String, kind: Kind = .markdown) { self.init(Array(text.utf8), kind: kind) }

    /// The bytes as a string, for comparing in tests.
    var text: String { String(decoding: bytes, as: UTF8.self) }
}

/// Returns front matter between its fences.
func fenced(_ yaml: String, body: String = "") -> String { "---\n\(yaml)\n---\n\(body)" }
