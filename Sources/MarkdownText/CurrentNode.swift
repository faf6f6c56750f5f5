import Ccmark
import Glibc

/// The node at which the walk through a document is.
struct CurrentNode {
    private let node: OpaquePointer

    init(_ node: OpaquePointer) { self.node = node }

    /// The event of entering the node.
    var event: MarkdownEvent {
        switch cmark_node_get_type(node) {
        case CMARK_NODE_TEXT: .text(literal)
        case CMARK_NODE_CODE: .code(literal)
        case CMARK_NODE_HTML_INLINE, CMARK_NODE_CUSTOM_INLINE: .html(literal)
        case CMARK_NODE_SOFTBREAK: .softBreak
        case CMARK_NODE_LINEBREAK: .lineBreak
        case CMARK_NODE_CODE_BLOCK: .codeBlock(literal)
        case CMARK_NODE_HTML_BLOCK, CMARK_NODE_CUSTOM_BLOCK: .htmlBlock(literal)
        case CMARK_NODE_THEMATIC_BREAK: .rule
        default: .begin(container)
        }
    }

    private var container: MarkdownNode {
        switch cmark_node_get_type(node) {
        case CMARK_NODE_PARAGRAPH: .paragraph
        case CMARK_NODE_HEADING: .heading(level: Int(cmark_node_get_heading_level(node)))
        case CMARK_NODE_BLOCK_QUOTE: .quote
        case CMARK_NODE_LIST: .list(list)
        case CMARK_NODE_ITEM: .item(line: Int(cmark_node_get_start_line(node)))
        case CMARK_NODE_EMPH: .emphasis
        case CMARK_NODE_STRONG: .strong
        case CMARK_NODE_LINK: .link(address: bytes(cmark_node_get_url(node)))
        case CMARK_NODE_IMAGE: .image(address: bytes(cmark_node_get_url(node)))
        default: extended
        }
    }

    /// A node of an extension: those have no constant, and are known by their name.
    private var extended: MarkdownNode {
        switch String(cString: cmark_node_get_type_string(node)) {
        case "strikethrough": .strike
        case "table": .table(alignments)
        case "table_header": .row(isHeader: true)
        case "table_row": .row(isHeader: false)
        case "table_cell": .cell
        default: .other
        }
    }

    private var list: MarkdownList {
        let isOrdered = cmark_node_get_list_type(node) == CMARK_ORDERED_LIST
        return MarkdownList(
            start: isOrdered ? Int(cmark_node_get_list_start(node)) : nil,
            delimiter: cmark_node_get_list_delim(node) == CMARK_PAREN_DELIM ? ")" : ".",
            isTight: cmark_node_get_list_tight(node) != 0)
    }

    private var alignments: [MarkdownNode.ColumnAlignment] {
        let count = Int(cmark_gfm_extensions_get_table_columns(node))
        guard let letters = cmark_gfm_extensions_get_table_alignments(node) else { return [] }
        return (0..<count).map { index in
            switch letters[index] {
            case UInt8(ascii: "r"): .right
            case UInt8(ascii: "c"): .centre
            default: .left
            }
        }
    }

    private var literal: [UInt8] { bytes(cmark_node_get_literal(node)) }

    private func bytes(_ text: UnsafePointer<CChar>?) -> [UInt8] {
        text.map { Array(UnsafeRawBufferPointer(start: $0, count: strlen($0))) } ?? []
    }
}
