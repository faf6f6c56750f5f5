/// A run of text in one style, safe to print.
package struct Span: Equatable, Sendable {
    package var text: String
    package var style: Style = []
    /// The address that the text links to, as written; nil for other text.
    package var link: String?

    func saying(_ text: String) -> Span { Span(text: text, style: style, link: link) }
}

/// Text in several styles, without line breaks.
package struct StyledText: Equatable, Sendable {
    package var spans: [Span] = []

    package var isEmpty: Bool { spans.allSatisfy(\.text.isEmpty) }
    package var columns: Int { spans.reduce(0) { $0 + $1.text.columns } }

    mutating func append(_ text: String, _ style: Style = [], link: String? = nil) {
        if let last = spans.last, last.style == style, last.link == link {
            spans[spans.count - 1].text += text
        } else if !text.isEmpty {
            spans.append(Span(text: text, style: style, link: link))
        }
    }

    mutating func append(_ other: StyledText) {
        for span in other.spans { append(span) }
    }

    mutating func append(_ span: Span) { append(span.text, span.style, link: span.link) }

    /// The text without trailing blanks.
    var trimmed: StyledText {
        var text = self
        while let last = text.spans.popLast() {
            let words = last.text.trimmingTrailingBlanks
            guard words.isEmpty else {
                text.spans.append(last.saying(words))
                break
            }
        }
        return text
    }

    static func + (a: StyledText, b: StyledText) -> StyledText {
        var sum = a
        sum.append(b)
        return sum
    }
}

extension StyledText {
    /// Wraps the text at `limit` columns: at blanks, or within a word that is longer than a line.
    func wrapped(to limit: Int) -> [StyledText] {
        let limit = max(limit, 2)
        var (lines, line, used) = ([StyledText](), StyledText(), 0)
        for (word, blank) in words {
            let width = word.columns
            if used > 0, used + 1 + width <= limit {
                line.append(" ", blank)
                line.append(word)
                used += 1 + width
                continue
            }
            if used > 0 {
                lines.append(line)
                (line, used) = (StyledText(), 0)
            }
            for span in word.spans {
                if used + span.text.columns <= limit {
                    line.append(span)
                    used += span.text.columns
                    continue
                }
                if used > 0 { lines.append(line) }
                let rest = span.text.broken(at: limit) { piece in
                    lines.append(StyledText(spans: [span.saying(piece)]))
                }
                (line, used) = (StyledText(), rest.columns)
                line.append(span.saying(rest))
            }
        }
        if used > 0 { lines.append(line) }
        return lines
    }

    /// The words, each with the style of the blank before it: strikethrough and underline continue
    /// across blanks.
    private var words: [(word: StyledText, blank: Style)] {
        var words: [(StyledText, Style)] = []
        var (word, blank) = (StyledText(), Style())
        for span in spans {
            let parts = span.text.split(separator: " ", omittingEmptySubsequences: false)
            for (index, part) in parts.enumerated() {
                if index > 0 {
                    if !word.isEmpty { words.append((word, blank)) }
                    (word, blank) = (StyledText(), span.style)
                }
                if !part.isEmpty { word.append(span.saying(String(part))) }
            }
        }
        if !word.isEmpty { words.append((word, blank)) }
        return words
    }
}
