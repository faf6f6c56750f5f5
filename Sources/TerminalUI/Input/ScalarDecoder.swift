/// An incremental UTF-8 decoder that processes one byte at a time.
///
/// Malformed bytes are reported once per maximal subpart, as the Unicode Standard recommends and
/// as `String(decoding:as:)` does.
struct ScalarDecoder: Sendable {
    enum Step: Equatable {
        case scalar(Unicode.Scalar)
        /// The byte belongs to an incomplete scalar.
        case incomplete
        /// The byte and the pending bytes before it are malformed.
        case malformed
        /// The pending bytes before this byte are malformed; this byte is not consumed.
        case interrupted
    }

    private var value: UInt32 = 0
    private var missing = 0
    /// The valid range for the next byte. Checking the second byte excludes overlong forms and
    /// surrogates.
    private var continuation: ClosedRange<UInt8> = 0x80...0xBF

    mutating func take(_ byte: UInt8) -> Step {
        missing == 0 ? begin(byte) : proceed(byte)
    }

    private mutating func begin(_ byte: UInt8) -> Step {
        continuation = 0x80...0xBF
        switch byte {
        case 0..<0x80: return .scalar(Unicode.Scalar(byte))
        case 0xC2...0xDF: (missing, value) = (1, UInt32(byte & 0x1F))
        case 0xE0...0xEF: (missing, value) = (2, UInt32(byte & 0x0F))
        case 0xF0...0xF4: (missing, value) = (3, UInt32(byte & 0x07))
        default: return .malformed
        }
        switch byte {
        case 0xE0: continuation = 0xA0...0xBF
        case 0xED: continuation = 0x80...0x9F
        case 0xF0: continuation = 0x90...0xBF
        case 0xF4: continuation = 0x80...0x8F
        default: break
        }
        return .incomplete
    }

    private mutating func proceed(_ byte: UInt8) -> Step {
        guard continuation.contains(byte) else {
            missing = 0
            return .interrupted
        }
        continuation = 0x80...0xBF
        value = value << 6 | UInt32(byte & 0x3F)
        missing -= 1
        if missing > 0 { return .incomplete }
        return Unicode.Scalar(value).map { .scalar($0) } ?? .malformed
    }
}
