import MarkdownDocument

/// The merge of three front matters, assembled from whole entries and the lines
/// between them.
struct HeaderMerge {
    /// The merged value of each key.
    private(set) var values: [Text: FieldValue] = [:]
    /// The values that lost, with their keys.
    private(set) var conflicts: [(key: Text, text: Text, writer: Writer)] = []
    /// The fences and everything between them; nil if the front matters cannot
    /// be split by lines.
    private(set) var bytes: [UInt8]?

    private let headers: ThreeWay<Header>?
    private var sources: [Text: [UInt8]] = [:]

    /// - Parameter field: Merges one key.
    init(
        _ versions: ThreeWay<TaskParts>, field: (Text) throws -> MergedField
    ) rethrows {
        let headers = versions.map(\.header)
        if let base = headers.base, let ours = headers.ours, let theirs = headers.theirs {
            self.headers = ThreeWay(base: base, ours: ours, theirs: theirs)
        } else {
            self.headers = nil
        }
        let keys = versions.map { $0.document.entries.map(\.key) }
        for key in Set(keys.base + keys.ours + keys.theirs).sorted() {
            let merged = try field(key)
            if let conflict = merged.conflict {
                conflicts.append((key, conflict.text, conflict.writer))
            }
            guard let source = merged.source else { continue }
            values[key] = merged.value
            sources[key] = source
        }
        takeWhole(versions)
        if bytes == nil, let headers = self.headers { bytes = assembled(headers) }
    }
}

extension HeaderMerge {
    /// Takes the front matter of the only side that changed it, byte for byte.
    /// This also merges flow mappings, which cannot be reassembled.
    private mutating func takeWhole(_ versions: ThreeWay<TaskParts>) {
        let fronts = versions.map { Array($0.document.bytes[..<$0.document.body.startIndex]) }
        guard let agreed = fronts.agreed else { return }
        let side: Side = agreed == fronts.ours ? .ours : .theirs
        let entries = versions[side].document.entries
        var own: [Text: FieldValue] = [:]
        for entry in entries { own[entry.key] = FieldValue(entry) }
        guard headers == nil || own == values else { return }
        values = own
        bytes = agreed
    }

    /// Returns the entries in the merged order of the outlines.
    private func assembled(_ headers: ThreeWay<Header>) -> [UInt8] {
        let usesCRLF = headers.map(\.usesCRLF).changed
        var pieces = outline(headers).compactMap { token -> Header.Piece? in
            switch token {
            case .line(let line):
                Header.Piece(token: token, source: converted(line.utf8, usesCRLF))
            case .key(let key): sources[key].map { Header.Piece(token: token, source: $0) }
            }
        }
        insertMissing(into: &pieces, headers)
        let lineBreak: [UInt8] = usesCRLF ? [.carriageReturn, .newline] : [.newline]
        var (opening, closing) = fences(headers)
        let isFenced = opening.contains(UInt8(ascii: "-"))
        if pieces.isEmpty, isFenced { (opening, closing) = (byteOrderMark(opening), []) }
        if !pieces.isEmpty, !isFenced, !headers.ours.isWholeFile {
            opening += Array("---".utf8) + lineBreak
            closing = Array("---".utf8) + lineBreak
        }
        var bytes = opening
        for piece in pieces {
            if let last = bytes.last, last != .newline { bytes += lineBreak }
            bytes += piece.source
        }
        bytes += closing
        return headers.isMixed ? converted(bytes, usesCRLF) : bytes
    }

    private func converted(_ bytes: [UInt8], _ usesCRLF: Bool) -> [UInt8] {
        usesCRLF ? withCarriageReturns(bytes) : withoutCarriageReturns(bytes)
    }

    private func byteOrderMark(_ opening: [UInt8]) -> [UInt8] {
        opening.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(opening[..<3]) : []
    }

    /// Returns the opening and the closing of the front matter. Line breaks
    /// only decide between two that are otherwise the same.
    private func fences(_ headers: ThreeWay<Header>) -> ([UInt8], [UInt8]) {
        let fences = headers.map { [$0.opening, $0.closing] }
        let plain = fences.map { $0.map(withoutCarriageReturns) }
        let agreed: [[UInt8]]?
        if plain.ours == plain.theirs {
            agreed = fences.agreed
        } else {
            agreed = plain.agreed.map { $0 == plain.ours ? fences.ours : fences.theirs }
        }
        let isLess = fences.ours.lexicographicallyPrecedes(fences.theirs) {
            $0.lexicographicallyPrecedes($1)
        }
        let chosen = agreed ?? (isLess ? fences.theirs : fences.ours)
        return (chosen[0], chosen[1])
    }
}

extension HeaderMerge {
    /// Returns the merged order of keys and the lines between them: each key
    /// once, and every comment line that a side added.
    private func outline(_ headers: ThreeWay<Header>) -> [Header.Token] {
        let outlines = headers.map(\.outline)
        let merge = LineMerge(outlines) { conflict in
            let isLess = conflict.ours.lexicographicallyPrecedes(conflict.theirs)
            return LineDecision(winner: isLess ? .theirs : .ours, otherWriter: .unknown)
        }
        var tokens: [Header.Token] = []
        for row in merge.rows {
            if let index = row.ours {
                tokens.append(outlines.ours[index])
            } else if let index =
                row.theirs
            {
                tokens.append(outlines.theirs[index])
            }
            if let conflict = row.conflict {
                tokens += outlines[conflict.side][conflict.lines].filter {
                    $0.isComment && !outlines.base.contains($0) && !tokens.contains($0)
                }
            }
        }
        var seen: Set<Header.Token> = []
        return tokens.filter { !$0.isKey || seen.insert($0).inserted }
    }

    /// Inserts keys that stay although a side removed their lines, each after
    /// the key that it followed.
    private func insertMissing(into pieces: inout [Header.Piece], _ headers: ThreeWay<Header>) {
        let present = Set(pieces.map(\.token))
        let ours = headers.ours.outline.filter(\.isKey)
        let theirs = headers.theirs.outline.filter(\.isKey)
        let missing = sources.map { Header.Piece(token: .key($0.key), source: $0.value) }
            .filter { !present.contains($0.token) }
        let place = { (token: Header.Token) in
            min(ours.firstIndex(of: token) ?? Int.max, theirs.firstIndex(of: token) ?? Int.max)
        }
        for piece in missing.sorted(by: {
            (place($0.token), $0.token) < (place($1.token), $1.token)
        }) {
            let (x, y) = (end(of: piece.token, ours, pieces), end(of: piece.token, theirs, pieces))
            pieces.insert(piece, at: max(x, y))
        }
    }

    /// Returns the end of the keys that precede a key in an order.
    private func end(
        of token: Header.Token, _ order: [Header.Token], _ pieces: [Header.Piece]
    ) -> Int {
        let before = Set(order.prefix(order.firstIndex(of: token) ?? 0))
        return (pieces.lastIndex { before.contains($0.token) } ?? -1) + 1
    }
}

extension Header.Token {
    fileprivate var isKey: Bool {
        if case .key = self { true } else { false }
    }

    fileprivate var isComment: Bool {
        guard case .line(let line) = self else { return false }
        return !trimmed(ArraySlice(line.utf8)).isEmpty
    }
}

extension ThreeWay<Header> {
    /// True if the sides have different line breaks.
    fileprivate var isMixed: Bool { ours.usesCRLF != theirs.usesCRLF }
}
