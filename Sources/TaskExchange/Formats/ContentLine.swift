import MarkdownDocument
import TaskBoard

/// A line of iCalendar (RFC 5545, section 3.1): a name, parameters and a value.
struct ContentLine: Sendable {
    /// In capital letters.
    let name: String
    private let parameters: [(name: String, value: Text)]
    /// The value as it is written.
    let value: Text
    /// The number of its first line in the file, counted from one.
    let number: Int

    /// - Throws: ``RecordProblem`` for a text without a name or a colon.
    init(_ line: some Collection<UInt8>, number: Int) throws(RecordProblem) {
        var rest = Array(line)[...]
        guard let name = Self.takeName(&rest) else { throw .notAContentLine }
        var parameters: [(name: String, value: Text)] = []
        while rest.first == UInt8(ascii: ";") {
            rest.removeFirst()
            guard let key = Self.takeName(&rest), rest.popFirst() == UInt8(ascii: "=") else {
                throw .notAContentLine
            }
            parameters.append((key, Self.takeValue(&rest)))
        }
        guard rest.popFirst() == UInt8(ascii: ":") else { throw .notAContentLine }
        (self.name, self.parameters, self.number) = (name, parameters, number)
        value = Text(rest)
    }

    /// The value of a parameter without its quotes.
    subscript(parameter: String) -> Text? { parameters.first { $0.name == parameter }?.value }

    /// True if another line says the same, wherever it is.
    func isSame(as other: ContentLine) -> Bool {
        name == other.name && value == other.value
            && parameters.elementsEqual(other.parameters) {
                $0.name == $1.name && $0.value == $1.value
            }
    }

    private static func takeName(_ rest: inout ArraySlice<UInt8>) -> String? {
        let name = rest.prefix {
            (0x30...0x39).contains($0) || (0x61...0x7A).contains($0 | 0x20)
                || $0 == UInt8(ascii: "-")
        }
        guard !name.isEmpty else { return nil }
        rest = rest.dropFirst(name.count)
        return String(decoding: name, as: UTF8.self).uppercased()
    }

    /// Takes one value or several between commas; each may be quoted.
    private static func takeValue(_ rest: inout ArraySlice<UInt8>) -> Text {
        var value: [UInt8] = []
        var isQuoted = false
        while let byte = rest.first {
            if byte == UInt8(ascii: "\"") {
                isQuoted.toggle()
            } else if !isQuoted, byte == UInt8(ascii: ";") || byte == UInt8(ascii: ":") {
                break
            } else {
                value.append(byte)
            }
            rest.removeFirst()
        }
        return Text(value)
    }
}

extension ContentLine {
    /// The value as a text, without its escapes.
    var text: Text { Self.unescaped(value.utf8) }

    /// The elements between commas, without their escapes.
    var texts: [Text] {
        var elements: [[UInt8]] = [[]]
        var isEscaped = false
        for byte in value.utf8 {
            if byte == UInt8(ascii: ","), !isEscaped {
                elements.append([])
            } else {
                elements[elements.count - 1].append(byte)
            }
            isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
        }
        return elements.map { Self.unescaped($0) }
    }

    private static func unescaped(_ bytes: [UInt8]) -> Text {
        var result: [UInt8] = []
        var isEscaped = false
        for byte in bytes {
            guard isEscaped else {
                isEscaped = byte == UInt8(ascii: "\\")
                if !isEscaped { result.append(byte) }
                continue
            }
            isEscaped = false
            switch byte {
            case UInt8(ascii: "n"), UInt8(ascii: "N"): result.append(0x0A)
            case UInt8(ascii: "\\"), UInt8(ascii: ";"), UInt8(ascii: ","): result.append(byte)
            default: result += [0x5C, byte]
            }
        }
        return Text(isEscaped ? result + [0x5C] : result)
    }

    /// Escapes a text so that it is one value for every reader.
    ///
    /// Control characters, which the format does not allow, are omitted. Some readers end a line
    /// at each character that Unicode takes for a line's end, so those become blanks.
    static func escaped(_ text: some Sequence<UInt8>) -> Text {
        let bytes = validUTF8(Array(text))
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var at = 0
        while at < bytes.count {
            let byte = bytes[at]
            at += 1
            switch byte {
            case 0x0A: result += [0x5C, UInt8(ascii: "n")]
            case UInt8(ascii: "\\"), UInt8(ascii: ";"), UInt8(ascii: ","): result += [0x5C, byte]
            case 0..<0x09, 0x0B..<0x20, 0x7F: break
            // U+0080 to U+009F, of which U+0085 ends a line.
            case 0xC2 where bytes[at] < 0xA0:
                if bytes[at] == 0x85 { result.append(0x20) }
                at += 1
            // U+2028 and U+2029.
            case 0xE2 where bytes[at] == 0x80 && (0xA8...0xA9).contains(bytes[at + 1]):
                result.append(0x20)
                at += 2
            default: result.append(byte)
            }
        }
        return Text(result)
    }

    /// Returns bytes with U+FFFD in place of those that are not UTF-8.
    private static func validUTF8(_ bytes: [UInt8]) -> [UInt8] {
        String(validating: bytes, as: UTF8.self) == nil
            ? Array(String(decoding: bytes, as: UTF8.self).utf8) : bytes
    }

    /// Returns a line in pieces of at most 75 bytes, none of which ends within a character.
    static func folded(_ line: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        var rest = line[...]
        var room = 75
        while rest.count > room {
            var end = rest.startIndex + room
            while rest[end] & 0xC0 == 0x80, end > rest.startIndex + 1 { end -= 1 }
            result += rest[..<end] + [0x0D, 0x0A, 0x20]
            rest = rest[end...]
            room = 74
        }
        return result + rest + [0x0D, 0x0A]
    }
}

/// The lines of a file, each without its folds.
struct UnfoldedLines {
    private let bytes: [UInt8]
    private var at = 0
    private var number = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Returns the next line that is not blank, and its number.
    mutating func next() -> (line: [UInt8], number: Int)? {
        while at < bytes.count {
            var line = takeLine()
            let first = number
            while at < bytes.count, bytes[at] == 0x20 || bytes[at] == 0x09 {
                at += 1
                line += takeLine()
            }
            if line.contains(where: { $0 != 0x20 && $0 != 0x09 }) { return (Array(line), first) }
        }
        return nil
    }

    private mutating func takeLine() -> ArraySlice<UInt8> {
        let end = bytes[at...].firstIndex(of: 0x0A) ?? bytes.count
        var line = bytes[at..<end]
        if line.last == 0x0D { line.removeLast() }
        at = end + 1
        number += 1
        return line
    }
}
