import MarkdownDocument
import TaskBoard

/// The reason bytes are not a JSON value that pmd accepts.
package struct JSONError: Error, Equatable, Sendable {
    package enum Reason: Equatable, Sendable {
        case unexpectedEnd
        case unexpectedByte(UInt8)
        case notUTF8
        case badEscape
        /// Text after the value.
        case trailingText
        case duplicateKey(String)
        /// Fractions, exponents, and integers beyond 64 bits.
        case unsupportedNumber
        case tooDeep
        case tooMany
    }

    package let reason: Reason
    /// The offset of the byte, counted from zero.
    package let offset: Int
}

extension JSONError: CustomStringConvertible {
    package var description: String {
        let words =
            switch reason {
            case .unexpectedEnd: "the JSON text ends too early"
            case .unexpectedByte(let byte): "unexpected \(Self.shown(byte))"
            case .notUTF8: "the text is not UTF-8"
            case .badEscape: "a string has an invalid escape"
            case .trailingText: "there is text after the value"
            case .duplicateKey(let key): "the key '\(plainWords(key))' appears twice"
            case .unsupportedNumber: "only whole numbers of 64 bits are supported"
            case .tooMany: "there are more than \(JSONReader.most) values"
            case .tooDeep: "arrays and objects are nested more than \(JSONReader.depth) deep"
            }
        return "invalid JSON at byte \(offset): \(words)"
    }

    private static func shown(_ byte: UInt8) -> String {
        (0x21...0x7E).contains(byte)
            ? "'\(Unicode.Scalar(byte))'" : "byte 0x\(String(byte, radix: 16))"
    }
}

extension JSONValue {
    /// Reads one value, as RFC 8259 defines it.
    ///
    /// Numbers must be integers, keys must be unique within an object, and nesting is limited. The
    /// caller limits the size.
    ///
    /// - Parameter otherNumbersAsText: True to read fractions, exponents and larger numbers as
    ///   text.
    package init(
        parsing bytes: [UInt8], otherNumbersAsText: Bool = false
    ) throws(JSONError) {
        var reader = JSONReader(bytes, otherNumbersAsText: otherNumbersAsText)
        self = try reader.wholeText()
    }

    /// Reads a sequence of values, as some tools write one per line. Blanks and commas may
    /// separate them.
    package static func sequence(parsing bytes: [UInt8]) throws(JSONError) -> [JSONValue] {
        var reader = JSONReader(bytes, otherNumbersAsText: true)
        return try reader.values()
    }
}

private struct JSONReader {
    /// The maximum nesting depth of arrays and objects.
    static let depth = 64

    /// The maximum number of values, including those within arrays and objects. Each takes about
    /// 50 bytes of memory, and at least two of the text.
    static let most = 2_000_000

    private let bytes: [UInt8]
    private let otherNumbersAsText: Bool
    private var count = 0
    private var at = 0

    init(_ bytes: [UInt8], otherNumbersAsText: Bool) {
        (self.bytes, self.otherNumbersAsText) = (bytes, otherNumbersAsText)
    }

    mutating func values() throws(JSONError) -> [JSONValue] {
        var values: [JSONValue] = []
        while true {
            skipBlanks()
            if at == bytes.count { return values }
            values.append(try value(depth: 0))
            skipBlanks()
            _ = take(",")
        }
    }

    mutating func wholeText() throws(JSONError) -> JSONValue {
        let value = try value(depth: 0)
        skipBlanks()
        guard at == bytes.count else { throw error(.trailingText) }
        return value
    }

    private func error(_ reason: JSONError.Reason) -> JSONError {
        JSONError(reason: reason, offset: at)
    }

    /// The error for an unexpected byte.
    private var unexpected: JSONError {
        at < bytes.count ? error(.unexpectedByte(bytes[at])) : error(.unexpectedEnd)
    }

    private var next: UInt8? { at < bytes.count ? bytes[at] : nil }

    private mutating func skipBlanks() {
        while let byte = next, [0x20, 0x0A, 0x0D, 0x09].contains(byte) { at += 1 }
    }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard next == UInt8(ascii: character) else { return false }
        at += 1
        return true
    }

    private mutating func require(_ character: Unicode.Scalar) throws(JSONError) {
        guard take(character) else { throw unexpected }
    }

    private mutating func value(depth: Int) throws(JSONError) -> JSONValue {
        skipBlanks()
        count += 1
        guard count <= Self.most else { throw error(.tooMany) }
        switch next {
        case UInt8(ascii: "{"): return try object(depth: depth)
        case UInt8(ascii: "["): return try array(depth: depth)
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        default: return try number()
        }
    }

    private mutating func word(
        _ word: StaticString, _ value: JSONValue
    ) throws(JSONError) -> JSONValue {
        for character in "\(word)".unicodeScalars { try require(character) }
        return value
    }

    private mutating func object(depth: Int) throws(JSONError) -> JSONValue {
        guard depth < Self.depth else { throw error(.tooDeep) }
        try require("{")
        var members: [JSONValue.Member] = []
        // Compared by bytes: a String treats two normal forms of a name as equal.
        var keys: Set<Text> = []
        skipBlanks()
        if take("}") { return .object([]) }
        while true {
            skipBlanks()
            let start = at
            let name = try string()
            let key = name.string
            guard keys.insert(name).inserted else {
                throw JSONError(reason: .duplicateKey(key), offset: start)
            }
            skipBlanks()
            try require(":")
            members.append(JSONValue.Member(key, try value(depth: depth + 1)))
            skipBlanks()
            if take("}") { return .object(members) }
            try require(",")
        }
    }

    private mutating func array(depth: Int) throws(JSONError) -> JSONValue {
        guard depth < Self.depth else { throw error(.tooDeep) }
        try require("[")
        var values: [JSONValue] = []
        skipBlanks()
        if take("]") { return .array([]) }
        while true {
            values.append(try value(depth: depth + 1))
            skipBlanks()
            if take("]") { return .array(values) }
            try require(",")
        }
    }

    private mutating func number() throws(JSONError) -> JSONValue {
        let start = at
        _ = take("-")
        let digits = at
        try skipDigits()
        let hasLeadingZero = bytes[digits] == 0x30 && at > digits + 1
        let isFraction = next.map { ".eE".utf8.contains($0) } ?? false
        if !hasLeadingZero, !isFraction,
            let number = Int(String(decoding: bytes[start..<at], as: UTF8.self))
        {
            return .number(number)
        }
        guard otherNumbersAsText, !hasLeadingZero else {
            throw JSONError(reason: .unsupportedNumber, offset: start)
        }
        if take(".") { try skipDigits() }
        if take("e") || take("E") {
            if !take("-") { _ = take("+") }
            try skipDigits()
        }
        return .string(Text(bytes[start..<at]))
    }

    private mutating func skipDigits() throws(JSONError) {
        let start = at
        while let byte = next, (0x30...0x39).contains(byte) { at += 1 }
        guard at > start else { throw unexpected }
    }

    private mutating func string() throws(JSONError) -> Text {
        try require("\"")
        let start = at
        var text: [UInt8] = []
        while let byte = next {
            switch byte {
            case UInt8(ascii: "\""):
                at += 1
                guard String(validating: text, as: UTF8.self) != nil else {
                    throw JSONError(reason: .notUTF8, offset: start)
                }
                return Text(text)
            case UInt8(ascii: "\\"):
                at += 1
                text += try escape()
            case 0..<0x20: throw unexpected
            default:
                text.append(byte)
                at += 1
            }
        }
        throw unexpected
    }

    /// Returns the bytes of an escape after its backslash.
    private mutating func escape() throws(JSONError) -> [UInt8] {
        guard let byte = next else { throw unexpected }
        at += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return [byte]
        case UInt8(ascii: "b"): return [0x08]
        case UInt8(ascii: "f"): return [0x0C]
        case UInt8(ascii: "n"): return [0x0A]
        case UInt8(ascii: "r"): return [0x0D]
        case UInt8(ascii: "t"): return [0x09]
        case UInt8(ascii: "u"): return try scalar()
        default: throw error(.badEscape)
        }
    }

    /// Returns the scalar of one `\u` escape, or of two for a surrogate pair.
    private mutating func scalar() throws(JSONError) -> [UInt8] {
        var units = [try unit()]
        if UTF16.isLeadSurrogate(units[0]) {
            guard take("\\"), take("u") else { throw error(.badEscape) }
            units.append(try unit())
        }
        guard let text = String(validating: units, as: UTF16.self) else {
            throw error(.badEscape)
        }
        return Array(text.utf8)
    }

    private mutating func unit() throws(JSONError) -> UInt16 {
        let end = at + 4
        guard end <= bytes.count else { throw error(.unexpectedEnd) }
        let digits = bytes[at..<end]
        guard digits.allSatisfy({ Unicode.Scalar($0).properties.isASCIIHexDigit }),
            let unit = UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
        else { throw error(.badEscape) }
        at = end
        return unit
    }
}
