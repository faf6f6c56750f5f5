// Searches that fold only the relevant lines of a text. An ASCII letter or a
// line break begins a piece that folds by itself. Therefore folding a text is
// the same as folding its lines, and a needle without a line break occurs
// within one line or nowhere. Lines that are not UTF-8 are not folded; the
// needle has to occur in them as it is.

/// A search from one occurrence to the next of a byte to which no other byte
/// folds.
struct AnchorSearch {
    private let needle: UnsafeBufferPointer<UInt8>
    private let anchor: Int
    private let bytes: UnsafeBufferPointer<UInt8>

    init(
        _ needle: UnsafeBufferPointer<UInt8>, anchor: Int, in bytes: UnsafeBufferPointer<UInt8>
    ) {
        (self.needle, self.anchor, self.bytes) = (needle, anchor, bytes)
    }

    func occurs() -> Bool {
        let scan = ByteScan(needle[anchor], in: bytes)
        var at = 0
        while let hit = scan.next(from: at, to: bytes.count) {
            switch matches(around: hit) {
            case true?: return true
            case false?: at = hit + 1
            case nil:
                let line = line(around: hit, in: bytes)
                if mayOccur(needle, inLine: line, of: bytes) {
                    return occursInWhole(needle, bytes)
                }
                at = line.upperBound
            }
        }
        return false
    }

    /// Returns true if the needle occurs here; nil if another letter may change
    /// that.
    private func matches(around hit: Int) -> Bool? {
        var (next, at) = (anchor, hit)
        while next < needle.count, at < bytes.count, bytes[at] < 0x80 {
            if lowered(bytes[at]) != needle[next] {
                // It may form one letter with the next bytes.
                guard at + 1 < bytes.count, bytes[at + 1] >= 0x80 else { return false }
                return nil
            }
            next += 1
            at += 1
        }
        let isEnd = at == bytes.count
        if isEnd, next < needle.count { return false }
        let isSureBehind = isEnd || bytes[at] < 0x80
        (next, at) = (anchor, hit)
        while next > 0, at > 0, bytes[at - 1] < 0x80 {
            guard lowered(bytes[at - 1]) == needle[next - 1] else { return false }
            next -= 1
            at -= 1
        }
        if at == 0, next > 0 { return false }
        return isSureBehind && next == 0 ? true : nil
    }
}

/// A search for a needle that folding does not change: it occurs as it is, or
/// in a line with letters that may fold to it.
struct PlainSearch {
    private let needle: UnsafeBufferPointer<UInt8>
    private let bytes: UnsafeBufferPointer<UInt8>
    /// True if the needle has ASCII: letters of two bytes never fold to letters
    /// of three bytes, but some fold to ASCII.
    private let hasASCII: Bool

    init(_ needle: UnsafeBufferPointer<UInt8>, _ bytes: UnsafeBufferPointer<UInt8>) {
        (self.needle, self.bytes) = (needle, bytes)
        hasASCII = needle.contains { $0 < 0x80 }
    }

    /// True if the needle is only Hangul syllables, to which only jamo compose.
    private var isHangul: Bool {
        needle.count % 3 == 0
            && stride(from: 0, to: needle.count, by: 3).allSatisfy {
                isHangulSyllable(needle[$0], needle[$0 + 1])
            }
    }

    func occurs() -> Bool {
        let table = FoldTable.shared
        if let place = place(of: needle, in: bytes) {
            let end = place + needle.count
            // The next bytes may combine with the last letter.
            if end == bytes.count || table.length(bytes, end) > 0 { return true }
            return occursInWhole(needle, bytes)
        }
        return isHangul ? occursInLinesOfJamo() : occursInLinesThatFold(table)
    }

    private func occursInLinesOfJamo() -> Bool {
        let scan = ByteScan(0xE1, in: bytes)
        var at = 0
        while let hit = scan.next(from: at, to: bytes.count) {
            // U+1100 to U+11FF.
            guard hit + 1 < bytes.count, (0x84...0x87).contains(bytes[hit + 1]) else {
                at = hit + 1
                continue
            }
            let line = line(around: hit, in: bytes)
            if mayOccur(needle, inLine: line, of: bytes) { return occursInWhole(needle, bytes) }
            at = line.upperBound
        }
        return false
    }

    private func occursInLinesThatFold(_ table: FoldTable) -> Bool {
        var at = 0
        while at < bytes.count {
            if bytes[at] < 0x80 {
                at += 1
                while at + 8 <= bytes.count, isASCII(bytes, at) { at += 8 }
                continue
            }
            let length = hasASCII ? table.plainLength(bytes, at) : table.length(bytes, at)
            if length > 0 {
                at += length
                continue
            }
            let line = line(around: at, in: bytes)
            if mayOccur(needle, inLine: line, of: bytes) { return occursInWhole(needle, bytes) }
            at = line.upperBound
        }
        return false
    }
}

/// Returns true if the needle occurs in a line, folded or not.
private func mayOccur(
    _ needle: UnsafeBufferPointer<UInt8>, inLine line: Range<Int>,
    of bytes: UnsafeBufferPointer<UInt8>
) -> Bool {
    let line = UnsafeBufferPointer(rebasing: bytes[line])
    return place(of: needle, in: line) != nil || occursInWhole(needle, line)
}

/// Returns the line at a place, with the line break before it.
private func line(around place: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Range<Int> {
    var start = place
    while start > 0, bytes[start] != newline { start -= 1 }
    let end = ByteScan(newline, in: bytes).next(from: place + 1, to: bytes.count)
    return start..<(end ?? bytes.count)
}
