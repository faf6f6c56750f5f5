package import MarkdownDocument

/// A text to search for, ignoring case and normal form.
///
/// The text matches if its folded form occurs in the folded haystack. Bodies
/// are folded only if that could matter, and then only the relevant lines: ten
/// thousand of them take milliseconds.
package struct Needle: Sendable {
    let folded: [UInt8]
    private let method: Method

    /// The way to search a haystack.
    private enum Method {
        /// From one occurrence to the next of a byte to which only it and its
        /// capital fold; the value is its place in the needle.
        case anchor(Int)
        /// As it is, since folding changes none of its letters.
        case plain
        case whole
    }

    package init(_ text: Text) {
        folded = text.folded.utf8
        method = Self.method(folded)
    }

    /// Returns true if the text occurs in a haystack; an empty one always does.
    package func occurs(in haystack: some Collection<UInt8>) -> Bool {
        let found = haystack.withContiguousStorageIfAvailable { occurs(in: $0) }
        return found ?? Array(haystack).withUnsafeBufferPointer { occurs(in: $0) }
    }

    package func occurs(in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        folded.withUnsafeBufferPointer { needle in
            switch method {
            case .anchor(let place): AnchorSearch(needle, anchor: place, in: bytes).occurs()
            case .plain: PlainSearch(needle, bytes).occurs()
            case .whole: occursInWhole(needle, bytes)
            }
        }
    }

    private static func method(_ folded: [UInt8]) -> Method {
        // Lines are searched one by one.
        guard !folded.isEmpty, !folded.contains(newline) else { return .whole }
        if let place = anchor(folded) { return .anchor(place) }
        return folded.withUnsafeBufferPointer(isUnchanged) ? .plain : .whole
    }

    /// Returns the rarest byte of a needle to which only its own letter folds.
    private static func anchor(_ folded: [UInt8]) -> Int? {
        let known = folded.indices.compactMap { place in
            anchors.firstIndex(of: folded[place]).map { (rank: $0, place: place) }
        }
        return known.min { $0.rank < $1.rank }?.place
    }

    /// The bytes that occur in a folded text only where they or their capitals
    /// occur in the text, rarest first.
    static let anchors = Array("qzxv9876543210bpgmcudroe".utf8)
}

let newline = UInt8(ascii: "\n")

/// Returns true if the needle occurs, by folding the whole text. All other ways
/// must give the same answer.
func occursInWhole(
    _ needle: UnsafeBufferPointer<UInt8>, _ bytes: UnsafeBufferPointer<UInt8>
) -> Bool {
    if isUnchanged(bytes) { return place(of: needle, in: bytes) != nil }
    return folded(bytes).withUnsafeBufferPointer { place(of: needle, in: $0) != nil }
}

/// Returns true if folding only changes the case of ASCII letters, as far as a
/// quick check can decide.
func isUnchanged(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var at = 0
    while at < bytes.count {
        if bytes[at] < 0x80 {
            at += 1
            while at + 8 <= bytes.count, isASCII(bytes, at) { at += 8 }
            continue
        }
        let length = unchangedLength(bytes, at)
        guard length > 0 else { return false }
        at += length
    }
    return true
}

/// Returns true if eight bytes are ASCII.
@inline(__always)
func isASCII(_ bytes: UnsafeBufferPointer<UInt8>, _ at: Int) -> Bool {
    let word = UnsafeRawBufferPointer(bytes).loadUnaligned(fromByteOffset: at, as: UInt64.self)
    return word & (0x80 &* ones) == 0
}
