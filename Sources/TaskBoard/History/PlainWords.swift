package import MarkdownDocument

/// Returns text from a file as one line that is safe in a sentence. Line
/// breaks, tabs and other blanks become one space. Invisible characters and
/// those that change the writing direction are removed, except joiners, since
/// emoji and several scripts need them.
package func plainWords(_ text: Text) -> String { plainWords(text.string) }

/// ``plainWords(_:)-(Text)`` for decoded text.
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

/// Returns a title for a sentence.
package func quoted(_ title: Text) -> String { "\"\(plainWords(title))\"" }

private func isUnseen(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09...0x0D, 0x1C...0x1F, 0x85: false
    case 0x00...0x1F, 0x7F...0x9F, 0xAD, 0x61C, 0x200B, 0x200E, 0x200F: true
    case 0x202A...0x202E, 0x2060...0x206F, 0xFEFF, 0xFFF9...0xFFFB, 0xE0001: true
    default: false
    }
}
