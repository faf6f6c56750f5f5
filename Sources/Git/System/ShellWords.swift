/// Returns a word quoted for a shell: unchanged if every byte is plain, otherwise in single
/// quotes.
///
/// Every command that pmd runs through a shell or suggests to the user is built from words that
/// this function returned.
package func shellQuoted(_ word: String) -> String {
    let isPlain = word.utf8.allSatisfy { byte in
        (0x61...0x7a).contains(byte) || (0x40...0x5a).contains(byte)
            || (0x2d...0x3a).contains(byte) || byte == UInt8(ascii: "_")
    }
    return isPlain && !word.isEmpty ? word : shellLiteral(word)
}

/// Returns a command to suggest in a sentence, in quotation marks if none of its words needs
/// quotes.
package func suggestedCommand(_ words: String...) -> String { suggestedCommand(words) }

package func suggestedCommand(_ words: [String]) -> String {
    let quoted = words.map(shellQuoted)
    let command = quoted.joined(separator: " ")
    return quoted == words ? "'\(command)'" : command
}

/// Returns a line of commands, each of which runs if the one before it succeeded.
package func commandLine(_ commands: [[String]]) -> String {
    commands.map { $0.map(shellQuoted).joined(separator: " ") }.joined(separator: " && ")
}

/// Returns a word in single quotes, as git quotes a path for the remote's shell.
func shellLiteral(_ word: String) -> String {
    var text = "'"
    for scalar in word.unicodeScalars {
        if scalar == "'" || scalar == "!" {
            text += "'\\\(scalar)'"
        } else {
            text.unicodeScalars.append(scalar)
        }
    }
    return text + "'"
}
