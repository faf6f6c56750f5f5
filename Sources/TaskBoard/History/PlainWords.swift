package import MarkdownDocument

/// Text from a file as one line that is safe in a sentence: line breaks, tabs
/// and other blanks become one space, and what is not seen or turns the writing
/// direction around is left out. Joiners stay, since emoji and several scripts
/// need them.
package func plainWords(_ text: Text) -> String { plainWords(text.string) }

/// ``plainWords(_:)-(Text)`` for text that was decoded already.
package func plainWords(_ string: String) -> String {
    var words = String.UnicodeScalarView()
    for scalar in string.unicodeScalars where !isUnseen(scalar) {
        let isBlank = scalar.properties.isWhitespace || scalar.value < 0x20
        if isBlank && (words.isEmpty || words.last == " ") { continue }
        words.append(isBlank ? " " : scalar)
    }
    if words.last == " " { words.removeLast() }
    return String(words)
}

/// A title in a sentence.
package func quoted(_ title: Text) -> String { "\"\(plainWords(title))\"" }

private func isUnseen(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09...0x0D, 0x1C...0x1F, 0x85: false
    case 0x00...0x1F, 0x7F...0x9F, 0xAD, 0x61C, 0x200B, 0x200E, 0x200F: true
    case 0x202A...0x202E, 0x2060...0x206F, 0xFEFF, 0xFFF9...0xFFFB, 0xE0001: true
    default: false
    }
}

/// How many columns of a terminal a text takes, near enough to cut it: letters
/// of East Asia and emoji take two, marks none. A character made of several
/// scalars is as wide as its widest.
func columns(_ words: String) -> Int {
    words.reduce(0) { $0 + ($1.unicodeScalars.map(columns).max() ?? 0) }
}

private func columns(_ scalar: Unicode.Scalar) -> Int {
    switch scalar.value {
    case 0x20...0x2FF: return 1
    case 0x1160...0x11FF, 0x200C, 0x200D, 0xFE00...0xFE0F: return 0
    case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
        0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x1F1E6...0x1F1FF, 0x1F300...0x1FAFF, 0x20000...0x3FFFD:
        return 2
    default: break
    }
    let category = scalar.properties.generalCategory
    return category == .nonspacingMark || category == .enclosingMark ? 0 : 1
}
