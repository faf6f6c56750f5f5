/// Text of a remote, a server or another program, quoted as its own: each line is marked, limited
/// in length and free of control characters.
///
/// Such text is never treated as an instruction. pmd's own sentences come first, followed by the
/// quoted lines.
package enum QuotedWords {
    /// The number of lines to keep, from the end.
    static let lineLimit = 6
    /// The number of scalars of a line to keep, from its start.
    static let lengthLimit = 300
    /// The mark at the start of each line.
    package static let mark = "remote: "

    /// Returns the last non-empty lines of a text, safe to print.
    package static func lines(_ text: String) -> [String] {
        text.unicodeScalars.split { $0 == "\n" || $0 == "\r" }.compactMap { line in
            let isBlank = line.allSatisfy { $0.properties.isWhitespace || $0.value < 0x20 }
            let shown = String(String.UnicodeScalarView(line.prefix(lengthLimit + 1)))
            let isNoise =
                shown.hasPrefix("warning: ") || shown.hasPrefix("Warning: Permanently added")
            return isBlank || isNoise ? nil : shown
        }.suffix(lineLimit).map(visible)
    }

    /// Returns the text to append to a sentence: each line on its own line, after the mark.
    package static func suffix(_ lines: [String]) -> String {
        lines.map { "\n" + mark + $0 }.joined()
    }

    /// Returns the same for lines in one string.
    package static func suffix(_ lines: String) -> String {
        suffix(lines.split(separator: "\n").map(String.init))
    }

    /// Returns a text on one line, in which everything that affects a terminal is visible.
    package static func visible(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars.prefix(lengthLimit) {
            if scalar == "\t" {
                result.append(" ")
            } else if scalar.value < 0x20 || scalar.value == 0x7f {
                result.append("^")
                result.append(Unicode.Scalar(UInt8(scalar.value ^ 0x40)))
            } else if isUnseen(scalar) {
                result.append(contentsOf: "<U+\(hex(scalar.value))>".unicodeScalars)
            } else {
                result.append(scalar)
            }
        }
        let isCut = text.unicodeScalars.count > lengthLimit
        return String(result) + (isCut ? "…" : "")
    }

    private static func isUnseen(_ scalar: Unicode.Scalar) -> Bool {
        guard scalar.value >= 0x80 else { return false }
        if scalar.properties.isDefaultIgnorableCodePoint || scalar.properties.isBidiControl {
            return true
        }
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: return true
        default: return false
        }
    }

    private static func hex(_ value: UInt32) -> String {
        let digits = String(value, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}
