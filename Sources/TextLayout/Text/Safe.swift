/// The maximum number of combining marks that a character keeps.
///
/// Real text stays below it (Vietnamese needs two, Tibetan and Hebrew four). Stacks of marks that
/// would overlap the adjacent lines exceed it.
private let markLimit = 6

/// Makes text safe for a terminal: characters that control the terminal or are invisible become
/// visible.
///
/// Control characters become `^[`, bidirectional controls, zero-width and tag characters, line
/// separators and lone C1 controls `<U+202E>`, bytes that are not UTF-8 `<E9>`. Joiners are kept
/// where the script needs them: inside emoji, and between letters of joining scripts.
package func safe(_ text: some StringProtocol) -> String {
    let isPlain = text.utf8.withContiguousStorageIfAvailable { plainColumns($0) != nil }
    if isPlain == true { return String(text) }
    return SafeText(Array(text.unicodeScalars)).string
}

/// Makes bytes safe for a terminal. Bytes that are not UTF-8 become `<E9>`.
package func safe(_ bytes: some Sequence<UInt8>) -> String {
    let plain = bytes.withContiguousStorageIfAvailable { buffer in
        plainColumns(buffer).map { _ in String(decoding: buffer, as: UTF8.self) }
    }
    if let text = plain ?? nil { return text }
    if let text = String(validating: bytes, as: UTF8.self) { return safe(text) }
    var result = ""
    var run: [Unicode.Scalar] = []
    var decoder = UTF8Run(bytes)
    while let element = decoder.next() {
        switch element {
        case .scalar(let scalar): run.append(scalar)
        case .stray(let byte):
            result += SafeText(run).string + "<" + hex(UInt32(byte), digits: 2) + ">"
            run = []
        }
    }
    return result + SafeText(run).string
}

/// Returns a number in uppercase hexadecimal digits, as in Unicode code points.
package func hex(_ number: UInt32, digits: Int) -> String {
    let text = String(number, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
}

/// One pass over scalars, with their neighbours.
private struct SafeText {
    private(set) var string = ""
    private let scalars: [Unicode.Scalar]
    private var marks = 0

    init(_ scalars: [Unicode.Scalar]) {
        self.scalars = scalars
        for index in scalars.indices { append(at: index) }
        endMarks()
    }

    private mutating func append(at index: Int) {
        let scalar = scalars[index]
        if isPlainScalar(scalar.value) {
            endMarks()
            string.unicodeScalars.append(scalar)
            return
        }
        if scalar.isCombining {
            marks += 1
            if marks > markLimit { return }
            // A mark without a base letter would be drawn over the text to its left.
            if index == 0 { string.unicodeScalars.append("\u{25CC}") }
            string.unicodeScalars.append(scalar)
            return
        }
        endMarks()
        if scalar.value < 0x20 || scalar.value == 0x7F {
            string += "^"
            string.unicodeScalars.append(Unicode.Scalar(UInt8(scalar.value ^ 0x40)))
        } else if scalar.isInvisible, !isNeeded(at: index) {
            string += "<U+" + hex(scalar.value, digits: 4) + ">"
        } else {
            string.unicodeScalars.append(scalar)
        }
    }

    private mutating func endMarks() {
        if marks > markLimit { string += "<+\(marks - markLimit) marks>" }
        marks = 0
    }

    private func isNeeded(at index: Int) -> Bool {
        guard index > 0 else { return false }
        let scalar = scalars[index]
        let before = scalars[index - 1]
        switch scalar.value {
        case 0xFE00...0xFE0F:
            return before.properties.isEmoji
                || before.properties.generalCategory != .spaceSeparator
                    && before.isVisibleBase
        case 0xE0100...0xE01EF: return before.properties.isIdeographic
        case 0x200D where index + 1 < scalars.count && scalars[index + 1].properties.isEmoji:
            return before.properties.isEmoji || before.isEmojiExtension
        case 0x200C, 0x200D:
            return index + 1 < scalars.count && before.isJoining && scalars[index + 1].isJoining
        default: return false
        }
    }
}

extension Unicode.Scalar {
    /// True for a mark that is drawn over the preceding character.
    fileprivate var isCombining: Bool {
        guard !properties.isDefaultIgnorableCodePoint else { return false }
        switch properties.generalCategory {
        case .nonspacingMark, .enclosingMark: return true
        default: return false
        }
    }

    /// True if a scalar controls the terminal or the text direction, or is invisible.
    fileprivate var isInvisible: Bool {
        if properties.isDefaultIgnorableCodePoint || properties.isBidiControl { return true }
        switch properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .surrogate: return true
        case .format: return !isVisibleFormat
        case .unassigned: return properties.isNoncharacterCodePoint
        default: return false
        }
    }

    /// Number signs of Arabic and related scripts are format characters, but visible.
    private var isVisibleFormat: Bool {
        switch value {
        case 0x0600...0x0605, 0x06DD, 0x070F, 0x0890...0x0891, 0x08E2, 0x110BD, 0x110CD: true
        default: false
        }
    }

    /// True if a variation selector can apply to the scalar.
    fileprivate var isVisibleBase: Bool {
        !isInvisible && value >= 0x20 && !isCombining
    }

    /// True if the scalar can occur between an emoji and a following joiner.
    fileprivate var isEmojiExtension: Bool {
        value == 0xFE0F || properties.isEmojiModifier
    }

    /// True for a letter or mark of a script in which joiners are part of the spelling: Arabic and
    /// related scripts, the scripts of India, Burmese, Khmer, Mongolian.
    fileprivate var isJoining: Bool {
        switch value {
        case 0x0620...0x074F, 0x0750...0x0DFF, 0x1000...0x109F, 0x1780...0x18AF: true
        default: false
        }
    }
}

/// The scalars in a byte sequence, and single bytes where it is not UTF-8.
private struct UTF8Run: IteratorProtocol {
    enum Element {
        case scalar(Unicode.Scalar)
        case stray(UInt8)
    }

    private let bytes: [UInt8]
    private var offset = 0

    init(_ bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }

    mutating func next() -> Element? {
        guard offset < bytes.count else { return nil }
        let length = Self.length(bytes[offset])
        let end = min(offset + length, bytes.count)
        if let text = String(validating: bytes[offset..<end], as: UTF8.self),
            let scalar = text.unicodeScalars.first
        {
            offset = end
            return .scalar(scalar)
        }
        defer { offset += 1 }
        return .stray(bytes[offset])
    }

    private static func length(_ first: UInt8) -> Int {
        switch first {
        case 0xC2...0xDF: 2
        case 0xE0...0xEF: 3
        case 0xF0...0xF4: 4
        default: 1
        }
    }
}
