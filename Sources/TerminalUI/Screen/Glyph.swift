import TaskBoard

/// A piece of text that a terminal draws in one or two columns.
///
/// It is nearly always one character. Its text is safe: it contains neither control characters nor
/// invisible characters that change the direction or hide text.
package struct Glyph: Equatable, Sendable {
    package let text: String
    package let columns: Int

    /// True if terminals disagree about the width of the text: characters of several scalars, and
    /// symbols that some terminals draw as emoji.
    package var isFragile: Bool { hasFragileWidth(text) }

    fileprivate init(_ text: String, columns: Int) {
        self.text = text
        self.columns = columns
    }

    /// U+FFFD, drawn in place of invisible characters.
    fileprivate static let replacement = Glyph("\u{FFFD}", columns: 1)
    fileprivate static let blank = Glyph(" ", columns: 1)
}

/// Returns the glyphs of any text.
package func glyphs(_ text: some StringProtocol) -> [Glyph] {
    text.flatMap { glyphs($0) }
}

/// Returns the glyphs of one character: one for nearly all, four for a tab.
///
/// A control character becomes its picture, such as `␛`. An invisible character becomes
/// U+FFFD, and a mark without a letter gets a dotted circle.
package func glyphs(_ character: Character) -> [Glyph] {
    if character == "\t" { return Array(repeating: .blank, count: 4) }
    let utf8 = character.utf8
    if utf8.count == 1, let byte = utf8.first, byte >= 0x20, byte < 0x7F {
        return [Glyph(String(character), columns: 1)]
    }
    var reader = GlyphReader()
    for scalar in character.unicodeScalars { reader.take(scalar) }
    return reader.end()
}

/// Returns the width of a character.
package func columns(of character: Character) -> Int {
    glyphs(character).reduce(0) { $0 + $1.columns }
}

/// Returns true if terminals disagree about the width of a glyph's text.
func hasFragileWidth(_ text: String) -> Bool {
    let utf8 = text.utf8
    guard utf8.count > 2 else { return false }
    guard let first = text.unicodeScalars.first else { return false }
    if utf8.count > UTF8.width(first) { return true }
    switch first.value {
    // Hangul vowels and finals without a leading consonant.
    case 0x1160...0x11FF, 0xD7B0...0xD7FB: return true
    // Signs and pictographs that some terminals draw in two columns.
    case 0x231A...0x23FF, 0x25FB...0x27BF, 0x2B00...0x2BFF, 0x1F000...0x1FBFF: return true
    default: return false
    }
}

/// Splits one character into glyphs.
private struct GlyphReader {
    /// Real text has at most six marks on a letter; longer stacks are truncated.
    private static let mostMarks = 8
    private static let mostScalars = 32

    private var glyphs: [Glyph] = []
    private var kept = String.UnicodeScalarView()
    private var keptCount = 0
    private var marks = 0

    mutating func take(_ scalar: Unicode.Scalar) {
        if scalar.isControl {
            endGlyph()
            glyphs.append(Self.picture(of: scalar))
        } else if isHidden(scalar) || scalar.properties.isNoncharacterCodePoint {
            appendReplacement()
        } else if scalar.isJoinerOrSelector {
            if keptCount == 0 { appendReplacement() } else { keep(scalar) }
        } else if scalar.isMark {
            if keptCount == 0 { keep("\u{25CC}") }
            marks += 1
            if marks <= Self.mostMarks { keep(scalar) }
        } else {
            marks = 0
            keep(scalar)
        }
    }

    mutating func end() -> [Glyph] {
        endGlyph()
        return glyphs
    }

    private mutating func keep(_ scalar: Unicode.Scalar) {
        guard keptCount < Self.mostScalars else { return }
        kept.append(scalar)
        keptCount += 1
    }

    /// Appends one U+FFFD for a run of invisible scalars.
    private mutating func appendReplacement() {
        let isRun = keptCount == 0 && glyphs.last == .replacement
        endGlyph()
        if !isRun { glyphs.append(.replacement) }
    }

    private mutating func endGlyph() {
        defer { (kept, keptCount, marks) = (String.UnicodeScalarView(), 0, 0) }
        guard !kept.isEmpty else { return }
        let text = String(kept)
        let columns = columnCount(text.utf8)
        switch columns {
        case 1, 2: glyphs.append(Glyph(text, columns: columns))
        case 0: glyphs.append(.replacement)
        default: appendPieces()
        }
    }

    /// Appends a character wider than two columns in pieces, such as a row of leading consonants
    /// in old Hangul.
    private mutating func appendPieces() {
        var (piece, width) = ("", 0)
        for scalar in kept {
            let longer = piece + String(Character(scalar))
            let columns = columnCount(longer.utf8)
            if columns > 2 {
                glyphs.append(Glyph(piece, columns: width))
                piece = String(Character(scalar))
                width = max(1, columnCount(piece.utf8))
            } else {
                (piece, width) = (longer, max(1, columns))
            }
        }
        if !piece.isEmpty { glyphs.append(Glyph(piece, columns: width)) }
    }

    private static func picture(of control: Unicode.Scalar) -> Glyph {
        switch control.value {
        case 0..<0x20:
            Glyph(
                String(Character(Unicode.Scalar(0x2400 + UInt16(control.value)) ?? "?")), columns: 1
            )
        case 0x7F: Glyph("\u{2421}", columns: 1)
        default: .replacement
        }
    }
}

extension Unicode.Scalar {
    fileprivate var isJoinerOrSelector: Bool {
        switch value {
        case 0x200C...0x200D, 0x180B...0x180D, 0x180F, 0xFE00...0xFE0F, 0xE0100...0xE01EF: true
        default: false
        }
    }

    fileprivate var isMark: Bool {
        switch properties.generalCategory {
        case .nonspacingMark, .enclosingMark: true
        default: false
        }
    }
}
