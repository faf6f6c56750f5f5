import Clibyaml

/// A syntax error that libyaml reports, and its place.
struct YAMLFault: Error {
    var words: String
    /// Counted from zero in the YAML.
    var line: Int
    var column: Int
    /// The offset of a byte that YAML does not allow, instead of line and
    /// column.
    var offset: Int?

    /// The parser reports the place where it gave up and, as the context, the
    /// one where the construct began: the latter is where the user has to look.
    init(_ parser: yaml_parser_t) {
        words = parser.problem.map { String(cString: $0) } ?? "this is not YAML"
        if parser.error == YAML_MEMORY_ERROR { words = "out of memory" }
        let context = parser.context.map { String(cString: $0) } ?? ""
        let slip = Self.slips[words + ", " + context]
        words = slip ?? words
        let mark = slip == nil ? parser.problem_mark : parser.context_mark
        line = Int(clamping: mark.line)
        column = Int(clamping: mark.column)
        if parser.error == YAML_READER_ERROR { offset = Int(clamping: parser.problem_offset) }
    }

    private static let openQuote = "a quote that opens here is not closed"

    /// The errors that are reported at the place of the context.
    private static let slips = [
        "could not find expected ':', while scanning a simple key": "a line without 'key: value'",
        "found unexpected end of stream, while scanning a quoted scalar": openQuote,
        "found unexpected document indicator, while scanning a quoted scalar": openQuote,
        "did not find expected ',' or ']', while parsing a flow sequence":
            "a '[' that opens here is not closed, or a comma is missing",
        "did not find expected ',' or '}', while parsing a flow mapping":
            "a '{' that opens here is not closed, or a comma is missing",
    ]

    /// Returns the parser's words, or a fix for the common mistakes.
    func explained(at byte: UInt8?) -> String {
        switch (words, byte) {
        case ("mapping values are not allowed in this context", _):
            "a value that holds ': ' must be quoted"
        case ("found character that cannot start any token", .tab?):
            "a tab is not allowed here: indent YAML with spaces"
        case ("found character that cannot start any token", let byte?):
            "a value cannot begin with '\(Unicode.Scalar(byte))' unless it is quoted"
        case ("did not find expected key", _):
            "a key is not allowed here: look for wrong indentation or a missing quote"
        default: words
        }
    }
}
