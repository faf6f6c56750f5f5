import Clibyaml

/// What libyaml refuses, and where.
struct YAMLFault: Error {
    var words: String
    /// Counted from zero in the YAML.
    var line: Int
    var column: Int
    /// The byte that is no character of YAML, instead of line and column.
    var offset: Int?

    init(_ parser: yaml_parser_t) {
        words = parser.problem.map { String(cString: $0) } ?? "this is not YAML"
        line = Int(clamping: parser.problem_mark.line)
        column = Int(clamping: parser.problem_mark.column)
        if parser.error == YAML_READER_ERROR { offset = Int(clamping: parser.problem_offset) }
        if parser.error == YAML_MEMORY_ERROR { words = "out of memory" }
    }

    /// The parser's words, and what to do about the usual slips.
    func explained(at byte: UInt8?) -> String {
        switch (words, byte) {
        case ("mapping values are not allowed in this context", _):
            "a value that holds ': ' must be quoted"
        case ("found character that cannot start any token", .tab?):
            "a tab cannot stand here: YAML is indented by spaces"
        case ("found character that cannot start any token", let byte?):
            "a value cannot begin with '\(Unicode.Scalar(byte))' unless it is quoted"
        case ("could not find expected ':'", _):
            "a line without 'key: value'"
        case ("did not find expected key", _):
            "no key can stand here: look for a wrong indentation or a missing quote"
        default: words
        }
    }
}
