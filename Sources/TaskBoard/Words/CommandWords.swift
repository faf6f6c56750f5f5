/// Splits a command into words as a shell does: at blanks, but not within quotes or after
/// a backslash. Nothing is expanded.
///
/// - Returns: Nil if a quote is not closed.
package func commandWords(_ command: String) -> [String]? {
    var words: [String] = []
    var word: String?
    var quote: Character?
    var rest = command[...]
    while let character = rest.popFirst() {
        if character == "\\", quote != "'", let next = rest.first {
            // In double quotes, a backslash escapes only these.
            let isEscape = quote == nil || next == "\"" || next == "\\" || next == "$"
            if isEscape { rest.removeFirst() }
            word = (word ?? "") + String(isEscape ? next : character)
        } else if character == quote {
            quote = nil
        } else if quote == nil, character == "'" || character == "\"" {
            quote = character
            word = word ?? ""
        } else if quote == nil, character.isWhitespace {
            if let done = word { words.append(done) }
            word = nil
        } else {
            word = (word ?? "") + String(character)
        }
    }
    guard quote == nil else { return nil }
    if let word { words.append(word) }
    return words
}
