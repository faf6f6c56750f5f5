package import MarkdownDocument

/// A text to search for, ignoring case and normal form.
///
/// The text matches if its folded form occurs in the folded haystack. Bodies
/// are folded only if that could matter, and then only the relevant lines: ten
/// thousand of them take milliseconds.
package struct Needle: Sendable {
    let folded: [UInt8]
    private let method: Method
    private let hasInitials: Bool

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
        hasInitials = Hangul.hasInitials(folded)
    }

    /// Returns true if the text occurs in a title, or the initial consonants of it in Hangul:
    /// `ㅎㅇ` occurs in `주간 회의`. In the text of a body, nearly any consonants would.
    package func occurs(inTitle title: UnsafeBufferPointer<UInt8>) -> Bool {
        occurs(in: title)
            || hasInitials && Hangul.occurs(folded, in: TaskBoard.folded(title))
    }

    /// Returns true if another needle occurs wherever this one does.
    func contains(_ part: Needle) -> Bool {
        folded.withUnsafeBufferPointer { folded in
            part.folded.withUnsafeBufferPointer { place(of: $0, in: folded) != nil }
        }
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

// Searches bytes, eight at a time.

let ones: UInt64 = 0x0101_0101_0101_0101

/// A search for one byte; an ASCII letter in either case.
struct ByteScan {
    private let bytes: UnsafeBufferPointer<UInt8>
    private let byte: UInt8
    private let pattern: UInt64
    private let caseBits: UInt64

    /// - Parameter byte: The byte, in lowercase.
    init(_ byte: UInt8, in bytes: UnsafeBufferPointer<UInt8>) {
        (self.byte, self.bytes) = (byte, bytes)
        pattern = UInt64(byte) &* ones
        caseBits = byte &- 0x61 < 26 ? 0x20 &* ones : 0
    }

    /// Returns the first occurrence in a range.
    @inline(__always)
    func next(from start: Int, to end: Int) -> Int? {
        var at = start
        let raw = UnsafeRawBufferPointer(bytes)
        while at &+ 8 <= end {
            let word = raw.loadUnaligned(fromByteOffset: at, as: UInt64.self)
            let found = zeroBytes((UInt64(littleEndian: word) | caseBits) ^ pattern)
            if found != 0 { return at &+ found.trailingZeroBitCount >> 3 }
            at &+= 8
        }
        while at < end {
            if lowered(bytes[at]) == byte { return at }
            at &+= 1
        }
        return nil
    }
}

/// Returns the highest bit of the lowest byte that is zero, or no bit if none
/// is.
@inline(__always)
private func zeroBytes(_ word: UInt64) -> UInt64 {
    (word &- ones) & ~word & (0x80 &* ones)
}

@inline(__always)
func lowered(_ byte: UInt8) -> UInt8 { byte &- 0x41 < 26 ? byte | 0x20 : byte }

/// Returns the first occurrence of folded bytes; ASCII letters match in either
/// case.
///
/// In a script with several bytes per letter, the search looks for the third
/// byte, since the first ones are much alike.
func place(
    of needle: UnsafeBufferPointer<UInt8>, in bytes: UnsafeBufferPointer<UInt8>,
    from start: Int = 0
) -> Int? {
    guard !needle.isEmpty else { return start }
    guard needle.count <= bytes.count else { return nil }
    let anchor = needle.count > 2 && needle[0] >= 0x80 ? 2 : 0
    let scan = ByteScan(needle[anchor], in: bytes)
    let end = bytes.count - needle.count + 1
    var at = start
    while let hit = scan.next(from: at + anchor, to: end + anchor) {
        if matches(needle, in: bytes, at: hit - anchor) { return hit - anchor }
        at = hit - anchor + 1
    }
    return nil
}

@inline(__always)
private func matches(
    _ needle: UnsafeBufferPointer<UInt8>, in bytes: UnsafeBufferPointer<UInt8>, at place: Int
) -> Bool {
    var length = 0
    while length < needle.count, lowered(bytes[place + length]) == needle[length] {
        length += 1
    }
    return length == needle.count
}
