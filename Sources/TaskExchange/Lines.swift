import MarkdownDocument
import TaskBoard

// Bytes of text.

extension [UInt8] {
    /// Throws for bytes that are not UTF-8 or contain NUL, with the line number.
    func checkText(of format: ExchangeFormat) throws(BoardError) {
        if String(validating: self, as: UTF8.self) != nil, !contains(0) { return }
        for (index, line) in split(separator: 0x0A, omittingEmptySubsequences: false).enumerated() {
            if line.contains(0) {
                throw RecordProblem.nul.at(.line(index + 1))
            }
            if String(validating: line, as: UTF8.self) == nil {
                throw RecordProblem.notUTF8.at(.line(index + 1))
            }
        }
    }

    /// The bytes with carriage returns replaced by line feeds, if the text has only carriage
    /// returns.
    var withLineFeeds: [UInt8] {
        contains(0x0A) || !contains(0x0D) ? self : map { $0 == 0x0D ? 0x0A : $0 }
    }

    /// Throws for bytes that are not UTF-8 or contain NUL.
    func checkText() throws(RecordProblem) {
        if contains(0) { throw .nul }
        if String(validating: self, as: UTF8.self) == nil { throw .notUTF8 }
    }

    /// The bytes without a leading byte order mark.
    var withoutMark: [UInt8] { starts(with: [0xEF, 0xBB, 0xBF]) ? Array(dropFirst(3)) : self }
}

extension Collection<UInt8> {
    /// The trimmed bytes.
    var trimmed: [UInt8] {
        let start = drop { $0 == 0x20 || (0x09...0x0D).contains($0) }
        return start.reversed().drop { $0 == 0x20 || (0x09...0x0D).contains($0) }.reversed()
    }

    func hasPrefix(_ prefix: String) -> Bool { starts(with: prefix.utf8) }
}

/// Distinct texts in insertion order. Adding one takes constant time.
struct UniqueTexts {
    private(set) var all: [Text] = []
    private var seen: Set<Text> = []

    init(_ texts: [Text] = []) { for text in texts { add(text) } }

    mutating func add(_ text: Text) {
        if seen.insert(text).inserted { all.append(text) }
    }
}

/// The limits of an import. Input beyond them is rejected during reading.
enum ImportLimit {
    /// The maximum number of records: boards are designed for this many tasks.
    static let records = 100_000
    /// The maximum number of table columns: a task file has at most 256 keys.
    static let columns = 1_024
}

extension Text {
    /// The words separated by blanks.
    var words: [Text] {
        utf8.split { $0 == 0x20 || $0 == 0x09 }.map { Text($0) }
    }

    init(joining words: [Text], by separator: String = " ") {
        self.init(words.map(\.utf8).joined(separator: separator.utf8))
    }

    func hasPrefix(_ prefix: String) -> Bool { utf8.starts(with: prefix.utf8) }

    func dropping(_ count: Int) -> Text { Text(utf8.dropFirst(count)) }
}

extension JSONErrorPlace {
    /// The line and column of a byte, counted from one.
    init(of offset: Int, in bytes: [UInt8]) {
        let before = bytes[..<Swift.min(offset, bytes.count)]
        line = before.count { $0 == 0x0A } + 1
        let start = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
        column = before[start...].count { $0 & 0xC0 != 0x80 } + 1
    }
}

/// The position of an error in a JSON text.
struct JSONErrorPlace {
    let line: Int
    let column: Int
}
