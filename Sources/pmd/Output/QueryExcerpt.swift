import MarkdownDocument
import TaskBoard
import TextLayout

/// The query of an error, and a caret below the word that cannot be read.
struct QueryExcerpt {
    /// Nil if the error has no place in a query, or if the word is the whole query.
    let lines: [String]

    private static let indent = "    "
    /// The columns of the query that are shown before the word, and after its beginning.
    private static let (before, after) = (40, 30)

    init?(_ error: WordError) {
        guard let place = error.place, place.query != error.word else { return nil }
        let bytes = Array(place.query.utf8)
        guard place.offset <= bytes.count else { return nil }
        let head = Self.ending(safe(bytes[..<place.offset]))
        let rest = safe(bytes[place.offset...]).truncated(to: Self.after)
        let caret = String(repeating: " ", count: head.columns) + "^"
        lines = [Self.indent + head + rest, Self.indent + caret]
    }

    /// The end of a text that fits before the word.
    private static func ending(_ text: String) -> String {
        guard text.columns > before else { return text }
        var end = Substring(text)
        while end.columns >= before { end.removeFirst() }
        return "…" + end
    }
}
