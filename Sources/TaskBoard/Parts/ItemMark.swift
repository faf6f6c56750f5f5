import MarkdownDocument

/// The mark of a checklist item: the one character between its brackets.
struct ItemMark: Hashable, Comparable {
    let bytes: [UInt8]

    static let blank = ItemMark(bytes: Array(" ".utf8))

    /// The mark to compare: `X` and `x` are the same.
    var value: ItemMark {
        bytes == [UInt8(ascii: "X")] ? ItemMark(bytes: [UInt8(ascii: "x")]) : self
    }

    var isBlank: Bool { self == .blank }

    static func < (a: ItemMark, b: ItemMark) -> Bool { a.bytes.lexicographicallyPrecedes(b.bytes) }
}

/// The name of a checklist item in one body: its text and the number of items with the same text
/// before it.
struct ItemName: Hashable {
    var text: Text
    var number: Int
}
