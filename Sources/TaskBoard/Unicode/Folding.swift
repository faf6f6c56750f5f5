/// Folds text piece by piece: letters of the table directly, and pieces that
/// could combine with their neighbours by utf8proc.
///
/// A letter of the table always begins a piece of its own, so that the result
/// equals utf8proc's result for the whole text.
struct Folding {
    private var result: [UInt8] = []
    private let table = FoldTable.shared

    /// - Returns: nil if the text is not UTF-8.
    static func folded(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8]? {
        var folding = Folding()
        folding.result.reserveCapacity(text.count + 16)
        return folding.fold(text) ? folding.result : nil
    }

    private mutating func fold(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        var at = 0
        // The start of the last letter, in the text and in the result.
        var last = (text: 0, result: 0)
        while at < text.count {
            let length = table.length(text, at)
            if length == 1 {
                at = appendASCII(text, at)
                last = (at - 1, result.count - 1)
            } else if length == 0 {
                result.removeSubrange(last.result...)
                at += 1
                while at < text.count, table.length(text, at) == 0 { at += 1 }
                guard let piece = foldedWhole(text[last.text..<at]) else { return false }
                last = (at, result.count + piece.count)
                result += piece
            } else {
                last = (at, result.count)
                append(text, at: at, length: length)
                at += length
            }
        }
        return true
    }

    /// Appends the ASCII that follows, and returns its end.
    private mutating func appendASCII(_ text: UnsafeBufferPointer<UInt8>, _ start: Int) -> Int {
        var end = start
        while end + 8 <= text.count, isASCII(text, end) { end += 8 }
        while end < text.count, text[end] < 0x80 { end += 1 }
        let first = result.count
        result.append(contentsOf: text[start..<end])
        result.withUnsafeMutableBufferPointer { bytes in
            for index in first..<bytes.count { bytes[index] = lowered(bytes[index]) }
        }
        return end
    }

    private mutating func append(_ text: UnsafeBufferPointer<UInt8>, at: Int, length: Int) {
        guard length == 2 else { return result.append(contentsOf: text[at..<(at + length)]) }
        var folded = table.folded(text[at], text[at + 1])
        while folded != 0 {
            result.append(UInt8(truncatingIfNeeded: folded))
            folded >>= 8
        }
    }
}

/// The folded forms of letters of two bytes. Letters of three and four bytes in
/// the table stay as they are.
struct FoldTable: Sendable {
    static let shared = FoldTable()

    /// The folded bytes, lowest first; 0 for a letter that may combine with
    /// others.
    private let letters: [UInt64]
    /// True if a letter of two bytes folds only to letters of two bytes.
    private let staysAmongItsLike: [Bool]

    private init() {
        let letters: [UInt64] = (0x80...0x7FF).map { scalar in
            guard !isMark(scalar) else { return 0 }
            let utf8 = [UInt8(0xC0 | scalar >> 6), UInt8(0x80 | scalar & 0x3F)]
            guard let folded = utf8.withUnsafeBufferPointer({ foldedWhole($0[...]) }),
                folded.count <= 8, !folded.contains(0)
            else { return 0 }
            return folded.reversed().reduce(0) { $0 << 8 | UInt64($1) }
        }
        self.letters = letters
        staysAmongItsLike = letters.map { folded in
            var rest = folded
            while rest != 0 {
                guard (0x80..<0xE0).contains(rest & 0xFF) else { return false }
                rest >>= 8
            }
            return folded != 0
        }
    }

    @inline(__always)
    func folded(_ first: UInt8, _ second: UInt8) -> UInt64 {
        letters[place(first, second)]
    }

    /// Returns the number of bytes of the letter that begins at a place and
    /// does not combine with others; 0 for anything else.
    @inline(__always)
    func length(_ bytes: UnsafeBufferPointer<UInt8>, _ at: Int) -> Int {
        let lead = bytes[at]
        if lead < 0x80 { return 1 }
        guard lead >= 0xC2, at + 1 < bytes.count else { return 0 }
        let second = bytes[at + 1]
        guard second & 0xC0 == 0x80 else { return 0 }
        if lead < 0xE0 { return folded(lead, second) == 0 ? 0 : 2 }
        return unchangedLength(bytes, at)
    }

    /// Like `length`, but also 0 if the letter folds to letters of one or three
    /// bytes.
    @inline(__always)
    func plainLength(_ bytes: UnsafeBufferPointer<UInt8>, _ at: Int) -> Int {
        let lead = bytes[at]
        guard lead >= 0xC2, lead < 0xE0 else { return length(bytes, at) }
        guard at + 1 < bytes.count, bytes[at + 1] & 0xC0 == 0x80 else { return 0 }
        return staysAmongItsLike[place(lead, bytes[at + 1])] ? 2 : 0
    }

    @inline(__always)
    private func place(_ first: UInt8, _ second: UInt8) -> Int {
        (Int(first & 0x1F) << 6 | Int(second & 0x3F)) - 0x80
    }
}

/// Returns the number of bytes of a letter of three or four bytes that folding
/// does not change and that combines with none before it; 0 for any other.
///
/// Hangul syllables, Han, kana without separate marks, dashes, quotes, arrows and emoji.
@inline(__always)
func unchangedLength(_ bytes: UnsafeBufferPointer<UInt8>, _ at: Int) -> Int {
    guard at + 2 < bytes.count else { return 0 }
    let (lead, second, third) = (bytes[at], bytes[at + 1], bytes[at + 2])
    guard second & 0xC0 == 0x80, third & 0xC0 == 0x80 else { return 0 }
    let isKnown =
        switch lead {
        case 0xE2: isUnchangedSymbol(second, third)
        // Kana, except for the marks that compose with them.
        case 0xE3: second == 0x81 || second == 0x83 || second == 0x82 && third >= 0xA0
        // Han.
        case 0xE4...0xE9: true
        case 0xEA...0xED: isHangulSyllable(lead, second)
        // Emoji, and the selector that follows some.
        case 0xF0: second == 0x9F && at + 3 < bytes.count && bytes[at + 3] & 0xC0 == 0x80
        case 0xEF: second == 0xB8 && third == 0x8F
        default: false
        }
    return isKnown ? lead == 0xF0 ? 4 : 3 : 0
}

/// Returns true if a letter of three bytes with this beginning is in U+AC00 to
/// U+D77F.
@inline(__always)
func isHangulSyllable(_ lead: UInt8, _ second: UInt8) -> Bool {
    switch lead {
    case 0xEA: second >= 0xB0
    case 0xEB, 0xEC: true
    case 0xED: second < 0x9E
    default: false
    }
}

/// Returns true if a symbol from U+2000 on does not fold; Kelvin's K, Roman
/// numerals and the like do.
@inline(__always)
private func isUnchangedSymbol(_ second: UInt8, _ third: UInt8) -> Bool {
    switch second {
    // U+2010 to U+2027: dashes and quotes.
    case 0x80: third >= 0x90 && third <= 0xA7
    // U+2190 to U+22FF: arrows and operators.
    case 0x86: third >= 0x90
    case 0x87...0x8B: true
    // U+2500 to U+27FF: boxes, shapes and dingbats.
    case 0x94...0x9F: true
    default: false
    }
}
