import BoardStorage
import TaskBoard

/// The words of a command as a shell splits them: blanks part them, quotes and
/// backslashes keep them together. Nothing else of a shell's is read.
///
/// - Throws: ``Failure`` where a quote is not closed.
func shellWords(_ command: String) throws(Failure) -> [String] {
    var words: [String] = []
    var word: String?
    var quote: Character?
    var rest = command[...]
    while let character = rest.popFirst() {
        if character == "\\", quote != "'", let next = rest.first {
            // In double quotes a backslash is one, unless it stands before these.
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
    guard quote == nil else {
        throw Failure(.usage, "the editor's command has a quote that is not closed: \(command)")
    }
    if let word { words.append(word) }
    return words
}
