/// Returns a word quoted for a shell: unchanged if every byte is plain, otherwise in single
/// quotes. Control characters and invisible ones, which a terminal would not show, are escaped.
///
/// Every command that pmd suggests to the user is built from words that this function returned.
package func shellQuoted(_ word: String) -> String {
    if isPlain(word) { return word }
    return word.unicodeScalars.contains(where: isHidden) ? escapedLiteral(word) : shellLiteral(word)
}

private func isPlain(_ word: String) -> Bool {
    !word.isEmpty
        && word.utf8.allSatisfy { byte in
            (0x61...0x7a).contains(byte) || (0x40...0x5a).contains(byte)
                || (0x2d...0x3a).contains(byte) || byte == UInt8(ascii: "_")
        }
}

private func isHidden(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    // Joiners are a part of many emoji.
    case .format: scalar != "\u{200C}" && scalar != "\u{200D}"
    default: false
    }
}

/// Returns a word in the form `$'…'` of bash, ksh and zsh.
private func escapedLiteral(_ word: String) -> String {
    var text = "$'"
    for scalar in word.unicodeScalars {
        switch scalar {
        case "\n": text += "\\n"
        case "\t": text += "\\t"
        case "'", "\\": text += "\\\(scalar)"
        case "!": text += "\\041"
        case _ where isHidden(scalar):
            for byte in String(scalar).utf8 {
                let octal = String(byte, radix: 8)
                text += "\\" + String(repeating: "0", count: 3 - octal.count) + octal
            }
        default: text.unicodeScalars.append(scalar)
        }
    }
    return text + "'"
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

/// Returns a command for a shell of the system, such as cron's, which may not know `$'…'`.
package func systemCommand(_ words: [String]) -> String {
    words.map { isPlain($0) ? $0 : shellLiteral($0) }.joined(separator: " ")
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
