import Cmanual
import MarkdownText
import TextLayout

/// One page of the manual: Markdown, compiled into the program.
struct ManualPage {
    let topic: String
    let markdown: String

    /// All pages, in the order of the listing.
    static let all: [ManualPage] = (0..<pmd_page_count()).map { index in
        let page = pmd_page_at(index)
        let bytes = UnsafeBufferPointer(start: page.text, count: page.length)
        return ManualPage(
            topic: String(cString: page.topic), markdown: String(decoding: bytes, as: UTF8.self))
    }

    /// The page's first heading.
    var title: String {
        String(markdown.prefix { $0 != "\n" }.drop { $0 == "#" || $0 == " " })
    }
}

extension ManualPage {
    /// Returns the page as lines for a terminal, wrapped at word boundaries.
    func rendered(ink: Ink, columns: Int) -> [String] {
        guard let text = MarkdownText(Array(markdown.utf8)) else {
            return markdown.split(separator: "\n", omittingEmptySubsequences: false)
                .map(String.init)
        }
        return MarkdownLayout(text, columns: columns, showsMarks: !ink.isColoured).lines
            .map { ink($0.text).trimmingTrailingBlanks }
    }
}
