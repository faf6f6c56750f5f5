import Testing
@testable import MarkdownDocument
