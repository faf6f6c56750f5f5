package import MarkdownDocument

/// A text to search for, without regard to case and normal form.
///
/// The whole answer is whether the folded text occurs in the folded haystack. Bodies
/// are folded only where that could matter, and then the lines in question: ten
/// thousand of them take milliseconds.
package struct Needle: Sendable {
    let folded: [UInt8]
    private let way: Way

    /// How a haystack is gone through.
    private enum Way {
        /// From one byte to the next that only it and its capital fold to; which byte
        /// of the needle that is.
        case anchor(Int)
        /// As it stands: all letters are those that folding leaves alone.
        case plain
        case whole
    }

    package init(_ text: Text) {
        folded = text.folded.utf8
        way = Self.way(folded)
    }

    /// Whether the text occurs anywhere; an empty one does.
    package func occurs(in haystack: some Collection<UInt8>) -> Bool {
        let found = haystack.withContiguousStorageIfAvailable { occurs(in: $0) }
        return found ?? Array(haystack).withUnsafeBufferPointer { occurs(in: $0) }
    }

    package func occurs(in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        folded.withUnsafeBufferPointer { needle in
            switch way {
            case .anchor(let place): AnchorSearch(needle, place, bytes).occurs()
            case .plain: PlainSearch(needle, bytes).occurs()
            case .whole: occursInWhole(needle, bytes)
            }
        }
    }

    private static func way(_ folded: [UInt8]) -> Way {
        // Lines are looked at one by one.
        guard !folded.isEmpty, !folded.contains(newline) else { return .whole }
        if let place = anchor(folded) { return .anchor(place) }
        return folded.withUnsafeBufferPointer(isUnchanged) ? .plain : .whole
    }

    /// The rarest byte of a needle that nothing but its letter folds to.
    private static func anchor(_ folded: [UInt8]) -> Int? {
        let known = folded.indices.compactMap { place in
            anchors.firstIndex(of: folded[place]).map { (rank: $0, place: place) }
        }
        return known.min { $0.rank < $1.rank }?.place
    }

    /// Bytes that occur in a folded text only where they or their capitals do in the
    /// text, rare ones first.
    static let anchors = Array("qzxv9876543210bpgmcudroe".utf8)
}

let newline = UInt8(ascii: "\n")

/// The answer that all other ways must give.
func occursInWhole(
    _ needle: UnsafeBufferPointer<UInt8>, _ bytes: UnsafeBufferPointer<UInt8>
) -> Bool {
    if isUnchanged(bytes) { return place(of: needle, in: bytes) != nil }
    return folded(bytes).withUnsafeBufferPointer { place(of: needle, in: $0) != nil }
}

/// Whether folding changes nothing but the case of ASCII letters, as far as that is
/// known without asking.
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

/// Whether eight bytes are ASCII.
@inline(__always)
func isASCII(_ bytes: UnsafeBufferPointer<UInt8>, _ at: Int) -> Bool {
    let word = UnsafeRawBufferPointer(bytes).loadUnaligned(fromByteOffset: at, as: UInt64.self)
    return word & (0x80 &* ones) == 0
}
