/// One top-level key of the front matter with its value and its bytes.
package struct Entry: Sendable {
    package let key: Text
    package let value: Value

    /// The position of the key, counted from one; columns count characters.
    package let line: Int
    package let column: Int

    /// The position where the value begins, or would begin, counted from one.
    package let valueLine: Int
    package let valueColumn: Int

    /// The whole lines of the entry in the document's bytes: from the key to
    /// the end of the value, with its comment and newline, and the deeper
    /// indented comment lines directly below.
    let lines: Range<Int>

    /// The value alone in the document's bytes.
    let valueRange: Range<Int>

    let bytes: [UInt8]

    /// The comment lines at the end of `lines`, after the value.
    var trailingComments: [Range<Int>] {
        var comments: [Range<Int>] = []
        var offset = lineRange(in: bytes, from: max(valueRange.upperBound, lines.lowerBound))
            .upperBound
        while offset < lines.upperBound {
            let line = lineRange(in: bytes, from: offset)
            if bytes[line].trimmingBlanks.first == UInt8(ascii: "#") { comments.append(line) }
            offset = line.upperBound
        }
        return comments
    }

    /// The bytes of the entry's whole lines.
    package var source: [UInt8] { Array(bytes[lines]) }

    /// The bytes of the value as it is spelled in the file.
    package var valueSource: [UInt8] { Array(bytes[valueRange]) }
}

extension Entry {
    /// Returns the entry of a document that begins some lines further down in a file.
    package func moved(down lines: Int) -> Entry {
        Entry(
            key: key, value: value, line: line + lines, column: column,
            valueLine: valueLine + lines, valueColumn: valueColumn, lines: self.lines,
            valueRange: valueRange, bytes: bytes)
    }
}

extension Entry: Equatable {
    /// Compares key, value and bytes, but not the position in the file.
    package static func == (a: Entry, b: Entry) -> Bool {
        a.key == b.key && a.value == b.value && a.bytes[a.lines] == b.bytes[b.lines]
            && a.bytes[a.valueRange] == b.bytes[b.valueRange]
    }
}

/// The value of a top-level key, by its shape alone.
///
/// Scalars are the text that was typed. The schema of the key, never YAML, decides whether `no` is
/// a word or `1:30` a time.
package enum Value: Hashable, Sendable {
    /// A scalar of any style, decoded. A missing value is the empty text.
    case scalar(Text)
    /// A sequence of scalars.
    case list([Text])
    /// A mapping of scalars, in file order.
    case map([Pair])
    /// A sequence of mappings of scalars.
    case records([[Pair]])
    /// Anything deeper, and everything with an anchor, an alias, a tag or a merge key: preserved
    /// unchanged and never expanded.
    case other
}

/// A key and its value inside a mapping.
package struct Pair: Hashable, Sendable {
    package var key: Text
    package var value: Text

    package init(key: Text, value: Text) {
        self.key = key
        self.value = value
    }
}
