/// Text to be written as one YAML scalar on one line.
struct ScalarText {
    let text: [UInt8]

    init(_ text: [UInt8]) { self.text = text }

    /// Returns true if the plain text is read as one scalar with exactly these bytes, regardless
    /// of its type.
    func isPlain(inFlow: Bool) -> Bool {
        guard let first = text.first, let last = text.last, !last.isBlank,
            canBegin(first, inFlow: inFlow), last != UInt8(ascii: ":")
        else { return false }
        return isPrintable(allowingTab: false) && !hasIndicator(inFlow: inFlow)
    }

    private func canBegin(_ first: UInt8, inFlow: Bool) -> Bool {
        if first.isBlank || ",[]{}#&*!|>'\"%@`".utf8.contains(first) { return false }
        guard first == UInt8(ascii: "-") || first == UInt8(ascii: "?") || first == UInt8(ascii: ":")
        else { return true }
        guard text.count > 1, text[1] != .space else { return false }
        return !inFlow || first == UInt8(ascii: "-")
    }

    /// Returns true if the text contains an indicator that ends a plain scalar.
    private func hasIndicator(inFlow: Bool) -> Bool {
        for (index, byte) in text.enumerated() {
            switch byte {
            case UInt8(ascii: ":"):
                if index + 1 < text.count, text[index + 1].isBlank { return true }
            case UInt8(ascii: "#"):
                if index > 0, text[index - 1].isBlank { return true }
            case UInt8(ascii: ","), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "{"),
                UInt8(ascii: "}"), UInt8(ascii: "?"):
                if inFlow { return true }
            default: break
            }
        }
        return false
    }

    /// Returns true if every character can be written as it is: no control characters,
    /// no line breaks of YAML 1.1, no byte order mark, no noncharacters.
    func isPrintable(allowingTab: Bool) -> Bool {
        var index = 0
        while index < text.count {
            let byte = text[index]
            if byte == .tab ? !allowingTab : (byte < 0x20 || byte == 0x7F) { return false }
            if byte >= 0xC2, Escape(text, at: index) != nil { return false }
            index += 1
        }
        return true
    }

    /// The text between single quotes, or nil if it needs escapes.
    var single: [UInt8]? {
        guard isPrintable(allowingTab: true) else { return nil }
        let quote = UInt8(ascii: "'")
        return [quote] + text.flatMap { $0 == quote ? [quote, quote] : [$0] } + [quote]
    }

    /// The text between double quotes, with escapes where needed.
    var double: [UInt8] {
        var result: [UInt8] = [UInt8(ascii: "\"")]
        var index = 0
        while index < text.count {
            if let escape = Escape(text, at: index) {
                result += escape.spelling
                index += escape.length
            } else {
                result.append(text[index])
                index += 1
            }
        }
        return result + [UInt8(ascii: "\"")]
    }
}

/// A character that is written as an escape between double quotes.
struct Escape {
    /// The number of bytes that the escape replaces.
    let length: Int
    let spelling: [UInt8]

    /// The escape for the character at an index, or nil if it needs none.
    init?(_ text: [UInt8], at index: Int) {
        func follows(_ bytes: UInt8...) -> Bool { text[index...].starts(with: bytes) }
        switch text[index] {
        case UInt8(ascii: "\""): self.init(1, "\\\"")
        case UInt8(ascii: "\\"): self.init(1, "\\\\")
        case .newline: self.init(1, "\\n")
        case .carriageReturn: self.init(1, "\\r")
        case .tab: self.init(1, "\\t")
        case 0..<0x20, 0x7F: self.init(1, "\\x" + Self.hexadecimal(text[index]))
        case 0xC2 where index + 1 < text.count && text[index + 1] < 0xA0:
            self.init(2, "\\x" + Self.hexadecimal(text[index + 1]))
        case 0xE2 where follows(0xE2, 0x80, 0xA8): self.init(3, "\\L")
        case 0xE2 where follows(0xE2, 0x80, 0xA9): self.init(3, "\\P")
        case 0xEF where follows(0xEF, 0xBB, 0xBF): self.init(3, "\\uFEFF")
        case 0xEF where follows(0xEF, 0xBF, 0xBE): self.init(3, "\\uFFFE")
        case 0xEF where follows(0xEF, 0xBF, 0xBF): self.init(3, "\\uFFFF")
        default: return nil
        }
    }

    private init(_ length: Int, _ spelling: String) {
        self.length = length
        self.spelling = Array(spelling.utf8)
    }

    private static func hexadecimal(_ byte: UInt8) -> String {
        (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }
}
