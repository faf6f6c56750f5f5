import MarkdownDocument
import TaskBoard

// Text as one word of a line in a local file. Bytes other than visible ASCII are written as `%0A`,
// so that any text of a task can be read back.

func escaped(_ text: Text) -> [UInt8] {
    let digits = Array("0123456789ABCDEF".utf8)
    return text.utf8.flatMap { byte in
        (0x21..<0x7F).contains(byte) && byte != UInt8(ascii: "%")
            ? [byte] : [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
    }
}

/// Returns the original text; nil for a malformed escape.
func unescaped(_ bytes: ArraySlice<UInt8>) -> Text? {
    bytes.contains(UInt8(ascii: "%")) ? percentDecoded(bytes).map { Text($0) } : Text(bytes)
}
