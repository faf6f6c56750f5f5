import Ccmark

/// The version of cmark-gfm that runs, and the one that pmd was built with, such as "0.29.0.gfm.6".
package let cmarkVersions = (
    running: String(cString: cmark_version_string()), built: CMARK_GFM_VERSION_STRING
)

/// A text in GitHub's Markdown, parsed: with tables and strikethrough, without footnotes.
package struct MarkdownText: Sendable {
    /// The nodes in the order of the text. However deep they are, no call is nested.
    package let events: [MarkdownEvent]

    /// - Returns: nil for a text that would take too long to parse; see ``ParsingCost``.
    package init?(_ text: [UInt8]) {
        let cost = ParsingCost(text)
        guard cost.isAffordable else { return nil }
        let extensions = cost.allowsTables ? ["strikethrough", "table"] : ["strikethrough"]
        guard let parser = cmark_parser_new(CMARK_OPT_STRIKETHROUGH_DOUBLE_TILDE) else {
            preconditionFailure("cmark_parser_new made no parser")
        }
        defer { cmark_parser_free(parser) }
        for name in extensions {
            cmark_parser_attach_syntax_extension(parser, Self.syntaxExtension(name))
        }
        text.withUnsafeBytes { bytes in
            cmark_parser_feed(
                parser, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), bytes.count)
        }
        guard let document = cmark_parser_finish(parser) else {
            preconditionFailure("cmark_parser_finish made no document")
        }
        defer { cmark_node_free(document) }
        events = Self.walk(document)
    }

    /// Registers the extensions before the first use: no other command pays for it.
    private static let areRegistered: Void = cmark_gfm_core_extensions_ensure_registered()

    private static func syntaxExtension(
        _ name: String
    ) -> OpaquePointer? {
        areRegistered
        return cmark_find_syntax_extension(name)
    }

    private static func walk(_ document: OpaquePointer) -> [MarkdownEvent] {
        guard let iterator = cmark_iter_new(document) else {
            preconditionFailure("cmark_iter_new made no iterator")
        }
        defer { cmark_iter_free(iterator) }
        var events: [MarkdownEvent] = []
        while true {
            let step = cmark_iter_next(iterator)
            guard step != CMARK_EVENT_DONE, let node = cmark_iter_get_node(iterator) else { break }
            if step == CMARK_EVENT_EXIT {
                events.append(.end)
            } else {
                events.append(CurrentNode(node).event)
            }
        }
        return events
    }
}

/// An estimate of the cost of parsing a text. Some steps of the parser take time or memory that
/// grows with the product of two sizes, and the text may be a stranger's.
struct ParsingCost {
    /// The lines, times the most blocks that one line opens.
    private var nesting = 0
    /// The bytes, times the most blocks that one line opens: each inline node looks up its blocks.
    private var depth = 0
    /// The bytes, times the openings of declarations, each of which is looked up to the end.
    private var declarations = 0
    /// The lines, times the most cells of one.
    private var cells = 0
    /// The bytes of the longest paragraph that may define a link, times the links that may
    /// name it: each has its own copy of the address and the title.
    private var copies = 0
    private let size: Int

    /// The largest text; a task is some hundred bytes.
    private static let largest = 1 << 20

    init(_ text: [UInt8]) {
        size = text.count
        guard size <= Self.largest else { return }
        var (lines, deepest, widest, openings) = (0, 0, 0, 0)
        for line in text.split(separator: 0x0A, omittingEmptySubsequences: false) {
            lines += 1
            deepest = max(deepest, Self.depth(of: line))
            widest = max(widest, line.count { $0 == UInt8(ascii: "|") } + 1)
        }
        for (first, second) in zip(text, text.dropFirst()) where first == UInt8(ascii: "<") {
            if second == UInt8(ascii: "!") || second == UInt8(ascii: "?") { openings += 1 }
        }
        nesting = lines * deepest
        depth = size * deepest
        cells = lines * widest
        declarations = size * openings
        copies = Self.longestDefinition(in: text) * text.count { $0 == UInt8(ascii: "[") }
    }

    /// The bytes of the longest run of lines that are not blank and hold `]:`.
    private static func longestDefinition(in text: [UInt8]) -> Int {
        var (longest, length, isDefinition) = (0, 0, false)
        for line in text.split(separator: 0x0A, omittingEmptySubsequences: false) {
            if line.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }) {
                (length, isDefinition) = (0, false)
                continue
            }
            length += line.count + 1
            isDefinition =
                isDefinition
                || zip(line, line.dropFirst()).contains {
                    $0 == UInt8(ascii: "]") && $1 == UInt8(ascii: ":")
                }
            if isDefinition { longest = max(longest, length) }
        }
        return longest
    }

    var isAffordable: Bool {
        size <= Self.largest && nesting <= 4_000_000 && depth <= 100_000_000
            && declarations <= 200_000_000 && copies <= 1_000_000
    }

    var allowsTables: Bool { cells <= 200_000 }

    /// The most blocks that a line can open or continue: its marks, and the levels of its
    /// indentation.
    private static func depth(of line: ArraySlice<UInt8>) -> Int {
        let marks = line.prefix { byte in
            switch byte {
            case 0x20, 0x09, 0x30...0x39: true
            case UInt8(ascii: ">"), UInt8(ascii: "-"), UInt8(ascii: "*"), UInt8(ascii: "+"),
                UInt8(ascii: "."), UInt8(ascii: ")"):
                true
            default: false
            }
        }
        // A list's item takes two columns at least, a quote one.
        return 1 + marks.count { $0 == UInt8(ascii: ">") } + marks.count / 2
    }
}
