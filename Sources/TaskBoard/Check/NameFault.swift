package import MarkdownDocument

/// A folder or file name that some systems reject.
package struct NameFault: Hashable, Sendable {
    package enum Reason: Hashable, Sendable {
        case notUTF8
        case invisibleCharacters
        case leadingDash
        /// The limit is in bytes.
        case tooLong(limit: Int)
        case refusedCharacter
        case reserved
    }

    package let name: Text
    package let reason: Reason

    package init(_ name: Text, _ reason: Reason) { (self.name, self.reason) = (name, reason) }

    /// Returns nil for an ordinary name.
    init?(of name: Text) {
        guard let reason = NameFault.reason(name) else { return nil }
        self.init(name, reason)
    }

    private static func reason(_ name: Text) -> Reason? {
        let isASCII = name.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
        if !isUTF8(name.utf8) { return .notUTF8 }
        if !isASCII, Text(plainWords(name)) != name { return .invisibleCharacters }
        if name.utf8.first == UInt8(ascii: "-") { return .leadingDash }
        if name.utf8.count > longestName { return .tooLong(limit: longestName) }
        if name.utf8.contains(where: refusedBytes.contains) { return .refusedCharacter }
        if name.utf8.last == UInt8(ascii: ".") || isReserved(name) { return .reserved }
        return nil
    }
}

/// The length of a name that leaves room for the code that a collision adds,
/// and for a temporary name.
private let longestName = 200

private let refusedBytes = Set("\\:*?\"<>|".utf8)

private func isReserved(_ name: Text) -> Bool {
    let stem = name.folded.utf8.prefix { $0 != UInt8(ascii: ".") }
    let devices: Set<String> = ["con", "prn", "aux", "nul"]
    let word = String(decoding: stem, as: UTF8.self)
    if devices.contains(word) { return true }
    guard stem.count == 4, let digit = stem.last, digit > 0x30, digit <= 0x39 else { return false }
    return word.hasPrefix("com") || word.hasPrefix("lpt")
}

private func isUTF8(_ bytes: [UInt8]) -> Bool {
    String(validating: bytes, as: UTF8.self) != nil
}
