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

    /// Returns the offset of a byte in the word as typed, with its quotes.
    func typedOffset(of index: Int) -> Int {
        let quotes = bytes.indices.prefix(index + 1).count { index in
            isQuoted[index] != (index > 0 && isQuoted[index - 1])
        }
        let escapes = bytes.indices.prefix(index).count {
            isQuoted[$0] && bytes[$0] == UInt8(ascii: "\"")
        }
        return index + quotes + escapes
    }

    /// The nonempty parts between the commas outside quotes.
    var items: [QueryWord] {
        var items = [QueryWord()]
        for index in bytes.indices {
            if bytes[index] == UInt8(ascii: ","), !isQuoted[index] {
                items.append(QueryWord())
            } else {
                items[items.count - 1].append(bytes[index], isQuoted: isQuoted[index])
            }
        }
        return items.filter { !$0.isEmpty }
    }

    /// The texts of the items.
    var alternatives: [Text] { items.map(\.text) }

    /// The number of leading bytes that negate the rest.
    var negation: Int? {
        if begins(with: "-"), count > 1 { return 1 }
        if begins(with: "not:"), count > 4 { return 4 }
        return nil
    }

    /// True if a quote opens a phrase here: at the beginning of a word or of a
    /// value.
    fileprivate var mayQuote: Bool {
        guard let last = bytes.last else { return true }
        guard isQuoted.last == false else { return false }
        return ":,-+@<>=".utf8.contains(last) || bytes.suffix(2).elementsEqual("..".utf8)
    }

    /// The number of negations if the word has nothing else; nil for any other word.
    fileprivate var negationsAlone: Int? {
        guard !hasQuotes else { return nil }
        var (rest, count) = (bytes[...], 0)
        while !rest.isEmpty {
            let length =
                rest.first == .dash ? 1 : rest.starts(with: "not:".utf8) ? 4 : nil as Int?
            guard let length else { return nil }
            rest = rest.dropFirst(length)
            count += 1
        }
        return count
    }
}

/// A token of a query.
struct QueryToken {
    enum Kind {
        case word(QueryWord)
        case or, and, not
        /// The parentheses of a group.
        case open, close
    }

    let kind: Kind
    /// The offset of its first byte in the query.
    let offset: Int
    /// The token as typed, for errors.
    let text: Text
}

/// Splits a query into tokens.
///
/// A parenthesis opens a group only where a term can begin, and closes only an open group and only
/// if its own word did not open it: `f(x)` and `:)` are text.
struct QueryTokenizer {
    private var tokens: [QueryToken] = []
    private var word = QueryWord()
    /// The offset of the current word.
    private var start = 0
    /// The parentheses that the current word has opened.
    private var ownParentheses = 0
    /// The offsets of the open groups.
    private var groups: [Int] = []

    private static let operators: [String: QueryToken.Kind] = [
        "or": .or, "OR": .or, "and": .and, "AND": .and, "not": .not, "NOT": .not,
    ]

    /// - Throws: An error for a quote or a group that is not closed.
    static func tokens(of query: Text) throws(WordError) -> [QueryToken] {
        var tokenizer = QueryTokenizer()
        try tokenizer.read(query.utf8)
        return tokenizer.tokens
    }

    private mutating func read(_ bytes: [UInt8]) throws(WordError) {
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            if word.isEmpty { start = index }
            if byte == UInt8(ascii: "\""), word.mayQuote {
                index = try readPhrase(bytes, from: index)
                continue
            }
            if byte.isBlank {
                endWord()
            } else {
                read(byte, at: index)
            }
            index += 1
        }
        endWord()
        if let open = groups.last {
            throw WordError("(", .unclosedGroup).placed(at: open)
        }
    }

    /// Reads one byte outside quotes that is not a blank.
    private mutating func read(_ byte: UInt8, at index: Int) {
        switch byte {
        case UInt8(ascii: "("):
            guard let negations = word.negationsAlone else {
                ownParentheses += 1
                return word.append(byte, isQuoted: false)
            }
            for _ in 0..<negations { append(.not, at: start, word.text) }
            word = QueryWord()
            append(.open, at: index, "(")
            groups.append(index)
        case UInt8(ascii: ")") where ownParentheses == 0 && !groups.isEmpty:
            endWord()
            append(.close, at: index, ")")
            groups.removeLast()
        default:
            if byte == UInt8(ascii: ")"), ownParentheses > 0 { ownParentheses -= 1 }
            word.append(byte, isQuoted: false)
        }
    }

    /// Reads a phrase in quotes.
    ///
    /// - Returns: The offset after it.
    private mutating func readPhrase(
        _ bytes: [UInt8], from start: Int
    ) throws(WordError) -> Int {
        guard let phrase = quotedPhrase(bytes[start...]) else {
            throw WordError(Text(bytes[start...]), .unclosedQuote).placed(at: start)
        }
        for byte in phrase.text { word.append(byte, isQuoted: true) }
        return phrase.end
    }

    private mutating func endWord() {
        defer { (word, ownParentheses) = (QueryWord(), 0) }
        guard !word.isEmpty else { return }
        let sign = word.hasQuotes ? nil : Self.operators[word.text.string]
        append(sign ?? .word(word), at: start, word.text)
    }

    private mutating func append(_ kind: QueryToken.Kind, at offset: Int, _ text: Text) {
        tokens.append(QueryToken(kind: kind, offset: offset, text: text))
    }
}
