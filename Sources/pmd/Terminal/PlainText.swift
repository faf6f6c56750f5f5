/// The columns of text of which nothing has to be looked up: ASCII, and letters of
/// Latin, Greek, Cyrillic, kana, Han and Hangul that stand alone.
///
/// Such text is safe to print, and each scalar is a character. Nearly every title
/// is of that kind, and a board has thousands.
///
/// - Returns: nil for anything else, and for what is no UTF-8.
func plainColumns(_ bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    var (at, columns) = (0, 0)
    while at < bytes.count {
        let lead = bytes[at]
        if lead &- 0x20 < 0x5F {
            (at, columns) = (at + 1, columns + 1)
        } else if lead < 0xE0 {
            guard lead >= 0xC3, at + 1 < bytes.count, isContinuation(bytes[at + 1]),
                isPlain(UInt32(lead & 0x1F) << 6 | UInt32(bytes[at + 1] & 0x3F))
            else { return nil }
            (at, columns) = (at + 2, columns + 1)
        } else {
            guard lead < 0xF0, at + 2 < bytes.count, isContinuation(bytes[at + 1]),
                isContinuation(bytes[at + 2]),
                isPlainAndWide(
                    UInt32(lead & 0x0F) << 12 | UInt32(bytes[at + 1] & 0x3F) << 6
                        | UInt32(bytes[at + 2] & 0x3F))
            else { return nil }
            (at, columns) = (at + 3, columns + 2)
        }
    }
    return columns
}

@inline(__always)
private func isContinuation(_ byte: UInt8) -> Bool { byte & 0xC0 == 0x80 }

/// Letters that take one column, of those with two bytes.
private func isPlain(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x00C0...0x024F, 0x0391...0x03A1, 0x03A3...0x03C9, 0x0400...0x0481, 0x048A...0x052F: true
    default: false
    }
}

/// Letters that take two columns, of those with three bytes.
private func isPlainAndWide(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x3041...0x3096, 0x30A1...0x30FA, 0x4E00...0x9FFF, 0xAC00...0xD7A3: true
    default: false
    }
}
