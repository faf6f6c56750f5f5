/// A step of the way through a Markdown text: a node begins or ends, or has content of its own.
package enum MarkdownEvent: Equatable, Sendable {
    case begin(MarkdownNode)
    /// Ends the node that began last and has not ended.
    case end
    /// Text without marks; entities and escapes are decoded. It can hold any character.
    case text([UInt8])
    case code([UInt8])
    /// Raw HTML within a paragraph.
    case html([UInt8])
    case softBreak
    case lineBreak
    case codeBlock([UInt8])
    case htmlBlock([UInt8])
    case rule
}

/// A node with content between its two events.
package enum MarkdownNode: Equatable, Sendable {
    case paragraph
    case heading(level: Int)
    case quote
    case list(MarkdownList)
    /// - `line`: the line on which the item begins, counted from one.
    case item(line: Int)
    case emphasis
    case strong
    case strike
    case link(address: [UInt8])
    case image(address: [UInt8])
    case table([ColumnAlignment])
    case row(isHeader: Bool)
    case cell
    /// The text itself, and nodes that other versions of the parser may have.
    case other

    package enum ColumnAlignment: Equatable, Sendable {
        case left, right, centre
    }
}

/// The marks of a list's items.
package struct MarkdownList: Equatable, Sendable {
    /// The first number; nil for bullets.
    package var start: Int?
    /// The character after a number: `.` or `)`.
    package var delimiter = "."
    /// True if no blank lines separate the items.
    package var isTight = true

    package init(start: Int? = nil, delimiter: String = ".", isTight: Bool = true) {
        (self.start, self.delimiter, self.isTight) = (start, delimiter, isTight)
    }
}
