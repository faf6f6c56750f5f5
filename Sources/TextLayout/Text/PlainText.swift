/// Returns the width of plain text: ASCII, common punctuation, and precomposed letters of Latin,
/// Greek, Cyrillic, kana, Han and Hangul.
///
/// Plain text is safe to print, and each scalar is a character. Nearly all titles are plain, so
/// this fast path needs no Unicode tables.
///
/// - Returns: nil for other text, and for bytes that are not UTF-8.
package func plainColumns(_ bytes: UnsafeBufferPointer<UInt8>) -> Int? {
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
                isContinuation(bytes[at + 2])
            else { return nil }
            let scalar =
                UInt32(lead & 0x0F) << 12 | UInt32(bytes[at + 1] & 0x3F) << 6
                | UInt32(bytes[at + 2] & 0x3F)
            guard let width = plainWidth(scalar) else { return nil }
            (at, columns) = (at + 3, columns + width)
        }
    }
    return columns
}

/// Returns true if a scalar can be part of plain text.
func isPlainScalar(_ scalar: UInt32) -> Bool {
    scalar < 0x7F ? scalar >= 0x20 : isPlain(scalar) || plainWidth(scalar) != nil
}

@inline(__always)
private func isContinuation(_ byte: UInt8) -> Bool { byte & 0xC0 == 0x80 }

/// Returns true if a two-byte scalar is a letter one column wide.
private func isPlain(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x00C0...0x024F, 0x0391...0x03A1, 0x03A3...0x03CE, 0x0400...0x0481, 0x048A...0x052F: true
    default: false
    }
}

/// Returns the width of a three-byte letter or sign.
private func plainWidth(_ scalar: UInt32) -> Int? {
    switch scalar {
    // Dashes, quotes, dots and arrows.
    case 0x2010...0x2027, 0x2190...0x21FF: 1
    case 0x3001...0x3011, 0x3041...0x3096, 0x30A1...0x30FC, 0x4E00...0x9FFF, 0xAC00...0xD7A3: 2
    default: nil
    }
}

/// Wraps plain text at `limit` columns, as ``StringProtocol/wrapped(to:most:)`` does; nil
/// for other text.
func plainLines(
    _ bytes: UnsafeBufferPointer<UInt8>, _ limit: Int, most: Int
) -> [String]? {
    guard let columns = plainColumns(bytes) else { return nil }
    var lines: [String] = []
    eachPlainLine(bytes, columns: columns, limit) { line, _ in
        lines.append(String(decoding: line, as: UTF8.self))
        return lines.count < most
    }
    return lines
}

/// Wraps plain text, and lends each line with its width until `visit` returns false.
///
/// - Parameter columns: The width of the whole text.
package func eachPlainLine(
    _ bytes: UnsafeBufferPointer<UInt8>, columns: Int, _ limit: Int,
    _ visit: (UnsafeBufferPointer<UInt8>, Int) -> Bool
) {
    // A line is a part of the text, unless blanks within it collapse.
    guard hasExtraBlank(bytes) else { return eachPart(bytes, columns == bytes.count, limit, visit) }
    let words = bytes.split(separator: 0x20).joined(separator: [0x20])
    Array(words).withUnsafeBufferPointer {
        eachPart($0, columns == bytes.count, limit, visit)
    }
}

/// Returns true if text begins with a blank or has two in a row.
private func hasExtraBlank(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var isAfterBlank = true
    for byte in bytes {
        if byte == 0x20, isAfterBlank { return true }
        isAfterBlank = byte == 0x20
    }
    return false
}

/// Wraps text with single blanks between words.
///
/// - Parameter isASCII: True if each byte is a column.
private func eachPart(
    _ bytes: UnsafeBufferPointer<UInt8>, _ isASCII: Bool, _ limit: Int,
    _ visit: (UnsafeBufferPointer<UInt8>, Int) -> Bool
) {
    func part(_ range: Range<Int>) -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(rebasing: bytes[range])
    }
    // The open line, and its width.
    var line = 0..<0
    var used = 0
    var start = 0
    while start < bytes.count {
        var end = start
        while end < bytes.count, bytes[end] != 0x20 { end += 1 }
        let width = isASCII ? end - start : plainColumns(part(start..<end)) ?? 0
        if !line.isEmpty, used + 1 + width <= limit {
            (line, used) = (line.lowerBound..<end, used + 1 + width)
        } else {
            if !line.isEmpty, !visit(part(line), used) { return }
            (line, used) = (start..<end, width)
            while used > limit {
                let (count, columns) = plainPrefix(part(line), columns: limit)
                guard visit(part(line.prefix(count)), columns) else { return }
                (line, used) = (line.dropFirst(count), used - columns)
            }
        }
        start = end + 1
    }
    if !line.isEmpty || bytes.isEmpty { _ = visit(part(line), used) }
}

/// Returns the number of bytes, and the width, of the longest prefix of plain text that fits into
/// `limit` columns.
package func plainPrefix(
    _ bytes: UnsafeBufferPointer<UInt8>, columns limit: Int
) -> (count: Int, columns: Int) {
    var (at, used) = (0, 0)
    while at < bytes.count {
        let lead = bytes[at]
        let count = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : 3
        let width =
            count < 3
            ? 1 : plainColumns(UnsafeBufferPointer(rebasing: bytes[at..<(at + count)])) ?? 0
        guard used + width <= limit else { break }
        (at, used) = (at + count, used + width)
    }
    return (at, used)
}
