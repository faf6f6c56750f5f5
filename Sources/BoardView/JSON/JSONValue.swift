package import MarkdownDocument
import TaskBoard
package import Words

/// A JSON value that preserves the order of its keys.
package indirect enum JSONValue: Hashable, Sendable {
    /// A key and its value in an object.
    package struct Member: Hashable, Sendable {
        package var key: String
        package var value: JSONValue

        package init(_ key: String, _ value: JSONValue) { (self.key, self.value) = (key, value) }
    }

    case null
    case bool(Bool)
    case number(Int)
    /// Any other number, as it is written: `0.1` stays `0.1`, and `1e3` is not `1000`.
    case decimal(Text)
    case string(Text)
    case array([JSONValue])
    case object([Member])
    /// A value already encoded on one line, which saves much memory if there are many.
    case encoded([UInt8])

    package static func string(_ text: String) -> JSONValue { .string(Text(text)) }
    package static func strings(_ texts: [Text]) -> JSONValue {
        .array(texts.map { .string($0) })
    }
    package static func optional(_ text: Text?) -> JSONValue { text.map { .string($0) } ?? .null }
    package static func optional(_ number: Int?) -> JSONValue {
        number.map { .number($0) } ?? .null
    }
}

extension JSONValue: ExpressibleByDictionaryLiteral {
    package init(dictionaryLiteral elements: (String, JSONValue)...) {
        self = .object(elements.map { Member($0, $1) })
    }
}

extension JSONValue {
    /// The value of a key; nil if this is not an object or does not have the key.
    package subscript(key: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.key == key }?.value
    }

    /// The members of an object; none for another value.
    package var members: [Member] {
        if case .object(let members) = self { members } else { [] }
    }

    /// Returns this object with the members appended, replacing those with the same key.
    package func adding(_ members: [Member]) -> JSONValue {
        guard case .object(let own) = self else { preconditionFailure("only objects have members") }
        let keys = Set(members.map(\.key))
        return .object(own.filter { !keys.contains($0.key) } + members)
    }

    /// The schema version of the objects printed by commands. It increases only with changes that
    /// can break programs that read them.
    package static let schemaVersion = 1
    package static let schemaKey = "schemaVersion"

    /// Returns the value as UTF-8, on one line or indented by two, without a trailing newline.
    ///
    /// - Parameter isVersioned: True to put the schema version first in the object, or in each
    ///   object of an array.
    package func encoded(pretty: Bool = false, isVersioned: Bool = false) -> [UInt8] {
        var writer = JSONWriter(isPretty: pretty)
        if isVersioned {
            if case .array = self { writer.versionedDepth = 1 } else { writer.versionedDepth = 0 }
        }
        writer.write(self, depth: 0)
        return writer.bytes
    }
}

private struct JSONWriter {
    let isPretty: Bool
    /// The depth at which objects have the schema version; nil if none do.
    var versionedDepth: Int?
    var bytes: [UInt8] = []

    init(isPretty: Bool) { self.isPretty = isPretty }

    mutating func write(_ value: JSONValue, depth: Int) {
        switch value {
        case .null: bytes += "null".utf8
        case .bool(let isTrue): bytes += (isTrue ? "true" : "false").utf8
        case .number(let number): bytes += String(number).utf8
        case .encoded(let encoded): write(encoded: encoded, depth: depth)
        case .decimal(let text): bytes += text.utf8
        case .string(let text): write(text)
        case .array(let values):
            write(values, "[", "]", depth) { $0.write($1, depth: depth + 1) }
        case .object(let members):
            let version = JSONValue.Member(
                JSONValue.schemaKey, .number(JSONValue.schemaVersion))
            write(
                depth == versionedDepth ? [version] + members : members, "{", "}", depth
            ) {
                $0.write($1.key)
                let colon = $0.isPretty ? ": " : ":"
                $0.bytes += colon.utf8
                $0.write($1.value, depth: depth + 1)
            }
        }
    }

    private mutating func write(encoded: [UInt8], depth: Int) {
        let open = UInt8(ascii: "{")
        guard depth == versionedDepth, encoded.first == open, encoded.count > 2 else {
            bytes += encoded
            return
        }
        bytes += #"{"\#(JSONValue.schemaKey)":\#(JSONValue.schemaVersion),"#.utf8
        bytes += encoded.dropFirst()
    }

    private mutating func write<Part>(
        _ parts: [Part], _ open: String, _ close: String, _ depth: Int,
        _ writePart: (inout JSONWriter, Part) -> Void
    ) {
        bytes += open.utf8
        for (index, part) in parts.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            newline(depth + 1)
            writePart(&self, part)
        }
        if !parts.isEmpty { newline(depth) }
        bytes += close.utf8
    }

    private mutating func newline(_ depth: Int) {
        guard isPretty else { return }
        bytes.append(UInt8(ascii: "\n"))
        bytes += [UInt8](repeating: 0x20, count: depth * 2)
    }

    private mutating func write(_ text: Text) {
        let isPlain = text.utf8.withUnsafeBufferPointer(isPlainASCII)
        guard isPlain else { return write(text.string) }
        bytes.append(UInt8(ascii: "\""))
        bytes += text.utf8
        bytes.append(UInt8(ascii: "\""))
    }

    private mutating func write(_ string: String) {
        var string = string
        string.withUTF8 { write($0) }
    }

    /// Copies runs of characters that need no escape.
    private mutating func write(_ text: UnsafeBufferPointer<UInt8>) {
        bytes.append(UInt8(ascii: "\""))
        var copied = 0
        var at = 0
        while at < text.count {
            guard mayNeedEscape(text, at: at) else {
                at += 1
                continue
            }
            bytes += UnsafeBufferPointer(rebasing: text[copied..<at])
            let scalar = scalar(of: text, at: at)
            write(scalar)
            at += UTF8.width(scalar)
            copied = at
        }
        bytes += UnsafeBufferPointer(rebasing: text[copied...])
        bytes.append(UInt8(ascii: "\""))
    }

    /// Returns the scalar that starts at a position in valid UTF-8.
    private func scalar(
        of text: UnsafeBufferPointer<UInt8>, at place: Int
    ) -> Unicode.Scalar {
        var decoder = UTF8()
        var rest = text[place...].makeIterator()
        guard case .scalarValue(let scalar) = decoder.decode(&rest) else { return "\u{FFFD}" }
        return scalar
    }

    /// Returns true if the first byte or two may start a scalar that must be escaped.
    private func mayNeedEscape(_ text: UnsafeBufferPointer<UInt8>, at place: Int) -> Bool {
        switch text[place] {
        case 0...0x1F, 0x22, 0x5C, 0x7F, 0xC2, 0xCD, 0xD8, 0xE2, 0xEF, 0xF3: true
        case 0xE1: [0x85, 0x9E, 0xA0].contains(text[place + 1])
        case 0xE3: text[place + 1] == 0x85
        case 0xF0: [0x9B, 0x9D].contains(text[place + 1])
        default: false
        }
    }

    private mutating func write(_ scalar: Unicode.Scalar) {
        switch scalar {
        case "\"": bytes += "\\\"".utf8
        case "\\": bytes += "\\\\".utf8
        case "\n": bytes += "\\n".utf8
        case "\r": bytes += "\\r".utf8
        case "\t": bytes += "\\t".utf8
        case let scalar where mustEscape(scalar):
            for unit in UTF16.encode(scalar) ?? .init() { escape(unit) }
        default: bytes += UTF8.encode(scalar) ?? .init()
        }
    }

    private mutating func escape(_ unit: UInt16) {
        let digits = String(unit, radix: 16)
        bytes += "\\u".utf8 + [UInt8](repeating: 0x30, count: 4 - digits.utf8.count) + digits.utf8
    }

    /// Returns true if a terminal or a JavaScript parser could interpret the scalar as something
    /// other than text: controls, direction marks, line separators, invisible characters.
    ///
    /// Variation selectors are not escaped, since emoji contain them.
    private func mustEscape(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0...0x1F, 0x7F...0x9F, 0x200C...0x200D: true
        default: isHidden(scalar)
        }
    }
}

/// Returns true if each byte is a character of ASCII that JSON has as it is.
private func isPlainASCII(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    bytes.allSatisfy {
        $0 >= 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
    }
}

extension JSONValue {
    /// Reads one value, as RFC 8259 defines it.
    ///
    /// Keys must be unique within an object, and nesting is limited. The caller limits the size.
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
        guard count <= JSONError.mostValues else { throw error(.tooMany) }
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
        guard depth < JSONError.mostLevels else { throw error(.tooDeep) }
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
        guard depth < JSONError.mostLevels else { throw error(.tooDeep) }
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
        guard !hasLeadingZero else {
            throw JSONError(reason: .unsupportedNumber, offset: start)
        }
        if take(".") { try skipDigits() }
        if take("e") || take("E") {
            if !take("-") { _ = take("+") }
            try skipDigits()
        }
        let text = Text(bytes[start..<at])
        return otherNumbersAsText ? .string(text) : .decimal(text)
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
