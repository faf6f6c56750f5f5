import Clibyaml

/// A syntax error that libyaml reports, and its position.
struct YAMLFault: Error {
    var fault: SyntaxFault
    /// The line, counted from zero in the YAML.
    var line: Int
    var column: Int
    /// The offset of a byte that YAML does not allow, instead of line and
    /// column.
    var offset: Int?

    /// The parser reports the place where it gave up and, as the context, the place where the
    /// construct began: that is where the user has to look.
    init(_ parser: yaml_parser_t) {
        let words = parser.problem.map { String(cString: $0) } ?? "this is not YAML"
        let context = parser.context.map { String(cString: $0) } ?? ""
        let slip = Self.slips[words + ", " + context]
        fault = parser.error == YAML_MEMORY_ERROR ? .noMemory : slip ?? .other(words)
        let mark = slip == nil ? parser.problem_mark : parser.context_mark
        line = Int(clamping: mark.line)
        column = Int(clamping: mark.column)
        if parser.error == YAML_READER_ERROR { offset = Int(clamping: parser.problem_offset) }
    }

    /// The errors that are reported at the place of the context.
    private static let slips: [String: SyntaxFault] = [
        "could not find expected ':', while scanning a simple key": .missingColon,
        "found unexpected end of stream, while scanning a quoted scalar": .unclosedQuote,
        "found unexpected document indicator, while scanning a quoted scalar": .unclosedQuote,
        "did not find expected ',' or ']', while parsing a flow sequence": .unclosedList,
        "did not find expected ',' or '}', while parsing a flow mapping": .unclosedMap,
    ]

    /// Returns the fault, or the common mistake that explains it.
    func explained(at byte: UInt8?) -> SyntaxFault {
        guard case .other(let words) = fault else { return fault }
        return switch (words, byte) {
        case ("mapping values are not allowed in this context", _):
            .unquotedColon
        case ("found character that cannot start any token", .tab?):
            .tab
        case ("found character that cannot start any token", let byte?):
            .unquotedStart(Character(Unicode.Scalar(byte)))
        case ("did not find expected key", _):
            .misplacedKey
        default: fault
        }
    }
}
