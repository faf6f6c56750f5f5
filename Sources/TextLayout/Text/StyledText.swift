/// A run of text in one style, safe to print.
struct Span: Equatable, Sendable {
    var text: String
    var style: Style = []
}

/// Text in several styles, without line breaks.
struct StyledText: Equatable, Sendable {
    var spans: [Span] = []

    var isEmpty: Bool { spans.allSatisfy(\.text.isEmpty) }
    var columns: Int { spans.reduce(0) { $0 + $1.text.columns } }
    var string: String { spans.map(\.text).joined() }

    mutating func append(_ text: String, _ style: Style = []) {
        if spans.last?.style == style {
            spans[spans.count - 1].text += text
        } else if !text.isEmpty {
            spans.append(Span(text: text, style: style))
        }
    }

    mutating func append(_ other: StyledText) {
        for span in other.spans { append(span.text, span.style) }
    }

    /// The text without blanks at its end.
    var trimmed: StyledText {
        var text = self
        while let last = text.spans.popLast() {
            let words = last.text.trimmingTrailingBlanks
            guard words.isEmpty else {
                text.spans.append(Span(text: words, style: last.style))
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

    func string(_ ink: Ink) -> String { spans.map { ink($0.text, $0.style) }.joined() }
}

extension StyledText {
    /// The text in lines of at most `limit` columns, broken at blanks, or between the
    /// characters of a word that is longer than a line.
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
                    line.append(span.text, span.style)
                    used += span.text.columns
                    continue
                }
                if used > 0 { lines.append(line) }
                let rest = span.text.broken(at: limit) { piece in
                    lines.append(StyledText(spans: [Span(text: piece, style: span.style)]))
                }
                (line, used) = (StyledText(), rest.columns)
                line.append(rest, span.style)
            }
        }
        if used > 0 { lines.append(line) }
        return lines
    }

    /// The words, each with the style of the blank before it: that of a struck or
    /// underlined text goes through.
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
                if !part.isEmpty { word.append(String(part), span.style) }
            }
        }
        if !word.isEmpty { words.append((word, blank)) }
        return words
    }
}
