import Clibgit2

/// The conversions that git applies to a file between the working tree and the repository: the
/// attributes `text`, `eol`, `ident` and `working-tree-encoding` of gitattributes(5), and the
/// settings `core.autocrlf` and `core.eol`.
///
/// libgit2 has filters for line ends and `ident`, but they differ from git's in about one of
/// fifteen files of `ConversionTests`: they convert only the first `$Id$` of a file, and they keep
/// CRLF if the committed version has CRLF next to a lone CR, which git treats as binary. libgit2
/// does not support `working-tree-encoding`. git shows such a file as edited.
package struct Conversion: Equatable, Sendable {
    /// The line ends by attributes and settings.
    var lineEnds: LineEnds = .binary
    /// True if `$Id$` is expanded.
    var expandsID = false
    /// The encoding of the file in the working tree; nil for UTF-8.
    var encoding: FileEncoding?
    /// True if git writes the file as a stream, since it does not need the whole content.
    var isStreamed = true
    /// True if `core.safecrlf` refuses line ends that a checkout would not restore.
    var refusesLossyLineEnds = false

    package static let none = Conversion()

    /// The name of the file's encoding in the working tree; nil for UTF-8.
    package var encodingName: String? { encoding?.name }

    /// True if no content is ever converted.
    package var isNothing: Bool { lineEnds == .binary && !expandsID && encoding == nil }

    /// A conversion that git refuses.
    package enum Refusal: Error, Equatable, Sendable {
        /// The bytes are not text of this encoding, or cannot be written in it.
        case encoding(String)
        /// `core.safecrlf` is true, and a checkout would write these line ends differently.
        case lineEnds
    }
}

extension Conversion {
    /// Returns the content that git stores for a file.
    ///
    /// - Parameters:
    ///   - committed: Reads the version in the index; nil if there is none. Committed line ends
    ///     stay if git only guesses that a file is text.
    ///   - isCommit: True if the content is committed, so that `core.safecrlf` applies.
    /// - Throws: ``Refusal``, or the errors of `committed`.
    package func stored(
        _ file: [UInt8], isCommit: Bool = false, over committed: () throws -> [UInt8]?
    ) throws -> [UInt8] {
        if isNothing || file.isEmpty { return file }
        var bytes = file
        if let encoding {
            guard let text = encoding.decoded(bytes) else { throw Refusal.encoding(encoding.name) }
            bytes = text
        }
        bytes = try withStoredLineEnds(bytes, isCommit: isCommit, over: committed)
        return expandsID ? IDKeyword.collapsed(bytes) : bytes
    }

    private func withStoredLineEnds(
        _ bytes: [UInt8], isCommit: Bool, over committed: () throws -> [UInt8]?
    ) throws -> [UInt8] {
        guard lineEnds != .binary else { return bytes }
        let statistics = TextStatistics(bytes)
        var converts = statistics.pairs > 0
        if lineEnds.isGuess {
            if statistics.isBinary { return bytes }
            if converts, let old = try committed() {
                let old = TextStatistics(old)
                if !old.isBinary, old.pairs > 0 { converts = false }
            }
        }
        if isCommit, refusesLossyLineEnds {
            try refuseLossy(statistics, converts: converts)
        }
        guard converts else { return bytes }
        return bytes.withoutPairs(removingAll: lineEnds.isGuess)
    }

    /// Refuses line ends that would all be lost after a commit and a checkout.
    private func refuseLossy(_ now: TextStatistics, converts: Bool) throws(Refusal) {
        var later = now
        if converts { (later.loneLF, later.pairs) = (later.loneLF + later.pairs, 0) }
        if lineEnds.writesPairs(for: later) {
            (later.loneLF, later.pairs) = (0, later.pairs + later.loneLF)
        }
        let losesPairs = now.pairs > 0 && later.pairs == 0
        if losesPairs || now.loneLF > 0 && later.loneLF == 0 { throw .lineEnds }
    }

    /// Returns the content that git writes to the working tree for a blob.
    ///
    /// Text that the encoding cannot represent is written as it is stored, as in git.
    package func written(_ blob: [UInt8], id: ObjectID) -> [UInt8] {
        if isNothing || blob.isEmpty { return blob }
        var bytes = expandsID ? withExpandedID(blob, id) : blob
        if lineEnds.endsWithPairs, lineEnds.writesPairs(for: TextStatistics(bytes)) {
            bytes = bytes.withPairs
        }
        guard let encoding else { return bytes }
        return encoding.encoded(bytes) ?? bytes
    }

    /// git's two ways of writing a file differ for keywords next to a stray dollar.
    private func withExpandedID(_ blob: [UInt8], _ id: ObjectID) -> [UInt8] {
        isStreamed
            ? StreamedIDKeyword.expanded(blob, to: id) : IDKeyword.expanded(blob, to: id)
    }
}

/// git's treatment of a file's line endings: `crlf_action` in its convert.c.
enum LineEnds: Equatable, Sendable {
    /// The line ends are content.
    case binary
    /// The file is text, and the working tree has LF or CRLF.
    case text(isCRLF: Bool)
    /// The same, but only if the content looks like text.
    case guess(isCRLF: Bool)

    var isGuess: Bool { if case .guess = self { true } else { false } }

    var endsWithPairs: Bool { self == .text(isCRLF: true) || self == .guess(isCRLF: true) }

    /// Returns true if LF becomes CRLF in the working tree.
    func writesPairs(for text: TextStatistics) -> Bool {
        guard endsWithPairs, text.loneLF > 0 else { return false }
        return !isGuess || text.loneCR == 0 && text.pairs == 0 && !text.isBinary
    }
}

/// The counts with which git distinguishes text from binary content.
struct TextStatistics {
    private(set) var nul = 0
    private(set) var loneCR = 0
    var loneLF = 0
    /// CRLF.
    var pairs = 0
    private var printable = 0
    private var unprintable = 0

    init(_ bytes: [UInt8]) {
        bytes.withUnsafeBufferPointer { count($0) }
        // A Ctrl-Z at the end is the end of a file on DOS.
        if bytes.last == 0x1A { unprintable -= 1 }
    }

    private mutating func count(_ bytes: UnsafeBufferPointer<UInt8>) {
        var next = 0
        while next < bytes.count {
            let byte = bytes[next]
            next += 1
            switch byte {
            case 0x0D:
                if next < bytes.count, bytes[next] == 0x0A {
                    pairs += 1
                    next += 1
                } else {
                    loneCR += 1
                }
            case 0x0A: loneLF += 1
            case 0x7F: unprintable += 1
            case 0x08, 0x09, 0x1B, 0x0C: printable += 1
            case 0x00:
                nul += 1
                unprintable += 1
            case ..<0x20: unprintable += 1
            default: printable += 1
            }
        }
    }

    var isBinary: Bool { loneCR > 0 || nul > 0 || printable >> 7 < unprintable }
}

extension [UInt8] {
    /// - Parameter removingAll: True if every CR is followed by LF.
    fileprivate func withoutPairs(removingAll: Bool) -> [UInt8] {
        if removingAll { return filter { $0 != 0x0D } }
        var result: [UInt8] = []
        result.reserveCapacity(count)
        for index in indices {
            let isPair = self[index] == 0x0D && index + 1 < count && self[index + 1] == 0x0A
            if !isPair { result.append(self[index]) }
        }
        return result
    }

    /// The bytes with a CR before every LF.
    fileprivate var withPairs: [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(count + count / 16)
        var last: UInt8 = 0
        for byte in self {
            if byte == 0x0A, last != 0x0D { result.append(0x0D) }
            result.append(byte)
            last = byte
        }
        return result
    }
}

/// The keyword `$Id$`, which the attribute `ident` expands to the ID of the blob.
enum IDKeyword {
    private static let dollar = UInt8(ascii: "$")
    private static let start = Array("$Id".utf8)
    private static let plain = Array("$Id$".utf8)

    /// Returns the content with each `$Id: …$` as `$Id$`.
    static func collapsed(_ bytes: [UInt8]) -> [UInt8] {
        replaced(bytes) { $0 == nil ? nil : plain }
    }

    /// Returns the content with each keyword followed by the blob's ID. A keyword of another
    /// version control system, which has blanks in its value, stays.
    static func expanded(_ bytes: [UInt8], to id: ObjectID) -> [UInt8] {
        let value = Array("$Id: \(id.hex) $".utf8)
        return replaced(bytes) { keyword in
            guard let keyword else { return value }
            // `$Id: HEX $` has its only blanks after the colon and before the end.
            let blank = keyword.dropFirst(5).firstIndex(of: UInt8(ascii: " "))
            return blank.map { $0 < keyword.endIndex - 1 } == true ? nil : value
        }
    }

    /// Replaces each keyword that ends on its own line.
    ///
    /// - Parameter replacement: Called with the keyword without its closing dollar; with nil for
    ///   `$Id$`. Returns nil to keep the keyword.
    private static func replaced(
        _ bytes: [UInt8], by replacement: (ArraySlice<UInt8>?) -> [UInt8]?
    ) -> [UInt8] {
        var result: [UInt8] = []
        var rest = bytes[...]
        while let found = rest.firstIndex(of: dollar) {
            result += rest[..<found]
            rest = rest[found...]
            let (end, value) = keyword(rest)
            guard let end, let new = replacement(value) else {
                result.append(dollar)
                rest = rest.dropFirst()
                continue
            }
            result += new
            rest = rest[end...]
        }
        return result + rest
    }

    /// Returns the end of the keyword at the start of the bytes, and its value; no end if there is
    /// none.
    private static func keyword(
        _ bytes: ArraySlice<UInt8>
    ) -> (end: Int?, value: ArraySlice<UInt8>?) {
        guard bytes.starts(with: start) else { return (nil, nil) }
        let after = bytes.dropFirst(start.count)
        if after.first == dollar { return (after.startIndex + 1, nil) }
        guard after.first == UInt8(ascii: ":"), let end = after.dropFirst().firstIndex(of: dollar),
            !after[..<end].contains(0x0A)
        else { return (nil, nil) }
        return (end + 1, bytes[..<end])
    }
}

/// The expansion of `$Id$` while git writes a file as a stream: its `ident_filter`.
private struct StreamedIDKeyword {
    private static let start = Array("$Id".utf8)
    /// git compares with a C string and its NUL: the byte after `$Id` and NUL does not start a
    /// keyword.
    private static let head = start + [0]

    private let value: [UInt8]
    private var result: [UInt8] = []
    /// The number of bytes of `head` that were read.
    private var matched = 0
    /// The position in the result of a keyword that has a value; nil outside one.
    private var keyword: Int?

    static func expanded(_ bytes: [UInt8], to id: ObjectID) -> [UInt8] {
        var filter = StreamedIDKeyword(value: Array(": \(id.hex) $".utf8))
        filter.result.reserveCapacity(bytes.count + 64)
        for byte in bytes { filter.read(byte) }
        return filter.result + head.prefix(filter.matched)
    }

    private init(value: [UInt8]) { self.value = value }

    private mutating func read(_ byte: UInt8) {
        if let keyword { return readValue(byte, of: keyword) }
        if matched < Self.head.count, Self.head[matched] == byte {
            matched += 1
            return
        }
        let isKeyword = matched == Self.start.count
        result += Self.head.prefix(matched)
        matched = 0
        if isKeyword, byte == UInt8(ascii: "$") {
            result += value
        } else {
            if isKeyword, byte == UInt8(ascii: ":") { keyword = result.count - Self.start.count }
            result.append(byte)
        }
    }

    private mutating func readValue(_ byte: UInt8, of keyword: Int) {
        result.append(byte)
        guard byte == UInt8(ascii: "$") || byte == 0x0A else { return }
        self.keyword = nil
        guard byte == UInt8(ascii: "$"), !Self.isForeign(result[keyword...]) else { return }
        result.removeSubrange((keyword + Self.start.count)...)
        result += value
    }

    /// Returns true for a keyword of another version control system, which has blanks within its
    /// value, up to a NUL.
    private static func isForeign(_ keyword: ArraySlice<UInt8>) -> Bool {
        guard keyword.starts(with: Array("$Id: ".utf8)) else { return false }
        let value = keyword.dropFirst(5)
        return value.prefix { $0 != 0 }.indices.contains { index in
            [0x20, 0x09, 0x0A, 0x0D].contains(value[index])
                && index + 1 < value.endIndex && value[index + 1] != UInt8(ascii: "$")
        }
    }
}

/// The source of the attribute files for a file's conversion.
package enum AttributeSource: Hashable, Sendable {
    /// The working tree, as for a file that is read there.
    case workTree
    /// A tree that is being checked out: its attribute files apply to the files that are written.
    case tree(ObjectID)
}

extension Repository {
    /// Returns git's conversion of the file at a path.
    ///
    /// - Parameter path: The path from the root of the working tree.
    package func conversion(
        of path: [UInt8], by source: AttributeSource = .workTree
    ) throws(GitError) -> Conversion {
        let values = try attributes(
            ["text", "crlf", "eol", "ident", "working-tree-encoding"], of: path, by: source)
        var action = Self.action(values[0]) ?? Self.action(values[1]) ?? .undefined
        if action != .decided(.binary), case .word(let eol) = values[2],
            ["lf", "crlf"].contains(eol)
        {
            let isCRLF = eol == "crlf"
            action = .decided(action == .auto ? .guess(isCRLF: isCRLF) : .text(isCRLF: isCRLF))
        }
        var conversion = Conversion()
        conversion.lineEnds = try lineEnds(action)
        conversion.expandsID = values[3] == .set
        if case .word(let name) = values[4] { conversion.encoding = FileEncoding(name) }
        conversion.isStreamed =
            conversion.encoding == nil && action != .auto
            && conversion.lineEnds != .guess(isCRLF: true)
        if conversion.lineEnds != .binary {
            conversion.refusesLossyLineEnds = try refusesLossyLineEnds()
        }
        return conversion
    }

    /// Returns the encoding of a file according to its attributes if pmd cannot convert it; else
    /// nil.
    package func unknownEncoding(of path: [UInt8]) throws(GitError) -> String? {
        switch try attributes(["working-tree-encoding"], of: path, by: .workTree)[0] {
        case .unset, .unspecified: nil
        case .set: "true"
        case .word(let name):
            ["utf-8", "utf8", ""].contains(name.lowercased()) || FileEncoding(name) != nil
                ? nil : name
        }
    }

    /// The treatment of line endings by attributes alone, before settings apply.
    private enum Action: Equatable {
        case undefined, text, auto
        case decided(LineEnds)
    }

    private static func action(_ value: AttributeValue) -> Action? {
        switch value {
        case .set: .text
        case .unset: .decided(.binary)
        case .word("input"): .decided(.text(isCRLF: false))
        case .word("auto"): .auto
        default: nil
        }
    }

    private func lineEnds(_ action: Action) throws(GitError) -> LineEnds {
        switch action {
        case .decided(let lineEnds): lineEnds
        case .text: .text(isCRLF: try textIsCRLF())
        case .auto: .guess(isCRLF: try textIsCRLF())
        case .undefined:
            switch try automaticCRLF() {
            case .off: .binary
            case .input: .guess(isCRLF: false)
            case .on: .guess(isCRLF: true)
            }
        }
    }

    /// The value of `core.autocrlf`.
    private enum AutomaticCRLF { case off, on, input }

    private func automaticCRLF() throws(GitError) -> AutomaticCRLF {
        if try configuration.string("core.autocrlf")?.lowercased() == "input" { return .input }
        return try configuration.bool("core.autocrlf") == true ? .on : .off
    }

    private func textIsCRLF() throws(GitError) -> Bool {
        switch try automaticCRLF() {
        case .on: true
        case .input: false
        case .off: try configuration.string("core.eol")?.lowercased() == "crlf"
        }
    }

    private func refusesLossyLineEnds() throws(GitError) -> Bool {
        let value = try configuration.string("core.safecrlf")
        if value?.lowercased() == "warn" { return false }
        return try configuration.bool("core.safecrlf") == true
    }
}
