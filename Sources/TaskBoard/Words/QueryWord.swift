import MarkdownDocument

/// A word of a query, with its quoted bytes marked: commas, blanks and signs in
/// quotes are text.
struct QueryWord {
    private(set) var bytes: [UInt8] = []
    private var isQuoted: [Bool] = []

    var text: Text { Text(bytes) }
    var isEmpty: Bool { bytes.isEmpty }
    var count: Int { bytes.count }
    var hasQuotes: Bool { isQuoted.contains(true) }

    mutating func append(_ byte: UInt8, isQuoted: Bool) {
        bytes.append(byte)
        self.isQuoted.append(isQuoted)
    }

    /// Returns true if the word begins with these bytes, outside quotes.
    func begins(with sign: String) -> Bool {
        bytes.starts(with: sign.utf8) && !isQuoted.prefix(sign.utf8.count).contains(true)
    }

    func dropping(_ count: Int) -> QueryWord {
        var rest = QueryWord()
        rest.bytes = Array(bytes.dropFirst(count))
        rest.isQuoted = Array(isQuoted.dropFirst(count))
        return rest
    }

    func firstIndex(where isWanted: (UInt8) -> Bool) -> Int? {
        bytes.indices.first { !isQuoted[$0] && isWanted(bytes[$0]) }
    }

    /// The nonempty parts between the commas outside quotes.
    var alternatives: [Text] {
        var parts = [[UInt8]()]
        for index in bytes.indices {
            if bytes[index] == UInt8(ascii: ","), !isQuoted[index] {
                parts.append([])
            } else {
                parts[parts.count - 1].append(bytes[index])
            }
        }
        return parts.filter { !$0.isEmpty }.map { Text($0) }
    }

    /// Splits the input at blanks outside quotes.
    ///
    /// - Throws: An error for a quote that is not closed.
    static func split(_ typed: Text) throws(WordError) -> [QueryWord] {
        var words = [QueryWord()]
        var quoteStart: Int?
        for (index, byte) in typed.utf8.enumerated() {
            let isQuote = byte == UInt8(ascii: "\"")
            if quoteStart != nil {
                if isQuote {
                    quoteStart = nil
                } else {
                    words[words.count - 1].append(byte, isQuoted: true)
                }
            } else if isQuote, words[words.count - 1].mayQuote {
                quoteStart = index
            } else if byte.isBlank {
                words.append(QueryWord())
            } else {
                words[words.count - 1].append(byte, isQuoted: false)
            }
        }
        if let quoteStart {
            throw WordError(Text(typed.utf8[quoteStart...]), .unclosedQuote)
        }
        return words.filter { !$0.isEmpty }
    }

    /// True if a quote opens a phrase here: at the beginning of a word or of a
    /// value.
    private var mayQuote: Bool {
        guard let last = bytes.last else { return true }
        return isQuoted.last == false && ":,-+@<>=".utf8.contains(last)
    }
}
