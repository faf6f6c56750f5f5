/// The raw bytes of a paste up to its end mark.
struct PasteBuffer: Sendable {
    /// The largest paste in bytes; the rest of a larger one is dropped.
    static let limit = 1 << 20

    private static let endMark = Array("\u{1B}[201~".utf8)

    private var bytes: [UInt8] = []
    /// The number of end-mark bytes matched so far.
    private var matched = 0
    private var isOverfull = false

    /// Adds a byte, and returns true if it completes the end mark.
    mutating func take(_ byte: UInt8) -> Bool {
        if byte == Self.endMark[matched] {
            matched += 1
            return matched == Self.endMark.count
        }
        // The mark contains only one Esc, so no shorter prefix can have matched.
        for byte in Self.endMark[..<matched] { append(byte) }
        matched = 0
        if byte == Self.endMark[0] { matched = 1 } else { append(byte) }
        return false
    }

    private mutating func append(_ byte: UInt8) {
        if bytes.count < Self.limit { bytes.append(byte) } else { isOverfull = true }
    }

    /// Returns the paste.
    ///
    /// - Parameter isComplete: False if the end mark is missing.
    func paste(isComplete: Bool) -> Paste {
        let isTruncated = isOverfull || !isComplete
        let whole = isTruncated ? bytes[..<completeEnd] : bytes[...]
        return Paste(String(decoding: whole, as: UTF8.self), isTruncated: isTruncated)
    }

    /// The end of the last complete scalar.
    private var completeEnd: Int {
        var start = bytes.count - 1
        while start >= max(0, bytes.count - 3), bytes[start] & 0xC0 == 0x80 { start -= 1 }
        guard start >= 0 else { return bytes.count }
        let length =
            switch bytes[start] {
            case 0xC2...0xDF: 2
            case 0xE0...0xEF: 3
            case 0xF0...0xF4: 4
            default: 1
            }
        return start + length > bytes.count ? start : bytes.count
    }
}
