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
    guard plainColumns(bytes) != nil else { return nil }
    var lines: [String] = []
    var line: [UInt8] = []
    var used = 0
    func end() {
        lines.append(String(decoding: line, as: UTF8.self))
        line.removeAll(keepingCapacity: true)
        used = 0
    }
    for word in bytes.split(separator: 0x20) {
        guard lines.count < most else { return lines }
        let width = plainColumns(UnsafeBufferPointer(rebasing: word)) ?? 0
        if !line.isEmpty, used + 1 + width <= limit {
            line.append(0x20)
            line.append(contentsOf: word)
            used += 1 + width
            continue
        }
        if !line.isEmpty { end() }
        eachPlainCharacter(word) { character, width in
            if used + width > limit { end() }
            line.append(contentsOf: character)
            used += width
        }
    }
    if !line.isEmpty || lines.isEmpty { end() }
    return lines
}

private func eachPlainCharacter(
    _ word: Slice<UnsafeBufferPointer<UInt8>>,
    _ visit: (Slice<UnsafeBufferPointer<UInt8>>, Int) -> Void
) {
    var rest = word
    while let lead = rest.first {
        let character = rest.prefix(lead < 0x80 ? 1 : lead < 0xE0 ? 2 : 3)
        visit(character, plainColumns(UnsafeBufferPointer(rebasing: character)) ?? 0)
        rest = rest.dropFirst(character.count)
    }
}
