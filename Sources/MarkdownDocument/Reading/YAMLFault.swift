import Clibyaml

/// What libyaml refuses, and where.
struct YAMLFault: Error {
    var words: String
    /// Counted from zero in the YAML.
    var line: Int
    var column: Int
    /// The byte that is no character of YAML, instead of line and column.
    var offset: Int?

    /// The parser names the place where it gave up and, as the context, the one
    /// where what it was reading began: the latter is where a person looks.
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

    /// What is wrong at the place of the context.
    private static let slips = [
        "could not find expected ':', while scanning a simple key": "a line without 'key: value'",
        "found unexpected end of stream, while scanning a quoted scalar": openQuote,
        "found unexpected document indicator, while scanning a quoted scalar": openQuote,
        "did not find expected ',' or ']', while parsing a flow sequence":
            "a '[' that opens here is not closed, or a comma is missing",
        "did not find expected ',' or '}', while parsing a flow mapping":
            "a '{' that opens here is not closed, or a comma is missing",
    ]

    /// The parser's words, and what to do about the usual slips.
    func explained(at byte: UInt8?) -> String {
        switch (words, byte) {
        case ("mapping values are not allowed in this context", _):
            "a value that holds ': ' must be quoted"
        case ("found character that cannot start any token", .tab?):
            "a tab cannot stand here: YAML is indented by spaces"
        case ("found character that cannot start any token", let byte?):
            "a value cannot begin with '\(Unicode.Scalar(byte))' unless it is quoted"
        case ("did not find expected key", _):
            "no key can stand here: look for a wrong indentation or a missing quote"
        default: words
        }
    }
}
