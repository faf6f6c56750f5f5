/// Returns a path for a sentence: one line, with every byte of a file name
/// visible.
///
/// Control characters become `^J`, hidden characters `<U+202E>`, and bytes that are not
/// UTF-8 `<E9>`.
package func visible(_ bytes: some Collection<UInt8>) -> String {
    var shown = String.UnicodeScalarView()
    var rest = Array(bytes)[...]
    while !rest.isEmpty {
        if let scalar = takeScalar(&rest) {
            append(scalar, to: &shown)
        } else {
            shown += "<\(hex(UInt32(rest.removeFirst()), digits: 2))>".unicodeScalars
        }
    }
    return String(shown)
}

/// Returns a path of the board for a sentence.
package func visible(_ path: BoardPath) -> String { visible(path.bytes) }

private func append(_ scalar: Unicode.Scalar, to shown: inout String.UnicodeScalarView) {
    switch scalar.value {
    case 0...0x1F, 0x7F:
        shown += "^".unicodeScalars
        shown.append(Unicode.Scalar(UInt8(scalar.value ^ 0x40)))
    case _ where scalar.value < 0xA0 && scalar.value > 0x7F || isHidden(scalar):
        shown += "<U+\(hex(scalar.value, digits: 4))>".unicodeScalars
    default: shown.append(scalar)
    }
}

/// Removes and returns the first scalar; nil if the bytes there are not UTF-8.
private func takeScalar(_ rest: inout ArraySlice<UInt8>) -> Unicode.Scalar? {
    for length in 1...4 where length <= rest.count {
        if let text = String(validating: rest.prefix(length), as: UTF8.self) {
            rest.removeFirst(length)
            return text.unicodeScalars.first
        }
    }
    return nil
}

private func hex(_ number: UInt32, digits: Int) -> String {
    let text = String(number, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
}
