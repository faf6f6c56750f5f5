/// A JSON value, parsed strictly so that tests check pmd's output for validity.
package indirect enum JSON: Equatable {
    case null
    case bool(Bool)
    case number(Int)
    case decimal(String)
    case string(String)
    case array([JSON])
    case object([String: JSON], keys: [String])

    /// What is wrong with the text, and where.
    package struct Fault: Error { let offset: Int }

    package init(_ text: String) throws {
        var reader = JSONReader(Array(text.utf8))
        self = try reader.value()
        reader.skipBlanks()
        guard reader.offset == reader.bytes.count else { throw Fault(offset: reader.offset) }
    }

    package subscript(key: String) -> JSON? {
        guard case .object(let members, _) = self else { return nil }
        return members[key]
    }

    package subscript(index: Int) -> JSON? {
        guard case .array(let elements) = self, elements.indices.contains(index) else { return nil }
        return elements[index]
    }

    package var count: Int? {
        guard case .array(let elements) = self else { return nil }
        return elements.count
    }

    package var keys: [String] {
        guard case .object(_, let keys) = self else { return [] }
        return keys
    }

    package var text: String? {
        guard case .string(let text) = self else { return nil }
        return text
    }
}

extension JSON: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByBooleanLiteral,
    ExpressibleByArrayLiteral
{
    package init(stringLiteral value: String) { self = .string(value) }
    package init(integerLiteral value: Int) { self = .number(value) }
    package init(booleanLiteral value: Bool) { self = .bool(value) }
    package init(arrayLiteral elements: JSON...) { self = .array(elements) }
}

private struct JSONReader {
    let bytes: [UInt8]
    var offset = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    private var next: UInt8? { offset < bytes.count ? bytes[offset] : nil }

    mutating func skipBlanks() {
        while let byte = next, [0x20, 0x0A, 0x0D, 0x09].contains(byte) { offset += 1 }
    }

    mutating func value() throws -> JSON {
        skipBlanks()
        switch next {
        case UInt8(ascii: "{"): return try object()
        case UInt8(ascii: "["): return try array()
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        default: return try number()
        }
    }

    private mutating func word(_ word: String, _ value: JSON) throws -> JSON {
        guard bytes[offset...].starts(with: word.utf8) else { throw JSON.Fault(offset: offset) }
        offset += word.utf8.count
        return value
    }

    private mutating func number() throws -> JSON {
        let start = offset
        while let byte = next, "-.".utf8.contains(byte) || (48...57).contains(byte) { offset += 1 }
        let text = String(decoding: bytes[start..<offset], as: UTF8.self)
        if text.wholeMatch(of: /-?[0-9]+\.[0-9]+/) != nil { return .decimal(text) }
        guard let number = Int(text) else {
            throw JSON.Fault(offset: start)
        }
        return .number(number)
    }

    private mutating func expect(_ sign: Unicode.Scalar) throws {
        skipBlanks()
        guard next == UInt8(ascii: sign) else { throw JSON.Fault(offset: offset) }
        offset += 1
    }

    private mutating func take(_ sign: Unicode.Scalar) -> Bool {
        skipBlanks()
        guard next == UInt8(ascii: sign) else { return false }
        offset += 1
        return true
    }

    private mutating func array() throws -> JSON {
        try expect("[")
        var elements: [JSON] = []
        if take("]") { return .array([]) }
        repeat { elements.append(try value()) } while take(",")
        try expect("]")
        return .array(elements)
    }

    private mutating func object() throws -> JSON {
        try expect("{")
        var members: [String: JSON] = [:]
        var keys: [String] = []
        if take("}") { return .object([:], keys: []) }
        repeat {
            skipBlanks()
            let key = try string()
            try expect(":")
            // Two encodings of one character are two keys, although Swift's == treats them as
            // equal.
            guard !keys.contains(where: { $0.utf8.elementsEqual(key.utf8) }) else {
                throw JSON.Fault(offset: offset)
            }
            members[key] = try value()
            keys.append(key)
        } while take(",")
        try expect("}")
        return .object(members, keys: keys)
    }

    private mutating func string() throws -> String {
        guard take("\"") else { throw JSON.Fault(offset: offset) }
        var units: [UInt8] = []
        var surrogates: [UInt16] = []
        while let byte = next, byte != UInt8(ascii: "\"") {
            offset += 1
            guard byte >= 0x20 else { throw JSON.Fault(offset: offset) }
            guard byte == UInt8(ascii: "\\") else {
                units.append(byte)
                continue
            }
            guard let escape = next else { throw JSON.Fault(offset: offset) }
            offset += 1
            switch escape {
            case UInt8(ascii: "n"): units.append(0x0A)
            case UInt8(ascii: "r"): units.append(0x0D)
            case UInt8(ascii: "t"): units.append(0x09)
            case UInt8(ascii: "u"):
                let digits = String(
                    decoding: bytes[offset..<min(offset + 4, bytes.count)], as: UTF8.self)
                guard let unit = UInt16(digits, radix: 16) else { throw JSON.Fault(offset: offset) }
                offset += 4
                surrogates.append(unit)
                if (0xD800...0xDBFF).contains(unit) { continue }
                units += Array(String(decoding: surrogates, as: UTF16.self).utf8)
                surrogates = []
            default: units.append(escape)
            }
        }
        guard take("\"") else { throw JSON.Fault(offset: offset) }
        guard let text = String(validating: units, as: UTF8.self) else {
            throw JSON.Fault(offset: offset)
        }
        return text
    }
}
