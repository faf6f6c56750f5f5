/// Text that is compared by its bytes.
///
/// Swift's `String` equates NFC with NFD and treats "\r\n" as one character, so two keys or tags
/// that differ on disk would become one. Everything that is parsed, compared, sorted or merged is
/// `Text`; `String` is for output.
package struct Text: Hashable, Sendable {
    package var utf8: [UInt8]

    package init(_ utf8: some Sequence<UInt8>) { self.utf8 = Array(utf8) }
    package init(_ string: String) { utf8 = Array(string.utf8) }

    package var isEmpty: Bool { utf8.isEmpty }

    /// The text for output only: bytes that are not UTF-8 become U+FFFD.
    package var string: String { String(decoding: utf8, as: UTF8.self) }
}

extension Text {
    /// Hashes all bytes in one call, which is faster than one by one.
    package func hash(into hasher: inout Hasher) {
        utf8.withUnsafeBytes { hasher.combine(bytes: $0) }
    }
}

extension Text: Comparable {
    package static func < (a: Text, b: Text) -> Bool { a.utf8.lexicographicallyPrecedes(b.utf8) }
}

extension Text: ExpressibleByStringLiteral, CustomStringConvertible {
    package init(stringLiteral value: String) { self.init(value) }
    package var description: String { string }
}
