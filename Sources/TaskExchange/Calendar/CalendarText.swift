import MarkdownDocument
import TaskBoard

/// The texts of iCalendar (RFC 5545, sections 3.1 and 3.3.11).
///
/// libical 3.0 drops the backslash from a text such as `C:\\new`, joins the tags after a tag
/// containing a comma, and writes a comma within a tag as a separator. Therefore this type reads
/// and writes texts.
enum CalendarText {
    /// Returns a text without its escapes. A backslash before any other character is literal.
    static func unescaped(_ bytes: some Sequence<UInt8>) -> Text {
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

    /// Returns the elements between commas, each still escaped.
    static func elements(_ text: Text) -> [[UInt8]] {
        var elements: [[UInt8]] = [[]]
        var isEscaped = false
        for byte in text.utf8 {
            if byte == UInt8(ascii: ","), !isEscaped {
                elements.append([])
            } else {
                elements[elements.count - 1].append(byte)
            }
            isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
        }
        return elements
    }

    /// Escapes a text so that every reader parses it as one value.
    ///
    /// Control characters, which the format does not allow, are omitted. Some readers end a line
    /// at every Unicode line separator, so those become blanks.
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
            // U+0080 to U+009F, including the line separator U+0085.
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

    /// Returns a line folded into pieces of at most 75 bytes, without splitting a character.
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
