package import MarkdownDocument
import TaskBoard

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
    /// A number with one digit after the point.
    case tenths(Int)
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
        case .tenths(let tenths): bytes += Urgency.words(Double(tenths) / 10).utf8
        case .string(let text): write(text)
        case .array(let values):
            write(values, "[", "]", depth) { $0.write($1, depth: depth + 1) }
        case .object(let members):
            let version = JSONValue.Member(
                JSONValue.schemaKey, .number(JSONValue.schemaVersion))
            write(
                depth == versionedDepth ? [version] + members : members, "{", "}", depth
            ) {
                $0.write(Text($1.key))
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

    /// Copies runs of characters that need no escape.
    private mutating func write(_ text: Text) {
        let text = Array(text.string.utf8)
        bytes.append(UInt8(ascii: "\""))
        var copied = 0
        var at = 0
        while at < text.count {
            guard mayNeedEscape(text, at: at) else {
                at += 1
                continue
            }
            bytes += text[copied..<at]
            let scalar = scalar(of: text, at: at)
            write(scalar)
            at += UTF8.width(scalar)
            copied = at
        }
        bytes += text[copied...]
        bytes.append(UInt8(ascii: "\""))
    }

    /// Returns the scalar that starts at a position in valid UTF-8.
    private func scalar(of text: [UInt8], at place: Int) -> Unicode.Scalar {
        var decoder = UTF8()
        var rest = text[place...].makeIterator()
        guard case .scalarValue(let scalar) = decoder.decode(&rest) else { return "\u{FFFD}" }
        return scalar
    }

    /// Returns true if the first byte or two may start a scalar that must be escaped.
    private func mayNeedEscape(_ text: [UInt8], at place: Int) -> Bool {
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
