import MarkdownDocument

/// The front matter in pieces that can be reassembled: the fences, the entries
/// with their whole lines, and the lines between them.
struct Header {
    /// The byte order mark and the opening fence; empty without front matter.
    var opening: [UInt8] = []
    var pieces: [Piece] = []
    /// The closing fence.
    var closing: [UInt8] = []
    var usesCRLF = false
    /// True if the file is all YAML and needs no fences.
    var isWholeFile = false

    /// The names of the pieces, in order.
    var outline: [Token] { pieces.map(\.token) }

    func source(of key: Text) -> [UInt8]? {
        pieces.first { $0.token == .key(key) }?.source
    }

    /// Reads the pieces; nil if they are not whole lines, as in a flow mapping.
    init?(_ document: Document) {
        let bytes = document.bytes
        let end = document.body.startIndex
        usesCRLF = document.usesCRLF
        isWholeFile = document.kind == .yaml
        var lines = lineRanges(of: bytes, in: 0..<end)
        guard document.kind == .yaml || document.hasFrontMatter else {
            opening = Array(bytes[..<end])
            return
        }
        if document.kind == .markdown {
            opening = lines.prefix(1).flatMap { bytes[$0] }
            closing = lines.dropFirst().suffix(1).flatMap { bytes[$0] }
            lines = Array(lines.dropFirst().dropLast())
        }
        guard readPieces(document, lines, firstLine: document.kind == .yaml ? 1 : 2) else {
            return nil
        }
    }

    private mutating func readPieces(
        _ document: Document, _ lines: [Range<Int>], firstLine: Int
    ) -> Bool {
        var index = 0
        for entry in document.entries {
            let start = entry.line - firstLine
            guard start >= index, start < lines.count else { return false }
            for line in lines[index..<start] { append(line, document.bytes) }
            let source = entry.source
            let offset = lines[start].lowerBound
            guard document.bytes[offset...].starts(with: source) else { return false }
            pieces.append(Piece(token: .key(entry.key), source: source))
            index = lines.firstIndex { $0.lowerBound >= offset + source.count } ?? lines.count
        }
        for line in lines[index...] { append(line, document.bytes) }
        return true
    }

    private mutating func append(_ line: Range<Int>, _ bytes: [UInt8]) {
        let source = Array(bytes[line])
        pieces.append(
            Piece(token: .line(Text(withoutCarriageReturns(source))), source: source))
    }
}

extension Header {
    /// The identity of a piece, without an entry's value.
    enum Token: Hashable, Comparable {
        case key(Text)
        /// A comment or a blank line.
        case line(Text)
    }

    struct Piece {
        var token: Token
        var source: [UInt8]
    }
}

/// Returns the lines of a range of bytes, each with its newline.
func lineRanges(of bytes: [UInt8], in range: Range<Int>) -> [Range<Int>] {
    var lines: [Range<Int>] = []
    var start = range.lowerBound
    for index in range where bytes[index] == .newline {
        lines.append(start..<(index + 1))
        start = index + 1
    }
    if start < range.upperBound { lines.append(start..<range.upperBound) }
    return lines
}
