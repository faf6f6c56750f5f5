import Glibc

/// The parts of a document, determined by its fences alone.
struct Layout: Equatable, Sendable {
    /// The YAML between the fences; empty if there is none.
    var content: Range<Int>
    var bodyStart: Int
    var hasFrontMatter: Bool
    /// The number of lines before `content`.
    var linesBefore: Int
    /// True if the file begins like front matter but has no closing fence.
    var isUnterminated: Bool
    /// True if the front matter exceeds the limit, with or without a closing
    /// fence.
    var isTooLarge: Bool

    static let contentLimit = 1 << 16
    static let keyLimit = 256
    static let depthLimit = 16

    /// Front matter opens with a first line `---` and ends with the next line
    /// `---` or `...`, as in YAML, Jekyll and Pandoc; blanks may follow each.
    /// An opening line without a closing one is front matter only if a line
    /// with a key follows it; otherwise it is a thematic break of the body.
    init(_ bytes: [UInt8], kind: Document.Kind) {
        let hasMark =
            bytes.count >= 3 && bytes[0] == 0xEF && bytes[1] == 0xBB && bytes[2] == 0xBF
        let start = hasMark ? 3 : 0
        switch kind {
        case .yaml:
            self.init(content: start..<bytes.count, bodyStart: bytes.count, linesBefore: 0)
            hasFrontMatter = true
        case .markdown:
            self.init(content: start..<start, bodyStart: start, linesBefore: 0)
            bytes.withUnsafeBufferPointer { findFences(in: $0, from: start) }
        }
    }

    private init(content: Range<Int>, bodyStart: Int, linesBefore: Int) {
        self.content = content
        self.bodyStart = bodyStart
        self.linesBefore = linesBefore
        hasFrontMatter = false
        isUnterminated = false
        isTooLarge = content.count > Self.contentLimit
    }

    private mutating func findFences(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) {
        var line = lineRange(in: bytes, from: start)
        guard isFence(bytes[line], "-") else { return }
        let opening = line.upperBound
        while line.upperBound < bytes.count, line.upperBound - opening <= Self.contentLimit {
            line = lineRange(in: bytes, from: line.upperBound)
            guard isFence(bytes[line], "-") || isFence(bytes[line], ".") else { continue }
            content = opening..<line.lowerBound
            isTooLarge = content.count > Self.contentLimit
            bodyStart = line.upperBound
            hasFrontMatter = true
            linesBefore = 1
            return
        }
        let hasKey = startsWithKey(Array(bytes[opening...].prefix(4096))[...])
        isTooLarge = hasKey && line.upperBound < bytes.count
        isUnterminated = hasKey && !isTooLarge
    }
}

extension Layout {
    /// Checks the conditions that the YAML parser relies on.
    func check(_ bytes: [UInt8]) throws(Malformation) {
        if bytes.count > Document.sizeLimit {
            throw Malformation(reason: .fileTooLarge, line: 1, column: 1)
        }
        if let fault = encodingFault(in: bytes) {
            let place = LinePosition(of: fault.offset, in: bytes)
            throw Malformation(
                reason: fault.isNUL ? .holdsNUL : .notUTF8, line: place.line, column: place.column)
        }
        if isUnterminated {
            throw Malformation(reason: .unterminatedFrontMatter, line: 1, column: 1)
        }
        if isTooLarge {
            throw Malformation(reason: .frontMatterTooLarge, line: 1, column: 1)
        }
    }
}

/// A line and a column, both counted from one.
struct LinePosition {
    var line = 1
    var column = 1

    /// The position of a byte; columns count characters, and an invalid byte counts as one.
    init(of offset: Int, in bytes: [UInt8]) {
        for byte in bytes[..<min(offset, bytes.count)] {
            if byte == .newline {
                line += 1
                column = 1
            } else if byte & 0xC0 != 0x80 {
                column += 1
            }
        }
    }
}

/// Returns the line that begins at `start`, with its newline.
func lineRange(in bytes: [UInt8], from start: Int) -> Range<Int> {
    bytes.withUnsafeBufferPointer { lineRange(in: $0, from: start) }
}

/// Returns the line that begins at `start` of a buffer, with its newline.
func lineRange(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Range<Int> {
    start..<(place(of: .newline, in: bytes, from: start).map { $0 + 1 } ?? bytes.count)
}

/// Returns the offset of the next occurrence of a byte.
func place(
    of byte: UInt8, in bytes: UnsafeBufferPointer<UInt8>, from start: Int
) -> Int? {
    guard start < bytes.count, let base = UnsafeRawPointer(bytes.baseAddress),
        let found = memchr(base + start, Int32(byte), bytes.count - start)
    else { return nil }
    return UnsafeRawPointer(found) - base
}

/// Returns true if a line is `mark` three times and then only blanks.
private func isFence(
    _ line: Slice<UnsafeBufferPointer<UInt8>>, _ mark: Unicode.Scalar
) -> Bool {
    let mark = UInt8(ascii: mark)
    guard line.first == mark, line.count >= 3, line.prefix(3).allSatisfy({ $0 == mark }) else {
        return false
    }
    return line.dropFirst(3).trimmingLineBreak.allSatisfy(\.isBlank)
}

/// Returns true if the first line that is neither blank nor a comment begins with
/// `key:`.
private func startsWithKey(_ bytes: ArraySlice<UInt8>) -> Bool {
    for line in bytes.split(separator: .newline) {
        let words = line.trimmingLineBreak.trimmingBlanks
        guard let first = words.first, first != UInt8(ascii: "#") else { continue }
        guard let colon = words.firstIndex(of: UInt8(ascii: ":")), colon > words.startIndex else {
            return false
        }
        let isEnd = colon + 1 == words.endIndex || words[colon + 1].isBlank
        return isEnd && !words[..<colon].contains(where: \.isBlank)
    }
    return false
}
