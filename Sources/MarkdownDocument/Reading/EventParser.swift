import Clibyaml

/// The version of libyaml at run time, such as "0.2.5". Its header does not define one.
package let libyamlVersion = String(cString: yaml_get_version_string())

/// One step of libyaml through the text, as values.
struct YAMLEvent {
    enum Kind { case scalar, alias, start, end, documentStart, streamEnd, nothing }

    var kind: Kind
    /// The kind and the spelling of a value.
    var nodeKind = Node.Kind.scalar
    var style = Node.Style.plain
    var hasTag = false
    /// The name of an anchor or an alias.
    var anchor: [UInt8]?
    var text: [UInt8] = []
    var start: yaml_mark_t
    var end: yaml_mark_t
}

/// Owns one libyaml parser over bytes that outlive it, and frees it once.
///
/// The parser keeps a pointer to itself, so it needs a fixed address.
struct EventParser: ~Copyable {
    private let parser: UnsafeMutablePointer<yaml_parser_t>

    /// - Returns: nil if there is no memory for a parser.
    init?(_ bytes: UnsafeBufferPointer<UInt8>) {
        parser = .allocate(capacity: 1)
        guard yaml_parser_initialize(parser) == 1 else {
            parser.deallocate()
            return nil
        }
        yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
        yaml_parser_set_input_string(parser, bytes.baseAddress, bytes.count)
    }

    deinit {
        yaml_parser_delete(parser)
        parser.deallocate()
    }

    /// Returns the next event.
    ///
    /// - Throws: ``YAMLFault`` if the parser rejects the text.
    func next() throws(YAMLFault) -> YAMLEvent {
        var event = yaml_event_t()
        guard yaml_parser_parse(parser, &event) == 1 else { throw YAMLFault(parser.pointee) }
        defer { yaml_event_delete(&event) }
        return YAMLEvent(event)
    }
}

extension YAMLEvent {
    fileprivate init(_ event: yaml_event_t) {
        self.init(kind: .nothing, start: event.start_mark, end: event.end_mark)
        switch event.type {
        case YAML_SCALAR_EVENT: read(event.data.scalar)
        case YAML_ALIAS_EVENT:
            kind = .alias
            nodeKind = .alias
            anchor = name(event.data.alias.anchor)
        case YAML_SEQUENCE_START_EVENT:
            let data = event.data.sequence_start
            kind = .start
            nodeKind = .sequence
            style = data.style == YAML_FLOW_SEQUENCE_STYLE ? .flow : .block
            (anchor, hasTag) = (name(data.anchor), data.tag != nil)
        case YAML_MAPPING_START_EVENT:
            let data = event.data.mapping_start
            kind = .start
            nodeKind = .mapping
            style = data.style == YAML_FLOW_MAPPING_STYLE ? .flow : .block
            (anchor, hasTag) = (name(data.anchor), data.tag != nil)
        case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT: kind = .end
        case YAML_DOCUMENT_START_EVENT: kind = .documentStart
        case YAML_STREAM_END_EVENT: kind = .streamEnd
        default: break
        }
    }

    private typealias ScalarFields = yaml_event_s.__Unnamed_union_data.__Unnamed_struct_scalar

    private mutating func read(_ data: ScalarFields) {
        kind = .scalar
        text = Array(UnsafeBufferPointer(start: data.value, count: data.length))
        (anchor, hasTag) = (name(data.anchor), data.tag != nil)
        style =
            switch data.style {
            case YAML_SINGLE_QUOTED_SCALAR_STYLE: .single
            case YAML_DOUBLE_QUOTED_SCALAR_STYLE: .double
            case YAML_LITERAL_SCALAR_STYLE: .literal
            case YAML_FOLDED_SCALAR_STYLE: .folded
            default: .plain
            }
    }
}

private func name(_ pointer: UnsafeMutablePointer<yaml_char_t>?) -> [UInt8]? {
    pointer.map { start in
        var end = start
        while end.pointee != 0 { end += 1 }
        return Array(UnsafeBufferPointer(start: start, count: end - start))
    }
}

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
        "did not find expected alphabetic or numeric character, while scanning an alias":
            .unquotedStart("*"),
        "did not find expected alphabetic or numeric character, while scanning an anchor":
            .unquotedStart("&"),
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
        case ("did not find expected node content", UInt8(ascii: "-")?):
            .dashInList
        default: fault
        }
    }
}
